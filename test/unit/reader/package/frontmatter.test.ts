import { describe, expect, it } from 'vitest';
import { readFrontmatter } from '../../../../src/reader/package/frontmatter.js';

const encoder = new TextEncoder();
const read = (text: string, max = 65_536) => readFrontmatter(encoder.encode(text), max);

describe('where a block starts and ends', () => {
  it.each([
    ['---\na: 1\n---\nbody', 13],
    ['---\na: 1\n---', 12],
    ['---\r\na: 1\r\n---\r\nbody', 16],
    ['--- \t\na: 1\n---\t \nbody', 17],
    ['\ufeff---\na: 1\n---\nbody', 16],
    ['---\na: |\n  ---\n---\nbody', 19],
    ['---\na: "é"\n---\n', 16],
    ['---\na: 1\n---\n\n---\n', 13],
  ])('%j has its body at byte %i', (text, bodyOffset) => {
    expect(read(text)).toMatchObject({ kind: 'block', bodyOffset });
  });

  it.each([
    '',
    'text',
    '----\na: 1\n---\n',
    ' ---\na: 1\n---\n',
    '---',
    '---\r',
    '--- x\n---\n',
    '\n---\na: 1\n---\n',
  ])('%j has none', (text) => {
    expect(read(text)).toEqual({ kind: 'none' });
  });

  it.each(['---\n', '---\na: 1\n', '---\na: 1\n --- \n', '---\na: 1\n---x\n', '---\na: 1\n...\n'])(
    '%j is not closed',
    (text) => {
      expect(read(text)).toMatchObject({ kind: 'invalid' });
    },
  );

  it('measures the bytes between the delimiter lines', () => {
    expect(read('---\na: é\n---\n', 6)).toMatchObject({ kind: 'block' });
    expect(read('---\na: é\n---\n', 5)).toMatchObject({ kind: 'invalid' });
  });
});

describe('what YAML means in it', () => {
  it.each<[string, Record<string, unknown>]>([
    ['', {}],
    ['  \n', {}],
    ['a: 2026-01-01', { a: '2026-01-01' }],
    ['a: 2026-01-01T00:00:00Z', { a: '2026-01-01T00:00:00Z' }],
    ['a: yes', { a: 'yes' }],
    ['a: true', { a: true }],
    ['a: 0o17\nb: 0x1f\nc: 017', { a: 15, b: 31, c: 17 }],
    ['a: ~', { a: null }],
    ['<<: {b: 1}', { '<<': { b: 1 } }],
    ['a: &anchor 1', { a: 1 }],
    ['constructor: 1', { constructor: 1 }],
  ])('%j', (yaml, values) => {
    expect(read(`---\n${yaml}\n---\n`)).toMatchObject({ kind: 'block', values });
  });

  it('keeps __proto__ as a plain key', () => {
    const frontmatter = read('---\n__proto__: {polluted: true}\n---\n');
    if (frontmatter.kind !== 'block') throw new Error('no block');
    expect(Object.keys(frontmatter.values)).toEqual(['__proto__']);
    expect('polluted' in {}).toBe(false);
    expect('polluted' in frontmatter.values).toBe(false);
  });

  it.each([
    ['a: &x 1\nb: *x', undefined],
    ['a: &x [*x]', undefined],
    ['a: 1\na: 2', 3],
    ['a: [', undefined],
    ['a: 1\nb: 2\n\tc: 3', 4],
    ['- a\n- b', undefined],
    ['text', undefined],
    ['# only a comment', undefined],
    ['null', undefined],
    [`a: ${'['.repeat(5000)}`, undefined],
  ])('%j is refused', (yaml, line) => {
    const frontmatter = read(`---\n${yaml}\n---\n`);
    expect(frontmatter.kind).toBe('invalid');
    if (line !== undefined) expect(frontmatter).toMatchObject({ line });
  });
});
