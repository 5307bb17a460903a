import { nodeContestedBy } from '../reader/library/record.js';
import { type CitationRecord, citationKey } from '../schema/citation-record.js';
import { parseDateTime } from '../schema/date-time.js';
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
  readonly marker?: string;
  /** Undefined when the record does not validate. */
  readonly record?: CitationRecord;
  /** Why it does not validate. */
  readonly faults?: readonly string[];
  /** When the service computed it, as it says. */
  readonly computedAt?: string;
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

type Note = CheckedCitation['notes'][number];
type Outcome = Pick<
  CheckedCitation,
  'verdict' | 'reportedRightly' | 'differences' | 'notes' | 'textCompared'
>;

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
 * @param then the view as of the citation's `computedAt`; undefined when it gives none
 */
export function checkCitation(
  saved: SavedCitation,
  then: View | undefined,
  beside: ReportedBeside,
  context: CheckContext,
): { entry: CheckedCitation; comparedWith?: PreparedPackage } {
  const { messageId, index, marker, record, computedAt } = saved;
  const head = {
    messageId,
    index,
    ...(marker === undefined ? {} : { marker }),
    ...(computedAt === undefined ? {} : { computedAt }),
    quotations: [],
  };
  if (!record) {
    const notes = (saved.faults ?? []).map((message) => ({ code: 'invalid-record', message }));
    return { entry: { ...head, ...nothingCompared('invalid-record', ...notes) } };
  }
  const { id, version, digest } = record.package;
  const { ref, locale, title } = record.node;
  const cited = {
    key: citationKey(record),
    package: { id, version, digest },
    node: {
      ref,
      ...(locale === undefined ? {} : { locale }),
      ...(record.span === undefined ? {} : { span: record.span }),
      ...(title === undefined ? {} : { title }),
    },
  };
  const found = find(record, context);
  if (!('prepared' in found)) return { entry: { ...head, ...cited, ...found } };
  const { prepared } = found;
  const outcome = compareWith(record, computedAt, then, prepared, beside, context);
  return { entry: { ...head, ...cited, ...outcome }, comparedWith: prepared };
}

/** The package that a record names by digest, or the verdict when it is not here. */
function find(record: CitationRecord, context: CheckContext): { prepared: PreparedPackage } | Outcome {
  const { id, version, digest } = record.package;
  const prepared = context.byDigest.get(digest);
  const sameName = context.byKey.get(`${id}@${version}`) ?? [];
  if (prepared && (sameName.includes(prepared) || sameName.length === 0)) return { prepared };
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
  computedAt: string | undefined,
  past: View | undefined,
  { held, locate }: PreparedPackage,
  beside: ReportedBeside,
  context: CheckContext,
): Outcome {
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
  const moment = computedAt === undefined ? undefined : parseDateTime(computedAt);
  const withText = record.text !== undefined;
  const now = context.present.record(held, place, context.now, withText);
  const then = moment === undefined ? undefined : past?.record(held, place, moment, withText);
  if (!now) return invalidPackage(held);
  const differences = compareRecords(record, then, now, {
    computedAt: moment,
    latest: context.latest,
    file: place.representation.file,
    ownContestedBy: nodeContestedBy(place.representation),
    claims: (past ?? context.present).claims(held),
    supersedes: context.relations.supersedes(held, beside.supersededBy(held.digest)),
    contests: context.relations.contests(held, beside.contestedBy(held.digest)),
  });
  const notes: Note[] = [];
  if (!context.hasTrustRoot && held.result.attestations.some(({ role }) => role !== undefined)) {
    notes.push({
      code: 'attestations-unchecked',
      message: 'The package carries signatures or reviews; without a trust root none of them was checked.',
    });
  }
  return {
    verdict: verdictOf(differences),
    reportedRightly: answerOf(differences, moment),
    differences,
    notes,
    textCompared: withText,
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
