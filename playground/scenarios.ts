/** What the demo agent can be asked to do; the page's menu and `/agent?scenario=ID` name them by `id`. */
export interface Scenario {
  id: ScenarioId;
  group: 'Answers' | 'States of a source' | 'Languages' | 'Faults';
  title: string;
  /** One sentence: what to look at. */
  about: string;
  question: string;
}

export type ScenarioId = (typeof list)[number]['id'];

const list = [
  {
    id: 'normal',
    group: 'Answers',
    title: 'Ask anything',
    about: 'Searches the signed support package and the workshop handbook.',
    question: 'How long do I have to return a machine for a refund?',
  },
  {
    id: 'slow',
    group: 'Answers',
    title: 'Slow stream',
    about: 'Small pieces, slowly: pills take their places only when the event arrives.',
    question: 'How do I descale the machine?',
  },
  {
    id: 'references',
    group: 'Answers',
    title: 'References as markers',
    about: 'The answer names its sources by versioned node references instead of numbers.',
    question: 'What do the error codes mean?',
  },
  {
    id: 'handbook',
    group: 'Answers',
    title: 'Composed handbook',
    about: 'Sources come from members of a composed package.',
    question: 'How do I exchange the pump?',
  },
  {
    id: 'mixed',
    group: 'Answers',
    title: 'Every kind of evidence',
    about: 'Package nodes beside a tool result, a web page and a memory; only nodes carry badges.',
    question: 'How long does a warranty repair take?',
  },
  {
    id: 'unanswerable',
    group: 'Answers',
    title: 'Nothing found',
    about: 'An honest sentence and an event with an empty list.',
    question: 'Which trains run to Malmö on Sunday?',
  },
  {
    id: 'stale',
    group: 'States of a source',
    title: 'Stale',
    about: 'The page was due for another look long ago.',
    question: 'How long does a repair take?',
  },
  {
    id: 'superseded',
    group: 'States of a source',
    title: 'Superseded',
    about: 'An old version of the package, replaced by a signed relation of the newer one.',
    question: 'What did the warranty cover before September 2026?',
  },
  {
    id: 'contested',
    group: 'States of a source',
    title: 'Contested',
    about: 'A regional package declares that it conflicts with the general one.',
    question: 'How long is the refund window in the European Union?',
  },
  {
    id: 'disputed',
    group: 'States of a source',
    title: 'Disputed',
    about: 'One reviewer found it accurate, a later one wants a change.',
    question: 'Do you match the price of another dealer?',
  },
  {
    id: 'outdated-review',
    group: 'States of a source',
    title: 'Review outdated',
    about: 'The page was edited after its review, so the review counts no more.',
    question: 'How long does a firmware update take?',
  },
  {
    id: 'quote-missing',
    group: 'States of a source',
    title: 'Quote not found',
    about: 'One of the quotes is not in the source that it names.',
    question: 'When do I need the water filter?',
  },
  {
    id: 'expired',
    group: 'States of a source',
    title: 'No longer in force',
    about: 'The validity of the page ended in 2025.',
    question: 'Until when can I return a Christmas gift?',
  },
  {
    id: 'not-yet',
    group: 'States of a source',
    title: 'Not yet in force',
    about: 'The page takes effect in 2036.',
    question: 'What credit do I get for a trade-in?',
  },
  {
    id: 'draft',
    group: 'States of a source',
    title: 'Draft',
    about: 'The author has not released the page.',
    question: 'How do I store the machine over the winter?',
  },
  {
    id: 'deprecated',
    group: 'States of a source',
    title: 'Deprecated',
    about: 'The author advises against the page.',
    question: 'What is the Classic app?',
  },
  {
    id: 'internal',
    group: 'States of a source',
    title: 'Internal and unlabelled',
    about: 'The support desk may read pages that customers may not.',
    question: 'What goodwill credit may I give, and who pays for water damage?',
  },
  {
    id: 'unsigned',
    group: 'States of a source',
    title: 'Unsigned, hostile Markdown',
    about: 'Links that must stay text, and images that must not load.',
    question: 'How do I loosen a stuck steam wand?',
  },
  {
    id: 'german',
    group: 'Languages',
    title: 'German',
    about: 'The German representations of the same nodes.',
    question: 'Wie oft soll ich die Maschine entkalken?',
  },
  {
    id: 'mixed-german',
    group: 'Languages',
    title: 'Every kind, in German',
    about: 'German nodes beside a tool result, a web page and a memory.',
    question: 'Wie lange gelten Garantie und Rückgabefrist?',
  },
  {
    id: 'japanese',
    group: 'Languages',
    title: 'Japanese',
    about: 'A Japanese representation; search without spaces between words.',
    question: '石灰の除去はどのくらいの頻度で行いますか',
  },
  {
    id: 'arabic',
    group: 'Languages',
    title: 'Arabic',
    about: 'An Arabic representation, written from right to left.',
    question: 'ما مدة الضمان على القطع؟',
  },
  {
    id: 'no-event',
    group: 'Faults',
    title: 'No event',
    about: 'A service that knows nothing of citations: the markers stay text.',
    question: 'How long is the warranty?',
  },
  {
    id: 'forged',
    group: 'Faults',
    title: 'Forged record',
    about: 'Two records claim one reference with different bytes behind it.',
    question: 'How long do I have to return a machine for a refund?',
  },
  {
    id: 'unknown-version',
    group: 'Faults',
    title: 'Unknown event version',
    about: 'The event has version 2, which a client must ignore.',
    question: 'How long is the warranty?',
  },
  {
    id: 'broken-event',
    group: 'Faults',
    title: 'Broken event',
    about: 'The list of citations is a string.',
    question: 'How long is the warranty?',
  },
  {
    id: 'broken-record',
    group: 'Faults',
    title: 'Broken record',
    about: 'One of the records has no trust part; the others stay.',
    question: 'How long do I have to return a machine for a refund?',
  },
  {
    id: 'run-error',
    group: 'Faults',
    title: 'Run fails midway',
    about: 'The run ends in an error after half of the answer.',
    question: 'How do I steam milk?',
  },
  {
    id: 'dropped',
    group: 'Faults',
    title: 'Connection drops',
    about: 'The server goes away in the middle of the answer.',
    question: 'How do I steam milk?',
  },
] as const;

export const scenarios: readonly Scenario[] = list;

export function isScenarioId(value: string): value is ScenarioId {
  return list.some(({ id }) => id === value);
}
