import { describe, expect, it } from 'vitest';
import { Library } from '../../../../src/reader/library/library.js';
import { citationRecordSchema } from '../../../../src/schema/citation-record.js';
import { makePackage, type RepresentationInput } from '../make-package.js';

const NOW = Date.parse('2026-09-27T00:00:00Z');

async function recordFor(
  representation: RepresentationInput,
  pkg: Omit<NonNullable<Parameters<typeof makePackage>[0]>, 'nodes'> = {},
) {
  const library = new Library({ clock: () => NOW });
  library.add(await makePackage({ ...pkg, nodes: { 'a.md': representation } }));
  const record = library.get('https://example.com/p@1.0.0#a.md', { text: true });
  if (!record) throw new Error('no record');
  expect(citationRecordSchema.safeParse(record).success).toBe(true);
  return record;
}

describe('a citation record', () => {
  it('names the package and the node, and spans the body', async () => {
    const record = await recordFor({ frontmatter: { title: 'T', description: 'D' }, body: '# Ä\n' });
    expect(record.package).toMatchObject({ id: 'https://example.com/p', version: '1.0.0', signed: false });
    expect(record.node).toMatchObject({
      id: 'https://example.com/p#a.md',
      ref: 'https://example.com/p@1.0.0#a.md',
      path: 'a.md',
      type: 'Note',
      title: 'T',
      description: 'D',
    });
    expect(record.text).toBe('# Ä\n');
    expect(Number(record.span?.end) - Number(record.span?.start)).toBe(5);
  });

  it('leaves out what the node does not have', async () => {
    const record = await recordFor({});
    expect(Object.keys(record).sort()).toEqual(['evidence', 'node', 'package', 'span', 'text', 'trust']);
    expect(Object.keys(record.node).sort()).toEqual(['digest', 'id', 'path', 'ref', 'type']);
    expect(Object.keys(record.package).sort()).toEqual(['digest', 'id', 'signed', 'version']);
    expect(record.trust).toEqual({
      status: 'stable',
      declaredVerified: [],
      attestedReviews: [],
      reviewStatus: 'none',
      stale: false,
      inForce: true,
      superseded: false,
      contested: false,
    });
  });

  it('takes the locale of the default representation from the manifest', async () => {
    expect((await recordFor({}, { manifest: { language: 'en' } })).node.locale).toBe('en');
  });

  it.each([
    ['draft', 'draft'],
    ['deprecated', 'deprecated'],
    ['stable', 'stable'],
    ['approved', 'stable'],
    [7, 'stable'],
    [undefined, 'stable'],
  ])('reads status %j as %s', async (status, expected) => {
    expect((await recordFor({ frontmatter: { status } })).trust.status).toBe(expected);
  });

  it.each([
    [
      { by: 'human:a', at: '2026-01-01' },
      { by: 'human:a', at: '2026-01-01' },
    ],
    [{ by: 'human:a' }, { by: 'human:a' }],
    [{ by: 7 }, { by: '7' }],
    [{ by: '' }, undefined],
    [{ by: null }, undefined],
    [{ at: '2026-01-01' }, undefined],
    ['human:a', undefined],
    [null, undefined],
  ])('reads generated %j as %j', async (generated, expected) => {
    expect((await recordFor({ frontmatter: { generated } })).trust.generated).toEqual(expected);
  });

  it('reads one verified mapping as a list of one and leaves out entries without by', async () => {
    const one = await recordFor({ frontmatter: { verified: { by: 'human:a', at: '2026-01-01' } } });
    expect(one.trust.declaredVerified).toEqual([{ by: 'human:a', at: '2026-01-01' }]);
    const many = await recordFor({ frontmatter: { verified: [{ at: 'x' }, 'y', { by: 'human:b' }] } });
    expect(many.trust.declaredVerified).toEqual([{ by: 'human:b' }]);
  });

  it.each([
    [{ valid_from: '2026-09-27' }, true],
    [{ valid_from: '2026-09-28' }, false],
    [{ valid_until: '2026-09-27T00:00:00Z' }, false],
    [{ valid_until: '2026-09-27T02:00:01+02:00' }, true],
    [{ valid_from: 'soon' }, false],
    [{ valid_until: '2026-09-30T00:00:00' }, false],
    [{ valid_until: 2027 }, false],
    [{ valid_until: ['2027-01-01'] }, false],
    [{ valid_until: null }, true],
  ])('is in force with the window %j: %s', async (moca, inForce) => {
    expect((await recordFor({ frontmatter: { moca } })).trust.inForce).toBe(inForce);
  });

  it('lets each bound of the node replace that of the manifest', async () => {
    const manifest = { validFrom: '2027-01-01', validUntil: '2028-01-01' };
    const record = await recordFor({ frontmatter: { moca: { valid_from: '2020-01-01' } } }, { manifest });
    expect(record.trust).toMatchObject({ validFrom: '2020-01-01', validUntil: '2028-01-01', inForce: true });
  });

  it.each([
    ['2026-09-27', true],
    ['2026-09-27T00:00:01Z', false],
    ['some day', false],
    [2026, false],
  ])('is stale after %j: %s', async (stale_after, stale) => {
    const { trust } = await recordFor({ frontmatter: { stale_after } });
    expect(trust.stale).toBe(stale);
    expect(trust.staleAfter).toBe(String(stale_after));
  });

  it.each([
    [[{ outcome: 'accurate' }], ['S'], 'approved'],
    [[{ outcome: 'accurate' }], [], 'unverified'],
    [[{ outcome: 'accurate' }, { outcome: 'needs-change' }], ['S'], 'disputed'],
    [[{ outcome: 'inaccurate' }], [], 'disputed'],
    [[], ['S'], 'none'],
  ])('has, for reviews %j and signers %j, the review status %s', async (outcomes, signers, status) => {
    const reviews = outcomes.map(({ outcome }, index) => ({
      reviewer: `human:${index}`,
      reviewedAt: '2026-01-01T00:00:00Z',
      outcome,
      signer: `k${index}`,
    }));
    const record = await recordFor({}, { signers, reviews: { 'content/a.md': reviews } });
    expect(record.trust.reviewStatus).toBe(status);
    expect(record.trust.attestedReviews.map(({ packageVerified }) => packageVerified)).toEqual(
      outcomes.map(() => signers.length > 0),
    );
    expect(record.package.signers).toEqual(signers.length > 0 ? signers : undefined);
  });

  it.each([
    [{ audience: 'public' }, 'public', undefined],
    [{ audience: '' }, undefined, true],
    [{ audience: ['public'] }, undefined, true],
    [{ audience: null }, undefined, true],
    [{}, undefined, undefined],
    ['public', undefined, true],
    [null, undefined, true],
  ])('reads the audience of moca %j as %j, invalid %j', async (moca, audience, audienceInvalid) => {
    const record = await recordFor({ frontmatter: { moca } });
    expect(record.audience).toBe(audience);
    expect(record.audienceInvalid).toBe(audienceInvalid);
  });

  it('copies evidence, so that a consumer cannot change the package', async () => {
    const library = new Library({ clock: () => NOW });
    const evidence = [{ source: { id: 's', nested: { deep: [1] } }, matched: true }];
    library.add(await makePackage({ nodes: { 'a.md': { evidence } } }));
    const [first] = library.citations();
    expect(first?.evidence).toEqual(evidence);
    if (first?.evidence?.[0]) first.evidence[0].source.id = 'changed';
    expect(library.citations()[0]?.evidence?.[0]?.source.id).toBe('s');
  });

  it('survives evidence nested deeper than the call stack', async () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    const library = new Library({ clock: () => NOW });
    library.add(await makePackage({ nodes: { 'a.md': {} } }));
    const result = await makePackage({ id: 'https://example.com/deep' });
    const [node] = result.nodes;
    Object.assign(node?.representations[0] ?? {}, { evidence: [{ source: { deep } }] });
    library.add(result);
    expect(library.get('https://example.com/deep#a.md')?.evidence).toHaveLength(1);
  });

  it('keeps strings alone of tags', async () => {
    expect((await recordFor({ frontmatter: { tags: ['a', 1, null, 'b'] } })).node.tags).toEqual(['a', 'b']);
    expect((await recordFor({ frontmatter: { tags: 'a' } })).node.tags).toBeUndefined();
  });

  it('lists contested_by as written, then loaded packages', async () => {
    const record = await recordFor({ frontmatter: { moca: { contested_by: ['x', 4, 'y'] } } });
    expect(record.trust).toMatchObject({ contested: true, contestedBy: ['x', 'y'] });
  });
});

