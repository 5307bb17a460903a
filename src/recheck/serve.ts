import { createLocalChecker } from './local-checker.js';
import type { RecheckProgress } from './recheck.js';
import {
  inParts,
  type Reply,
  type Request,
  type Value,
  weightOfEntry,
  weightOfTurn,
} from './worker-protocol.js';

/** Where requests come from and replies go. */
interface Port {
  postMessage(reply: Reply): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Request>) => void): void;
}

/** Answers the requests of one page with a checker of its own. */
export function serve(port: Port): void {
  const checker = createLocalChecker();
  const calls = new Map<number, AbortController>();

  async function answer(request: Request): Promise<Value> {
    const { call } = request;
    const stop = new AbortController();
    calls.set(call, stop);
    const options = {
      signal: stop.signal,
      onProgress: throttled((progress) => port.postMessage({ call, kind: 'progress', progress })),
    };
    switch (request.kind) {
      case 'open': {
        const { turns, ...rest } = await checker.open(request.input, options);
        for (const part of inParts(turns, weightOfTurn))
          port.postMessage({ call, kind: 'turns', turns: part });
        return { ...rest, turns: [] };
      }
      case 'check': {
        const { citations, ...rest } = await checker.check(request.request, options);
        for (const part of inParts(citations, weightOfEntry)) {
          port.postMessage({ call, kind: 'citations', citations: part });
        }
        return { ...rest, citations: [] };
      }
      case 'read':
        return checker.read(request.packed, options);
      case 'signers':
        return checker.signers(...request.args);
      case 'close':
        await checker.close(request.conversation);
        return undefined;
      case 'forget':
        await checker.forget(request.digest);
        return undefined;
      case 'prepare':
        await checker.prepare();
        return undefined;
      case 'cancel':
        return undefined;
    }
  }

  port.addEventListener('message', ({ data }) => {
    if (data.kind === 'cancel') {
      calls.get(data.call)?.abort();
      return;
    }
    const { call } = data;
    answer(data)
      .then(
        (value) => port.postMessage({ call, kind: 'done', value }),
        (error: unknown) => {
          const { name, message } = error instanceof Error ? error : new Error(String(error));
          port.postMessage({ call, kind: 'failed', name, message });
        },
      )
      .finally(() => calls.delete(call));
  });
  port.postMessage({ kind: 'ready' });
}

const EVERY = 50;

/** Lets through the first and the last of a phase, and between them one each 50 ms. */
function throttled(tell: (progress: RecheckProgress) => void): (progress: RecheckProgress) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const now = performance.now();
    if (progress.done > 0 && progress.done < progress.total && now - last < EVERY) return;
    last = now;
    tell(progress);
  };
}
