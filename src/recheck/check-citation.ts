import { bodySpan, nodeContestedBy, textAt } from '../reader/library/record.js';
import { keyOf } from '../reader/library/relations.js';
import { citationKey } from '../schema/citation-keys.js';
import type { CitationRecord } from '../schema/citation-record.js';
import type { CheckedCitation, Difference, Verdict } from '../schema/recheck-report.js';
import { compareRecords } from './compare.js';
import type { HeldPackage } from './held-package.js';
import type { createLocator } from './locate.js';
import type { DeclaredRelations } from './standing.js';
import type { View } from './views.js';

/** One citation of a conversation, as it was saved. */
export interface SavedCitation {
  readonly messageId: string;
  /** Place among the citations of its message, from 0. */
  readonly index: number;
  readonly marker?: string | undefined;
  /** Undefined when the record does not validate. */
  readonly record?: CitationRecord;
  /** Why it does not validate. */
  readonly faults?: readonly string[];
  /** When the service computed it, as it says. */
  readonly computedAt?: string | undefined;
}

/** What the same answer reports about each package: keys that supersede and contest it, by digest. */
export interface ReportedBeside {
  supersededBy(digest: string): ReadonlySet<string>;
  contestedBy(digest: string): ReadonlySet<string>;
}

/** A package ready for comparing. */
export interface PreparedPackage {
  readonly held: HeldPackage;
  readonly locate: ReturnType<typeof createLocator>;
}

/** What a citation is checked against. */
export interface CheckContext {
  readonly byDigest: ReadonlyMap<string, PreparedPackage>;
  readonly byKey: ReadonlyMap<string, readonly PreparedPackage[]>;
  /** As of now. */
  readonly present: View;
  readonly relations: DeclaredRelations;
  /** Milliseconds. */
  readonly now: number;
  /** The last moment at which an undated record can have been computed, in milliseconds. */
  readonly latest: number;
  readonly hasTrustRoot: boolean;
  /** What came of asking the host for a package, by digest, in words. */
  readonly refused: ReadonlyMap<string, string>;
}

/** The packages as a Reader saw them when the service computed its records; the moment is in milliseconds. */
export interface PastView {
  readonly moment: number;
  readonly view: View;
}

type Note = CheckedCitation['notes'][number];
type Outcome = Pick<
  CheckedCitation,
  'verdict' | 'reportedRightly' | 'differences' | 'notes' | 'textCompared'
> & { comparedWith?: PreparedPackage };

const nothingCompared = (verdict: Verdict, ...notes: Note[]): Outcome => ({
  verdict,
  reportedRightly: 'not-checked',
  differences: [],
  notes,
  textCompared: false,
});

/**
 * The entry of one citation in the report, without its quotations.
 *
 * @param then the view as of the citation's `computedAt`; undefined when it gives none, or one after now
 */
export function checkCitation(
  saved: SavedCitation,
  then: PastView | undefined,
  beside: ReportedBeside,
  context: CheckContext,
): { entry: CheckedCitation; comparedWith: PreparedPackage | undefined } {
  const { messageId, index, marker, record, computedAt } = saved;
  const outcome = record ? checkRecord(record, then, beside, context) : invalidRecord(saved);
  const entry: CheckedCitation = {
    messageId,
    index,
    verdict: outcome.verdict,
    reportedRightly: outcome.reportedRightly,
    textCompared: outcome.textCompared,
    differences: outcome.differences,
    quotations: [],
    notes: outcome.notes,
  };
  if (marker !== undefined) entry.marker = marker;
  if (computedAt !== undefined) {
    entry.computedAt = computedAt;
    if (!then && outcome.comparedWith) {
      const message = `The service dates this ${computedAt}, which is after the time of this check, so that date was not used.`;
      entry.notes = [...entry.notes, { code: 'dated-later', message }];
    }
  }
  if (record) {
    const { id, version, digest } = record.package;
    const { ref, locale, title } = record.node;
    entry.key = citationKey(record);
    entry.package = { id, version, digest };
    entry.node = { ref };
    if (locale !== undefined) entry.node.locale = locale;
    if (record.span !== undefined) entry.node.span = record.span;
    if (title !== undefined) entry.node.title = title;
  }
  return { entry, comparedWith: outcome.comparedWith };
}

function invalidRecord({ faults = [] }: SavedCitation): Outcome {
  return nothingCompared('invalid-record', ...faults.map((message) => ({ code: 'invalid-record', message })));
}

function checkRecord(
  record: CitationRecord,
  then: PastView | undefined,
  beside: ReportedBeside,
  context: CheckContext,
): Outcome {
  const found = find(record, context);
  return 'held' in found ? compareWith(record, then, found, beside, context) : found;
}

