import type { CheckedCitation, RecheckReport } from '../schema/recheck-report.js';
import type { CallOptions, Checker, OpenedConversation, ReadResult, Turn } from './checker.js';
import type { Reply, Request, Value } from './worker-protocol.js';

type Unsent<Message> = Message extends unknown ? Omit<Message, 'call'> : never;

interface Call {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  readonly turns: Turn[];
  readonly citations: CheckedCitation[];
  readonly onProgress: CallOptions['onProgress'];
}

/**
 * A checker whose work is done in a worker. When the worker cannot be started (no workers, a security policy, a
 * missing file) the same work is done on this thread, which then gets its turns between slices of work.
 *
 * @param start makes the worker, of the module `moca-react/recheck/worker`; left out, this thread does the work
 */
export function createChecker(start?: () => Worker): Checker {
  let chosen: Promise<Checker> | undefined;
  const checker = () => {
    chosen ??= (start ? overWorker(start) : Promise.resolve(undefined)).then(
      async (remote) => remote ?? (await import('./local-checker.js')).createLocalChecker(),
    );
    return chosen;
  };
  return {
    open: async (...args) => (await checker()).open(...args),
    close: async (...args) => (await checker()).close(...args),
    read: async (...args) => (await checker()).read(...args),
    signers: async (...args) => (await checker()).signers(...args),
    forget: async (...args) => (await checker()).forget(...args),
    check: async (...args) => (await checker()).check(...args),
    prepare: async () => (await checker()).prepare(),
    dispose: () => {
      chosen?.then((made) => made.dispose());
      chosen = undefined;
    },
  };
}

/** The checker in a worker once it answers; undefined when it does not start. */
function overWorker(start: () => Worker): Promise<Checker | undefined> {
  return new Promise((resolve) => {
    let worker: Worker;
    try {
      worker = start();
    } catch {
      resolve(undefined);
      return;
    }
    const failed = () => {
      worker.terminate();
      resolve(undefined);
    };
    worker.addEventListener('error', failed, { once: true });
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<Reply>) => {
        if (data.kind !== 'ready') return;
        worker.removeEventListener('error', failed);
        resolve(remoteChecker(worker));
      },
      { once: true },
    );
  });
}

function remoteChecker(worker: Worker): Checker {
  const calls = new Map<number, Call>();
  let made = 0;

  function failAll(reason: Error): void {
    for (const { reject } of calls.values()) reject(reason);
    calls.clear();
  }

  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    if (data.kind === 'ready') return;
    const call = calls.get(data.call);
    if (!call) return;
    if (data.kind === 'progress') call.onProgress?.(data.progress);
    else if (data.kind === 'turns') call.turns.push(...data.turns);
    else if (data.kind === 'citations') call.citations.push(...data.citations);
    else {
      calls.delete(data.call);
      if (data.kind === 'done') call.resolve(whole(data.value, call));
      else call.reject(errorOf(data));
    }
  });
  worker.addEventListener('error', () => failAll(new Error('The worker that checks has failed.')));

  function ask<Result>(request: Unsent<Request>, { signal, onProgress }: CallOptions = {}): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      signal?.throwIfAborted();
      made += 1;
      const call = made;
      const cancel = () => {
        worker.postMessage({ call, kind: 'cancel' } satisfies Request);
        calls.delete(call);
        reject(signal?.reason);
      };
      const settled =
        <Outcome>(settle: (outcome: Outcome) => void) =>
        (outcome: Outcome) => {
          signal?.removeEventListener('abort', cancel);
          settle(outcome);
        };
      calls.set(call, {
        resolve: settled(resolve as (value: unknown) => void),
        reject: settled(reject),
        turns: [],
        citations: [],
        onProgress,
      });
      signal?.addEventListener('abort', cancel, { once: true });
      worker.postMessage({ ...request, call });
    });
  }

  return {
    open: (input, options) => ask<OpenedConversation>({ kind: 'open', input }, options),
    close: (conversation) => ask<void>({ kind: 'close', conversation }),
    read: (packed, options) => ask<ReadResult>({ kind: 'read', packed }, options),
    signers: (...args) => ask<ReadonlyMap<string, readonly string[]>>({ kind: 'signers', args }),
    forget: (digest) => ask<void>({ kind: 'forget', digest }),
    check: (request, options) => ask<RecheckReport>({ kind: 'check', request }, options),
    prepare: async () => {
      await ask<void>({ kind: 'prepare' });
      return 'worker';
    },
    dispose() {
      worker.terminate();
      failAll(new DOMException('The checker was disposed of.', 'AbortError'));
    },
  };
}

/** A value with the lists that came before it in parts. */
function whole(value: Value, { turns, citations }: Call): Value {
  if (!value || value instanceof Map) return value;
  if ('turns' in value) return { ...value, turns };
  return 'citations' in value && 'counts' in value ? { ...value, citations } : value;
}

function errorOf({ name, message }: { name: string; message: string }): Error {
  return name === 'TypeError' ? new TypeError(message) : Object.assign(new Error(message), { name });
}
