import type { CheckedCitation, RecheckReport } from '../schema/recheck-report.js';
import type { Checker, CheckRequest, OpenedConversation, ReadResult, Turn } from './checker.js';
import type { RecheckProgress } from './recheck.js';

/** What the page asks of the worker. */
export type Request = { readonly call: number } & (
  | { readonly kind: 'open'; readonly input: Parameters<Checker['open']>[0] }
  | { readonly kind: 'close'; readonly conversation: number }
  | { readonly kind: 'read'; readonly packed: Parameters<Checker['read']>[0] }
  | { readonly kind: 'signers'; readonly args: Parameters<Checker['signers']> }
  | { readonly kind: 'forget'; readonly digest: string }
  | { readonly kind: 'check'; readonly request: CheckRequest }
  | { readonly kind: 'prepare' }
  | { readonly kind: 'cancel' }
);

/** What the worker answers. Large lists go before the value in parts, so that no message blocks the page. */
export type Reply =
  | { readonly kind: 'ready' }
  | ({ readonly call: number } & (
      | { readonly kind: 'progress'; readonly progress: RecheckProgress }
      | { readonly kind: 'turns'; readonly turns: readonly Turn[] }
      | { readonly kind: 'citations'; readonly citations: readonly CheckedCitation[] }
      | { readonly kind: 'done'; readonly value: Value }
      | { readonly kind: 'failed'; readonly name: string; readonly message: string }
    ));

export type Value =
  | OpenedConversation
  | RecheckReport
  | ReadResult
  | ReadonlyMap<string, readonly string[]>
  | undefined;

const PART = 100_000;

/** Cuts a list into parts of a bounded weight each; one item is never cut. */
export function* inParts<Item>(items: readonly Item[], weigh: (item: Item) => number): Generator<Item[]> {
  let part: Item[] = [];
  let weight = 0;
  for (const item of items) {
    part.push(item);
    weight += weigh(item);
    if (weight < PART) continue;
    yield part;
    part = [];
    weight = 0;
  }
  if (part.length > 0) yield part;
}

/** About how many characters a turn carries over to the page. */
export function weightOfTurn(turn: Turn): number {
  if (turn.kind === 'question') return turn.text.length + 100;
  const { content, citations } = turn.answer;
  return citations.reduce((sum, { record }) => sum + (record.text?.length ?? 0) + 2_000, content.length);
}

/** About how many characters an entry of a report carries over to the page. */
export function weightOfEntry({ differences, quotations, notes }: CheckedCitation): number {
  return 400 + differences.length * 600 + quotations.length * 200 + notes.length * 200;
}
