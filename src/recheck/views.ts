import { type LoadedPackage, toLoadedPackage } from '../reader/library/loaded-package.js';
import { recordOf } from '../reader/library/record.js';
import { keyOf, NO_EFFECT, relationEffects } from '../reader/library/relations.js';
import { trustAtTime } from '../reader/library/validity-window.js';
import type { PackageNode, Representation } from '../reader/types.js';
import type { CitationRecord, Span } from '../schema/citation-record.js';
import type { AttestationClaim } from './claims.js';
import type { HeldPackage, TrustInForce } from './held-package.js';

/** Where in a package a record points. */
export interface Place {
  readonly node: PackageNode;
  readonly representation: Representation;
  readonly span?: Span;
}

/**
 * The packages that are held, as one Reader sees them at one moment: who signed, which reviews count, what
 * relations do. Records are computed on demand and kept, so that a node cited a thousand times is read once.
 */
export interface View {
  /** What the attestation files of a package state, and how far the trust root confirms it. */
  claims(held: HeldPackage): readonly AttestationClaim[];
  signers(held: HeldPackage): readonly string[];
  /** Codes of the Reader's diagnostics, sorted, without repeats. */
  codes(held: HeldPackage): readonly string[];
  /**
   * The record of a place, without its text.
   *
   * @param at milliseconds, for the flags that only dates decide
   */
  record(held: HeldPackage, place: Place, at: number): CitationRecord | undefined;
}

async function viewAt(packages: readonly HeldPackage[], at: number): Promise<View> {
  const loaded = new Map<string, LoadedPackage>();
  const trusts = new Map<string, TrustInForce>();
  for (const held of packages) {
    const trust = await held.trustAt(at);
    trusts.set(held.digest, trust);
    const { signers, relationScopes, reviewsByFile } = trust;
    const whole = toLoadedPackage({ ...held.result, signers, relationScopes, reviewsByFile }, undefined);
    if (whole) loaded.set(held.digest, whole);
  }
  const effects = relationEffects([...loaded.values()], false);
  const kept = new Map<Representation, CitationRecord>();
  const whole = (held: LoadedPackage, { node, representation }: Place): CitationRecord => {
    const known = kept.get(representation);
    if (known) return known;
    const effect = effects.get(held.digest) ?? NO_EFFECT;
    // Two packages that claim one key are never in one library, so neither acts on the other.
    const others = (keys: readonly string[]) => keys.filter((key) => key !== keyOf(held));
    const record = recordOf(held, node, representation, {
      now: at,
      effect: { supersededBy: others(effect.supersededBy), contestedBy: others(effect.contestedBy) },
    });
    kept.set(representation, record);
    return record;
  };
  return {
    claims: ({ digest }) => trusts.get(digest)?.claims ?? [],
    signers: ({ digest }) => trusts.get(digest)?.signers ?? [],
    codes: ({ digest }) => trusts.get(digest)?.codes ?? [],
    record(held, place, moment) {
      const owner = loaded.get(held.digest);
      if (!owner) return undefined;
      const base = whole(owner, place);
      const flags = moment === at ? base.trust : trustAtTime(base.trust, moment);
      const sameFlags = flags.stale === base.trust.stale && flags.inForce === base.trust.inForce;
      const sameSpan =
        !place.span || (place.span.start === base.span?.start && place.span.end === base.span.end);
      // Most citations are of a whole node under one set of dates: they share one record.
      if (sameFlags && sameSpan) return base;
      return {
        ...base,
        span: place.span ?? base.span,
        trust: { ...base.trust, stale: flags.stale, inForce: flags.inForce },
      };
    },
  };
}

/** Views by moment, in milliseconds. */
export interface Views {
  at(moment: number): Promise<View>;
}

const KEPT_VIEWS = 4;

/**
 * Views by moment. Two moments between which no key expires and no review is dated share one view; only the
 * latest few are kept, since a conversation decides how many moments there are.
 */
export function createViews(packages: readonly HeldPackage[]): Views {
  const turns = [...new Set(packages.flatMap((held) => [...held.turningPoints]))].sort((a, b) => a - b);
  const kept = new Map<number, View>();
  return {
    async at(moment) {
      const period = countUpTo(turns, moment);
      const view = kept.get(period) ?? (await viewAt(packages, moment));
      kept.delete(period);
      kept.set(period, view);
      const oldest = kept.keys().next();
      if (kept.size > KEPT_VIEWS && !oldest.done) kept.delete(oldest.value);
      return view;
    },
  };
}

/** How many of the sorted numbers are at most `limit`. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
