import type { Finding } from '../schema/finding.js';
import { toPlainJson } from './plain-json.js';

/** Why an answer is not a finished one. */
export type Failure =
  /** The service reported that the run, or the sub-agent that wrote the message, failed. */
  | 'error'
  /** The run was stopped before it completed. */
  | 'cancelled'
  /** The stream ended, or another run began, before the message or its run did. */
  | 'cut-off';

export type Fields = Readonly<Record<string, unknown>>;

interface Run {
  active: boolean;
}

interface ToolCall {
  id: string;
  function?: { name?: unknown; arguments?: unknown };
  metadata?: Fields;
}

/** One message of a conversation as it stands after the events so far. */
export interface MessageEntry {
  readonly id: string;
  role: string;
  /** Text so far; undefined when the message has none, as a message that only calls tools. */
  content: string | undefined;
  /** Begun and not ended. */
  open: boolean;
  failure: Failure | undefined;
  /** Whether its metadata holds something under the citations key. */
  citedInMetadata: boolean;
  /** Whether that was so in the last list of messages. */
  metadataInList: boolean;
  /** What else the message carries, for saving. */
  rest: Fields;
  toolCalls: ToolCall[] | undefined;
  run: Run | undefined;
}

export interface MessageLogOptions {
  /** Metadata key to read citations from; false reads none. */
  metadataKey: string | false;
  /** Keep everything a message carries; false when someone else, such as an agent, holds the messages. */
  keepAll: boolean;
}

export interface MessageLogListener {
  /** Content, role or state changed, or the message is new. */
  changed(entry: MessageEntry): void;
  /** `byService` when a snapshot of the service's left it out, not the list of whoever holds the messages. */
  removed(entry: MessageEntry, byService: boolean): void;
  /** `value` is what the metadata holds under the citations key now; undefined when nothing. */
  metadataChanged(entry: MessageEntry, value: unknown): void;
  report(finding: Finding): void;
}

const MESSAGE_LIMITS = { maxDepth: 64, maxBytes: 33_554_432 };

/**
 * The messages of one AG-UI conversation, built from its events by the rules of `@ag-ui/client`'s own
 * reducer, so that both hold the same text at every moment. Each event costs the same however long the
 * conversation is, a snapshot aside.
 */
export class MessageLog {
  private entries: MessageEntry[] = [];
  private readonly byId = new Map<string, MessageEntry>();
  private readonly callOwners = new Map<string, { entry: MessageEntry; call: ToolCall }>();
  private run: Run | undefined;
  private unknownId: string | undefined;
  /** What the current run touched. */
  private active = new Set<MessageEntry>();

  private readonly handlers = new Map<string, (event: Fields) => void>([
    ['RUN_STARTED', (event) => this.beginRun(event)],
    ['RUN_FINISHED', (event) => this.finishRun(event)],
    // The code with which `@ag-ui/client` reports that the host aborted the request.
    ['RUN_ERROR', (event) => this.endRun(event.code === 'abort' ? 'cancelled' : 'error')],
    ['SUBAGENT_ERROR', (event) => this.failSubagent(event.subagentRunId)],
    ['TEXT_MESSAGE_START', (event) => this.startMessage(event, textOr(event.role, 'assistant'))],
    ['TEXT_MESSAGE_CONTENT', (event) => this.appendContent(event)],
    ['TEXT_MESSAGE_END', (event) => this.endMessage(event)],
    ['REASONING_MESSAGE_START', (event) => this.startMessage(event, 'reasoning')],
    ['REASONING_MESSAGE_CONTENT', (event) => this.appendContent(event)],
    ['REASONING_MESSAGE_END', (event) => this.endMessage(event)],
    ['TOOL_CALL_START', (event) => this.startToolCall(event)],
    ['TOOL_CALL_ARGS', (event) => this.appendArguments(event)],
    ['TOOL_CALL_END', (event) => this.mergeCallMetadata(event)],
    ['TOOL_CALL_RESULT', (event) => this.addToolResult(event)],
    ['ACTIVITY_SNAPSHOT', (event) => this.addActivity(event)],
    ['MESSAGES_SNAPSHOT', (event) => this.applySnapshot(event.messages)],
  ]);

  constructor(
    private readonly options: MessageLogOptions,
    private readonly listener: MessageLogListener,
  ) {}

  get(id: string): MessageEntry | undefined {
    return this.byId.get(id);
  }

  all(): readonly MessageEntry[] {
    return this.entries;
  }

  /** Whether a run has begun and not ended. */
  get running(): boolean {
    return this.run?.active === true;
  }

  /** Takes one event with expanded chunks; ignores events that say nothing about messages or runs. */
  apply(event: Fields): void {
    if (typeof event.type === 'string') this.handlers.get(event.type)?.(event);
  }

