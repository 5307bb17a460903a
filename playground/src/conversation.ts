import { type BaseEvent, HttpAgent, type Message } from '@ag-ui/client';
import { createCitationStore } from '../../src/client/index.js';
import { type CheckedEvidence, type EventEvidence, registerEvent } from '../../src/register/index.js';
import { EVIDENCE_EVENT } from '../evidence-event.js';
import type { ScenarioId } from '../scenarios.js';

export interface LoggedEvent {
  /** Milliseconds since the run began. */
  after: number;
  event: BaseEvent;
}

export interface ConversationState {
  messages: readonly Message[];
  /** Which scenario each question was asked in, by the question's message id. */
  scenarioOf: ReadonlyMap<string, ScenarioId>;
  /** Evidence that is no package node, by the answer's message id. */
  evidence: ReadonlyMap<string, CheckedEvidence>;
  log: readonly LoggedEvent[];
  running: boolean;
  /** Why the last run failed. */
  error: string | undefined;
}

// Whatever the value is, `registerEvent` checks it before it is used.
const readEvidence = registerEvent(EVIDENCE_EVENT, (value) => value as EventEvidence);

/** One conversation with the demo agent: the AG-UI agent, the citation store on it, and what the page shows. */
export function createConversation(endpoint: string, pace: string | null) {
  const agent = new HttpAgent({ url: endpoint });
  const store = createCitationStore();
  let state: ConversationState = {
    messages: [],
    scenarioOf: new Map(),
    evidence: new Map(),
    log: [],
    running: false,
    error: undefined,
  };
  let began = 0;
  const listeners = new Set<() => void>();
  const change = (part: Partial<ConversationState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };

  agent.subscribe({
    onMessagesChanged: ({ messages }) => change({ messages: [...messages] }),
    onEvent: ({ event }) => change({ log: [...state.log, { after: Date.now() - began, event }] }),
    onCustomEvent: ({ event }) => {
      const evidence = readEvidence(event);
      if (evidence?.messageId === undefined) return;
      change({ evidence: new Map(state.evidence).set(evidence.messageId, evidence) });
    },
    onRunErrorEvent: ({ event }) => change({ error: event.message }),
  });

  return {
    agent,
    store,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getState: () => state,
    async ask(question: string, scenario: ScenarioId) {
      if (state.running) return;
      const id = crypto.randomUUID();
      began = Date.now();
      change({
        running: true,
        error: undefined,
        log: [],
        scenarioOf: new Map(state.scenarioOf).set(id, scenario),
      });
      agent.url = `${endpoint}?${new URLSearchParams({ scenario, ...(pace && { pace }) })}`;
      agent.addMessage({ id, role: 'user', content: question });
      try {
        await agent.runAgent();
      } catch (error) {
        change({ error: state.error ?? (error instanceof Error ? error.message : String(error)) });
      } finally {
        change({ running: false });
      }
    },
    stop: () => agent.abortRun(),
  };
}

export type ConversationController = ReturnType<typeof createConversation>;
