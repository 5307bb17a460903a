import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { MocaAnswer } from '../../../src/index.js';
import { ANSWER, CITATIONS, COMPUTED_AT, NOW } from '../../../stories/fixtures.js';

afterEach(() => vi.restoreAllMocks());

test('the browser takes over what a server drew, and only then shows its own time zone', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const view = <MocaAnswer content={ANSWER} citations={CITATIONS} computedAt={COMPUTED_AT} now={NOW} />;
  const host = document.createElement('div');
  document.body.append(host);
  host.innerHTML = renderToString(view);
  const pill = host.querySelector('[data-moca="pill"]');
  expect(host.querySelector('time')?.textContent).toContain('UTC');
  const recovered = vi.fn();
  const root = await act(async () => hydrateRoot(host, view, { onRecoverableError: recovered }));
  expect(host.querySelector('[data-moca="pill"]')).toBe(pill);
  expect(host.querySelector('time')?.textContent).not.toContain('UTC');
  expect(recovered).not.toHaveBeenCalled();
  expect(error.mock.calls).toEqual([]);
  act(() => root.unmount());
  host.remove();
});
