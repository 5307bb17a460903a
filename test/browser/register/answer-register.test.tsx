import { cleanup, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { german, type KitComponents, loadEvidence, MocaAnswer, MocaProvider } from '../../../src/index.js';
import { EvidenceCard } from '../../../src/react/register/evidence-card.js';
import type { RegisterEntry } from '../../../src/register/index.js';
import '../../../src/react/styles.css';
import { NOW } from '../../../stories/fixtures.js';
import {
  CLAIMS,
  ENTRIES,
  GERMAN_ANSWER,
  MIXED_ANSWER,
  MIXED_CITATIONS,
  STRIPPED_ANSWER,
} from '../../../stories/register-fixtures.js';

afterEach(async () => {
  cleanup();
  await userEvent.unhover(document.body);
});

/** The answer's text with each pill as its marker in braces. */
function drawn(): string {
  const copy = document.querySelector('[data-moca="content"]')?.cloneNode(true) as HTMLElement;
  for (const pill of copy.querySelectorAll('[data-moca="pill"]')) {
    pill.replaceWith(`{${pill.getAttribute('data-marker')}}`);
  }
  return [...copy.children].map((block) => block.textContent).join('\n');
}

const markersIn = (selector: string): (string | null)[] =>
  [...document.querySelectorAll(`${selector} [data-moca="source"]`)].map((row) =>
    row.getAttribute('data-marker'),
  );

const OWN_PARTS: KitComponents = {
  EvidencePill: ({ entry, id }) => (
    <button type="button" id={id}>
      own pill {entry.marker}
    </button>
  ),
  EvidenceItem: ({ entry }) => <li>own row {entry.marker}</li>,
};

test('the first answer shows its text and citations at once, and other evidence when what draws it is loaded', async () => {
  const view = <MocaAnswer content={MIXED_ANSWER} citations={MIXED_CITATIONS} register={ENTRIES} now={NOW} />;
  render(view);
  expect(drawn()).toContain('until 12 December {[1]}: it was delivered on 12 November [4].');
  await expect.poll(drawn).toContain('until 12 December {[1]}: it was delivered on 12 November {[4]}.');
  expect(document.querySelectorAll('[data-moca="answer"]')).toHaveLength(1);
});

describe('an answer with markers in its text', () => {
  beforeAll(loadEvidence);

  test('draws a pill for a citation and for any other evidence, and one list in the order of the numbers', () => {
    render(<MocaAnswer content={MIXED_ANSWER} citations={MIXED_CITATIONS} register={ENTRIES} now={NOW} />);
    expect(drawn()).toContain(
      'return the lamp until 12 December {[1]}: it was delivered on 12 November {[4]}.',
    );
    expect(markersIn('[data-moca="sources"]')).toEqual(Array.from({ length: 10 }, (_, at) => `[${at + 1}]`));
    expect(document.querySelectorAll('[data-moca="sources"]')).toHaveLength(1);
    expect(markersIn('.moca-sources-list:first-of-type')).toEqual(['[1]', '[2]', '[3]', '[4]', '[5]']);
    expect(screen.getByRole('heading', { name: 'Used in the answer' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Looked at, not used' })).toBeVisible();
  });

  test('shows trust only where there is a record', () => {
    render(<MocaAnswer content={MIXED_ANSWER} citations={MIXED_CITATIONS} register={ENTRIES} now={NOW} />);
    for (const part of document.querySelectorAll('[data-kind]')) {
      expect(part.querySelector('[data-trust]') ?? part.closest('[data-trust]')).toBeNull();
      expect(part.hasAttribute('data-trust')).toBe(false);
    }
    expect(document.querySelector('[data-moca="pill"][data-marker="[2]"]')?.getAttribute('data-trust')).toBe(
      'stale',
    );
  });

  test('opens the card of the evidence and names it', async () => {
    render(<MocaAnswer content={MIXED_ANSWER} citations={MIXED_CITATIONS} register={ENTRIES} now={NOW} />);
    await userEvent.click(screen.getByRole('button', { name: '3, Holiday opening times, Web page' }));
    const card = await screen.findByRole('dialog', { name: 'Holiday opening times' });
    const link = within(card).getByRole('link');
    expect(link).toHaveProperty('href', 'https://post.example/opening-times');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(within(card).getByText('post.example')).toBeVisible();
    expect(card.querySelector('[data-trust]')).toBeNull();
  });

  test('speaks German', () => {
    render(
      <MocaProvider labels={german}>
        <MocaAnswer content={GERMAN_ANSWER} citations={MIXED_CITATIONS} register={ENTRIES} now={NOW} />
      </MocaProvider>,
    );
    expect(screen.getByRole('button', { name: '4, Order 8812, Werkzeugergebnis' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Angesehen, nicht verwendet' })).toBeVisible();
  });

  test('lets a host draw the pills and the rows of other evidence', () => {
    render(
      <MocaAnswer
        content={MIXED_ANSWER}
        citations={MIXED_CITATIONS}
        register={ENTRIES}
        now={NOW}
        components={OWN_PARTS}
      />,
    );
    expect(screen.getByRole('button', { name: 'own pill [4]' })).toBeVisible();
    expect(screen.getByText('own row [4]')).toBeVisible();
    expect(screen.queryByText('own row [1]')).toBeNull();
  });

  test('says once how much is cited, citations and other evidence together', async () => {
    const at = (streaming: boolean) => (
      <MocaAnswer
        content={MIXED_ANSWER}
        citations={streaming ? [] : MIXED_CITATIONS}
        register={ENTRIES}
        streaming={streaming}
        now={NOW}
      />
    );
    const { rerender } = render(at(true));
    expect(screen.getByRole('status').textContent).toBe('');
    rerender(at(false));
    await expect
      .poll(() => screen.getByRole('status').textContent)
      .toBe('The answer cites 5 sources, 1 with a warning.');
  });

  test('gives the text back whole when it is selected', () => {
    render(<MocaAnswer content="It closes at noon [3]." register={ENTRIES} />);
    expect(document.querySelector('[data-moca="content"]')?.textContent).toBe('It closes at noon [3].');
  });
});

describe('an answer whose markers are stripped', () => {
  const answer = (
    <MocaAnswer
      content={STRIPPED_ANSWER}
      citations={MIXED_CITATIONS}
      register={ENTRIES}
      claims={CLAIMS}
      now={NOW}
    />
  );

  test('draws the pills at the ends of the claims', () => {
    render(answer);
    expect(drawn()).toBe(
      'You can return the lamp until 12 December.{[1]}{[4]} It was delivered on 12 November.{[4]} Print the label first.{[2]}\n' +
        'The branch in Bern closes at noon on 24 December{[3]}You usually go there{[5]}',
    );
  });

  test('lists what only a claim places as cited in the text, with the way back', async () => {
    render(answer);
    expect(screen.queryByText('Cited, not placed in the text')).toBeNull();
    for (const marker of ['[1]', '[3]']) {
      const backs = screen.getAllByRole('link', { name: /^Where .* is cited in the text/ });
      const back = backs.find((link) => link.getAttribute('aria-label')?.includes(marker));
      await userEvent.click(back as HTMLElement);
      expect(document.activeElement?.getAttribute('data-marker')).toBe(marker);
    }
  });

  test('marks the claim of a pill that has the focus, and no more when it has not', async () => {
    render(answer);
    const pill = screen.getByRole('button', { name: /^3, Holiday/ });
    pill.focus();
    await expect
      .poll(() => [...(CSS.highlights.get('moca-claim') ?? [])].map(String))
      .toEqual(['The branch in Bern closes at noon on 24 December']);
    pill.blur();
    await expect.poll(() => CSS.highlights.get('moca-claim')?.size).toBe(0);
  });

  test('marks the pill of a claim that is hovered', async () => {
    await page.viewport(1000, 800);
    render(answer);
    await userEvent.hover(screen.getByText(/The branch in Bern closes/), { position: { x: 40, y: 10 } });
    await expect
      .poll(() =>
        [...document.querySelectorAll('[data-active]')].map((pill) => pill.getAttribute('data-marker')),
      )
      .toEqual(['[3]']);
  });

  test('draws no second pill where the text has the marker already, which marks the claim before it', async () => {
    const content = 'It closes at noon [3].';
    render(
      <MocaAnswer content={content} register={ENTRIES} claims={[{ start: 0, end: 17, citations: [3] }]} />,
    );
    expect(drawn()).toBe('It closes at noon {[3]}.');
    screen.getByRole('button', { name: /^3, Holiday/ }).focus();
    await expect
      .poll(() => [...(CSS.highlights.get('moca-claim') ?? [])].map(String))
      .toEqual(['It closes at noon']);
  });
});

describe('an answer that attributes nothing', () => {
  test('is drawn with a list of what was looked at and without pills', () => {
    render(<MocaAnswer content="It closes at noon [3]." register={ENTRIES} attribution="retrieval-only" />);
    expect(document.querySelector('[data-moca="pill"]')).toBeNull();
    expect(screen.getByRole('heading', { name: 'What was looked at' })).toBeVisible();
    expect(screen.getByText(/Nothing says which part/)).toBeVisible();
  });

  test('says plainly that nothing was looked at', () => {
    render(<MocaAnswer content="Four times five is twenty." register={[]} />);
    expect(screen.getByText('Nothing was looked at for this answer.')).toBeVisible();
  });

  test('leaves an invented marker as text', () => {
    render(<MocaAnswer content="It closes at noon [99]." register={ENTRIES} />);
    expect(drawn()).toBe('It closes at noon [99].');
  });
});

let drawings = 0;
function CountedParagraph({ children }: { children?: ReactNode }) {
  drawings += 1;
  return <p>{children}</p>;
}
const COMPONENTS = { p: CountedParagraph };

describe('an answer that still streams', () => {
  test('has pills of evidence already, and does not draw finished paragraphs anew', () => {
    const text = 'It closes at noon [3].\n\nThe order came [4].\n\n';
    const at = (length: number) => (
      <MocaAnswer
        content={(text + text).slice(0, length)}
        register={[...ENTRIES]}
        streaming
        contentComponents={COMPONENTS}
      />
    );
    const { rerender } = render(at(text.length));
    expect(drawn()).toContain('It closes at noon {[3]}.');
    const before = drawings;
    for (let length = text.length + 1; length <= text.length + 10; length++) rerender(at(length));
    // One paragraph grows; the two finished ones stay.
    expect(drawings - before).toBeLessThanOrEqual(10);
  });
});

describe('hostile evidence', () => {
  const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const urls = [
    'javascript:window.hacked=1',
    'data:text/html,x',
    'https://user:pw@evil.example/',
    '//evil.example/',
    'vbscript:x',
  ];
  const kinds = ['document', 'web', 'memory', 'wiki', 'tool', 'preview', 'file', 'later'];

  test.each(kinds)('of the kind %s is shown as text and links nowhere', (kind) => {
    for (const url of urls) {
      const entry: RegisterEntry = {
        marker: hostile,
        kind,
        title: `${hostile}\u202Egpj`,
        quote: hostile,
        url,
        path: hostile,
        toolName: hostile,
        toolArguments: { [hostile]: hostile },
        page: hostile,
      };
      const { container, unmount } = render(<EvidenceCard entry={entry} />);
      expect(container.querySelector('a, img, script, iframe, [data-trust]')).toBeNull();
      expect(container.textContent).not.toContain('\u202E');
      expect(container.textContent).toContain(url.slice(0, 5));
      unmount();
    }
    expect(window).not.toHaveProperty('hacked');
  });

  test('cannot break the answer with claims over code, addresses and block syntax', () => {
    const content = '# Title\n\nRun `npm test` at https://a.example/b.\n\n```\ncode\n```';
    const claims = [0, 3, 12, 15, 28, 40, 50].map((start) => ({ start, end: start + 9, citations: [3] }));
    const { container } = render(<MocaAnswer content={content} register={ENTRIES} claims={claims} />);
    expect(container.querySelector('h1')?.textContent).toBe('Title');
    expect(container.querySelector('pre')?.textContent).toBe('code');
    expect(container.querySelector('[data-moca="content"]')?.textContent).not.toMatch(/[⸨⸩]/);
  });
});
