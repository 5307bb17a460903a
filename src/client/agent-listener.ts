import type { AgentSubscriber } from '@ag-ui/client';
import { type Failure, type Fields, fieldsOf } from './message-log.js';
import type { Session } from './session.js';
import type { Store } from './store.js';

/** What the store uses of an agent: any `AbstractAgent` of `@ag-ui/client`, of any version that has it. */
export interface AgentLike {
  readonly messages: readonly object[];
  readonly threadId?: string;
  readonly isRunning?: boolean;
  subscribe(subscriber: AgentSubscriber): { unsubscribe(): void };
}

/** Carries one agent's callbacks into its session. */
export class AgentListener {
  private uses = 0;
  private subscription: { unsubscribe(): void } | undefined;
  /** Whether the session's run is only presumed, from the agent's state when it was attached. */
  private assumed = false;
  private threadId: string | undefined;

  constructor(
    private readonly store: Store,
    private readonly agent: AgentLike,
    private readonly session: Session,
  ) {
    this.threadId = agent.threadId;
  }

  attach(): void {
    if (this.uses++ > 0) return;
    this.subscription = this.agent.subscribe(this.subscriber);
    this.show();
  }

  detach(): void {
    if (--this.uses > 0) return;
    this.subscription?.unsubscribe();
    this.subscription = undefined;
    this.store.hide(this.session);
  }

  private event(event: Fields, messages: readonly object[]): void {
    const value = event.type === 'CUSTOM' ? fieldsOf(event.value) : undefined;
    // The agent may know a message that came another way than by an event.
    if (typeof value?.messageId === 'string' && !this.session.has(value.messageId)) {
      this.session.mergeMessages(messages);
    }
    this.session.ingest(event);
  }

  /** The agent's list of messages changed; inside a run that is after nearly every event. */
  private messagesChanged(messages: readonly object[], inRun: boolean): void {
    if (!inRun || !this.session.agreesWith(messages)) this.session.setMessages(messages);
    this.settle();
  }

  private runBegins(messages: readonly object[]): void {
    this.assumed = false;
    this.session.setMessages(messages);
  }

  private runEnds(messages: readonly object[], failure: Failure): void {
    this.session.setMessages(messages);
    if (this.session.running) this.session.endRun(failure);
  }

  // A run that was under way when the agent was attached tells nothing of its end.
  private settle(): void {
    if (!this.assumed || this.agent.isRunning) return;
    this.assumed = false;
    this.session.endRun('cut-off');
  }

  private show(): void {
    this.store.show(this.session);
    this.store.change(() => {
      this.session.setMessages(this.agent.messages);
      this.followThread();
      if (this.agent.isRunning && !this.session.running) {
        this.assumed = true;
        this.session.assumeRunning();
      } else if (!this.agent.isRunning && this.session.running) {
        // It ended while nobody listened, and nobody knows how.
        this.session.endRun('cut-off');
      }
    });
  }

  private work(agent: { threadId?: string }, action: () => void): void {
    // An agent goes on calling the subscribers it had when its run began, detached ones too.
    if (this.uses === 0 || !this.isOurs(agent)) return;
    this.store.change(() => {
      action();
      this.followThread();
    });
  }

  /** On another thread, an id that was used before is another message's. */
  private followThread(): void {
    if (this.agent.threadId === this.threadId) return;
    this.threadId = this.agent.threadId;
    this.session.forgetAbsent();
  }

  /**
   * A clone calls the subscribers of its original, and on another thread that is another conversation. On
   * the same thread it is ours: some hosts let a second agent do the work and lend it their subscribers.
   */
  private isOurs(agent: { threadId?: string }): boolean {
    return agent === this.agent || (agent.threadId !== undefined && agent.threadId === this.agent.threadId);
  }

  private readonly subscriber: AgentSubscriber = {
    onRunInitialized: ({ agent, messages }) => this.work(agent, () => this.runBegins(messages)),
    onEvent: ({ agent, event, messages }) => this.work(agent, () => this.event({ ...event }, messages)),
    onMessagesChanged: ({ agent, messages, input }) =>
      this.work(agent, () => this.messagesChanged(messages, input !== undefined)),
    onRunFailed: ({ agent, error, messages }) =>
      this.work(agent, () => this.runEnds(messages, isAbort(error) ? 'cancelled' : 'error')),
    onRunFinalized: ({ agent, messages }) => this.work(agent, () => this.runEnds(messages, 'cut-off')),
  };
}

function isAbort(error: unknown): boolean {
  return String((error as { name?: unknown } | undefined)?.name) === 'AbortError';
}
