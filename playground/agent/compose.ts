import type { CitationRecord } from '../../src/schema/citation-record.js';

export type Language = 'en' | 'de' | 'ja' | 'ar';

const WORDS: Readonly<
  Record<Language, { steps: string; overview: string; alsoSee: string; nothing: string }>
> = {
  en: {
    steps: 'Step by step',
    overview: 'At a glance',
    alsoSee: 'See also',
    nothing: 'I found nothing about that in the packages I can read, so I have no answer.',
  },
  de: {
    steps: 'Schritt für Schritt',
    overview: 'Auf einen Blick',
    alsoSee: 'Siehe auch',
    nothing: 'Dazu habe ich in meinen Paketen nichts gefunden; ich habe keine Antwort.',
  },
  ja: {
    steps: '手順',
    overview: '一覧',
    alsoSee: '関連項目',
    nothing: '手元の資料には見つかりませんでした。お答えできません。',
  },
  ar: {
    steps: 'الخطوات',
    overview: 'نظرة سريعة',
    alsoSee: 'انظر أيضًا',
    nothing: 'لم أجد شيئًا عن ذلك في المصادر المتاحة لي، فلا أستطيع الإجابة.',
  },
};

type Block = { kind: 'heading' | 'paragraph' | 'ordered' | 'list' | 'table' | 'code'; text: string };

/** The Markdown blocks of a node's body; enough for the sample packages, which the agent's own answers come from. */
function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let fenced = false;
  const close = () => {
    const text = lines.join('\n').trim();
    if (text) blocks.push({ kind: kindOf(text), text });
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced;
    if (line.trim() === '' && !fenced) close();
    else lines.push(line);
  }
  close();
  return blocks;
}

function kindOf(text: string): Block['kind'] {
  if (text.startsWith('#')) return 'heading';
  if (text.startsWith('```')) return 'code';
  if (text.startsWith('|')) return 'table';
  if (text.startsWith('- ')) return 'list';
  if (/^\d+\. /.test(text)) return 'ordered';
  return 'paragraph';
}

// A node's links lead to files of its package; in an answer they would lead nowhere. Links with a scheme stay as
// they are, the hostile ones too: what becomes of those is the page's business.
function withoutPackageLinks(text: string): string {
  return text.replace(/\[([^\]\n]*)\]\((?![a-z]+:)[^)\n]*\)/g, '$1');
}

function firstSentence(text: string): string {
  const flat = text.replaceAll('\n', ' ');
  const end = /[.!?](?= )|[。！？]/u.exec(flat);
  return end ? flat.slice(0, end.index + 1) : flat;
}

function mark(block: Block, marker: string): string {
  const { kind, text } = block;
  if (kind === 'table') {
    const rows = text.split('\n');
    const last = rows.pop()?.replace(/\s*\|\s*$/, '') ?? '';
    return [...rows, `${last} ${marker} |`].join('\n');
  }
  if (kind === 'code') return `${text}\n\n${marker}`;
  return `${text} ${marker}`;
}

/**
 * An answer put together from the records' own sentences, lists and tables, best record first: no language
 * model takes part. `markerOf` gives the text that refers to a record.
 */
export function composeAnswer(
  records: readonly CitationRecord[],
  markerOf: (record: CitationRecord) => string,
  language: Language,
): string {
  const words = WORDS[language];
  const [first, ...others] = records;
  if (!first) return words.nothing;
  const blocks = blocksOf(withoutPackageLinks(first.text ?? '')).filter(({ kind }) => kind !== 'heading');
  const marker = markerOf(first);
  const parts: string[] = [];
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'ordered') parts.push(`### ${words.steps}`);
    if (block.kind === 'table') parts.push(`### ${words.overview}`);
    const quotesMore = index === 0 || index === blocks.length - 1 || block.kind === 'table';
    parts.push(quotesMore ? mark(block, marker) : block.text);
  }
  const asides = others.map((record) => {
    const lead = blocksOf(withoutPackageLinks(record.text ?? '')).find(({ kind }) => kind === 'paragraph');
    return `- **${record.node.title ?? record.node.path}**: ${firstSentence(lead?.text ?? '')} ${markerOf(record)}`;
  });
  if (asides.length > 0) parts.push(`### ${words.alsoSee}`, asides.join('\n'));
  return parts.join('\n\n');
}