  /** Ends the current run; with a reason, everything it wrote is unfinished. */
  endRun(failure?: Failure): void {
    const { run } = this;
    if (run) run.active = false;
    for (const entry of this.active) {
      // A message without its end is not a finished one, whatever the run says.
      const reason = failure ?? (entry.open ? 'cut-off' : undefined);
      entry.open = false;
      if (reason !== undefined) entry.failure = reason;
      this.listener.changed(entry);
    }
    this.active.clear();
    this.run = undefined;
  }

  /** For a run that began before anyone listened: its last message counts as being written. */
  assumeRunning(): void {
    if (this.running) return;
    this.run = { active: true };
    const last = this.entries.at(-1);
    if (last?.role === 'assistant') {
      last.open = true;
      this.touch(last);
    }
  }

  /**
   * Makes the log equal to a complete list of messages, in its order. A message that is not in it leaves. An
   * element that is no message is reported; the message it may have stood for stays as it is.
   */
  replace(messages: readonly unknown[]): void {
    const listed = this.upsertAll(messages);
    for (const entry of this.entries) if (!listed.has(entry)) this.remove(entry, false);
    this.entries = [...listed];
  }

  /** Adds messages and updates known ones; none leaves. */
  merge(messages: readonly unknown[]): void {
    const known = new Set(this.entries);
    for (const entry of this.upsertAll(messages)) if (!known.has(entry)) this.entries.push(entry);
  }

  /**
   * Whether the log plainly agrees with a list of messages: the same number, the same last one, the same
   * length of its text. A cheap test for the list an agent publishes after every event.
   */
  agreesWith(messages: readonly unknown[]): boolean {
    const last = this.entries.at(-1);
    if (messages.length !== this.entries.length) return false;
    if (last === undefined) return true;
    const message = messages.at(-1) as { id?: unknown; content?: unknown } | null | undefined;
    const length = typeof message?.content === 'string' ? message.content.length : 0;
    return message?.id === last.id && length === (last.content?.length ?? 0);
  }

  /** The messages for saving, with everything they came with. */
  toMessages(): Fields[] {
    return this.entries.map((entry) => ({
      ...entry.rest,
      id: entry.id,
      role: entry.role,
      ...(entry.content !== undefined && { content: entry.content }),
      ...(entry.toolCalls && { toolCalls: structuredClone(entry.toolCalls) }),
    }));
  }

  private beginRun(event: Fields): void {
    // A run that another one replaces in the stream never told its end.
    this.endRun(this.running ? 'cut-off' : undefined);
    this.run = { active: true };
    const input = fieldsOf(event.input);
    if (!Array.isArray(input?.messages)) return;
    this.merge(input.messages.filter((message) => !this.byId.has(String(fieldsOf(message)?.id))));
  }

  private finishRun(event: Fields): void {
    this.endRun(fieldsOf(event.outcome)?.type === 'cancelled' ? 'cancelled' : undefined);
  }

  private failSubagent(subagentRunId: unknown): void {
    if (typeof subagentRunId !== 'string') return;
    for (const entry of this.active) {
      if (entry.rest.subagentRunId !== subagentRunId) continue;
      entry.open = false;
      entry.failure = 'error';
      this.listener.changed(entry);
    }
  }

  private startMessage(event: Fields, role: string): void {
    const id = this.idOf(event, 'messageId');
    if (id === undefined) return;
    let entry = this.byId.get(id);
    if (entry?.role === 'activity') return;
    if (!entry) {
      entry = this.add(id, role);
      entry.rest = pick(event, ['name', 'subagentRunId']);
    }
    entry.content ??= '';
    entry.open = true;
    entry.failure = undefined;
    this.mergeMetadata(entry, event);
    this.touch(entry);
  }

  private appendContent(event: Fields): void {
    const entry = this.streamed(event);
    if (!entry) return;
    if (typeof event.delta !== 'string') {
      this.report('malformed-event', ['delta'], 'Expected string.');
      return;
    }
    // Content after the end, or without a start, is a message being written all the same.
    entry.open = true;
    entry.content = `${entry.content ?? ''}${event.delta}`;
    this.mergeMetadata(entry, event);
    this.touch(entry);
  }

  private endMessage(event: Fields): void {
    const entry = this.streamed(event);
    if (!entry) return;
    entry.open = false;
    this.mergeMetadata(entry, event);
    this.touch(entry);
  }

  private streamed(event: Fields): MessageEntry | undefined {
    const id = this.idOf(event, 'messageId');
    const entry = id === undefined ? undefined : this.byId.get(id);
    if (id !== undefined && !entry && id !== this.unknownId) {
      // Once, not for every piece of its text.
      this.unknownId = id;
      this.report('unknown-message', ['messageId'], `The conversation has no message ${quote(id)}.`);
    }
    return entry?.role === 'activity' ? undefined : entry;
  }

