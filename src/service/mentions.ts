import type { Finding } from '../schema/finding.js';

/** The texts that mean one citation: its marker, when the service uses markers, and its versioned reference. */
export interface Mark {
  marker?: string;
  ref: string;
}

/** One mention of a citation in an answer. */
export interface Mention {
  /** Index into the marks. */
  citation: number;
  /** UTF-16 offset into the answer. */
  start: number;
  text: string;
}

const REF_CHARACTER = /[\p{L}\p{N}_/@#%~-]/u;
const NUMBERED = /^\[\d+\]$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Every mention that a client would place as a pill, in order: not those inside code. */
export function findMentions(answer: string, marks: readonly Mark[]): Mention[] {
  const byText = new Map<string, number[]>();
  marks.forEach((mark, index) => {
    for (const text of [mark.marker, mark.ref]) {
      if (text !== undefined && text !== '') byText.set(text, [...(byText.get(text) ?? []), index]);
    }
  });
  const refs = new Set(marks.map((mark) => mark.ref));
  const text = withoutCode(answer, refs);
  const mentions: Mention[] = [];
  for (const [needle, citations] of byText) {
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
      if (refs.has(needle) && !standsAlone(text, at, at + needle.length)) continue;
      for (const citation of citations) mentions.push({ citation, start: at, text: needle });
    }
  }
  for (const group of text.matchAll(/\[\d{1,4}(?: {0,2}[,–-] {0,2}\d{1,4}){1,40}\]/g)) {
    for (const number of numbersOf(group[0])) {
      for (const citation of byText.get(`[${number}]`) ?? []) {
        mentions.push({ citation, start: group.index, text: group[0] });
      }
    }
  }
  return mentions.sort((a, b) => a.start - b.start);
}

/**
 * What looks like a citation in the answer and names nothing the Reader returned: `[n]` when the service's markers
 * have that form, and versioned references. A model can invent either. At most 100 are told.
 */
export function unresolvedMentions(answer: string, marks: readonly Mark[]): Finding[] {
  const known = new Set(marks.flatMap((mark) => [mark.marker ?? mark.ref, mark.ref]));
  const text = withoutCode(answer, known);
  const found = new Map<string, number>();
  if (marks.some((mark) => NUMBERED.test(mark.marker ?? ''))) {
    for (const match of text.matchAll(/\[\d{1,4}\]/g)) found.set(match[0], match.index);
  }
  for (const match of text.matchAll(
    /[^\s@#<>()[\]`"']{1,300}@[^\s@#<>()[\]`"']{1,100}#[^\s#<>()[\]`"']{1,300}/g,
  )) {
    found.set(match[0].replace(/[.,;:!?]+$/, ''), match.index);
  }
  return [...found]
    .filter(([mention]) => !known.has(mention))
    .slice(0, 100)
    .map(([mention, start]) => ({
      code: 'unresolved-mention',
      path: ['answer', start],
      message: `${mention} names nothing that the Reader returned in this run.`,
    }));
}

function standsAlone(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? '';
  const after = text[end] ?? '';
  if (REF_CHARACTER.test(before) || before === '.') return false;
  if (REF_CHARACTER.test(after)) return false;
  return !(after === '.' && REF_CHARACTER.test(text[end + 1] ?? ''));
}

function numbersOf(group: string): number[] {
  const numbers: number[] = [];
  for (const part of group.slice(1, -1).split(',')) {
    const [from = 0, to = from] = part.split(/[–-]/).map(Number);
    for (let number = from; number <= Math.min(to, from + 99); number++) numbers.push(number);
  }
  return numbers;
}

// Code and addresses are blanked, not cut out, so offsets stay those of the answer.
function withoutCode(answer: string, refs: ReadonlySet<string>): string {
  let fence: string | undefined;
  const lines = answer.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      return ' '.repeat(line.length);
    }
    if (mark === undefined) return line;
    fence = mark;
    return ' '.repeat(line.length);
  });
  return lines
    .join('\n')
    .replace(/https?:\/\/[^\s<>)]+/g, (address) => ' '.repeat(address.length))
    .replace(/(?<!`)(`{1,3})(?!`)([^`\n]{1,2000})\1(?!`)/g, (span, ticks: string, code: string) =>
      refs.has(code.trim()) ? span : `${ticks}${' '.repeat(code.length)}${ticks}`,
    );
}
