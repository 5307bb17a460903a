import { describe, expect, it } from 'vitest';
import {
  codesOf,
  type Files,
  manifest,
  markdown,
  packageFiles,
  readFiles,
} from '../../../support/packages.js';

async function codes(files: Files, options = {}) {
  return codesOf(await readFiles(packageFiles(files), options));
}

describe('a concept document', () => {
  it.each([
    ['C001', 'no frontmatter', 'text'],
    ['C002', 'an unclosed block', '---\ntype: Note\n'],
    ['C002', 'a list for frontmatter', markdown('- a')],
    ['C002', 'an alias', markdown('type: &a Note\ntitle: *a')],
    ['C003', 'no type', markdown('title: x')],
    ['C003', 'a blank type', markdown('type: "  "')],
    ['C003', 'a type that is no text', markdown('type: 7')],
    ['C003', 'an empty block', markdown('')],
  ])('gives %s for %s and is no node', async (code, _what, content) => {
    const result = await readFiles(packageFiles({ 'content/bad.md': content }));
    expect(result.diagnostics).toMatchObject([
      { code: expect.stringContaining(code), file: 'content/bad.md' },
    ]);
    expect(result.nodes.map(({ path }) => path)).toEqual(['a.md']);
    expect(result.valid).toBe(false);
  });

  it('gives M003 when it was the only one and there is no member', async () => {
    expect(await codes({ 'content/a.md': 'text' })).toEqual(['C001', 'M003']);
  });

  it('is a node whatever the case of its extension', async () => {
    const result = await readFiles(packageFiles({ 'content/b.MD': markdown('type: Note') }));
    expect(result.nodes.map(({ path }) => path)).toEqual(['a.md', 'b.MD']);
  });

  it('may have an empty body', async () => {
    const [node] = (await readFiles(packageFiles({ 'content/a.md': '---\ntype: Note\n---\n' }))).nodes;
    expect(node?.representations).toMatchObject([{ bodyOffset: 19, size: 19 }]);
  });

  it('keeps unknown keys and its own bytes', async () => {
    const [node] = (
      await readFiles(packageFiles({ 'content/a.md': markdown('type: Note\nx-own: {a: [1]}') }))
    ).nodes;
    expect(node?.representations[0]?.frontmatter).toEqual({ type: 'Note', 'x-own': { a: [1] } });
  });

  it('with bytes that are no UTF-8 is read by its byte offsets', async () => {
    const head = new TextEncoder().encode('---\ntype: Note\n---\n');
    const bytes = new Uint8Array([...head, 0xff, 0xfe, 0x41]);
    const [node] = (await readFiles(packageFiles({ 'content/a.md': bytes }))).nodes;
    expect(node?.representations).toMatchObject([{ bodyOffset: 19, size: 22 }]);
  });

  it('over its frontmatter limit gives C002', async () => {
    const content = markdown(`type: Note\ntitle: ${'x'.repeat(100)}`);
    expect(await codes({ 'content/b.md': content }, { limits: { maxFrontmatterBytes: 100 } })).toEqual([
      'C002',
    ]);
  });
});

