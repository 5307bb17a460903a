import type { CitationRecord } from '../../src/schema/citation-record.js';
import type { Language } from './compose.js';

// Words that say nothing about the subject, the product's own name among them.
const COMMON: Readonly<Record<Language, string>> = {
  en: `a about an and any are as at be before by can could did do does for from get give got had has have how i if in
    is it its long may me mean means much my need not of off often on or our out should so that the their them there
    they this to was we were what when where which while who whom why will with would you your pays
    ember machine wrenfield`,
  de: `aber als am an auch auf aus bei bin bis das dass dem den der des die dies du ein eine einem einen einer er es für
    hat ich ihr im in ist kann lange man mein mich mit muss nach oder oft sich sie sind soll um und uns vom von wann was
    wenn wer wie wieviel wir wird wo zu zum zur ember maschine wrenfield`,
  ja: 'どの くらい 頻度 行い いつ 何 ember',
  ar: 'ما هي هو هل كم متى أين كيف من إلى على في عن مع أو ember',
};

/** The words of a question that name its subject, in lower case. */
export function subjectWords(question: string, language: Language): string[] {
  const common = new Set(COMMON[language].split(/\s+/));
  const words = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(question.normalize('NFKC'))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase())
    .filter((word) => !common.has(word) && !/^[\p{Script=Hiragana}]+$/u.test(word) && !/^.$/.test(word));
  return [...new Set(words)];
}

/** How many of the subject words a node's own headline has, from 0 to 1: a page about a thing beats a mention of it. */
export function shareInHeadline({ node }: CitationRecord, words: readonly string[]): number {
  const headline = [node.title, ...(node.tags ?? [])].join(' ').toLowerCase();
  return words.filter((word) => headline.includes(stem(word))).length / Math.max(words.length, 1);
}

/** Whether a record speaks of at least half of the subject words: one shared word is no answer. */
export function coversSubject(record: CitationRecord, words: readonly string[]): boolean {
  const { title, description, tags } = record.node;
  const text = [title, description, tags?.join(' '), record.text].join(' ').toLowerCase();
  const found = words.filter((word) => text.includes(stem(word)));
  return found.length * 2 >= words.length;
}

function stem(word: string): string {
  return word.length > 5 ? word.slice(0, -1) : word;
}
