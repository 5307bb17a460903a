/** Where a read has got to. */
export interface ReadProgress {
  phase: 'read' | 'content' | 'attestations' | 'members';
  done: number;
  total: number;
}

// Long enough to make progress, short enough for a page to stay usable.
const TURN = 40;
const REPORT_EVERY = 50;

/** Keeps a read interruptible: it gives the host its turn now and then, reports, and stops when told to. */
export class Pace {
  private turnStarted = performance.now();
  private lastReport = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly signal?: AbortSignal | undefined,
    private readonly onProgress?: ((progress: ReadProgress) => void) | undefined,
  ) {}

  get aborted(): boolean {
    return this.signal?.aborted ?? false;
  }

  /** Throws the signal's reason once the host has aborted. */
  check(): void {
    this.signal?.throwIfAborted();
  }

  isDue(): boolean {
    return performance.now() - this.turnStarted > TURN;
  }

  /** Lets other work run; then throws if the host has aborted meanwhile. */
  async rest(): Promise<void> {
    await nextTask();
    this.turnStarted = performance.now();
    this.check();
  }

  /** A host's promise, given up as soon as the host aborts: it may never settle. */
  async race<T>(work: Promise<T>): Promise<T> {
    const { signal } = this;
    if (!signal) return work;
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal.reason);
      // Handled even when the host has aborted already: what the work then comes to concerns nobody.
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    });
  }

  /** Tells the host, at most every few milliseconds and always at the end of a phase. */
  progress(phase: ReadProgress['phase'], done: number, total: number): void {
    if (!this.onProgress) return;
    const now = performance.now();
    if (done < total && now - this.lastReport < REPORT_EVERY) return;
    this.lastReport = now;
    this.onProgress({ phase, done, total });
  }
}

/**
 * The next turn of the event loop. Not `setTimeout`: its minimum delay, paid dozens of times, would be a
 * tenth of the time of a read.
 */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
