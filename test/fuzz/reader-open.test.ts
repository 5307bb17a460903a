import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readPackage } from '../../src/reader/read-package.js';
import type { PackageResult, PackageSource } from '../../src/reader/types.js';
import { envelope, packageStatement, testKey } from '../support/attestations.js';
import {
  codesOf,
  type Files,
  manifest,
  markdown,
  PACKAGE_ID,
  packageFiles,
  readFiles,
} from '../support/packages.js';
import { plainCrc32, type ZipPart, zip } from '../support/zip.js';

const encoder = new TextEncoder();
const bytesOf = (content: string | Uint8Array) =>
  typeof content === 'string' ? encoder.encode(content) : content;

function archive(files: Files, deflate = true): Uint8Array<ArrayBuffer> {
  const parts = Object.entries(files).map(([name, content]): ZipPart => {
    const bytes = bytesOf(content);
    return {
      name,
      flags: 0x800,
      data: deflate ? deflateSync(bytes) : bytes,
      method: deflate ? 8 : 0,
      size: bytes.length,
      crc: plainCrc32(bytes),
    };
  });
  return zip(parts);
}

const richFiles = packageFiles({
  'moca.json': manifest({ language: 'en', locales: ['fr'] }),
  'content/a.md': markdown(
    'type: Note\nsources: [{id: s, resource: ../sources/s.html}]\nmoca: {evidence: [{source: s, selector: {type: TextQuoteSelector, exact: final}}]}',
    '[b](b.md) [none](none.md)\n',
  ),
  'content/a.fr.md': markdown('type: Note'),
  'content/b.md': markdown('type: Note\ntitle: 7'),
  'content/log.md': '## later\n',
  'sources/s.html': '<p>Refunds are <b>final</b>.</p>',
  'media/x.bin': new Uint8Array([0, 1, 2, 255]),
  'structure.ttl': '<https://e.com/a> a <http://www.w3.org/2004/02/skos/core#Concept> .',
});
const key = testKey(1);
const { digest = '' } = await readFiles(richFiles);
const rich = {
  ...richFiles,
  'attestations/p.dsse.json': JSON.stringify(
    envelope(packageStatement(`${PACKAGE_ID}@1.0.0`, digest), { k: key }),
  ),
};
const options = { trustRoot: { keys: [{ keyid: 'k', publicKey: key.publicKey }] }, clock: () => 0 };

describe('any bytes', () => {
  it('give a result, never a rejection', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
        const result = await readPackage(bytes);
        expect(result.valid).toBe(false);
        expect(codesOf(result)).toEqual(['T003']);
      }),
    );
  });

  it('in place of part of an archive give a result', async () => {
    const whole = archive(rich);
    const change = fc.record({
      at: fc.nat(whole.length - 1),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
      cut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = whole.slice();
        let end = bytes.length;
        for (const { at, bytes: over, cut } of changes) {
          if (cut) end = Math.min(end, at);
          else bytes.set(over.subarray(0, bytes.length - at), at);
        }
        const result = await readPackage(bytes.subarray(0, end), options);
        expect(typeof result.valid).toBe('boolean');
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    'moca.json',
    'content/a.md',
    'content/log.md',
    'structure.ttl',
    'sources/s.html',
    'attestations/p.dsse.json',
  ])('as %s give a result', async (path) => {
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.json().map((json) => markdown(`type: Note\nmoca: ${json}\nsources: ${json}\nverified: ${json}`)),
      fc
        .json()
        .map((json) =>
          manifest({ members: JSON.parse(json), relations: JSON.parse(json), locales: JSON.parse(json) }),
        ),
    );
    await fc.assert(
      fc.asyncProperty(content, async (changed) => {
        const result = await readFiles(
          { ...rich, [path]: changed },
          { ...options, resolveMember: () => undefined },
        );
        expect(typeof result.valid).toBe('boolean');
      }),
    );
  });

  it('as a host’s listing and contents give a result', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.anything(), { maxLength: 5 }), fc.anything(), async (listing, content) => {
        const source = { list: () => listing, read: () => content } as unknown as PackageSource;
        expect((await readPackage(source)).valid).toBe(false);
      }),
    );
  });
});

/** What a read concluded, with the bytes as numbers so that results can be compared. */
function conclusions({ reviewsByFile, ...result }: PackageResult): unknown {
  return { ...result, reviewsByFile: [...reviewsByFile] };
}

it('the order and the kind of a source change nothing that is concluded', async () => {
  const expected = conclusions(await readFiles(rich, options));
  const paths = Object.keys(rich) as (keyof typeof rich)[];
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(paths, { minLength: paths.length }),
      fc.constantFrom('memory', 'zip', 'stored', 'blob', 'files'),
      async (order, kind) => {
        const files: Files = Object.fromEntries(order.map((path) => [path, rich[path]]));
        const read = () => {
          switch (kind) {
            case 'memory':
              return readFiles(files, options);
            case 'zip':
              return readPackage(archive(files), options);
            case 'stored':
              return readPackage(archive(files, false), options);
            case 'blob':
              return readPackage(new Blob([archive(files)]), options);
            case 'files':
              return readPackage(asFileList(files), options);
          }
        };
        expect(conclusions(await read())).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

function asFileList(files: Files): File[] {
  return Object.entries(files).map(([path, content]) => {
    const file = new File([bytesOf(content) as Uint8Array<ArrayBuffer>], 'x');
    Object.defineProperty(file, 'webkitRelativePath', { value: `picked/${path}` });
    return file;
  });
}

it('any one byte of any digested file changes the digest', async () => {
  const paths = Object.keys(richFiles) as (keyof typeof richFiles)[];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (path, place, change) => {
        const bytes = bytesOf(richFiles[path] ?? '').slice();
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const result = await readFiles({ ...rich, [path]: bytes }, options);
        // A manifest that no longer parses has no digest, which is no match either.
        expect(result.digest).not.toBe(digest);
        expect(result.signers).toEqual([]);
      },
    ),
  );
});
