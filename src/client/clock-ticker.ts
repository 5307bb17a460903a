import { Listeners } from './listeners.js';

/** What the ticker watches: a citation store, or anything that knows when its records change. */
export interface Changing {
  /** The first change after `now`; both in milliseconds since the epoch. */
  nextChange(now: number): number | undefined;
  subscribe(listener: () => void): () => void;
}

export interface ClockTicker {
  /**
   * The moment to judge records by, in milliseconds since the epoch. It moves only when that makes a
   * difference to a record, so it is fit for `useSyncExternalStore`.
   */
  now(): number;
  subscribe(listener: () => void): () => void;
  /** Looks at the clock at once: for a page that comes back from the background or from sleep. */
  check(): void;
}

export interface ClockTickerOptions {
  /** Milliseconds since the epoch. Default `Date.now`. */
  clock?: () => number;
}

/** The longest wait that `setTimeout` takes; longer ones fire at once. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/**
 * One timer for a whole page: tells its subscribers when the next record turns stale, comes into force or
 * goes out of it. Runs only while it has subscribers, and never wakes the page before something changes,
 * but for waits over 24 days, which a timer cannot hold in one piece.
 */
export function createClockTicker(source: Changing, options: ClockTickerOptions = {}): ClockTicker {
  return new Ticker(source, options.clock ?? Date.now);
}

class Ticker implements ClockTicker {
  private readonly listeners = new Listeners();
  private moment: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private due: number | undefined;
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly source: Changing,
    private readonly clock: () => number,
  ) {
    this.moment = clock();
    this.now = this.now.bind(this);
    this.subscribe = this.subscribe.bind(this);
    this.check = this.check.bind(this);
  }

  now(): number {
    return this.moment;
  }

  subscribe(listener: () => void): () => void {
    const remove = this.listeners.add(listener);
    this.unsubscribe ??= this.source.subscribe(this.check);
    this.check();
    return () => {
      remove();
      if (this.listeners.size > 0) return;
      this.unsubscribe?.();
      this.unsubscribe = undefined;
      this.disarm();
    };
  }

  check(): void {
    const now = this.clock();
    const next = this.source.nextChange(this.moment);
    // A clock that was set back can take a record back as well.
    if (now < this.moment || (next !== undefined && next <= now)) {
      this.moment = now;
      this.listeners.notify();
    }
    this.arm(now);
  }

  private arm(now: number): void {
    const next = this.listeners.size > 0 ? this.source.nextChange(this.moment) : undefined;
    if (next === this.due && this.timer !== undefined) return;
    this.disarm();
    if (next === undefined) return;
    this.due = next;
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.check();
      },
      Math.min(Math.max(next - now, 0), MAX_TIMEOUT),
    );
  }

  private disarm(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.due = undefined;
  }
}