describe('a translation', () => {
  it('stands alone but for the audience', async () => {
    const library = new Library({ clock: () => NOW });
    library.add(
      await makePackage({
        manifest: { language: 'en', locales: ['fr', 'de'] },
        nodes: {
          'a.md': {
            '': { frontmatter: { title: 'T', status: 'deprecated', moca: { audience: 'internal' } } },
            de: { frontmatter: { moca: { audience: 'public' } } },
            fr: { frontmatter: { title: 'F' } },
          },
        },
      }),
    );
    const french = library.get('https://example.com/p#a.md', { locale: 'fr' });
    expect(french).toMatchObject({ node: { locale: 'fr', title: 'F' }, audience: 'internal' });
    expect(french?.trust.status).toBe('stable');
    expect(library.get('https://example.com/p#a.md', { locale: 'de' })?.audience).toBe('public');
  });

  it('inherits a malformed audience too', async () => {
    const library = new Library({ clock: () => NOW });
    const nodes = { 'a.md': { '': { frontmatter: { moca: { audience: 3 } } }, fr: {} } };
    library.add(await makePackage({ manifest: { locales: ['fr'] }, nodes }));
    expect(library.get('https://example.com/p#a.md', { locale: 'fr' })?.audienceInvalid).toBe(true);
  });
});