describe('a frontmatter field', () => {
  it.each([
    'title: 7',
    'tags: policy',
    'tags: [1]',
    'generated: {at: 2026-01-01}',
    'generated: {by: ""}',
    'generated: {by: x, at: yesterday}',
    'verified: {by: x}',
    'verified: [{by: x}]',
    'verified: [text]',
    'sources: {id: x}',
    'sources: [{id: x}]',
    'sources: [{resource: x, usage_count: -1}]',
    'sources: [{resource: x, usage_count: 1.5}]',
    'sources: [{resource: x, usage_window: {from: x}}]',
    'status: final',
    'stale_after: 2026',
    'moca: text',
    'moca: {audience: ""}',
    'moca: {audience: null}',
    'moca: {valid_from: 2026-13-01}',
    'moca: {contested_by: [""]}',
    'moca: {evidence: {}}',
    'moca: {evidence: [{source: s}]}\nsources: [{resource: x, id: s}]',
    'moca: {evidence: [{source: s, selector: {type: Other}}]}\nsources: [{resource: x, id: s}]',
    'moca: {evidence: [{source: s, selector: {type: TextPositionSelector, start: 0}}]}\nsources: [{resource: x, id: s}]',
    'moca: {evidence: [{source: s, selector: {type: TextPositionSelector, start: 0, end: 1, x: 1}}]}\nsources: [{resource: x, id: s}]',
    'moca: {profiles: {p: 1}}',
  ])('%j that breaks the schema gives C005, and the node is read', async (field) => {
    const result = await readFiles(packageFiles({ 'content/a.md': markdown(`type: Note\n${field}`) }));
    expect(codesOf(result)).toEqual(['C005']);
    expect(result.nodes).toHaveLength(1);
    expect(result.valid).toBe(true);
  });

  it.each([
    'verified: {by: x, at: 2026-01-01}',
    'verified: [{by: x, at: 2026-01-01T00:00:00+02:00, note: more}]',
    'generated: {by: x}',
    'status: deprecated',
    'moca: {audience: anything, x-more: 1}',
    'sources: [{resource: https://example.com/x, usage_count: 0, x: 1}]',
  ])('%j is as the schema has it', async (field) => {
    expect(await codes({ 'content/a.md': markdown(`type: Note\n${field}`) })).toEqual([]);
  });

  it('of evidence for a source that is not declared gives C006', async () => {
    const selector = '{type: TextQuoteSelector, exact: x}';
    const content = markdown(`type: Note\nmoca: {evidence: [{source: nowhere, selector: ${selector}}]}`);
    expect(await codes({ 'content/a.md': content })).toEqual(['C006']);
  });

  it('of a window that ends before it starts gives C010', async () => {
    const content = markdown('type: Note\nmoca: {valid_from: 2026-02-01, valid_until: 2026-01-01}');
    expect(await codes({ 'content/a.md': content })).toEqual(['C010']);
  });
});

describe('a reserved file', () => {
  it.each<[string, Files]>([
    ['a root index with another key', { 'content/index.md': markdown('title: x') }],
    ['a root index that does not parse', { 'content/index.md': markdown('a: [') }],
    ['a root index that is not closed', { 'content/index.md': '---\na: 1\n' }],
    ['a nested index with frontmatter', { 'content/x/index.md': markdown('okf_version: "0.2"') }],
    ['an index in capitals', { 'content/INDEX.md': markdown('title: x') }],
    ['a log with frontmatter', { 'content/log.md': markdown('a: 1') }],
    ['a log with an undated heading', { 'content/x/log.md': '## Yesterday\n' }],
  ])('%s gives C004', async (_what, files) => {
    expect(await codes(files)).toEqual(['C004']);
  });

  it('over its frontmatter limit gives C004', async () => {
    const files = { 'content/index.md': markdown(`okf_version: "${'0'.repeat(100)}"`) };
    expect(await codes(files, { limits: { maxFrontmatterBytes: 50 } })).toEqual(['C004']);
  });

  it('names the line of each undated heading', async () => {
    const log = '# Log\n## 2026-01-01 first\n## later\ntext\n### not this\n##  \r\n## x\r\n';
    const { diagnostics } = await readFiles(packageFiles({ 'content/log.md': log }));
    expect(diagnostics.map(({ line }) => line)).toEqual([3, 6, 7]);
  });

  it.each<[string, Files]>([
    ['a root index with its one key', { 'content/index.md': markdown('okf_version: "0.2"') }],
    ['a root index with an empty block', { 'content/index.md': '---\n---\n' }],
    ['indexes without frontmatter', { 'content/index.md': '# x', 'content/x/index.md': '# x' }],
    ['a dated log', { 'content/log.md': '# Log\n## 2026-01-01\n' }],
    ['links that lead nowhere, which are not checked there', { 'content/index.md': '[x](nowhere.md)' }],
  ])('may be %s', async (_what, files) => {
    expect(await codes(files)).toEqual([]);
  });

  it('is no node, while a translated index is', async () => {
    const files = {
      'content/index.md': '# x',
      'content/log.md': '# x',
      'content/index.fr.md': markdown('type: Note'),
    };
    const result = await readFiles(packageFiles(files));
    expect(result.nodes.map(({ path }) => path)).toEqual(['a.md', 'index.fr.md']);
  });
});

