import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILT } from '../../../playground/packages/build.js';
import { Library, readPackage } from '../../../src/reader/index.js';
import type { PackageResult } from '../../../src/reader/types.js';
import type { CitationRecord } from '../../../src/schema/citation-record.js';

const NAMES = [
  'support-2',
  'support-3',
  'support-eu',
  'handbook-safety',
  'handbook-repair',
  'handbook',
  'community-tips',
] as const;
type Name = (typeof NAMES)[number];

const bytes = (name: Name) => new Uint8Array(readFileSync(join(BUILT, `${name}.moca`)));
const read = new Map<Name, PackageResult>();
/** Inside the years for which the states of the sample packages are meant. */
const clock = () => Date.parse('2026-11-30T12:00:00Z');

beforeAll(async () => {
  const trustRoot: unknown = JSON.parse(readFileSync(join(BUILT, 'trust-root.json'), 'utf8'));
  const members: Record<string, Name> = {
    'https://wrenfield.example/handbook/safety': 'handbook-safety',
    'https://wrenfield.example/handbook/repair': 'handbook-repair',
  };
  for (const name of NAMES) {
    const resolveMember = ({ id }: { id: string }) => {
      const member = members[id];
      return member && bytes(member);
    };
    read.set(name, await readPackage(bytes(name), { trustRoot, clock, resolveMember }));
  }
});

function result(name: Name): PackageResult {
  const found = read.get(name);
  if (!found) throw new Error(`${name} was not read.`);
  return found;
}

function records(...names: Name[]): Map<string, CitationRecord> {
  const library = new Library({ clock });
  for (const name of names) library.add(result(name));
  return new Map(library.citations({}).map((record) => [record.node.ref, record]));
}

const SUPPORT = 'https://wrenfield.example/kb/support@3.0.0#';

describe('the sample packages as the Reader sees them', () => {
  it.each<[Name, string[]]>([
    ['support-2', []],
    ['support-3', ['A006_REVIEW_OUTDATED', 'C011_EVIDENCE_SELECTOR_UNMATCHED']],
    ['support-eu', []],
    ['handbook-safety', []],
    ['handbook-repair', []],
    ['handbook', []],
    ['community-tips', []],
  ])('%s is valid and has exactly the findings it is meant to have', (name, codes) => {
    const { valid, diagnostics } = result(name);
    expect(diagnostics.map(({ code }) => code).sort()).toEqual(codes);
    expect(valid).toBe(true);
  });

  it('hold a knowledge base of at least thirty nodes', () => {
    expect(result('support-3').nodes.length).toBeGreaterThanOrEqual(30);
  });

  it('resolve the members of the handbook by their pinned digests', () => {
    expect(result('handbook').members.map(({ status }) => status)).toEqual(['resolved', 'resolved']);
  });

  it.each<[string, (record: CitationRecord) => boolean]>([
    ['policies/refund-window.md', ({ trust }) => trust.reviewStatus === 'approved'],
    [
      'policies/warranty.md',
      ({ trust }) => trust.reviewStatus === 'none' && trust.declaredVerified.length === 1,
    ],
    ['policies/price-match.md', ({ trust }) => trust.reviewStatus === 'disputed'],
    ['procedures/update-firmware.md', ({ trust }) => trust.attestedReviews.length === 0],
    ['policies/repair-turnaround.md', ({ trust }) => trust.stale],
    ['policies/holiday-returns-2024.md', ({ trust }) => !trust.inForce],
    ['policies/trade-in.md', ({ trust }) => !trust.inForce],
    ['procedures/winter-storage.md', ({ trust }) => trust.status === 'draft'],
    ['guides/classic-app.md', ({ trust }) => trust.status === 'deprecated'],
    ['guides/energy.md', ({ trust }) => trust.contested],
    ['policies/loan-machines.md', ({ audience }) => audience === 'internal'],
    ['policies/water-damage.md', ({ audience }) => audience === undefined],
  ])('%s is in the state it stands for', (path, holds) => {
    const record = records('support-3').get(`${SUPPORT}${path}`);
    expect(record && holds(record)).toBe(true);
  });

  it('find the quotes in every kind of source, and miss the one that is not there', () => {
    const matched = [...records('support-3').values()].flatMap(({ node, evidence = [] }) =>
      evidence.map((one) => [node.path, one.matched]),
    );
    expect(matched.filter(([, found]) => found !== true)).toEqual([['guides/water-hardness.md', false]]);
    expect(matched.length).toBeGreaterThanOrEqual(12);
  });

  it('supersede the old version by a signed relation, and only it', () => {
    const all = [...records('support-3', 'support-2').values()];
    const superseded = all.filter(({ trust }) => trust.superseded);
    expect(new Set(superseded.map((record) => record.package.version))).toEqual(new Set(['2.3.0']));
    expect(superseded).toHaveLength(result('support-2').nodes.length);
  });

  it('contest each other where the regional package is loaded too', () => {
    const all = [...records('support-3', 'support-eu').values()];
    expect(all.every(({ trust }) => trust.contested)).toBe(true);
  });
});
