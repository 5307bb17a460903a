import { citationKey } from '../../schema/citation-keys.js';
import { type CitationRecord, citationRecordSchema } from '../../schema/citation-record.js';
import { type PackageState, packageStateSchema } from '../../schema/package-state.js';
import { pickRepresentation } from '../library/locale.js';
import { NO_EFFECT, type RelationEffect, relationEffects } from '../library/relations.js';
import { reviewStatusOf } from '../library/review-status.js';
import { trustAtTime } from '../library/validity-window.js';
import type { Clock } from '../types.js';
import type { RecordSource } from './record-source.js';

/** A search over records that the host ingested into its own store (Reader contract §9.4). */
export interface StoreSourceOptions {
  /** States of the packages that count as loaded, in loading order; `packageState` makes them. */
  states: readonly PackageState[];
  /** The system clock when left out. */
  clock?: Clock;
  /** Lets every declared relation count, signed or not (contract 0.4 behaviour). */
  trustDeclaredRelations?: boolean;
}

/** The records of a store, refreshed from package states at query time. Throws a `TypeError` for bad states. */
export function storeSource({
  states,
  clock = Date.now,
  trustDeclaredRelations = false,
}: StoreSourceOptions): RecordSource {
  const known: PackageState[] = [];
  for (const [index, state] of states.entries()) {
    const parsed = packageStateSchema.safeParse(state);
    if (!parsed.success) throw new TypeError(`states[${index}] is not a package state.`);
    known.push(parsed.data);
  }
  const byDigest = new Map(known.map((state) => [state.digest, state]));
  const effects = relationEffects(known, trustDeclaredRelations);
  const refreshed = (stored: unknown, now: number) => {
    const copy = toJson(stored);
    const parsed = citationRecordSchema.safeParse(copy);
    if (!parsed.success) return undefined;
    const state = byDigest.get(parsed.data.package.digest);
    if (!state || !belongsTo(parsed.data, state)) return undefined;
    return refresh(copy as CitationRecord, state, effects.get(state.digest) ?? NO_EFFECT, now);
  };
  return {
    clock,
    ready: Promise.resolve(),
    digests: () => [...byDigest.keys()],
    // Which nodes are excluded shows only in the stored records.
    exclude: () => [],
    conceptsOf: (scope) => [scope],
    resolve(hit, stored, now) {
      const record = refreshed(stored, now);
      if (!record) return undefined;
      const { package: pkg, node } = record;
      return pkg.digest === hit.digest && node.id === hit.node && node.path === hit.path ? record : undefined;
    },
    rebuild(candidate, resolved, now) {
      const record = refreshed(candidate, now);
      if (!record) return undefined;
      // A record that the store gave in this search counts as the store gave it, whatever a hook wrote.
      const key = citationKey(record);
      return (
        resolved.find((one) => one.package.digest === record.package.digest && citationKey(one) === key) ??
        record
      );
    },
    picked(records, locale) {
      const byRef = new Map<string, Map<string | undefined, { tag?: string; records: CitationRecord[] }>>();
      for (const record of records) {
        const language = byDigest.get(record.package.digest)?.language;
        const own = record.node.locale === language ? undefined : record.node.locale;
        const group = byRef.get(record.node.ref) ?? new Map();
        byRef.set(record.node.ref, group);
        const entry = group.get(own) ?? { ...(own === undefined ? {} : { tag: own }), records: [] };
        group.set(own, entry);
        entry.records.push(record);
      }
      const kept: CitationRecord[] = [];
      for (const group of byRef.values()) {
        const present = [...group.values()];
        const digest = present[0]?.records[0]?.package.digest;
        const language = digest === undefined ? undefined : byDigest.get(digest)?.language;
        for (const record of pickRepresentation(present, language, locale)?.records ?? []) kept.push(record);
      }
      return kept;
    },
    forHooks: {},
  };
}

/** A copy as JSON carries it; undefined for what JSON cannot carry: cycles, accessors that throw, nothing. */
function toJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return undefined;
  }
}

/** Whether a record names the package and node that its digest's state has. */
function belongsTo({ package: pkg, node }: CitationRecord, { id, version }: PackageState): boolean {
  return (
    pkg.id === id &&
    pkg.version === version &&
    node.id === `${id}#${node.path}` &&
    node.ref === `${id}@${version}#${node.path}`
  );
}

/** The file of the representation that a record cites (reader reference §15). */
function fileOf({ node }: CitationRecord, { language }: PackageState): string {
  const isDefault = node.locale === undefined || node.locale === language;
  const path = isDefault ? node.path : node.path.replace(/\.md$/i, `.${node.locale}$&`);
  return `content/${path}`;
}

function refresh(
  record: CitationRecord,
  state: PackageState,
  effect: RelationEffect,
  now: number,
): CitationRecord {
  const file = fileOf(record, state);
  const reviews = Object.hasOwn(state.reviews, file) ? (state.reviews[file] ?? []) : [];
  const signed = state.signers.length > 0;
  const nodeContestedBy = Object.hasOwn(state.contestedBy, file) ? (state.contestedBy[file] ?? []) : [];
  const contestedBy = [...nodeContestedBy, ...effect.contestedBy];
  const { signers: _signers, ...pkg } = record.package;
  const { supersededBy: _supersededBy, contestedBy: _contestedBy, ...trust } = record.trust;
  return {
    ...record,
    package: { ...pkg, signed, ...(signed ? { signers: [...state.signers] } : {}) },
    trust: {
      ...trust,
      ...trustAtTime(trust, now),
      attestedReviews: reviews.map((review) => ({ ...review, packageVerified: signed })),
      reviewStatus: reviewStatusOf(reviews, signed),
      superseded: effect.supersededBy.length > 0,
      ...(effect.supersededBy.length > 0 ? { supersededBy: [...effect.supersededBy] } : {}),
      contested: contestedBy.length > 0,
      ...(contestedBy.length > 0 ? { contestedBy } : {}),
    },
  };
}
