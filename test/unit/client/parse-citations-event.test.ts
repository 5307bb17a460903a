import { EventType } from '@ag-ui/client';
import { describe, expect, it } from 'vitest';
import { parseCitationsEvent } from '../../../src/client/index.js';
import { citationsEventSchema } from '../../../src/schema/citations-event.js';
import { cites, digest, event, record } from './events.js';

function accepted(input: unknown, limits = {}) {
  const result = parseCitationsEvent(input, limits);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result;
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { value };
  return value;
}

describe('a whole event', () => {
  const whole = cites('m1', [{ marker: '[1]', record: record() }], {
    computedAt: '2026-09-01T10:00:00+02:00',
  });

  it('is read into its message, time and citations', () => {
    const { value, issues } = accepted(whole);
    expect(value).toMatchObject({ version: 1, messageId: 'm1', computedAt: '2026-09-01T10:00:00+02:00' });
    expect(value.citations).toEqual([{ index: 0, marker: '[1]', record: record(), raw: record() }]);
    expect(issues).toEqual([]);
  });

  it('agrees with the schema', () => {
    expect(citationsEventSchema.safeParse(whole).success).toBe(true);
  });

  it('is not shared with what is kept', () => {
    const sent = record();
    const { value } = accepted(cites('m1', [{ record: sent }]));
    sent.node.ref = 'changed';
    expect(value.citations[0]?.record.node.ref).toBe(record().node.ref);
  });
});

describe('what is not taken', () => {
  it.each<[string, unknown]>([
    ['text', 'moca.citations'],
    ['null', null],
    ['another event type', { ...cites('m1', []), type: 'RAW' }],
    ['another custom event', { type: 'CUSTOM', name: 'other', value: 1 }],
    [
      'a proxy that throws',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('no');
          },
        },
      ),
    ],
  ])('%s is another event, and no fault', (_name, input) => {
    expect(parseCitationsEvent(input)).toEqual({ ok: false, reason: 'other-event', issues: [] });
  });

  it.each<[string, unknown]>([
    ['0', 0],
    ['2', 2],
    ['"1"', '1'],
    ['null', null],
  ])('version %s is unknown', (_name, version) => {
    const result = parseCitationsEvent(cites('m1', [], { version }));
    expect(result).toMatchObject({
      ok: false,
      reason: 'unknown-version',
      issues: [{ path: ['value', 'version'] }],
    });
  });

  it.each<[string, object, (string | number)[]]>([
    ['no value', event(EventType.CUSTOM, { name: 'moca.citations' }), ['value']],
    ['a list as value', event(EventType.CUSTOM, { name: 'moca.citations', value: [] }), ['value']],
    ['no version', cites('m1', [], { version: undefined }), ['value', 'version']],
    ['no message id', cites('', []), ['value', 'messageId']],
    ['a number as message id', cites('m1', [], { messageId: 7 }), ['value', 'messageId']],
    ['citations as text', cites('m1', 'none'), ['value', 'citations']],
    ['citations as an object', cites('m1', { 0: {} }), ['value', 'citations']],
  ])('%s is malformed', (_name, input, path) => {
    const result = parseCitationsEvent(input);
    expect(result).toMatchObject({ ok: false, reason: 'malformed', issues: [{ path }] });
  });
});

