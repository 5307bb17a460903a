import type { Claim, RegisterEntry } from '../src/register/index.js';
import { record } from './fixtures.js';

/** Two nodes, a web page, a tool result and a memory, as one answer may rest on all of them. */
export const MIXED_CITATIONS = [
  { marker: '[1]', record: record() },
  {
    marker: '[2]',
    record: record({
      node: {
        id: 'https://docs.example.com/moca/support-kb#procedures/return-label.md',
        ref: 'https://docs.example.com/moca/support-kb@4.2.0#procedures/return-label.md',
        path: 'procedures/return-label.md',
        type: 'Procedure',
        title: 'Printing a return label',
      },
      trust: { stale: true, staleAfter: '2026-10-01' },
    }),
  },
];

export const ENTRIES: readonly RegisterEntry[] = [
  {
    marker: 3,
    kind: 'web',
    title: 'Holiday opening times',
    url: 'https://post.example/opening-times',
    quote: 'Branches close at noon on 24 December.',
  },
  {
    marker: 4,
    kind: 'tool',
    title: 'Order 8812',
    toolName: 'get_order',
    toolArguments: { order: '8812', fields: ['delivered', 'carrier'] },
    quote: '{ "delivered": "2026-11-12", "carrier": "Post" }',
  },
  { marker: 5, kind: 'memory', quote: 'I always send things back from the branch in Bern.' },
  {
    marker: 6,
    kind: 'document',
    title: 'Carrier tariff 2026',
    page: 12,
    endPage: 13,
    path: 'tariff-2026.pdf',
  },
  { marker: 7, kind: 'file', title: 'Totals', path: '/workspace/totals.csv' },
  { marker: 8, kind: 'wiki', title: 'Returns desk', url: 'https://wiki.example/returns' },
  { marker: 9, kind: 'preview', title: 'Port 3000', url: 'https://preview.example/3000' },
  { marker: 10, kind: 'satellite', title: 'Tile 33/12' },
];

export const MIXED_ANSWER =
  'You can return the lamp until **12 December** [1]: it was delivered on 12 November [4]. Print the label first [2].\n\n' +
  'The branch in Bern, where you usually go [5], closes at noon on 24 December [3].';

export const GERMAN_ANSWER =
  'Sie können die Lampe bis zum **12. Dezember** zurückgeben [1]; geliefert wurde sie am 12. November [4]. Drucken Sie zuerst das Etikett [2].\n\n' +
  'Die Filiale in Bern, in die Sie sonst gehen [5], schliesst am 24. Dezember mittags [3].';

/** The same answer as a service writes it that strips markers and gives claims. */
export const STRIPPED_ANSWER =
  'You can return the lamp until **12 December**. It was delivered on 12 November. Print the label first.\n\n' +
  '- The branch in Bern closes at noon on 24 December\n- You usually go there';

function claim(text: string, ...citations: number[]): Claim {
  const start = STRIPPED_ANSWER.indexOf(text);
  return { text, start, end: start + text.length, citations };
}

export const CLAIMS: readonly Claim[] = [
  claim('You can return the lamp until **12 December**.', 1, 4),
  claim('It was delivered on 12 November.', 4),
  claim('Print the label first.', 2),
  claim('The branch in Bern closes at noon on 24 December', 3),
  claim('You usually go there', 5),
];
