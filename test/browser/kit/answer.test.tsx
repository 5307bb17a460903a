import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MocaAnswer } from '../../../src/index.js';
import '../../../src/react/styles.css';
import { ANSWER, CITATIONS, COMPUTED_AT, NOW } from '../../../stories/fixtures.js';

test('a pill opens the card of its source', async () => {
  await page.viewport(1000, 900);
  render(<MocaAnswer content={ANSWER} citations={CITATIONS} computedAt={COMPUTED_AT} now={NOW} />);
  const pills = screen.getAllByRole('button', { name: /Refund eligibility window, support-kb 4.2.0/ });
  expect(pills).toHaveLength(2);
  await userEvent.click(pills[0] as HTMLElement);
  const card = await screen.findByRole('dialog', { name: 'Refund eligibility window' });
  expect(card.contains(document.activeElement)).toBe(true);
});
