import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCitationStore, createClockTicker, trustAt } from '../../../src/client/index.js';
import { assistant, cites, end, record, snapshot, start } from './events.js';

const at = Date.parse;
type Trust = NonNullable<Parameters<typeof record>[0]>['trust'];
const dated = (trust: Trust) => record({ trust: trust ?? {} });

describe('the clock-dependent flags of a record', () => {
  it.each<[string, Trust, string, object]>([
    [
      'before it turns stale',
      { staleAfter: '2026-02-01' },
      '2026-01-31T23:59:59.999Z',
      { stale: false, nextChange: at('2026-02-01') },
    ],
    ['when it turns stale', { staleAfter: '2026-02-01' }, '2026-02-01T00:00:00Z', { stale: true }],
    ['with an offset', { staleAfter: '2026-02-01T02:00:00+02:00' }, '2026-02-01T00:00:00Z', { stale: true }],
    ['with a date that is none', { staleAfter: 'soon' }, '2026-02-01T00:00:00Z', { stale: false }],
    [
      'with a time without offset',
      { staleAfter: '2020-01-01T00:00:00' },
      '2026-02-01T00:00:00Z',
      { stale: false },
    ],
    ['reported stale without a date', { stale: true }, '2026-02-01T00:00:00Z', { stale: true }],
    [
      'reported stale before its date',
      { stale: true, staleAfter: '2027-01-01' },
      '2026-02-01T00:00:00Z',
      { stale: true },
    ],
    [
      'before it comes into force',
      { validFrom: '2026-02-01' },
      '2026-01-01T00:00:00Z',
      { inForce: false, notYet: true, noLonger: false, nextChange: at('2026-02-01') },
    ],
    [
      'when it comes into force',
      { validFrom: '2026-02-01', inForce: false },
      '2026-02-01T00:00:00Z',
      { inForce: true, notYet: false },
    ],
    [
      'before it goes out of force',
      { validUntil: '2026-02-01' },
      '2026-01-31T23:59:59.999Z',
      { inForce: true, nextChange: at('2026-02-01') },
    ],
    [
      'when it goes out of force',
      { validUntil: '2026-02-01' },
      '2026-02-01T00:00:00Z',
      { inForce: false, noLonger: true },
    ],
    [
      'with a bound that is no date',
      { validFrom: 'later' },
      '2026-02-01T00:00:00Z',
      { inForce: false, notYet: false },
    ],
    ['reported out of force without dates', { inForce: false }, '2026-02-01T00:00:00Z', { inForce: false }],
    ['without any date', {}, '2026-02-01T00:00:00Z', { stale: false, inForce: true }],
  ])('%s', (_name, trust, now, expected) => {
    expect(trustAt(dated(trust), at(now))).toMatchObject(expected);
  });

  it('name no next change when there is none', () => {
    expect(trustAt(dated({ staleAfter: '2020-01-01' }), at('2026-01-01'))).not.toHaveProperty('nextChange');
  });
});

describe('the next change in a store', () => {
  const store = createCitationStore();
  store.ingest(start('m1'));
  store.ingest(cites('m1', [{ record: dated({ staleAfter: '2026-03-01', validUntil: '2026-02-01' }) }]));
  store.ingest(start('m2'));
  store.ingest(cites('m2', [{ record: dated({ staleAfter: '2026-01-15' }) }]));

  it.each<[string, string | undefined]>([
    ['2026-01-01', '2026-01-15'],
    ['2026-01-15', '2026-02-01'],
    ['2026-02-10', '2026-03-01'],
    ['2026-03-01', undefined],
  ])('after %s', (now, next) => {
    expect(store.nextChange(at(now))).toBe(next && at(next));
  });

  it('keeps a date that another record has too', () => {
    const store = createCitationStore();
    for (const id of ['a', 'b']) {
      store.ingest(start(id));
      store.ingest(cites(id, [{ record: dated({ staleAfter: '2026-03-01' }) }]));
    }
    store.ingest(cites('a', []));
    expect(store.nextChange(at('2026-01-01'))).toBe(at('2026-03-01'));
    store.ingest(cites('b', []));
    expect(store.nextChange(at('2026-01-01'))).toBeUndefined();
    store.ingest(cites('b', [{ record: dated({ staleAfter: '2026-03-01' }) }]));
    expect(store.nextChange(at('2026-01-01'))).toBe(at('2026-03-01'));
  });

  it('forgets records that left', () => {
    store.ingest(snapshot(assistant('m1', 'x')));
    expect(store.nextChange(at('2026-01-01'))).toBe(at('2026-02-01'));
  });
});