  private startToolCall(event: Fields): void {
    const id = this.idOf(event, 'toolCallId');
    if (id === undefined) return;
    const name = typeof event.toolCallName === 'string' ? event.toolCallName : '';
    const known = this.callOwners.get(id);
    if (known) {
      known.call.function = { ...known.call.function, name };
      this.mergeCallMetadata(event);
      return;
    }
    const entry = this.toolCallParent(id, event);
    const call = { id, type: 'function', function: { name, arguments: '' } };
    entry.toolCalls ??= [];
    entry.toolCalls.push(call);
    this.callOwners.set(id, { entry, call });
    this.mergeCallMetadata(event);
    this.touch(entry);
  }

  private toolCallParent(toolCallId: string, event: Fields): MessageEntry {
    const parentId = typeof event.parentMessageId === 'string' ? event.parentMessageId : undefined;
    const parent = parentId === undefined ? undefined : this.byId.get(parentId);
    if (parent?.role === 'assistant') return parent;
    const id = parentId === undefined || parent ? toolCallId : parentId;
    const existing = this.byId.get(id);
    if (existing) return existing;
    const entry = this.add(id, 'assistant');
    entry.rest = pick(event, ['subagentRunId']);
    return entry;
  }

  private appendArguments(event: Fields): void {
    const owner = this.callOwners.get(String(event.toolCallId));
    if (!owner || typeof event.delta !== 'string') return;
    const before = textOr(owner.call.function?.arguments, '');
    owner.call.function = { ...owner.call.function, arguments: `${before}${event.delta}` };
    this.mergeCallMetadata(event);
  }

  private mergeCallMetadata(event: Fields): void {
    const owner = this.callOwners.get(String(event.toolCallId));
    const metadata = this.options.keepAll && owner && plainFields(event.metadata);
    if (metadata) owner.call.metadata = { ...owner.call.metadata, ...metadata };
  }

  private addToolResult(event: Fields): void {
    const id = this.idOf(event, 'messageId');
    if (id === undefined || this.byId.has(id)) return;
    const owner = this.callOwners.get(String(event.toolCallId))?.entry;
    // From the end: the call is seldom far back, however long the conversation is.
    let at = owner ? this.entries.lastIndexOf(owner) + 1 : this.entries.length;
    while (this.entries[at]?.role === 'tool') at++;
    const entry = this.create(id, 'tool');
    entry.content = typeof event.content === 'string' ? event.content : undefined;
    entry.rest = pick(event, [
      'toolCallId',
      'subagentRunId',
      ...(entry.content === undefined ? ['content'] : []),
    ]);
    this.entries.splice(at, 0, entry);
    this.mergeMetadata(entry, event);
    this.listener.changed(entry);
  }

  private addActivity(event: Fields): void {
    const id = this.idOf(event, 'messageId');
    if (id === undefined) return;
    const known = this.byId.get(id);
    if (known && (known.role !== 'activity' || event.replace === false)) return;
    const entry = known ?? this.add(id, 'activity');
    entry.rest = pick(event, ['activityType', 'content', 'subagentRunId']);
    this.listener.changed(entry);
  }

  private applySnapshot(messages: unknown): void {
    if (!Array.isArray(messages)) {
      this.report('malformed-event', ['messages'], 'Expected array; the messages stay as they are.');
      return;
    }
    const roles = new Set(messages.map((message) => fieldsOf(message)?.role));
    const listed = this.upsertAll(messages);
    // Only the service can take citations out of a message's metadata: others keep messages without it.
    for (const entry of listed) if (!entry.metadataInList) this.setMetadataValue(entry, undefined);
    const kept: MessageEntry[] = [];
    for (const entry of this.entries) {
      // What a service never sends back is not gone because a snapshot lacks it.
      const local = (entry.role === 'activity' || entry.role === 'reasoning') && !roles.has(entry.role);
      if (local || listed.has(entry)) kept.push(entry);
      else this.remove(entry, true);
    }
    const known = new Set(kept);
    this.entries = [...kept, ...[...listed].filter((entry) => !known.has(entry))];
  }

  private remove(entry: MessageEntry, byService: boolean): void {
    this.byId.delete(entry.id);
    this.active.delete(entry);
    for (const call of entry.toolCalls ?? []) this.callOwners.delete(call.id);
    this.listener.removed(entry, byService);
  }

  private upsertAll(messages: readonly unknown[]): Set<MessageEntry> {
    const listed = new Set<MessageEntry>();
    messages.forEach((message, index) => {
      const entry = this.upsert(message, ['messages', index]);
      if (entry) listed.add(entry);
    });
    return listed;
  }

