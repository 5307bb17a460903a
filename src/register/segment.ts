import type { Finding } from '../schema/finding.js';
import type { Claim, RegisterEntry } from '../schema/register.js';
import { placeClaims } from './claims.js';
import { readClaims } from './read.js';

/** A stretch of the answer, and the pills that stand at its end. */
export interface Segment {
  readonly text: string;
  /** UTF-16 offsets into the answer; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The entries of every claim that ends where this segment ends, without repeats: a pill for each. */
  readonly citations: readonly RegisterEntry[];
  /** Indexes of the claims that cover this segment: what a hover or a focus on their pills highlights. */
  readonly claims: readonly number[];
}

export interface SegmentInput {
  /** The answer's text. */
  content: string;
  claims?: readonly Claim[];
  /** The entries, or a `createRegister` result. */
  register: readonly RegisterEntry[] | { readonly entries: readonly RegisterEntry[] };
  /** Told how claims were put right, with a path from `claims`. */
  onFinding?: (finding: Finding) => void;
}

/**
 * The answer cut at the edges of its claims: every segment in order, attributed or not. Their texts joined are
 * `content` exactly. Without claims there is one segment. How claims are put right is told at `placeClaims`; a claim's
 * marker that names no entry is dropped, so no pill opens into nothing.
 */
export function segmentAnswer({ content, claims, register, onFinding }: SegmentInput): Segment[] {
  const entries = entriesOf(register);
  const read = readClaims(claims, ['claims']);
  const { placed, findings } = placeClaims(content, read.claims, entries);
  if (onFinding) for (const finding of [...read.findings, ...findings]) onFinding(finding);

  const edges = new Set([0, content.length]);
  for (const { start, end } of placed) edges.add(start).add(end);
  const cuts = [...edges].sort((a, b) => a - b);
  if (cuts.length < 2) return [{ text: content, start: 0, end: content.length, citations: [], claims: [] }];

  const segments: Segment[] = [];
  let next = 0;
  let open: typeof placed = [];
  for (const [index, start] of cuts.slice(0, -1).entries()) {
    const end = cuts[index + 1] ?? content.length;
    open = open.filter((claim) => claim.end > start);
    for (let claim = placed[next]; claim && claim.start <= start; claim = placed[next]) {
      open.push(claim);
      next += 1;
    }
    const ending = open.filter((claim) => claim.end === end);
    segments.push({
      text: content.slice(start, end),
      start,
      end,
      citations: [...new Set(ending.flatMap((claim) => claim.entries))],
      claims: open.map((claim) => claim.index),
    });
  }
  return segments;
}

/** The entries, whichever way a register is given. */
export function entriesOf(register: SegmentInput['register']): readonly RegisterEntry[] {
  return isList(register) ? register : register.entries;
}

function isList(register: SegmentInput['register']): register is readonly RegisterEntry[] {
  return Array.isArray(register);
}
