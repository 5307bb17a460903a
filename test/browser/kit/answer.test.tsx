import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  CitationPill,
  createCitationStore,
  german,
  MocaAnswer,
  MocaProvider,
  TrustBadges,
} from '../../../src/index.js';
import '../../../src/react/styles.css';
import { ANSWER, CITATIONS, COMPUTED_AT, NOW, record, SHIPPING } from '../../../stories/fixtures.js';

beforeEach(() => page.viewport(1000, 900));
afterEach(cleanup);

function selectedText(element: Element): string {
  const selection = getSelection();
  selection?.selectAllChildren(element);
  const text = selection?.toString() ?? '';
  selection?.removeAllRanges();
  return text;
}

const content = () => document.querySelector('[data-moca="content"]') as HTMLElement;

describe('an answer alone', () => {
  test('is the one-liner of the design', () => {
    render(<MocaAnswer content={ANSWER} citations={CITATIONS} computedAt={COMPUTED_AT} now={NOW} />);
    expect(
      screen.getAllByRole('button', { name: '1, Refund eligibility window, support-kb 4.2.0' }),
    ).toHaveLength(2);
    expect(
      screen.getByRole('button', { name: '3, Final sale items, support-kb 3.9.0, warning: Superseded' }),
    ).toBeTruthy();
    expect(document.querySelectorAll('[data-moca="source"]')).toHaveLength(3);
  });

  test('gives its own text, markers included, to a selection', () => {
    render(
      <MocaAnswer
        content="Thirty days [1], then **none** [2][3] at all [1-3]."
        citations={CITATIONS}
        now={NOW}
      />,
    );
    expect(selectedText(content())).toBe('Thirty days [1], then none [2][3] at all [1-3].');
  });

  test('gives its own text when touching markers are one pill', () => {
    render(<MocaAnswer foldAdjacent content="Thirty days [2][3]." citations={CITATIONS} now={NOW} />);
    expect(screen.getByRole('button', { name: '2, 3, 2 sources, warning: Superseded' })).toBeTruthy();
    expect(selectedText(content())).toBe('Thirty days [2][3].');
  });

  test('keeps what it read while the host writes the list anew', () => {
    const view = () => (
      <MocaAnswer content={ANSWER} citations={CITATIONS.map((entry) => ({ ...entry }))} now={NOW} />
    );
    const { rerender } = render(view());
    const pill = document.querySelector('[data-moca="pill"]');
    rerender(view());
    expect(document.querySelector('[data-moca="pill"]')).toBe(pill);
  });

  test.each([
    ['undefined', undefined],
    ['a string', 'oops'],
    ['null entries', [null, 7, 'x']],
    ['a record without trust', [{ marker: '[1]', record: { ...record(), trust: undefined } }]],
  ])('shows its text whatever the citations are: %s', (_, citations) => {
    render(<MocaAnswer content="Still here [1]." citations={citations as never} />);
    expect(content().textContent).toBe('Still here [1].');
    expect(document.querySelector('[data-moca="pill"]')).toBeNull();
  });

  test('a pill and its row carry the marker, the reference and the gravest state', () => {
    render(<MocaAnswer content="Two days [2]." citations={CITATIONS} now={NOW} />);
    const pill = document.querySelector<HTMLElement>('[data-moca="pill"]');
    expect(pill?.dataset).toMatchObject({ marker: '[2]', ref: SHIPPING.node.ref, trust: 'stale' });
  });
});

