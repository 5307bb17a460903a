import { type AnswerTree, type CitationMark, createAnswerParser } from '../../markdown/index.js';
import type { Claim } from '../../schema/register.js';

/** An edge of one or more claims, as a marker that stands in the anchored text. */
export interface ClaimAnchor {
  readonly marker: string;
  readonly side: 'start' | 'end';
  /** Indexes of the claims that have their edge here. */
  readonly claims: readonly number[];
}

export interface AnchoredText {
  /** The answer's text with the anchors' markers in it. */
  readonly content: string;
  readonly anchors: readonly ClaimAnchor[];
}

/**
 * Anchors are markers, so the parser of the answer's text places them like any other. Brackets are punctuation, which
 * Markdown treats next to emphasis as it treats the end of a sentence; a pair that the answer does not have is used.
 */
const BRACKETS = ['⸨⸩', '⦃⦄', '⟪⟫', '⦗⦘'] as const;
/**
 * Claims that are tried one by one when all together would change what the text means: each try parses the text, so of
 * a long text fewer are.
 */
const MAX_SINGLE = 64;
const MAX_PARSED = 2_000_000;

/** What begins a block on a line: an anchor before it would turn a list or a heading into plain text. */
const BLOCK_START =
  /^(?:[ \t]{0,3}(?:[-*+>]|#{1,6}|\d{1,9}[.)])(?:[ \t]+|$))*[ \t]*(?:\[[ xX]\][ \t]+)?\|?[ \t]*/;

/**
 * The text with an anchor at both edges of each claim. Where anchors would change what the rest of the text means (a
 * claim that begins inside an address, in code, between two asterisks), that claim gets none.
 */
export function anchorClaims(
  content: string,
  claims: readonly Claim[],
  marks: readonly CitationMark[],
): AnchoredText {
  const pair = BRACKETS.find((brackets) => ![...brackets].some((bracket) => content.includes(bracket)));
  if (claims.length === 0 || pair === undefined) return { content, anchors: [] };
  const plain = createAnswerParser().update(content, marks);
  const meaning = meaningOf(plain, marks.length);
  const keeps = (text: AnchoredText): boolean => {
    const tree = createAnswerParser().update(text.content, [...marks, ...text.anchors]);
    const placed = new Set(tree.placements.map(({ citation }) => citation));
    const all = text.anchors.every((_, index) => placed.has(marks.length + index));
    return all && meaningOf(tree, marks.length) === meaning;
  };
  const indexes = claims.map((_, index) => index);
  const whole = withAnchors(content, claims, indexes, pair);
  if (keeps(whole)) return whole;
  let kept: number[] = [];
  const tries = Math.min(MAX_SINGLE, Math.floor(MAX_PARSED / content.length));
  for (const index of indexes.slice(0, tries)) {
    if (keeps(withAnchors(content, claims, [...kept, index], pair))) kept = [...kept, index];
  }
  return withAnchors(content, claims, kept, pair);
}

function withAnchors(
  content: string,
  claims: readonly Claim[],
  indexes: readonly number[],
  pair: string,
): AnchoredText {
  const edges = new Map<string, { at: number; side: 'start' | 'end'; claims: number[] }>();
  for (const index of indexes) {
    const range = textRange(content, claims[index]);
    if (!range) continue;
    for (const side of ['start', 'end'] as const) {
      const key = `${range[side]} ${side}`;
      const edge = edges.get(key);
      if (edge) edge.claims.push(index);
      else edges.set(key, { at: range[side], side, claims: [index] });
    }
  }
  // Where one claim ends and another begins, the pill stands before the next claim's text.
  const order = { end: 0, start: 1 };
  const sorted = [...edges.values()].sort((a, b) => a.at - b.at || order[a.side] - order[b.side]);
  const [open = '', close = ''] = pair;
  let text = '';
  let last = 0;
  const anchors = sorted.map(({ at, side, claims }, number) => {
    const marker = `${open}${number}${close}`;
    text += content.slice(last, at) + marker;
    last = at;
    return { marker, side, claims };
  });
  return { content: text + content.slice(last), anchors };
}

/** The claim without the block syntax it may begin with and the white space and cell border it may end with. */
function textRange(content: string, claim: Claim | undefined): { start: number; end: number } | undefined {
  if (claim?.start === undefined || claim.end === undefined) return undefined;
  let start = claim.start;
  const lineStart = content.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = content.indexOf('\n', start);
  const line = content.slice(lineStart, lineEnd === -1 ? content.length : lineEnd);
  start = Math.max(start, lineStart + (BLOCK_START.exec(line)?.[0].length ?? 0));
  let end = claim.end;
  while (end > start && /[\s|]/.test(content[end - 1] ?? '')) end -= 1;
  while (start < end && /\s/.test(content[start] ?? '')) start += 1;
  return start < end ? { start, end } : undefined;
}

/** A tree as text, without the places and the anchors: two trees that mean the same give the same. */
function meaningOf(tree: AnswerTree, anchorsFrom: number): string {
  return JSON.stringify(tree.blocks.map((block) => block.nodes.map((node) => bare(node, anchorsFrom))));
}

interface Bare {
  readonly [property: string]: unknown;
}

// The parser bounds the depth of a tree.
function bare(value: unknown, anchorsFrom: number): unknown {
  if (Array.isArray(value)) {
    const kept: Bare[] = [];
    for (const item of value) {
      if (typeof item !== 'object' || item === null || Array.isArray(item)) {
        return value.map((one) => bare(one, anchorsFrom));
      }
      if (isAnchor(item, anchorsFrom)) continue;
      const last = kept.at(-1);
      if (item.type === 'text' && last?.type === 'text')
        kept[kept.length - 1] = { ...last, text: `${last.text}${item.text}` };
      else kept.push(item);
    }
    return kept.map((one) => bare(one, anchorsFrom));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'start' || !('citations' in value))
      .filter(([name]) => name !== 'end')
      .map(([name, inner]) => [name, bare(inner, anchorsFrom)]),
  );
}

function isAnchor(node: Bare, anchorsFrom: number): boolean {
  const { citations } = node;
  return (
    node.type === 'citation' && Array.isArray(citations) && citations.some((index) => index >= anchorsFrom)
  );
}