describe('a link', () => {
  it.each([
    ['C007', 'x', 'nowhere.md'],
    ['C007', 'x', '/nowhere.md'],
    ['C007', 'x', '../media/'],
    ['C007', 'x', '../.hidden'],
    ['C008', 'x', '../../outside.md'],
    ['C008', 'x', '/../../outside.md'],
  ])('gives %s with its line', async (code, text, destination) => {
    const content = markdown('type: Note', `one\ntwo [${text}](${destination})\n`);
    const { diagnostics } = await readFiles(
      packageFiles({ 'content/a.md': content, 'media/x': 'x', '.hidden': '' }),
    );
    expect(diagnostics).toMatchObject([
      { code: expect.stringContaining(code), file: 'content/a.md', line: 5 },
    ]);
  });

  it.each([
    'a.md',
    '/a.md#x',
    '../media/a%20b.txt',
    'mailto:a@b',
    '#x',
    '?q',
    'javascript:x',
    'a%zz.md',
    '<a.md>',
  ])('to %j is fine', async (destination) => {
    const content = markdown('type: Note', `[x](${destination})`);
    expect(await codes({ 'content/a.md': content, 'media/a b.txt': 'x' })).toEqual([]);
  });

  it.each([
    ['C007', './nowhere.txt'],
    ['C007', '../sources/%zz.txt'],
    ['C008', '../../outside.txt'],
  ])('of a source gives %s for %s', async (code, resource) => {
    expect(
      await codes({ 'content/a.md': markdown(`type: Note\nsources: [{resource: ${resource}}]`) }),
    ).toEqual([code]);
  });

  it.each(['https://example.com/x', 'Conversation with the team', 'sources/not-a-path.txt'])(
    'of a source that is no path is not checked: %s',
    async (resource) => {
      expect(
        await codes({ 'content/a.md': markdown(`type: Note\nsources: [{resource: ${resource}}]`) }),
      ).toEqual([]);
    },
  );
});

describe('translations', () => {
  const moca = manifest({ language: 'en', locales: ['fr', 'pt-BR'] });
  const note = markdown('type: Note');

  it('are grouped under their default file, in tag order', async () => {
    const files = { 'moca.json': moca, 'content/a.pt-br.md': note, 'content/a.FR.md': note };
    const result = await readFiles(packageFiles(files));
    expect(result.diagnostics).toEqual([]);
    expect(result.nodes).toHaveLength(1);
    expect(result.nodes[0]?.representations.map(({ tag }) => tag)).toEqual([undefined, 'fr', 'pt-BR']);
    expect(result.capabilities).toEqual(['core', 'localized']);
  });

  it('are none when the manifest does not list the tag', async () => {
    const result = await readFiles(
      packageFiles({ 'moca.json': moca, 'content/a.de.md': note, 'content/v1.2.md': note }),
    );
    expect(result.nodes.map(({ path }) => path)).toEqual(['a.de.md', 'a.md', 'v1.2.md']);
  });

  it('without a default file give C009 and are still a node', async () => {
    const result = await readFiles(packageFiles({ 'moca.json': moca, 'content/b.fr.md': note }));
    expect(result.diagnostics).toMatchObject([{ code: 'C009_LOCALE_ORPHAN', file: 'content/b.fr.md' }]);
    expect(result.nodes[1]).toMatchObject({ path: 'b.md', ref: 'https://example.com/moca/test@1.0.0#b.md' });
  });
});
