import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CitationPill, MocaAnswer, MocaProvider } from '../../../src/index.js';
import '../../../src/react/styles.css';
import { ANSWER, CITATIONS, COMPUTED_AT, NOW, record } from '../../../stories/fixtures.js';

beforeEach(async () => {
  await page.viewport(1000, 800);
  await userEvent.unhover(document.body);
});
afterEach(cleanup);

const pill = () => screen.getByRole('button', { name: /Refund eligibility window/ });
const card = () => screen.findByRole('dialog', { name: 'Refund eligibility window' });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

function OnePill({ children }: { children?: ReactNode }) {
  return (
    <div style={{ paddingBlock: 40 }}>
      <input aria-label="Before" />
      <p>
        Thirty days <CitationPill record={record()} marker="[1]" now={NOW} computedAt={COMPUTED_AT} />.
      </p>
      {children}
      <button type="button">After</button>
    </div>
  );
}

describe('opened by a press', () => {
  test.each(['{Enter}', ' '])('the key "%s" opens it and it takes the focus', async (key) => {
    render(<OnePill />);
    pill().focus();
    await userEvent.keyboard(key);
    const dialog = await card();
    await waitFor(() => expect(document.activeElement).toBe(dialog));
    expect(pill().getAttribute('aria-expanded')).toBe('true');
  });

  test('Escape closes it and the focus is back on the pill', async () => {
    render(<OnePill />);
    await userEvent.click(pill());
    await card();
    await userEvent.keyboard('{Escape}');
    await gone();
    expect(document.activeElement).toBe(pill());
  });

  test('the close button does the same', async () => {
    render(<OnePill />);
    await userEvent.click(pill());
    await card();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await gone();
    expect(document.activeElement).toBe(pill());
  });

  test('a second press closes it', async () => {
    render(<OnePill />);
    await userEvent.click(pill());
    await card();
    await userEvent.click(pill());
    await gone();
  });

  test('a press elsewhere closes it and keeps the focus there', async () => {
    render(<OnePill />);
    await userEvent.click(pill());
    await card();
    await userEvent.click(screen.getByLabelText('Before'));
    await gone();
    expect(document.activeElement).toBe(screen.getByLabelText('Before'));
  });

  test('Tab goes through the card and on from the pill', async () => {
    render(<OnePill />);
    await userEvent.click(pill());
    const dialog = await card();
    await waitFor(() => expect(document.activeElement).toBe(dialog));
    for (let presses = 0; presses < 20 && document.activeElement?.textContent !== 'After'; presses++) {
      await userEvent.tab();
    }
    expect(document.activeElement?.textContent).toBe('After');
    await gone();
  });

  test('Shift+Tab goes back to the pill', async () => {
    render(<OnePill />);
    await userEvent.click(pill());
    const dialog = await card();
    await waitFor(() => expect(document.activeElement).toBe(dialog));
    await userEvent.tab({ shift: true });
    expect(document.activeElement).toBe(pill());
  });

  test('a modal dialog of the host stays open when Escape closes the card in it', async () => {
    render(
      <dialog aria-label="Host">
        <OnePill />
      </dialog>,
    );
    const host = document.querySelector('dialog');
    host?.showModal();
    await userEvent.click(pill());
    const dialog = await card();
    expect(host?.contains(dialog)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect(host?.open).toBe(true);
  });
});

describe('opened by a resting mouse', () => {
  test('the focus stays where it was', async () => {
    render(<OnePill />);
    screen.getByLabelText('Before').focus();
    await userEvent.hover(pill());
    await card();
    expect(document.activeElement).toBe(screen.getByLabelText('Before'));
  });

  test('it survives the way from the pill into it, and goes when the mouse leaves', async () => {
    render(<OnePill />);
    await userEvent.hover(pill());
    const dialog = await card();
    await userEvent.hover(screen.getByRole('heading', { name: 'Refund eligibility window' }));
    await new Promise((done) => setTimeout(done, 500));
    expect(dialog.isConnected).toBe(true);
    await userEvent.hover(screen.getByLabelText('Before'));
    await gone();
  });

  test('there is no gap between the pill and the box of the card', async () => {
    render(<OnePill />);
    await userEvent.hover(pill());
    const dialog = await card();
    await waitFor(() => {
      const box = dialog.parentElement?.getBoundingClientRect();
      expect(Math.abs((box?.top ?? 0) - pill().getBoundingClientRect().bottom)).toBeLessThan(1);
    });
  });

  test('a press then takes the focus into the card that is open', async () => {
    render(<OnePill />);
    await userEvent.hover(pill());
    const dialog = await card();
    await userEvent.click(pill());
    await waitFor(() => expect(document.activeElement).toBe(dialog));
    await userEvent.hover(screen.getByLabelText('Before'));
    await new Promise((done) => setTimeout(done, 500));
    expect(dialog.isConnected).toBe(true);
  });

  test('another pill does not take away a card that was opened on purpose', async () => {
    render(<MocaAnswer content={ANSWER} citations={CITATIONS} now={NOW} />);
    await userEvent.click(screen.getByRole('button', { name: /^3, Final sale/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Final sale items' });
    await userEvent.hover(screen.getAllByRole('button', { name: /^1, Refund/ })[0] as HTMLElement);
    await new Promise((done) => setTimeout(done, 400));
    expect(dialog.isConnected).toBe(true);
  });
});

describe('in its place', () => {
  test.each([
    ['start', 'flex-start'],
    ['end', 'flex-end'],
  ])('a pill at the %s of a 320 px column that clips has a whole card', async (_, side) => {
    render(
      <div style={{ width: 320, height: 200, overflow: 'hidden', marginInlineStart: 650 }}>
        <div style={{ display: 'flex', justifyContent: side }}>
          <CitationPill record={record()} marker="[1]" now={NOW} />
        </div>
      </div>,
    );
    await userEvent.click(pill());
    const dialog = await card();
    await waitFor(() => {
      const box = dialog.getBoundingClientRect();
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(1000);
      expect(box.bottom).toBeLessThanOrEqual(800);
      expect(document.elementFromPoint(box.left + 60, box.top + 40)?.closest('[role=dialog]')).toBe(dialog);
    });
  });

  test('on a narrow screen it is a sheet at the bottom', async () => {
    await page.viewport(320, 640);
    render(<OnePill />);
    await userEvent.click(pill());
    const dialog = await card();
    await waitFor(() => {
      const box = dialog.getBoundingClientRect();
      expect([box.left, box.right, box.bottom]).toEqual([0, 320, 640]);
    });
  });

  test('it takes the theme of the part of the page it belongs to', async () => {
    render(
      <div data-theme="dark">
        <OnePill />
      </div>,
    );
    await userEvent.click(pill());
    const dialog = await card();
    expect(getComputedStyle(dialog).colorScheme).toBe('dark');
    expect(getComputedStyle(dialog).backgroundColor).toBe('rgb(28, 29, 35)');
  });
});

describe('while the answer streams on', () => {
  const at = (length: number) => (
    <MocaAnswer
      content={ANSWER.slice(0, length)}
      citations={CITATIONS}
      streaming
      now={NOW}
      computedAt={COMPUTED_AT}
    />
  );

  test('it stays open, keeps its focus and stays with its pill', async () => {
    const { rerender } = render(at(92));
    await userEvent.click(screen.getByRole('button', { name: /^1, Refund/ }));
    const dialog = await card();
    await waitFor(() => expect(document.activeElement).toBe(dialog));
    await userEvent.tab();
    const focused = document.activeElement;
    expect(dialog.contains(focused)).toBe(true);
    for (let length = 93; length <= ANSWER.length; length += 7) rerender(at(length));
    expect(dialog.isConnected).toBe(true);
    expect(document.activeElement).toBe(focused);
  });
});

describe('when its pill changes', () => {
  const first = () => screen.getByRole('button', { name: /^1, Refund/ });
  const answer = (content: string) => <MocaAnswer content={content} citations={CITATIONS} now={NOW} />;

  async function openFirst(content: string) {
    const view = render(answer(content));
    await userEvent.click(first());
    const dialog = await card();
    await waitFor(() => expect(document.activeElement).toBe(dialog));
    return { ...view, dialog };
  }

  test('drawn anew, the card stays and gives the focus to the new one', async () => {
    const { rerender, dialog } = await openFirst('Thirty days [1]');
    const before = first();
    rerender(answer('Thirty days [1]\n==='));
    expect(first()).not.toBe(before);
    expect(dialog.isConnected).toBe(true);
    await userEvent.keyboard('{Escape}');
    await gone();
    expect(document.activeElement).toBe(first());
  });

  test('taken away, the card goes and the focus stays in the answer', async () => {
    const { rerender } = await openFirst('Thirty days [1] and two days [2].');
    rerender(answer('Thirty days and two days [2].'));
    await gone();
    expect(document.activeElement?.getAttribute('data-marker')).toBe('[2]');
  });
});

test('nothing puts a style element into the page', async () => {
  const before = document.querySelectorAll('style').length;
  render(<OnePill />);
  await userEvent.click(pill());
  await card();
  expect(document.querySelectorAll('style').length).toBe(before);
});

test('the card leads to its source in the list, and not when it was opened there', async () => {
  render(<MocaAnswer content={ANSWER} citations={CITATIONS} now={NOW} />);
  await userEvent.click(screen.getByRole('button', { name: /^3, Final sale/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show in the list of sources' }));
  await gone();
  const title = screen.getByRole('button', { name: 'Final sale items' });
  expect(document.activeElement).toBe(title);
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Final sale items' });
  expect(screen.queryByRole('button', { name: 'Show in the list of sources' })).toBeNull();
});

test('a relation leads to the citation it names', async () => {
  render(
    <MocaProvider>
      <MocaAnswer content={ANSWER} citations={CITATIONS} now={NOW} computedAt={COMPUTED_AT} />
    </MocaProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: /^3, Final sale/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Final sale items' });
  const link = [...dialog.querySelectorAll('button')].find(
    (button) => button.textContent === 'Refund eligibility window',
  );
  await userEvent.click(link as HTMLElement);
  expect(await card()).toBe(dialog);
});
