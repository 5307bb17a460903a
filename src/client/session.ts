import { CITATIONS_EVENT } from '../schema/citations-event.js';
import { type Answer, type AnswerState, type Citation, toCitation } from './answer.js';
import { ChunkExpander } from './chunks.js';
import { type CitationLimits, type ReceivedCitations, readCitationsValue } from './citations-value.js';
import type { Diagnostic } from './diagnostic.js';
import {
  type Failure,
  type Fields,
  fieldsOf,
  type MessageEntry,
  MessageLog,
  plainFields,
  quote,
} from './message-log.js';
import { parseCitationsEvent } from './parse-citations-event.js';
import { sameJson, toPlainJson } from './plain-json.js';

/** What a session needs of the store that it belongs to. */
export interface SessionHost {
  readonly limits: CitationLimits;
  readonly metadataKey: string | false;
  /** The answer of this message may differ now. */
  changed(messageId: string): void;
  /** The list of answers may differ now. */
  listChanged(): void;
  /** Citations came to be shown. */
  cited(received: ReceivedCitations): void;
  /** Citations that came to be shown are so no longer. */
  uncited(received: ReceivedCitations): void;
  report(finding: Diagnostic): void;
  inConflict(nodeRef: string): boolean;
  /** How often a conflict came or went: an answer made at another count may say it wrongly. */
  conflictChanges: number;
}

interface Slot {
  answer: Answer | undefined;
  /** Whether the message counted as an answer at its last change. */
  listed: boolean;
  stale: boolean;
  /** `conflictChanges` when the answer was made. */
  conflictChanges: number;
  /** What the answer was made from. */
  received: ReceivedCitations | undefined;
  /** What the host was told is shown. */
  cited: ReceivedCitations | undefined;
}

/** Ignored events kept for saving; more of them are counted by the findings only. */
const MAX_IGNORED_EVENTS = 1_000;
const NONE: readonly never[] = [];

/**
 * One stream of AG-UI events with its messages and their citations: an agent's, or the one a host feeds by
 * hand. Several make up a store.
 */
export class Session {
  private readonly log: MessageLog;
  private readonly chunks = new ChunkExpander();
  /** Outlives its message: one that returns with a later snapshot has its citations again. */
  private readonly fromEvents = new Map<string, ReceivedCitations>();
  private readonly fromMetadata = new Map<string, ReceivedCitations>();
  private readonly slots = new Map<string, Slot>();
  /** Messages with citations that a snapshot of the service's left out. */
  private readonly setAside = new Set<string>();
  private events: Fields[] = [];
  private readonly ignored: Fields[] = [];

  constructor(
    private readonly host: SessionHost,
    /** Whoever keeps the whole messages, such as an agent; without one they are kept here. */
    private readonly holder?: { readonly messages: readonly object[] },
  ) {
    this.log = new MessageLog(
      { metadataKey: host.metadataKey, keepAll: holder === undefined },
      {
        changed: (entry) => this.changed(entry),
        removed: (entry, byService) => this.removed(entry, byService),
        metadataChanged: (entry, value) => this.metadataChanged(entry, value),
        report: (finding) => host.report(finding),
      },
    );
  }

  get running(): boolean {
    return this.log.running;
  }

  /** Whether the conversation has this message, citable or not. */
  has(messageId: string): boolean {
    return this.log.get(messageId) !== undefined;
  }

  ingest(input: unknown): void {
    const event = fieldsOf(input);
    if (typeof event?.type !== 'string') {
      this.host.report({ code: 'not-an-event', path: [], message: 'Expected an AG-UI event with a type.' });
      return;
    }
    for (const expanded of this.chunks.expand(event)) {
      if (expanded.type === 'CUSTOM') this.takeCustom(expanded);
      else this.log.apply(expanded);
    }
  }

  /** The complete list of messages, from whoever holds it. */
  setMessages(messages: readonly unknown[]): void {
    this.log.replace(messages);
    this.host.listChanged();
  }