  private upsert(input: unknown, path: (string | number)[]): MessageEntry | undefined {
    const message = this.options.keepAll ? plainFields(input) : fieldsOf(input);
    const id = message?.id ?? fieldsOf(input)?.id;
    const known = typeof id === 'string' ? this.byId.get(id) : undefined;
    if (!message || typeof message.id !== 'string' || typeof message.role !== 'string') {
      this.listener.report({
        code: 'malformed-message',
        path,
        message: 'Expected a message with an id and a role.',
      });
      return known;
    }
    const entry = known ?? this.create(message.id, message.role);
    const { id: _id, role, content, toolCalls, ...rest } = message;
    const text = typeof content === 'string' ? content : undefined;
    const changed = !known || entry.content !== text || entry.role !== role;
    // The service, or the host, gave it other words since: they are no longer the ones that broke off.
    if (changed) entry.failure = undefined;
    entry.role = message.role;
    entry.content = text;
    if (this.options.keepAll) {
      entry.rest = text === undefined && content !== undefined ? { ...rest, content } : rest;
    }
    this.setToolCalls(entry, toolCalls);
    const metadata = fieldsOf(rest.metadata);
    entry.metadataInList = this.holdsCitations(metadata);
    if (entry.metadataInList) this.setMetadataValue(entry, metadata);
    if (changed) this.listener.changed(entry);
    return entry;
  }

  private setToolCalls(entry: MessageEntry, toolCalls: unknown): void {
    for (const call of entry.toolCalls ?? []) this.callOwners.delete(call.id);
    entry.toolCalls = undefined;
    if (!Array.isArray(toolCalls)) return;
    // Copies: they grow with the stream, and the list is someone else's.
    entry.toolCalls = toolCalls.filter(isToolCall).map((call) => ({ ...call }));
    for (const call of entry.toolCalls) this.callOwners.set(call.id, { entry, call });
  }

  private mergeMetadata(entry: MessageEntry, event: Fields): void {
    const metadata = fieldsOf(event.metadata);
    if (!metadata) return;
    if (this.options.keepAll) {
      entry.rest = {
        ...entry.rest,
        metadata: { ...fieldsOf(entry.rest.metadata), ...plainFields(metadata) },
      };
    }
    if (this.holdsCitations(metadata)) this.setMetadataValue(entry, metadata);
  }

  private holdsCitations(metadata: Fields | undefined): boolean {
    const { metadataKey } = this.options;
    return metadata !== undefined && metadataKey !== false && Object.hasOwn(metadata, metadataKey);
  }

  private setMetadataValue(entry: MessageEntry, metadata: Fields | undefined): void {
    const { metadataKey } = this.options;
    if (metadataKey === false) return;
    const held = metadata?.[metadataKey];
    if (held === undefined && !entry.citedInMetadata) return;
    entry.citedInMetadata = held !== undefined;
    this.listener.metadataChanged(entry, held);
  }

  private add(id: string, role: string): MessageEntry {
    const entry = this.create(id, role);
    this.entries.push(entry);
    return entry;
  }

  private create(id: string, role: string): MessageEntry {
    const entry: MessageEntry = {
      id,
      role,
      content: undefined,
      open: false,
      failure: undefined,
      citedInMetadata: false,
      metadataInList: false,
      rest: {},
      toolCalls: undefined,
      run: undefined,
    };
    this.byId.set(id, entry);
    return entry;
  }

  private touch(entry: MessageEntry): void {
    entry.run = this.run;
    this.active.add(entry);
    this.listener.changed(entry);
  }

  private idOf(event: Fields, field: string): string | undefined {
    const id = event[field];
    if (typeof id === 'string') return id;
    this.report('malformed-event', [field], 'Expected string.');
    return undefined;
  }

  private report(code: string, path: (string | number)[], message: string): void {
    this.listener.report({ code, path, message });
  }
}

/** The value as an object with fields; undefined for anything else. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** A plain copy of a value that is an object; undefined for anything else, or what is not JSON. */
export function plainFields(value: unknown): Fields | undefined {
  const plain = toPlainJson(value, MESSAGE_LIMITS);
  return plain.ok ? fieldsOf(plain.value) : undefined;
}

function pick(event: Fields, keys: readonly string[]): Fields {
  const result: Record<string, unknown> = {};
  for (const key of keys) {
    if (event[key] !== undefined && event[key] !== null) result[key] = event[key];
  }
  return plainFields(result) ?? {};
}

function isToolCall(input: unknown): input is ToolCall {
  return typeof fieldsOf(input)?.id === 'string';
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/** A text from outside for a finding's sentence. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
