const SLICE = 12;

interface Scheduler {
  yield?: () => Promise<void>;
}

/**
 * Gives the event loop a turn whenever a slice of work has taken 12 ms, and stops with the signal's reason when
 * it is aborted. `performance.now` measures the slice only; it is no clock of the check.
 */
export function createPause(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let started = performance.now();
  return () => {
    signal?.throwIfAborted();
    if (performance.now() - started < SLICE) return undefined;
    return turn().then(() => {
      signal?.throwIfAborted();
      started = performance.now();
    });
  };
}

function turn(): Promise<void> {
  const { scheduler }: { scheduler?: Scheduler } = globalThis as { scheduler?: Scheduler };
  // A timer of 0 waits 4 ms in a browser once nested; `scheduler.yield` does not.
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0));
}
