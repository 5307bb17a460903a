import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { directorySource } from '../../../../src/node/directory-source.js';
import { readPackage } from '../../../../src/reader/read-package.js';
import { packageFiles, readFiles } from '../../../support/packages.js';

describe('the digest', () => {
  const worked = {
    'moca.json': '{"id":"https://example.com/t","version":"1.0.0","title":"T"}',
    'content/a.md': '---\ntype: Note\n---\n\n# A\n',
    'sources/100%.txt': 'x',
  };

  it('has the worked value, with its text', async () => {
    const result = await readFiles(worked);
    expect(result.payloadManifest).toBe(
      `65e26a92ce6ddfbbb3ce6cb9954bdf38c5c87ccb0dbeea422df5078ec4397a99  content/a.md
c47311439c0b2f815c54b0a06702ebe4924430ab16a4475037d21d1fdb81a42a  moca.json
2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881  sources/100%25.txt
`,
    );
    expect(result.digest).toBe('sha256:dc3541a4b36ef724c0fd5bc08ddc7e3769cd4fbc77b227f9d9f0c35a255ef3ee');
  });

  it('leaves the body right after the closing delimiter', async () => {
    const [node] = (await readFiles(worked)).nodes;
    expect(node?.representations).toMatchObject([{ bodyOffset: 19, size: 24 }]);
  });

  it.each([
    ['hidden files', { '.git/HEAD': 'x', 'content/.draft.md': 'x', 'media/.x/y': 'x' }],
    ['attestations', { 'attestations/x.txt': 'x', 'attestations/deep/y.dsse.json.bak': 'x' }],
  ])('does not cover %s', async (_what, more) => {
    expect((await readFiles({ ...worked, ...more })).digest).toBe((await readFiles(worked)).digest);
  });

  it('covers a folder that is only named like the attestations', async () => {
    const more = { ...worked, 'media/attestations/x': 'x' };
    expect((await readFiles(more)).digest).not.toBe((await readFiles(worked)).digest);
  });

  it('escapes per cent, CR and LF in paths and nothing else', async () => {
    const result = await readFiles(packageFiles({ 'media/%0A\r\n é': 'x' }));
    expect(result.payloadManifest).toContain('  media/%250A%0D%0A é\n');
  });

  it('takes paths in NFC and sorts them by code point', async () => {
    const result = await readFiles(
      packageFiles({ 'media/e\u0301': '1', 'media/\u{10000}': '2', 'media/\uffee': '3' }),
    );
    const paths = result.payloadManifest?.split('\n').map((line) => line.slice(66));
    expect(paths).toEqual([
      'content/a.md',
      'media/\u00e9',
      'media/\uffee',
      'media/\u{10000}',
      'moca.json',
      '',
    ]);
  });

  it('is the same for large files however they are hashed', async () => {
    const sizes = [0, 1, 16 * 1024 - 1, 16 * 1024, 9 * 1024 * 1024];
    const files = packageFiles(
      Object.fromEntries(sizes.map((size) => [`media/${size}`, new Uint8Array(size)])),
    );
    const { createHash } = await import('node:crypto');
    const { payloadManifest } = await readFiles(files);
    for (const size of sizes) {
      const hash = createHash('sha256').update(new Uint8Array(size)).digest('hex');
      expect(payloadManifest).toContain(`${hash}  media/${size}\n`);
    }
  });

  describe.runIf(existsSync('../shared/examples/support-kb'))('of the published example', () => {
    it('is the published one', async () => {
      const result = await readPackage(directorySource('../shared/examples/support-kb'));
      expect(result.digest).toBe('sha256:af2cdf985406ba1f8706c87493ca9a92524cd1f1f77c90169ff2bc44ce1c9e18');
    });
  });
});