describe('entries', () => {
  it.each<[string, unknown, (string | number)[]]>([
    ['no object', 'x', [1]],
    ['no record', { marker: '[2]' }, [1, 'record']],
    ['no trust', { record: { ...record(), trust: undefined } }, [1, 'record', 'trust']],
    [
      'a digest of another form',
      { record: { ...record(), package: { ...record().package, digest: 'sha256:xyz' } } },
      [1, 'record', 'package', 'digest'],
    ],
    [
      'a span that ends before it starts',
      { record: record({ span: { start: 9, end: 3 } }) },
      [1, 'record', 'span', 'end'],
    ],
  ])('one with %s is left out and named; the others stay', (_name, wrong, path) => {
    const { value, issues } = accepted(
      cites('m1', [{ record: record({ path: 'a.md' }) }, wrong, { record: record({ path: 'c.md' }) }]),
    );
    expect(value.citations.map(({ index }) => index)).toEqual([0, 2]);
    expect(value.omitted).toEqual(issues);
    expect(issues).toMatchObject([{ code: 'invalid-record', path: ['value', 'citations', ...path] }]);
  });

  it('keeps unknown properties in the raw record and leaves them out of the typed view', () => {
    const sent = { ...record(), future: { a: 1 }, trust: { ...record().trust, mood: 'good' } };
    const citation = accepted(cites('m1', [{ record: sent }])).value.citations[0];
    expect(citation?.raw).toEqual(sent);
    expect(citation?.record).toEqual(record());
  });

  it.each([
    ['a number', 3],
    ['empty', ''],
    ['endless', 'x'.repeat(1_001)],
  ])('a marker that is %s is dropped, the citation stays', (_name, marker) => {
    const { value, issues } = accepted(cites('m1', [{ marker, record: record() }]));
    expect(value.citations[0]).not.toHaveProperty('marker');
    expect(value.omitted).toEqual([]);
    expect(issues).toMatchObject([{ code: 'invalid-marker', path: ['value', 'citations', 0, 'marker'] }]);
  });

  it.each([
    ['no offset', '2026-09-01T10:00:00'],
    ['a day that is none', '2026-02-30T10:00:00Z'],
    ['a number', 5],
  ])('a time with %s is dropped, the citations stay', (_name, computedAt) => {
    const { value, issues } = accepted(cites('m1', [{ record: record() }], { computedAt }));
    expect(value).not.toHaveProperty('computedAt');
    expect(value.citations).toHaveLength(1);
    expect(issues).toMatchObject([{ code: 'invalid-computed-at' }]);
  });

  it('two with the same reference, locale and span are one', () => {
    const { value, issues } = accepted(
      cites('m1', [
        { marker: '[1]', record: record() },
        { marker: '[2]', record: record() },
      ]),
    );
    expect(value.citations.map(({ marker }) => marker)).toEqual(['[1]']);
    expect(issues).toMatchObject([{ code: 'repeated-citation', path: ['value', 'citations', 1] }]);
  });

  it.each([
    ['locale', record({ locale: 'ja' })],
    ['span', record({ span: { start: 0, end: 9 } })],
    ['package digest', record({ packageDigest: digest(9) })],
  ])('two with another %s are two', (_name, other) => {
    expect(accepted(cites('m1', [{ record: record() }, { record: other }])).value.citations).toHaveLength(2);
  });
});