describe('the ticker of a page', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: at('2026-01-01') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function stored(trust: Trust) {
    const store = createCitationStore();
    store.ingest(start('m1'));
    store.ingest(cites('m1', [{ record: dated(trust) }]));
    return store;
  }

  it('ticks at the right millisecond, and not before', () => {
    const ticker = createClockTicker(stored({ staleAfter: '2026-01-01T00:00:10Z' }));
    const told = vi.fn();
    ticker.subscribe(told);
    vi.advanceTimersByTime(9_999);
    expect(told).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(told).toHaveBeenCalledOnce();
    expect(ticker.now()).toBe(at('2026-01-01T00:00:10Z'));
  });

  it('holds one timer however many components there are', () => {
    const ticker = createClockTicker(stored({ staleAfter: '2026-01-02', validUntil: '2026-01-03' }));
    for (let index = 0; index < 50; index++) ticker.subscribe(() => {});
    expect(vi.getTimerCount()).toBe(1);
  });

  it('waits for a change that is further away than a timer can hold', () => {
    const ticker = createClockTicker(stored({ staleAfter: '2026-06-01' }));
    const told = vi.fn();
    ticker.subscribe(told);
    vi.advanceTimersByTime(at('2026-06-01') - at('2026-01-01') - 1);
    expect(told).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(told).toHaveBeenCalledOnce();
  });

  it('has no timer when nothing will change or nobody looks', () => {
    const ticker = createClockTicker(stored({}));
    ticker.subscribe(() => {});
    expect(vi.getTimerCount()).toBe(0);
    const other = createClockTicker(stored({ staleAfter: '2026-01-02' }));
    other.subscribe(() => {})();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for an earlier change once a record with one arrives', () => {
    const store = stored({ staleAfter: '2026-01-10' });
    const ticker = createClockTicker(store);
    const told = vi.fn();
    ticker.subscribe(told);
    store.ingest(start('m2'));
    store.ingest(cites('m2', [{ record: dated({ staleAfter: '2026-01-02' }) }]));
    store.ingest(end('m2'));
    vi.advanceTimersByTime(at('2026-01-02') - at('2026-01-01'));
    expect(told).toHaveBeenCalledOnce();
  });

  it('judges a record that arrives late by the time it arrives', () => {
    const store = createCitationStore();
    const ticker = createClockTicker(store);
    ticker.subscribe(() => {});
    vi.advanceTimersByTime(3_600_000);
    store.ingest(start('m1'));
    store.ingest(cites('m1', [{ record: dated({ staleAfter: '2026-01-01T00:30:00Z' }) }]));
    expect(trustAt(dated({ staleAfter: '2026-01-01T00:30:00Z' }), ticker.now()).stale).toBe(true);
  });

  it('goes on for the others, and for later changes, when a listener throws', () => {
    const later = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {});
    const ticker = createClockTicker(stored({ validUntil: '2026-01-02', staleAfter: '2026-01-03' }));
    const told = vi.fn();
    ticker.subscribe(() => {
      throw new Error('listener');
    });
    ticker.subscribe(told);
    vi.advanceTimersByTime(at('2026-01-03') - at('2026-01-01'));
    expect(told).toHaveBeenCalledTimes(2);
    later.mockRestore();
  });

  it('catches up when asked after a sleep', () => {
    let now = at('2026-01-01');
    const ticker = createClockTicker(stored({ staleAfter: '2026-01-02' }), { clock: () => now });
    const told = vi.fn();
    ticker.subscribe(told);
    now = at('2026-01-05');
    ticker.check();
    expect(told).toHaveBeenCalledOnce();
    expect(ticker.now()).toBe(now);
  });
});
