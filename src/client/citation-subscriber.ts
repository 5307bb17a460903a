import type { AgentSubscriber } from '@ag-ui/client';
import type { CitationStore } from './store.js';

type Callback = 'onRunInitialized' | 'onEvent' | 'onMessagesChanged' | 'onRunFailed' | 'onRunFinalized';
type Agent = Parameters<NonNullable<AgentSubscriber['onEvent']>>[0]['agent'];

/**
 * A ready subscriber for `agent.subscribe(…)`, `agent.runAgent(parameters, …)` or a host that takes one: it
 * attaches `store` to each agent that calls it. Use it or `store.attach`, not both, for one agent.
 */
export function citationSubscriber(store: CitationStore): AgentSubscriber {
  const followed = new WeakMap<object, (callback: Callback, parameters: object) => void>();

  const follow = (agent: Agent) => {
    let deliver: (callback: Callback, parameters: object) => void = () => {};
    const stand = {
      get messages() {
        return agent.messages;
      },
      get threadId() {
        return agent.threadId;
      },
      subscribe(subscriber: AgentSubscriber) {
        deliver = (callback, parameters) => {
          const call = subscriber[callback] as ((parameters: object) => unknown) | undefined;
          call?.({ ...parameters, agent: stand });
        };
        return { unsubscribe() {} };
      },
    };
    store.attach(stand);
    followed.set(agent, deliver);
    return deliver;
  };

  const forward = (callback: Callback) => (parameters: { agent: Agent }) => {
    const deliver = followed.get(parameters.agent) ?? follow(parameters.agent);
    deliver(callback, parameters);
  };

  return {
    onRunInitialized: forward('onRunInitialized'),
    onEvent: forward('onEvent'),
    onMessagesChanged: forward('onMessagesChanged'),
    onRunFailed: forward('onRunFailed'),
    onRunFinalized: forward('onRunFinalized'),
  };
}