/** The package that a record names by digest, or the verdict when it is not here. */
function find(record: CitationRecord, context: CheckContext): PreparedPackage | Outcome {
  const { id, version, digest } = record.package;
  const prepared = context.byDigest.get(digest);
  const sameName = context.byKey.get(`${id}@${version}`) ?? [];
  if (prepared && (sameName.includes(prepared) || sameName.length === 0)) return prepared;
  if (sameName.length > 0) {
    const here = sameName.map(({ held }) => held.digest).join(', ');
    return nothingCompared('digest-mismatch', {
      code: 'digest-mismatch',
      message: `The record cites ${id} ${version} with the digest ${digest}; the package of that name here has ${here}. It was published again, or one of the two is forged.`,
    });
  }
  const refused = context.refused.get(digest);
  return nothingCompared('package-missing', {
    code: 'package-missing',
    message: refused ?? `Nobody supplied ${id} ${version} with the digest ${digest}; nothing can be said.`,
  });
}

function compareWith(
  record: CitationRecord,
  past: PastView | undefined,
  prepared: PreparedPackage,
  beside: ReportedBeside,
  context: CheckContext,
): Outcome {
  const { held, locate } = prepared;
  if (!held.result.valid) return invalidPackage(held);
  if (record.package.id !== held.id || record.package.version !== held.version) {
    return misnamed(record, held);
  }
  const located = locate(record);
  if ('missing' in located) {
    const note = { code: `${located.missing}-missing`, message: located.message };
    return nothingCompared('node-missing', note);
  }
  const { place } = located;
  const now = context.present.record(held, place, context.now);
  const then = past?.view.record(held, place, past.moment);
  if (!now) return invalidPackage(held);
  const differences = compareRecords(record, then, now, {
    computedAt: past?.moment,
    latest: context.latest,
    file: place.representation.file,
    text:
      record.text === undefined
        ? undefined
        : textAt(place.representation, place.span ?? bodySpan(place.representation)),
    ownContestedBy: nodeContestedBy(place.representation),
    claims: (past?.view ?? context.present).claims(held),
    supersedes: () => context.relations.supersedes(held, beside.supersededBy(held.digest)),
    contests: () => context.relations.contests(held, beside.contestedBy(held.digest)),
  });
  const notes: Note[] = [];
  const namesakes = (context.byKey.get(keyOf(held)) ?? []).filter((other) => other !== prepared);
  if (namesakes.length > 0) {
    notes.push({
      code: 'identity-conflict',
      message: `Another package of this id and version is here too, with the digest ${namesakes.map((other) => other.held.digest).join(', ')}. It was published again, or one of the two is forged.`,
    });
  }
  if (!context.hasTrustRoot && context.present.claims(held).length > 0) {
    notes.push({
      code: 'attestations-unchecked',
      message: 'The package carries signatures or reviews; without a trust root none of them was checked.',
    });
  }
  return {
    verdict: verdictOf(differences),
    reportedRightly: answerOf(differences, past?.moment),
    differences,
    notes,
    textCompared: record.text !== undefined,
    comparedWith: prepared,
  };
}

function verdictOf(differences: readonly Difference[]): Verdict {
  if (differences.some(({ kind }) => kind === 'unexplained')) return 'misreported';
  return differences.length > 0 ? 'changed' : 'confirmed';
}

function answerOf(
  differences: readonly Difference[],
  computedAt: number | undefined,
): CheckedCitation['reportedRightly'] {
  if (differences.some(({ kind }) => kind === 'unexplained')) return 'no';
  if (computedAt === undefined) return 'unknown-when';
  return differences.some(({ kind }) => kind !== 'time') ? 'cannot-tell' : 'yes';
}

/** A package with the very digest, out of which no Reader may take a record. */
function invalidPackage(held: HeldPackage): Outcome {
  const errors = held.result.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);
  return {
    ...nothingCompared('misreported'),
    reportedRightly: 'no',
    notes: [
      {
        code: 'package-invalid',
        message: `The package with this digest breaks rules of the format, so no Reader gives a record out of it: ${[...new Set(errors)].sort().join(', ')}.`,
      },
    ],
  };
}

/** The digest is that of another package, and no package of the record's own name is here. */
function misnamed(record: CitationRecord, held: HeldPackage): Outcome {
  const why = 'The digest is that of another package.';
  const differences = (['id', 'version'] as const)
    .filter((field) => record.package[field] !== held[field])
    .map((field): Difference => {
      const kind = 'unexplained';
      return { field: `package.${field}`, kind, saved: record.package[field], now: held[field], why };
    });
  return { ...nothingCompared('misreported'), reportedRightly: 'no', differences };
}
