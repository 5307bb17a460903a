import type { SavedConversation } from '../schema/conversation.js';
import { type AgentLike, AgentListener } from './agent-listener.js';
import type { Answer } from './answer.js';
import { type CitationLimits, DEFAULT_LIMITS, type ReceivedCitations } from './citations-value.js';
import type { Diagnostic } from './diagnostic.js';
import { Identities } from './identities.js';
import { Instants } from './instants.js';
import { Listeners } from './listeners.js';
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
  diagnostics(): readonly Diagnostic[];
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
  private readonly listeners = new Listeners();
  private readonly byMessage = new Map<string, Listeners>();
  private readonly findings: Diagnostic[] = [];
  private readonly reported = new Set<string>();
  private readonly agents = new WeakMap<object, AgentListener>();
  private readonly sessions = new Set<Session>();
  /** The session that `ingest` feeds. */
  readonly direct: Session;
  private readonly clock: () => number;
  private readonly maxDiagnostics: number;
  private readonly host: SessionHost;
  private findingsView: readonly Diagnostic[] | undefined;
  private idsView: readonly string[] = [];
  private idsStale = true;
  private readonly identities = new Identities();
  private readonly instants = new Instants();
  /** Whether a conflict came or went since the listeners were told. */
  private conflictsChanged = false;
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
        this.idsStale = true;
      },
      cited: (received) => this.cited(received),
      uncited: (received) => this.uncited(received),
      report: (finding) => this.report(finding),
      inConflict: (nodeRef) => this.identities.inConflict(nodeRef),
      conflictChanges: 0,
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
      const attached = listener;
      // Before: a listener that is told may call this again. And whoever keeps this function must not keep the
      // agent's answers with it.
      listener = undefined;
      attached?.detach();
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
      for (const received of session.shown()) this.cited(received);
      session.refresh();
    });
  }

  hide(session: Session): void {
    this.change(() => {
      this.sessions.delete(session);
      for (const received of session.shown()) this.uncited(received);
      session.refresh();
    });
  }

  ingest(event: unknown): void {
    this.change(() => this.direct.ingest(event));
  }

  get(messageId: string): Answer | undefined {
    for (const session of this.sessions) {
      const answer = session.answer(messageId);
      if (answer) return answer;
    }
    return undefined;
  }

  ids(): readonly string[] {
    if (this.idsStale) {
      this.idsStale = false;
      const ids = [...new Set([...this.sessions].flatMap((session) => session.answerIds()))];
      const same = ids.length === this.idsView.length && ids.every((id, at) => id === this.idsView[at]);
      if (!same) this.idsView = ids;
    }
    return this.idsView;
  }

  subscribe(listener: () => void, messageId?: string): () => void {
    if (messageId === undefined) return this.listeners.add(listener);
    const listeners = this.byMessage.get(messageId) ?? new Listeners();
    this.byMessage.set(messageId, listeners);
    const remove = listeners.add(listener);
    return () => {
      remove();
      if (listeners.size === 0 && this.byMessage.get(messageId) === listeners)
        this.byMessage.delete(messageId);
    };
  }

  diagnostics(): readonly Diagnostic[] {
    this.findingsView ??= [...this.findings];
    return this.findingsView;
  }

  nextChange(now: number): number | undefined {
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
    const changed = this.pending;
    // A conflict concerns every answer that cites its reference; who shows one looks it up again.
    const concerned = this.conflictsChanged ? [...this.byMessage.keys()] : (changed ?? []);
    this.pending = undefined;
    this.conflictsChanged = false;
    if (!changed || changed.size === 0) return;
    this.listeners.notify();
    for (const messageId of concerned) this.byMessage.get(messageId)?.notify();
  }

  private cited({ citations }: ReceivedCitations): void {
    for (const { record } of citations) {
      for (const instant of changesOf(record.trust)) this.instants.add(instant);
      this.noteConflict(this.identities.add(record.node.ref, record.package.digest));
    }
  }

  private uncited({ citations }: ReceivedCitations): void {
    for (const { record } of citations) {
      for (const instant of changesOf(record.trust)) this.instants.remove(instant);
      this.noteConflict(this.identities.remove(record.node.ref, record.package.digest));
    }
  }

  private noteConflict(changed: boolean): void {
    if (!changed) return;
    this.host.conflictChanges++;
    this.conflictsChanged = true;
  }

  private report(finding: Diagnostic): void {
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
