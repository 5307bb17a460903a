import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type CheckVerdict,
  CitationCard,
  CitationPill,
  citationKey,
  english,
  german,
  MocaAnswer,
  MocaProvider,
} from '../../../src/index.js';
import '../../../src/react/styles.css';
import { BY_STATE, CITATIONS, COMPUTED_AT, NOW, record } from '../../../stories/fixtures.js';

beforeEach(async () => {
  await page.viewport(1000, 900);
  await userEvent.unhover(document.body);
});
afterEach(cleanup);

const checked = (verdict: CheckVerdict, source = record()) => ({
  [citationKey(source)]: { verdict, checkedAt: '2026-11-30T12:00:00Z' },
});

function Card(props: Partial<ComponentProps<typeof CitationCard>>) {
  return <CitationCard record={record()} computedAt={COMPUTED_AT} now={NOW} {...props} />;
}

const badges = () =>
  [...document.querySelectorAll('[data-moca="card"] [data-moca="badge"]')].map((badge) =>
    badge.getAttribute('data-trust'),
  );

describe('every fact of a card that a badge stands for', () => {
  test('is a badge: declared, signed, attested, checked', () => {
    render(
      <MocaProvider checks={checked('confirmed')}>
        <Card />
      </MocaProvider>,
    );
    expect(badges()).toEqual(['declared', 'signed-reported', 'attested-reported', 'checked']);
  });

  test.each(['unverified-review', 'disputed', 'stale', 'declared'] as const)('is a badge: %s', (state) => {
    render(<Card record={BY_STATE[state]} />);
    expect(badges()).toContain(state);
  });

  test('a signature without a named signer names nobody, least of all the author', () => {
    const { signers: _signers, ...pack } = record().package;
    render(<Card record={{ ...record(), package: pack }} />);
    expect(screen.getByText('Signature reported valid: signer not named')).toBeVisible();
  });

  test('agreement beside a disagreement is no approval and no badge', () => {
    const [review] = record().trust.attestedReviews;
    if (!review) throw new Error('The fixture has a review.');
    const attestedReviews = [review, { ...review, reviewer: 'human:lee', outcome: 'needs-change' }];
    render(<Card record={record({ trust: { attestedReviews, reviewStatus: 'disputed' } })} />);
    expect(badges()).not.toContain('attested-reported');
    expect(badges()).not.toContain('unverified-review');
    expect(screen.getByText(/Reported review by/, { selector: 'li:not([data-moca]) bdi' })).toBeVisible();
  });
});

describe('what a check on this device found', () => {
  const ALL: CheckVerdict[] = [
    'confirmed',
    'changed',
    'misreported',
    'digest-mismatch',
    'node-missing',
    'package-missing',
    'invalid-record',
  ];

  test.each(ALL)('%s: only a confirmed citation has the checked badge', (verdict) => {
    const { container } = render(
      <MocaProvider checks={checked(verdict)}>
        <MocaAnswer content="Thirty days [1]." citations={[{ marker: '[1]', record: record() }]} now={NOW} />
        <Card />
      </MocaProvider>,
    );
    const has = container.querySelector('[data-moca="badge"][data-trust="checked"]') !== null;
    expect(has).toBe(verdict === 'confirmed');
  });

  test.each([
    ['changed', 'Changed since'],
    ['misreported', 'Misreported'],
    ['node-missing', 'Not in the package'],
    ['invalid-record', 'Malformed record'],
    ['digest-mismatch', 'Package bytes differ'],
  ] as const)(
    '%s warns on the pill, in its name, in the list and at the head of the card',
    async (verdict, words) => {
      const { container } = render(
        <MocaAnswer
          content="Thirty days [1]."
          citations={[{ marker: '[1]', record: record() }]}
          checks={checked(verdict)}
          now={NOW}
        />,
      );
      const pill = screen.getByRole('button', {
        name: `1, Refund eligibility window, support-kb 4.2.0, warning: ${words}`,
      });
      expect(pill.querySelector('svg')).not.toBeNull();
      expect(container.querySelector('[data-moca="source"]')?.textContent).toContain(words);
      await userEvent.click(pill);
      await screen.findByRole('dialog');
      const warnings = screen.getByRole('region', { name: 'Take care' });
      expect(warnings.textContent).toContain(words);
    },
  );

  test.each(['confirmed', 'package-missing'] as const)('%s warns of nothing', (verdict) => {
    render(
      <MocaProvider checks={checked(verdict)}>
        <CitationPill record={record()} marker="[1]" now={NOW} />
      </MocaProvider>,
    );
    expect(screen.getByRole('button').getAttribute('aria-label')).not.toContain('warning');
    expect(screen.getByRole('button').hasAttribute('data-verdict')).toBe(false);
  });

  test('a folded pill warns of what was found about any of its citations', () => {
    render(
      <MocaProvider checks={checked('misreported')}>
        <CitationPill
          record={record({ node: { path: 'other.md' } })}
          marker="[1]"
          also={[{ marker: '[2]', record: record() }]}
          now={NOW}
        />
      </MocaProvider>,
    );
    expect(screen.getByRole('button', { name: /2 sources, warning: Misreported$/ })).toBeVisible();
  });
});