describe('keys on pills', () => {
  test('arrows walk, Home and End jump, and at the ends they stay', async () => {
    render(<MocaAnswer content="a [1] b [2] c [3]" citations={CITATIONS} now={NOW} />);
    const pills = [...document.querySelectorAll<HTMLElement>('[data-moca="pill"]')];
    pills[0]?.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(pills[1]);
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(document.activeElement).toBe(pills[2]);
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(document.activeElement).toBe(pills[0]);
  });

  test('with text that runs to the left, the left arrow goes on', async () => {
    render(<MocaAnswer content="خلال ثلاثين يوما [1] ثم [2]" citations={CITATIONS} now={NOW} dir="rtl" />);
    const pills = [...document.querySelectorAll<HTMLElement>('[data-moca="pill"]')];
    pills[0]?.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(pills[1]);
  });

  test('the list leads back to the pill', async () => {
    render(<MocaAnswer content={ANSWER} citations={CITATIONS} now={NOW} />);
    await userEvent.click(
      screen.getByRole('link', { name: 'Where [2] is cited in the text: Shipping estimates' }),
    );
    expect((document.activeElement as HTMLElement).dataset.marker).toBe('[2]');
  });
});

test('a marker does not decide the direction of its paragraph', () => {
  render(
    <MocaAnswer content="[Policy] ثلاثون يوما" citations={[{ marker: '[Policy]', record: record() }]} />,
  );
  expect(getComputedStyle(content().querySelector('p') as Element).direction).toBe('rtl');
});

describe('in a provider', () => {
  function start() {
    const store = createCitationStore();
    store.ingest({ type: 'RUN_STARTED', threadId: 't', runId: 'r' });
    store.ingest({ type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' });
    store.ingest({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: ANSWER });
    render(
      <MocaProvider store={store} labels={german} clock={() => NOW}>
        <MocaAnswer messageId="m" />
      </MocaProvider>,
    );
    return store;
  }

  test('markers become pills when the event arrives, which is said once', async () => {
    const store = start();
    expect(document.querySelector('[data-moca="pill"]')).toBeNull();
    const status = screen.getByRole('status');
    expect(status.textContent).toBe('');
    act(() => {
      store.ingest({ type: 'TEXT_MESSAGE_END', messageId: 'm' });
      store.ingest({
        type: 'CUSTOM',
        name: 'moca.citations',
        value: { version: 1, messageId: 'm', computedAt: COMPUTED_AT, citations: CITATIONS },
      });
      store.ingest({ type: 'RUN_FINISHED', threadId: 't', runId: 'r' });
    });
    expect(document.querySelectorAll('[data-moca="pill"]')).toHaveLength(4);
    await waitFor(() =>
      expect(status.textContent).toBe('Die Antwort nennt 3 Quellen, 2 davon mit einer Warnung.'),
    );
  });

  test('a run error says so and keeps the text', () => {
    const store = start();
    act(() => store.ingest({ type: 'RUN_ERROR', message: 'gone' }));
    expect(screen.getByRole('alert').textContent).toBe(german.answer.failed);
    expect(content().textContent).toContain('30 days of delivery');
  });

  test('a message that is not there yet shows nothing and throws nothing', () => {
    render(
      <MocaProvider store={createCitationStore()}>
        <MocaAnswer messageId="later" />
      </MocaProvider>,
    );
    expect(document.querySelector('[data-moca="answer"]')?.getAttribute('data-state')).toBe('streaming');
  });
});

test('badges turn stale at the second they do', async () => {
  const soon = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
  const source = record({ trust: { staleAfter: soon.toISOString() } });
  render(
    <>
      <TrustBadges record={source} />
      <p>
        <CitationPill record={source} marker="[1]" />
      </p>
    </>,
  );
  const badges = screen.getByRole('list', { name: 'Trust' });
  expect(within(badges).queryByText('Stale')).toBeNull();
  await waitFor(() => expect(within(badges).getByText('Stale')).toBeTruthy(), { timeout: 4000 });
  expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime());
  expect(screen.getByRole('button', { name: /warning: Stale/ })).toBeTruthy();
});

test('sources beyond the limit are printed though they are folded on screen', async () => {
  render(<MocaAnswer content="x" citations={CITATIONS} now={NOW} collapseSourcesAfter={1} />);
  const rows = [...document.querySelectorAll<HTMLElement>('[data-moca="source"]')];
  expect(rows.map((row) => getComputedStyle(row).display)).toEqual(['flex', 'none', 'none']);
  expect(document.styleSheets.length).toBeGreaterThan(0);
});
