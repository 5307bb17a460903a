import type { SavedConversation } from '../schema/conversation.js';
import type { Finding } from '../schema/finding.js';
import { type AgentLike, AgentListener } from './agent-listener.js';
import type { Answer } from './answer.js';
import { type CitationLimits, DEFAULT_LIMITS, type ReceivedCitations } from './citations-value.js';
import { Identities } from './identities.js';
import { Instants } from './instants.js';
import { Session, type SessionHost } from './session.js';
import { changesOf } from './trust-at.js';

export interface CitationStoreOptions {
  /** Milliseconds since the epoch; only for the time of saving. Default `Date.now`. */
  clock?: () => number;
  /**
   * Where in a message's metadata citations may be kept, so that they survive a reload with a snapshot.
   * Default `moca.citations`; false reads none. An addition of this library, not part of the specification.
   */
  metadataKey?: string | false;
  /** Bounds on one event. */
  limits?: Partial<CitationLimits>;
  /** Findings kept; the oldest stay. Default 1,000. */
  maxDiagnostics?: number;
}

/**
 * The answers of a conversation with their citations, kept up to date from AG-UI events
 * (AG-UI citations §2 and §4). Nothing here throws for what a service sends: wrong data is a finding. The
 * methods need no `this`: `useSyncExternalStore(store.subscribe, () => store.get(id))` works.
 */
export interface CitationStore {
  /**
   * Follows an agent of `@ag-ui/client`: its messages now, its events from its next run on. Returns the
   * detaching function. Attaching an agent twice counts; what it said is back when it is attached again,
   * and free to be collected with the agent.
   */
  attach(agent: AgentLike): () => void;
  /** Takes one AG-UI event from any source, in order. */
  ingest(event: unknown): void;
  /** The answer of an assistant message; the same object until something about it changes. */
  get(messageId: string): Answer | undefined;
  /** Message ids of the answers, in the order of the conversation; the same array until it changes. */
  ids(): readonly string[];
  /** Calls `listener` after every change, or only when the answer of one message may have changed. */
  subscribe(listener: () => void, messageId?: string): () => void;
  /** What was ignored or left out so far, and why; the same array until it grows. */
  diagnostics(): readonly Finding[];
  /** When, after `now`, the next record here turns stale, comes into force or goes out of it (milliseconds). */
  nextChange(now: number): number | undefined;
  /** Everything needed to read the conversation again with `parseConversation`. */
  toJSON(): SavedConversation;
}

export function createCitationStore(options: CitationStoreOptions = {}): CitationStore {
  return new Store(options);
}

/** The store with what the other modules of this folder need of it. */
export class Store implements CitationStore {
  private readonly listeners = new Set<() => void>();
  private readonly byMessage = new Map<string, Set<() => void>>();
  private readonly findings: Finding[] = [];
  private readonly reported = new Set<string>();
  private readonly agents = new WeakMap<object, AgentListener>();
  private readonly sessions = new Set<Session>();
  /** The session that `ingest` feeds. */
  readonly direct: Session;
  private readonly clock: () => number;
  private readonly maxDiagnostics: number;
  private readonly host: SessionHost;
  private findingsView: readonly Finding[] | undefined;
  private idsView: readonly string[] | undefined;
  private identities = new Identities();
  private instants = new Instants();
  private indexStale = false;
  private pending: Set<string> | undefined;
  private depth = 0;

  constructor(options: CitationStoreOptions = {}) {
    this.clock = options.clock ?? Date.now;
    this.maxDiagnostics = options.maxDiagnostics ?? 1_000;
    this.host = {
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      metadataKey: options.metadataKey ?? 'moca.citations',
      changed: (messageId) => this.pending?.add(messageId),
      listChanged: () => {
        this.idsView = undefined;
      },
      cited: (received) => this.index(received),
      uncited: () => {
        this.indexStale = true;
      },
      report: (finding) => this.report(finding),
      inConflict: (nodeRef) => this.identities.inConflict(nodeRef),
    };
    this.direct = new Session(this.host);
    this.sessions.add(this.direct);
    // Hosts pass these on as functions, as to `useSyncExternalStore`.
    this.attach = this.attach.bind(this);
    this.ingest = this.ingest.bind(this);
    this.get = this.get.bind(this);
    this.ids = this.ids.bind(this);
    this.subscribe = this.subscribe.bind(this);
    this.diagnostics = this.diagnostics.bind(this);
    this.nextChange = this.nextChange.bind(this);
  }