  mergeMessages(messages: readonly unknown[]): void {
    this.log.merge(messages);
    this.host.listChanged();
  }

  agreesWith(messages: readonly unknown[]): boolean {
    return this.log.agreesWith(messages);
  }

  assumeRunning(): void {
    this.log.assumeRunning();
  }

  endRun(failure?: Failure): void {
    this.log.endRun(failure);
  }

  markFailed(messageId: string, failure: Failure): void {
    const entry = this.log.get(messageId);
    if (!entry) return;
    entry.failure = failure;
    this.changed(entry);
  }

  answer(messageId: string): Answer | undefined {
    const slot = this.slots.get(messageId);
    if (!slot) return undefined;
    if (slot.stale || slot.conflictChanges !== this.host.conflictChanges) {
      const entry = this.log.get(messageId);
      slot.answer = entry && this.isAnswer(entry) ? this.build(entry, slot) : undefined;
      slot.stale = false;
      slot.conflictChanges = this.host.conflictChanges;
    }
    return slot.answer;
  }

  answerIds(): string[] {
    return this.log
      .all()
      .filter((entry) => this.isAnswer(entry))
      .map((entry) => entry.id);
  }

  /** Tells that any of the answers may have come or gone. */
  refresh(): void {
    this.host.listChanged();
    for (const id of this.slots.keys()) this.host.changed(id);
  }

  /** The citations of every message that is there. */
  *shown(): Iterable<ReceivedCitations> {
    for (const { cited } of this.slots.values()) if (cited) yield cited;
  }

  /** The messages for saving, with everything they came with. */
  messages(): Fields[] {
    if (!this.holder) return this.log.toMessages();
    return this.holder.messages.flatMap((message): Fields[] => {
      // What makes a message no JSON, or too large, is seldom its text.
      const { id, role, content } = fieldsOf(message) ?? {};
      const essence = typeof content === 'string' ? { id, role, content } : { id, role };
      const plain = plainFields(message) ?? plainFields(essence);
      return plain ? [plain] : [];
    });
  }

  /**
   * The `moca.citations` events that were taken, as received, in order of arrival, repeats aside. Not those
   * of messages that the host took out: an agent may have gone on to another conversation.
   */
  citationEvents(): readonly Fields[] {
    return this.events.filter((event) => {
      const id = fieldsOf(event.value)?.messageId;
      return typeof id === 'string' && (this.log.get(id) !== undefined || this.setAside.has(id));
    });
  }

  /** The `moca.citations` events that were not taken, as received; the first 1,000. */
  ignoredEvents(): readonly Fields[] {
    return this.ignored;
  }

  /** Messages that are not finished, with the reason. One being written counts as cut off. */
  unfinished(): { messageId: string; reason: Failure }[] {
    return this.log.all().flatMap((entry) => {
      const reason = entry.failure ?? (entry.open || entry.run?.active ? 'cut-off' : undefined);
      return reason && this.isAnswer(entry) ? [{ messageId: entry.id, reason }] : [];
    });
  }

  /** Drops the events of messages that are not there: they are not to return. */
  forgetAbsent(): void {
    for (const id of this.fromEvents.keys()) if (!this.has(id)) this.fromEvents.delete(id);
    this.setAside.clear();
    this.events = [...this.citationEvents()];
  }

  /** Puts back an event of `ignoredEvents`. */
  restoreIgnored(event: unknown): void {
    const fields = fieldsOf(event);
    if (fields) this.keepIgnored(fields, undefined);
  }

  /** Takes a saved event again, also one whose message had left by then, or had become one of another role. */
  restoreEvent(event: unknown): void {
    const fields = fieldsOf(event);
    if (fields) this.takeCustom(fields, true);
  }

