import type { BaseEvent, MiddlewareFunction } from '@ag-ui/client';
import type { CitationStore } from './store.js';

type Stream = ReturnType<MiddlewareFunction>;
type StreamClass = new (subscribe: (observer: Observer) => () => void) => Stream;

interface Observer {
  next(event: BaseEvent): void;
  error(reason: unknown): void;
  complete(): void;
}

/**
 * A middleware for `agent.use(…)` that feeds `store` and passes every event on unchanged. For hosts that let
 * one add a middleware and no subscriber. An agent's `connectAgent` runs no middleware.
 */
export function citationMiddleware(store: CitationStore): MiddlewareFunction {
  return (input, next) => {
    const source = next.run(input);
    const Class = streamClass(source);
    return new Class((observer) => {
      let running = false;
      // A run that does not tell its end has to be told to the store, or its answer would stream for ever.
      const breakOff = (code?: string) => {
        if (running) store.ingest({ type: 'RUN_ERROR', message: 'The stream ended before the run.', code });
        running = false;
      };
      const subscription = source.subscribe({
        next(event) {
          running = runningAfter(running, event);
          store.ingest(event.type === 'RUN_STARTED' ? withMessages(event, input.messages) : event);
          observer.next(event);
        },
        error(reason) {
          breakOff();
          observer.error(reason);
        },
        complete() {
          breakOff();
          observer.complete();
        },
      });
      return () => {
        breakOff('abort');
        subscription.unsubscribe();
      };
    });
  };
}

function runningAfter(running: boolean, event: BaseEvent): boolean {
  if (event.type === 'RUN_STARTED') return true;
  return event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR' ? false : running;
}

/** The start of a run with the messages it was sent, so that the store knows the conversation so far. */
function withMessages(event: BaseEvent, messages: readonly unknown[]): object {
  return 'input' in event ? event : { ...event, input: { messages } };
}

/** RxJS is the agent's dependency, not ours: the class comes from the stream itself. */
function streamClass(source: Stream): StreamClass {
  let prototype = Object.getPrototypeOf(source);
  while (!Object.hasOwn(prototype, 'pipe')) prototype = Object.getPrototypeOf(prototype);
  return prototype.constructor;
}