  attach(agent: AgentLike): () => void {
    let listener: AgentListener | undefined = this.listenerOf(agent);
    listener.attach();
    return () => {
      listener?.detach();
      // Whoever keeps this function must not keep the agent's answers with it.
      listener = undefined;
    };
  }

  private listenerOf(agent: AgentLike): AgentListener {
    let listener = this.agents.get(agent);
    if (!listener) {
      listener = new AgentListener(this, agent, new Session(this.host, agent));
      this.agents.set(agent, listener);
    }
    return listener;
  }

  show(session: Session): void {
    this.change(() => {
      this.sessions.add(session);
      this.sessionsChanged(session);
    });
  }

  hide(session: Session): void {
    this.change(() => {
      this.sessions.delete(session);
      this.sessionsChanged(session);
    });
  }

  ingest(event: unknown): void {
    this.change(() => this.direct.ingest(event));
  }

  get(messageId: string): Answer | undefined {
    this.refreshIndex();
    for (const session of this.sessions) {
      const answer = session.answer(messageId);
      if (answer) return answer;
    }
    return undefined;
  }

  ids(): readonly string[] {
    this.idsView ??= [...new Set([...this.sessions].flatMap((session) => session.answerIds()))];
    return this.idsView;
  }

  subscribe(listener: () => void, messageId?: string): () => void {
    if (messageId === undefined) {
      this.listeners.add(listener);
      return () => this.listeners.delete(listener);
    }
    const set = this.byMessage.get(messageId) ?? new Set();
    this.byMessage.set(messageId, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0 && this.byMessage.get(messageId) === set) this.byMessage.delete(messageId);
    };
  }

  diagnostics(): readonly Finding[] {
    this.findingsView ??= [...this.findings];
    return this.findingsView;
  }

  nextChange(now: number): number | undefined {
    this.refreshIndex();
    return this.instants.after(now);
  }

  toJSON(): SavedConversation {
    const sessions = [...this.sessions];
    return {
      format: 'moca-conversation',
      version: 1,
      savedAt: new Date(this.clock()).toISOString(),
      messages: sessions.flatMap((session) => session.messages()),
      events: sessions.flatMap((session) => session.citationEvents()),
      ignoredEvents: sessions.flatMap((session) => session.ignoredEvents()),
      unfinished: sessions.flatMap((session) => session.unfinished()),
    };
  }

  /** Runs `work`, then tells the listeners once about all that changed. Never throws what `work` throws. */
  change(work: () => void): void {
    this.pending ??= new Set();
    this.depth++;
    try {
      work();
    } catch {
      this.report({ code: 'not-readable', path: [], message: 'Reading the input threw an exception.' });
    }
    this.depth--;
    if (this.depth === 0) this.notify();
  }

  private notify(): void {
    this.refreshIndex();
    const changed = this.pending;
    this.pending = undefined;
    if (!changed || changed.size === 0) return;
    for (const listener of [...this.listeners]) call(listener);
    for (const messageId of changed) {
      for (const listener of [...(this.byMessage.get(messageId) ?? [])]) call(listener);
    }
  }

  private sessionsChanged(session: Session): void {
    this.idsView = undefined;
    this.indexStale = true;
    session.refresh();
  }

  private index(received: ReceivedCitations): void {
    for (const { record } of received.citations) {
      for (const instant of changesOf(record.trust)) this.instants.add(instant);
    }
    if (this.identities.add(received)) for (const session of this.sessions) session.refresh();
  }

  /** Citations that leave are rare; what follows from all that stay is then worked out anew. */
  private refreshIndex(): void {
    if (!this.indexStale) return;
    this.indexStale = false;
    const hadConflicts = this.identities.any;
    this.identities = new Identities();
    this.instants = new Instants();
    for (const session of this.sessions) for (const received of session.shown()) this.index(received);
    if (hadConflicts) for (const session of this.sessions) session.refresh();
  }

  private report(finding: Finding): void {
    if (this.findings.length >= this.maxDiagnostics) return;
    if (finding.path[0] === 'messages') {
      // Lists of messages come again and again, with the same faults.
      const key = JSON.stringify([finding.code, ...finding.path]);
      if (this.reported.has(key)) return;
      this.reported.add(key);
    }
    this.findings.push(finding);
    this.findingsView = undefined;
  }
}

/** A listener that throws must not keep the others, or the agent's stream, from going on. */
function call(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