  private takeCustom(event: Fields, restoring = false): void {
    const result = parseCitationsEvent(event, this.host.limits);
    if (!result.ok && result.reason === 'other-event') return;
    const named = result.ok ? result.value.messageId : result.messageId;
    for (const issue of result.issues) {
      this.host.report(named === undefined ? issue : { ...issue, messageId: named });
    }
    if (!result.ok) {
      this.keepIgnored(event, undefined);
      return;
    }
    const { value } = result;
    const refusal = restoring ? undefined : this.refusal(value.messageId);
    if (refusal) {
      this.host.report(refusal);
      this.keepIgnored(event, value);
      return;
    }
    const held = this.fromEvents.get(value.messageId);
    if (held && sameJson(held.raw, value.raw)) return;
    if (held) {
      this.host.report({
        code: 'replaced-event',
        path: ['value', 'messageId'],
        messageId: value.messageId,
        message: `A second, different event for message ${quote(value.messageId)} replaces the first.`,
      });
    }
    if (restoring && !this.log.get(value.messageId)) this.setAside.add(value.messageId);
    this.events.push({ ...envelopeOf(event), value: value.raw });
    this.fromEvents.set(value.messageId, value);
    const entry = this.log.get(value.messageId);
    if (entry) this.changed(entry);
  }

  private refusal(messageId: string): Diagnostic | undefined {
    const entry = this.log.get(messageId);
    if (entry?.role === 'assistant') return undefined;
    const at = { path: ['value', 'messageId'], messageId };
    const name = quote(messageId);
    return entry
      ? { code: 'not-citable', ...at, message: `Ignored: message ${name} has the role ${quote(entry.role)}.` }
      : { code: 'unknown-message', ...at, message: `Ignored: the conversation has no message ${name}.` };
  }

  private keepIgnored(event: Fields, value: ReceivedCitations | undefined): void {
    if (this.ignored.length >= MAX_IGNORED_EVENTS) return;
    const { maxDepth, maxEventBytes } = this.host.limits;
    const plain = toPlainJson(value?.raw ?? event.value, { maxDepth, maxBytes: maxEventBytes });
    if (plain.ok) this.ignored.push({ ...envelopeOf(event), value: plain.value });
  }

  private metadataChanged(entry: MessageEntry, input: unknown): void {
    const held = this.fromMetadata.get(entry.id);
    const value = input === undefined ? undefined : this.readMetadata(entry, input);
    if (held && value && sameJson(held.raw, value.raw)) return;
    if (value) this.fromMetadata.set(entry.id, value);
    else if (!this.fromMetadata.delete(entry.id)) return;
    this.changed(entry);
  }

  private readMetadata(entry: MessageEntry, input: unknown): ReceivedCitations | undefined {
    const path = ['messages', entry.id, 'metadata', String(this.host.metadataKey)];
    const result = readCitationsValue(input, this.host.limits, path);
    const messageId = entry.id;
    for (const issue of result.issues) this.host.report({ ...issue, messageId });
    if (!result.ok) return undefined;
    if (result.value.messageId !== entry.id) {
      this.host.report({
        code: 'metadata-of-another-message',
        path: [...path, 'messageId'],
        messageId,
        message: 'Ignored: the citations in the metadata name another message.',
      });
      return undefined;
    }
    if (entry.role === 'assistant') return result.value;
    this.host.report({
      code: 'not-citable',
      path,
      messageId,
      message: `Ignored: the message has the role ${quote(entry.role)}.`,
    });
    return undefined;
  }

  private changed(entry: MessageEntry): void {
    const listed = this.isAnswer(entry);
    const slot = this.slotOf(entry.id);
    // A message that called tools may get text, and the other way round.
    if (slot.listed !== listed) this.host.listChanged();
    slot.listed = listed;
    slot.stale = true;
    const received = this.receivedFor(entry);
    if (slot.cited !== received) {
      if (slot.cited) this.host.uncited(slot.cited);
      if (received) this.host.cited(received);
      slot.cited = received;
    }
    this.host.changed(entry.id);
  }

