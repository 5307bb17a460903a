import type { AgentSubscriber } from '@ag-ui/client';
import type { Failure, Fields } from './message-log.js';
import type { Session } from './session.js';
import type { Store } from './store.js';

/** What the store uses of an agent: any `AbstractAgent` of `@ag-ui/client`, of any version that has it. */
export interface AgentLike {
  readonly messages: readonly object[];
  readonly isRunning?: boolean;
  subscribe(subscriber: AgentSubscriber): { unsubscribe(): void };
}

/** Carries one agent's callbacks into its session. */
export class AgentListener {
  private uses = 0;
  private subscription: { unsubscribe(): void } | undefined;

  constructor(
    private readonly store: Store,
    private readonly agent: AgentLike,
    private readonly session: Session,
  ) {}

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

  /** Shows the session for as long as the agent lives, without subscribing: the host did that. */
  adopt(): void {
    if (this.uses++ === 0) this.show();
  }

  get used(): boolean {
    return this.uses > 0;
  }

  event(event: Fields, messages: readonly object[]): void {
    this.work(() => {
      const { value } = event;
      const messageId =
        event.type === 'CUSTOM' ? (value as { messageId?: unknown } | null)?.messageId : undefined;
      // The agent may know a message that came another way than by an event.
      if (typeof messageId === 'string' && !this.session.has(messageId)) this.session.setMessages(messages);
      this.session.ingest(event);
    });
  }

  /** The agent's list of messages changed; inside a run that is after nearly every event. */
  messagesChanged(messages: readonly object[], inRun: boolean): void {
    this.work(() => {
      if (!inRun || !this.session.agreesWith(messages)) this.session.setMessages(messages);
      this.settle();
    });
  }

  runBegins(messages: readonly object[]): void {
    this.work(() => {
      this.settle();
      this.session.setMessages(messages);
    });
  }

  runEnds(messages: readonly object[], failure: Failure): void {
    this.work(() => {
      this.session.setMessages(messages);
      if (this.session.running) this.session.endRun(failure);
    });
  }

  // A run that was under way when the agent was attached tells nothing of its end.
  private settle(): void {
    if (this.agent.isRunning === false && this.session.running) this.session.endRun('cut-off');
  }

  private show(): void {
    this.store.show(this.session);
    this.work(() => {
      this.session.setMessages(this.agent.messages);
      if (this.agent.isRunning) this.session.assumeRunning();
      else this.settle();
    });
  }

  private work(action: () => void): void {
    // An agent goes on calling the subscribers it had when its run began, detached ones too.
    if (this.uses > 0) this.store.change(action);
  }

  private readonly subscriber: AgentSubscriber = {
    onRunInitialized: ({ messages }) => this.runBegins(messages),
    onEvent: ({ event, messages }) => this.event(event as unknown as Fields, messages),
    onMessagesChanged: ({ messages, input }) => this.messagesChanged(messages, input !== undefined),
    onRunFailed: ({ error, messages }) => this.runEnds(messages, isAbort(error) ? 'cancelled' : 'error'),
    onRunFinalized: ({ messages }) => this.runEnds(messages, 'cut-off'),
  };
}

function isAbort(error: unknown): boolean {
  return String((error as { name?: unknown } | undefined)?.name) === 'AbortError';
}
