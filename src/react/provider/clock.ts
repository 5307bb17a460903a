'use client';

import { useEffect, useState } from 'react';

// Browsers fire a longer timeout at once; an hour also bounds the error after the computer slept.
const LONGEST_WAIT = 3_600_000;

interface Waiter {
  /** When to wake, in milliseconds since the epoch. */
  at: number;
  clock: () => number;
  wake: () => void;
}

const waiters = new Set<Waiter>();
let timer: ReturnType<typeof setTimeout> | undefined;

function check(): void {
  for (const waiter of [...waiters]) {
    if (waiter.clock() < waiter.at) continue;
    waiters.delete(waiter);
    waiter.wake();
  }
  schedule();
}

function schedule(): void {
  clearTimeout(timer);
  timer = undefined;
  let wait = Number.POSITIVE_INFINITY;
  for (const waiter of waiters) wait = Math.min(wait, waiter.at - waiter.clock());
  if (wait === Number.POSITIVE_INFINITY) return;
  timer = setTimeout(check, Math.min(Math.max(wait, 0), LONGEST_WAIT));
}

function wakeAt(waiter: Waiter): () => void {
  waiters.add(waiter);
  schedule();
  return () => {
    waiters.delete(waiter);
    schedule();
  };
}

/**
 * The time in milliseconds, kept still until `nextChange` says that something would look different. All
 * callers on a page share one timer. A `fixed` time is returned as it is and never moves.
 */
export function useNow(
  fixed: number | undefined,
  clock: () => number,
  nextChange: (now: number) => number | undefined,
): number {
  const [started, setNow] = useState(() => fixed ?? clock());
  const now = fixed ?? started;
  const next = fixed === undefined ? nextChange(now) : undefined;
  useEffect(() => {
    if (next === undefined) return;
    return wakeAt({ at: next, clock, wake: () => setNow(clock()) });
  }, [next, clock]);
  return now;
}

/** A time given by the host in any usual form, in milliseconds; undefined when it is not a time. */
export function toTime(value: number | string | Date | undefined): number | undefined {
  if (value === undefined) return undefined;
  const time = typeof value === 'number' ? value : new Date(value).getTime();
  return Number.isFinite(time) ? time : undefined;
}