  private slotOf(messageId: string): Slot {
    const known = this.slots.get(messageId);
    if (known) return known;
    const slot: Slot = {
      answer: undefined,
      listed: false,
      stale: true,
      conflictChanges: 0,
      received: undefined,
      cited: undefined,
    };
    this.slots.set(messageId, slot);
    return slot;
  }

  private removed(entry: MessageEntry, byService: boolean): void {
    const cited = this.slots.get(entry.id)?.cited;
    if (cited) this.host.uncited(cited);
    this.slots.delete(entry.id);
    this.fromMetadata.delete(entry.id);
    this.host.listChanged();
    this.host.changed(entry.id);
    if (!byService) this.setAside.delete(entry.id);
    if (!byService || !this.fromEvents.has(entry.id)) return;
    this.setAside.add(entry.id);
    this.host.report({
      code: 'citations-set-aside',
      path: ['messages', entry.id],
      messageId: entry.id,
      message: 'The message left the conversation; its citations are kept apart until it returns by this id.',
    });
  }

  private receivedFor(entry: MessageEntry): ReceivedCitations | undefined {
    if (entry.role !== 'assistant') return undefined;
    return this.fromEvents.get(entry.id) ?? this.fromMetadata.get(entry.id);
  }

  private isAnswer(entry: MessageEntry): boolean {
    if (entry.role !== 'assistant') return false;
    if (entry.content === undefined || entry.content === '') {
      // A message that only calls tools is none, also where a service gives it an empty text.
      const begun = entry.content === '' && (entry.open || entry.toolCalls === undefined);
      return begun || this.receivedFor(entry) !== undefined;
    }
    return true;
  }

  private build(entry: MessageEntry, slot: Slot): Answer {
    const received = this.receivedFor(entry);
    const before = slot.answer;
    const answer: Answer = {
      messageId: entry.id,
      content: entry.content ?? '',
      state: stateOf(entry, received),
      citations: this.citations(received, slot),
      omitted: received?.omitted ?? NONE,
      ...(received?.computedAt !== undefined && { computedAt: received.computedAt }),
      ...(received && { source: this.fromEvents.has(entry.id) ? ('event' as const) : ('metadata' as const) }),
      ...(entry.failure && { failure: entry.failure }),
    };
    slot.received = received;
    return before && sameAnswer(before, answer) ? before : answer;
  }

  private citations(received: ReceivedCitations | undefined, slot: Slot): readonly Citation[] {
    if (!received) return NONE;
    const before = slot.received === received ? slot.answer?.citations : undefined;
    const conflicts = received.citations.map(({ record }) => this.host.inConflict(record.node.ref));
    if (before?.every((citation, index) => citation.identityConflict === conflicts[index])) return before;
    return received.citations.map((citation, index) => toCitation(citation, conflicts[index] === true));
  }
}

function stateOf(entry: MessageEntry, received: ReceivedCitations | undefined): AnswerState {
  if (entry.failure) return 'failed';
  if (entry.open) return 'streaming';
  if (!received) return entry.run?.active ? 'streaming' : 'no-event';
  if (received.omitted.length > 0) return 'cited-partly';
  return received.citations.length > 0 ? 'cited' : 'no-sources';
}

function sameAnswer(a: Answer, b: Answer): boolean {
  return (
    a.content === b.content &&
    a.state === b.state &&
    a.citations === b.citations &&
    a.omitted === b.omitted &&
    a.computedAt === b.computedAt &&
    a.source === b.source &&
    a.failure === b.failure
  );
}

function envelopeOf(event: Fields): Fields {
  const { value: _value, ...rest } = event;
  const plain = toPlainJson(rest, { maxDepth: 32, maxBytes: 1_048_576 });
  return plain.ok ? (plain.value as Fields) : { type: 'CUSTOM', name: CITATIONS_EVENT };
}