describe('bounds', () => {
  it('citations over the limit are left out with one finding', () => {
    const citations = Array.from({ length: 5 }, (_, index) => ({ record: record({ path: `${index}.md` }) }));
    const { value } = accepted(cites('m1', citations), { maxCitations: 3 });
    expect(value.citations).toHaveLength(3);
    expect(value.omitted).toMatchObject([{ code: 'too-many-citations', path: ['value', 'citations', 3] }]);
  });

  it('a record that is too long is left out, the next one stays', () => {
    const { value } = accepted(
      cites('m1', [{ record: record({ text: 'x'.repeat(5_000) }) }, { record: record() }]),
      { maxRecordBytes: 4_000 },
    );
    expect(value.citations.map(({ index }) => index)).toEqual([1]);
    expect(value.omitted).toMatchObject([{ code: 'too-large' }]);
  });

  it.each([
    ['one byte', 'x', 1],
    ['two', 'é', 2],
    ['three', '返', 3],
    ['four, in a surrogate pair', '😀', 4],
    ['an escape of six, for half a pair', '\ud800', 6],
  ])('text counts in UTF-8 bytes: a character of %s', (_name, character, bytes) => {
    const size = JSON.stringify({ record: record({ text: '' }) });
    const maxRecordBytes = new TextEncoder().encode(size).length + 100 * bytes;
    const event = (count: number) => cites('m1', [{ record: record({ text: character.repeat(count) }) }]);
    expect(accepted(event(100), { maxRecordBytes }).value.citations).toHaveLength(1);
    expect(accepted(event(101), { maxRecordBytes }).value.omitted).toMatchObject([{ code: 'too-large' }]);
  });

  it('an event whose records are too long together keeps the first ones', () => {
    const citations = Array.from({ length: 9 }, (_, index) => ({
      record: record({ path: `${index}.md`, text: 'x'.repeat(1_000) }),
    }));
    const { value } = accepted(cites('m1', citations), { maxEventBytes: 4_500 });
    expect(value.citations.length).toBeGreaterThan(0);
    expect(value.citations.length).toBeLessThan(4);
    expect(value.omitted.length).toBeGreaterThan(0);
  });

  it('a record that is nested too deep is left out', () => {
    const { value } = accepted(
      cites('m1', [{ record: { ...record(), x: nested(40) } }, { record: record() }]),
    );
    expect(value.citations.map(({ index }) => index)).toEqual([1]);
    expect(value.omitted).toMatchObject([{ code: 'too-deep' }]);
  });

  it.each([5_000, 200_000])(
    'a record that is wrong in %i places costs itself only, and few findings',
    (places) => {
      const wrong = { ...record(), concepts: new Array(places).fill(0) };
      const { value } = accepted(cites('m1', [{ record: wrong }, { record: record() }]));
      expect(value.citations.map(({ index }) => index)).toEqual([1]);
      expect(value.omitted.length).toBeGreaterThan(0);
      expect(value.omitted.length).toBeLessThanOrEqual(100);
    },
  );

  it('an endless list of entries is not walked', () => {
    const list = new Array(4_000_000_000).fill(0, 0, 2);
    expect(accepted(cites('m1', list)).value.omitted.at(-1)).toMatchObject({ code: 'too-many-citations' });
  });
});

describe('hostile values', () => {
  it('takes __proto__ and constructor as plain data', () => {
    const text = JSON.stringify(record()).replace('{', '{"__proto__":{"polluted":1},"constructor":{"x":2},');
    const citation = accepted(cites('m1', [{ record: JSON.parse(text) }])).value.citations[0];
    expect(JSON.stringify(citation?.raw)).toBe(text);
    expect(citation?.record).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });

  it.each<[string, () => unknown, string]>([
    [
      'a cycle',
      () => {
        const r: Record<string, unknown> = { ...record() };
        r.self = r;
        return r;
      },
      'too-deep',
    ],
    [
      'an accessor',
      () => Object.defineProperty({ ...record() }, 'x', { enumerable: true, get: () => 1 }),
      'accessor',
    ],
    [
      'a proxy that throws',
      () =>
        new Proxy(record(), {
          ownKeys: () => {
            throw new Error('no');
          },
        }),
      'not-readable',
    ],
    ['a function', () => ({ ...record(), x: () => 1 }), 'not-json'],
    ['a bigint', () => ({ ...record(), x: 1n }), 'not-json'],
    ['a number that is none', () => ({ ...record(), score: Number.NaN }), 'not-json'],
  ])('%s costs its own record only', (_name, make, code) => {
    const { value } = accepted(cites('m1', [{ record: make() }, { record: record() }]));
    expect(value.citations.map(({ index }) => index)).toEqual([1]);
    expect(value.omitted).toMatchObject([{ code }]);
  });

  it('names the place of what was not read', () => {
    const wrong = { ...record(), x: { list: [1, () => 1] } };
    const { value } = accepted(cites('m1', [{ record: wrong }]));
    expect(value.omitted[0]?.path).toEqual(['value', 'citations', 0, 'record', 'x', 'list', 1]);
  });

  it('never runs an accessor', () => {
    let ran = 0;
    const value = Object.defineProperty({ version: 1, messageId: 'm1' }, 'citations', {
      enumerable: true,
      get: () => ran++,
    });
    expect(parseCitationsEvent({ type: 'CUSTOM', name: 'moca.citations', value }).ok).toBe(false);
    expect(ran).toBe(0);
  });
});
