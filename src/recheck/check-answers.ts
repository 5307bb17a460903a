import { normaliseSource } from '../reader/evidence/normalise.js';
import { bodySpan, textAt } from '../reader/library/record.js';
import { keyOf } from '../reader/library/relations.js';
import type { Pace } from '../reader/pace.js';
import { parseDateTime } from '../schema/date-time.js';
import type { CheckedCitation, Quotation } from '../schema/recheck-report.js';
import {
  type CheckContext,
  checkCitation,
  type PreparedPackage,
  type ReportedBeside,
  type SavedCitation,
} from './check-citation.js';
import type { HeldPackage } from './held-package.js';
import { createLocator } from './locate.js';
import { foldWhiteSpace, quotationsByMarker } from './quotations.js';
import { declaredRelations } from './standing.js';
import type { Views } from './views.js';

/** An answer of a conversation with its citations, as saved. */
export interface SavedAnswer {
  readonly messageId: string;
  readonly content: string;
  /** When the service computed the records, as it says. */
  readonly computedAt?: string;
  readonly citations: readonly SavedCitation[];
}

interface CheckOptions {
  readonly views: Views;
  /** Milliseconds. */
  readonly now: number;
  /** The last moment at which an undated record can have been computed, in milliseconds. */
  readonly latest: number;
  readonly hasTrustRoot: boolean;
  /** What came of asking the host for a package, by digest, in words. */
  readonly refused: ReadonlyMap<string, string>;
  readonly pace: Pace;
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Checks every citation of every answer, in the order of the conversation. */
export async function checkAnswers(
  answers: Iterable<SavedAnswer>,
  held: readonly HeldPackage[],
  options: CheckOptions,
): Promise<{ citations: CheckedCitation[]; used: Map<string, number> }> {
  const context = await contextOf(held, options);
  const citations: CheckedCitation[] = [];
  const used = new Map<string, number>();
  for (const answer of answers) {
    const beside = reportedBeside(answer);
    const quotations = quotationsOf(answer);
    const moment = answer.computedAt === undefined ? undefined : parseDateTime(answer.computedAt);
    // A time after this check is none at which anything can have been computed.
    const isPast = moment !== undefined && moment <= options.now;
    const then = isPast ? { moment, view: await options.views.at(moment) } : undefined;
    for (const saved of answer.citations) {
      options.pace.check();
      if (options.pace.isDue()) await options.pace.rest();
      const { entry, comparedWith } = checkCitation(saved, then, beside, context);
      if (comparedWith) {
        const { digest } = comparedWith.held;
        used.set(digest, (used.get(digest) ?? 0) + 1);
        entry.quotations = quotations(saved, comparedWith);
      }
      citations.push(entry);
      options.onProgress?.(citations.length);
    }
  }
  return { citations, used };
}

async function contextOf(held: readonly HeldPackage[], options: CheckOptions): Promise<CheckContext> {
  const byDigest = new Map<string, PreparedPackage>();
  const byKey = new Map<string, PreparedPackage[]>();
  for (const item of held) {
    const prepared = { held: item, locate: createLocator(item) };
    byDigest.set(item.digest, prepared);
    const sameName = byKey.get(keyOf(item)) ?? [];
    byKey.set(keyOf(item), [...sameName, prepared]);
  }
  return {
    byDigest,
    byKey,
    present: await options.views.at(options.now),
    relations: declaredRelations(held),
    now: options.now,
    latest: options.latest,
    hasTrustRoot: options.hasTrustRoot,
    refused: options.refused,
  };
}

/** Who supersedes and contests each package, by what the records of one answer say together. */
function reportedBeside({ citations }: SavedAnswer): ReportedBeside {
  const none: ReadonlySet<string> = new Set();
  const lists = { supersededBy: new Map<string, Set<string>>(), contestedBy: new Map<string, Set<string>>() };
  for (const { record } of citations) {
    if (!record) continue;
    for (const list of ['supersededBy', 'contestedBy'] as const) {
      const keys = lists[list].get(record.package.digest) ?? new Set();
      for (const key of record.trust[list] ?? []) keys.add(key);
      lists[list].set(record.package.digest, keys);
    }
  }
  return {
    supersededBy: (digest) => lists.supersededBy.get(digest) ?? none,
    contestedBy: (digest) => lists.contestedBy.get(digest) ?? none,
  };
}

const LONGEST_SHOWN = 500;

/** Looks up what an answer quotes beside a citation's marker in the node that the citation names. */
function quotationsOf({
  content,
  citations,
}: SavedAnswer): (saved: SavedCitation, prepared: PreparedPackage) => Quotation[] {
  const markers = citations.flatMap(({ marker, record }) => [marker, record?.node.ref]).filter(isText);
  const byMarker = quotationsByMarker(content, markers);
  if (byMarker.size === 0) return () => [];
  return ({ marker, record }, { locate }) => {
    const quoted = [marker, record?.node.ref].filter(isText).flatMap((key) => [...(byMarker.get(key) ?? [])]);
    const located = record && quoted.length > 0 ? locate({ ...record, span: undefined }) : undefined;
    if (!located || !('place' in located)) return [];
    const { representation } = located.place;
    const body = textAt(representation, bodySpan(representation));
    return [...new Set(quoted)].map((text) => ({
      text: text.slice(0, LONGEST_SHOWN),
      found: occursIn(body, text),
    }));
  };
}

/**
 * Whether a quotation occurs in a node's text, white space folded: in the text as written or without its
 * Markdown marks, since an answer may quote either. The cheapest ways are tried first.
 */
function occursIn(body: string, quotation: string): boolean {
  if (body.includes(quotation)) return true;
  const folded = foldWhiteSpace(quotation);
  if (foldWhiteSpace(body).includes(folded)) return true;
  return foldWhiteSpace(normaliseSource('markdown', body)).includes(folded);
}

function isText(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