describe('words', () => {
  const layerText = (layer: string) =>
    document.querySelector(`.moca-layer[data-layer="${layer}"]`)?.textContent ?? '';

  test.each([english, german])(
    'in $locale never say signed, reviewed or verified without who says so',
    (labels) => {
      render(
        <MocaProvider labels={labels} checks={checked('package-missing')}>
          <Card />
        </MocaProvider>,
      );
      for (const line of document.querySelectorAll('.moca-layer[data-layer="reported"] li')) {
        expect(line.textContent).toMatch(/report|gemeldet/i);
      }
      expect(layerText('declared')).toMatch(/^(Declared|Im Paket angegeben)/);
      expect(layerText('checked')).toBe('');
      expect(document.querySelector('[data-trust="checked"], [data-layer="checked"]')).toBeNull();
    },
  );
});

describe('English labels on a page that runs to the left', () => {
  test('stand in their own direction and language, full stop at their end', () => {
    render(
      <div dir="rtl" lang="ar">
        <Card record={BY_STATE.stale} />
      </div>,
    );
    const meaning = screen.getByText('The date by which the source was to be looked at again has passed.');
    expect(getComputedStyle(meaning).direction).toBe('ltr');
    expect(meaning.lang).toBe('en');
    const range = document.createRange();
    const text = meaning.firstChild as Text;
    const at = (index: number) => {
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      return range.getBoundingClientRect();
    };
    const last = text.length - 1;
    expect(at(last).left).toBeGreaterThanOrEqual(at(last - 1).right - 0.5);
    expect(getComputedStyle(document.querySelector('[data-moca="card"]') as Element).direction).toBe('rtl');
  });

  test('no label of the card is left to the direction around it', () => {
    render(
      <div dir="rtl">
        <MocaAnswer
          content="خلال ثلاثين يوما [1]"
          citations={CITATIONS}
          checks={checked('misreported')}
          now={NOW}
          computedAt={COMPUTED_AT}
          copyButton
        />
        <Card record={BY_STATE.contested} />
      </div>,
    );
    const loose: string[] = [];
    for (const root of document.querySelectorAll(
      '[data-moca="card"], [data-moca="sources"], [data-moca="copy"]',
    )) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? '';
        if (/[a-z]{2}/i.test(text) && !node.parentElement?.closest('[dir]:not([dir=rtl])')) loose.push(text);
      }
    }
    expect(loose).toEqual([]);
  });
});

describe('markers that only white space parts', () => {
  const content = 'Refunds [1] [2] take days.';

  test('fold into one pill, and the text stays whole', async () => {
    render(<MocaAnswer content={content} citations={CITATIONS} now={NOW} foldAdjacent />);
    expect(document.querySelectorAll('[data-moca="pill"]')).toHaveLength(1);
    expect(document.querySelector('[data-moca="content"]')?.textContent).toBe(content);
    const back = screen.getByRole('link', { name: /^Where \[2\] is cited/ });
    await userEvent.click(back);
    await waitFor(() => expect(document.activeElement?.getAttribute('data-moca')).toBe('pill'));
  });

  test('stay apart where words are between them', () => {
    render(<MocaAnswer content="Refunds [1] and [2] ." citations={CITATIONS} now={NOW} foldAdjacent />);
    expect(document.querySelectorAll('[data-moca="pill"]')).toHaveLength(2);
    expect(document.querySelector('[data-moca="content"]')?.textContent).toBe('Refunds [1] and [2] .');
  });
});
