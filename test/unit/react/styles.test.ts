import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

// The sheet as it is built: what it imports from beside it is part of it.
const css = readFileSync('src/react/styles.css', 'utf8')
  .replace(/@import '\.\/([^']+)';/g, (_, path: string) => readFileSync(`src/react/${path}`, 'utf8'))
  .replace(/\/\*[\s\S]*?\*\//g, '');

const COLOURS = new Map(
  [...css.matchAll(/--_([\w-]+): var\(--moca-[\w-]+, light-dark\((#\w{6}), (#\w{6})\)\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const TEXT_ON: [string, string[]][] = [
  ['text', ['surface', 'surface-sunken']],
  ['text-muted', ['surface', 'surface-sunken']],
  ['accent', ['surface', 'surface-sunken']],
  ['pill-text', ['pill-surface']],
  ['pill-text-active', ['pill-surface-active']],
  ['danger', ['danger-surface', 'surface']],
  ['caution', ['caution-surface', 'surface']],
  ['note', ['note-surface', 'surface']],
  ['declared', ['surface']],
  ['reported', ['surface']],
  ['checked', ['checked-surface', 'surface']],
];

// What tells a state from another besides words: WCAG 1.4.11 asks for 3:1.
const FRAME_ON: [string, string][] = [
  ['danger-border', 'surface'],
  ['reported-border', 'surface'],
  ['checked-border', 'surface'],
  ['border-strong', 'surface'],
  ['accent', 'surface'],
];

// A host's own page behind badges and pills outside a card.
const PAGE = { light: '#ffffff', dark: '#121318' };

describe.each(['light', 'dark'] as const)('default colours, %s', (scheme) => {
  const value = (name: string) => {
    const pair = COLOURS.get(name);
    if (!pair) throw new Error(`styles.css has no --_${name}.`);
    return pair[scheme];
  };

  test.each(TEXT_ON.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const)))(
    '%s on %s can be read (4.5:1)',
    (text, ground) => {
      expect(contrast(value(text), value(ground))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(['text', 'text-muted', 'accent', 'declared', 'reported', 'danger', 'caution'])(
    '%s on the page can be read (4.5:1)',
    (text) => {
      expect(contrast(value(text), PAGE[scheme])).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(FRAME_ON)('%s on %s can be seen (3:1)', (frame, ground) => {
    expect(contrast(value(frame), value(ground))).toBeGreaterThanOrEqual(3);
  });
});

const selectors = [...css.matchAll(/([^{}]+)\{/g)]
  .map(([, prelude = '']) => prelude.trim())
  .filter((prelude) => !prelude.startsWith('@') && prelude !== 'from')
  .flatMap((prelude) => prelude.split(/,(?![^(]*\))/).map((one) => one.trim()));

test.each(selectors)('"%s" touches only parts of the kit', (selector) => {
  expect(selector).toMatch(/\.moca|data-moca|\(moca-/);
});

test('every private property stands for a public one', () => {
  for (const [, name] of css.matchAll(/^ {2}--_([\w-]+):\s*var\(/gm)) {
    expect(css).toMatch(new RegExp(`--_${name}:\\s*var\\(\\s*--(moca-${name}|_)`));
  }
});

test('nothing is loaded from anywhere', () => {
  expect(css).not.toMatch(/url\(|@import|@font-face/);
});
