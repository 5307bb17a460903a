import type { SavedConversation } from '../schema/conversation.js';
import { parseDateTime } from '../schema/date-time.js';
import type { Finding } from '../schema/finding.js';
import type { Answer } from './answer.js';
import type { CitationLimits } from './citations-value.js';
import type { Diagnostic } from './diagnostic.js';
import { type Failure, type Fields, fieldsOf } from './message-log.js';
import { type Located, readEventText } from './read-events.js';
import { Store } from './store.js';

/** A conversation read from a file or another saved form. Plain immutable data. */
export interface Conversation {
  /** What the input was. */
  readonly form:
    | 'saved'
    | 'json-array'
    | 'json-lines'
    | 'server-sent-events'
    | 'messages-and-events'
    | 'unreadable';
  /** When it was saved, if the input says so: an RFC 3339 date-time. */
  readonly savedAt?: string;
  /** AG-UI messages in order. */
  readonly messages: readonly Fields[];
  /** The `moca.citations` events that count, as received. */
  readonly events: readonly Fields[];
  /** The `moca.citations` events that were ignored, as received. */
  readonly ignoredEvents: readonly Fields[];
  readonly unfinished: readonly { messageId: string; reason: Failure }[];
  /** The answers with their citations, in order. */
  readonly answers: readonly Answer[];
  /** What was left out or ignored, and why. Paths begin with an index, or with `'line', n`. */
  readonly findings: readonly Diagnostic[];
  /** Set when nothing could be read: one of `findings`. */
  readonly error?: Finding;
}

export interface ParseConversationOptions {
  /** Bounds on one event. */
  limits?: Partial<CitationLimits>;
  /** As in `createCitationStore`. */
  metadataKey?: string | false;
}

type Path = readonly (string | number)[];

/**
 * Reads a saved conversation: the form that `store.toJSON()` writes, a JSON array of AG-UI events (the output
 * of `compactEvents` too), JSON Lines, a raw server-sent-events capture, or an object with `messages` and
 * `events`. `input` is text, UTF-8 bytes, or the parsed JSON.
 *
 * Keeps what it can and reports the rest in `findings`; `error` is set when nothing could be read. An answer
 * whose end the input does not have is `failed`. Never throws for what the input holds.
 */
export function parseConversation(input: unknown, options: ParseConversationOptions = {}): Conversation {
  return new Reading(options).read(input);
}

/** The form that `parseConversation` reads without loss. `now` is used when the conversation has no time. */
export function saveConversation(conversation: Conversation, now: number = Date.now()): SavedConversation {
  return {
    format: 'moca-conversation',
    version: 1,
    savedAt: conversation.savedAt ?? new Date(now).toISOString(),
    messages: [...conversation.messages],
    events: [...conversation.events],
    ignoredEvents: [...conversation.ignoredEvents],
    unfinished: [...conversation.unfinished],
  };
}

class Reading {
  private readonly store: Store;
  private readonly findings: Diagnostic[] = [];
  private seen = 0;
  private form: Conversation['form'] = 'unreadable';
  private savedAt: string | undefined;

  constructor(options: ParseConversationOptions) {
    this.store = new Store({ ...options, maxDiagnostics: 10_000 });
  }

  read(input: unknown): Conversation {
    this.store.change(() => this.readInput(input));
    this.collect([]);
    const { direct } = this.store;
    const messages = direct.messages();
    const answers = this.store.ids().flatMap((id) => this.store.get(id) ?? []);
    const error = messages.length === 0 ? this.nothingFound() : undefined;
    return {
      form: error ? 'unreadable' : this.form,
      ...(this.savedAt !== undefined && { savedAt: this.savedAt }),
      messages,
      events: direct.citationEvents(),
      ignoredEvents: direct.ignoredEvents(),
      unfinished: direct.unfinished(),
      answers,
      findings: this.findings,
      ...(error && { error }),
    };
  }

  private nothingFound(): Finding {
    const finding: Finding = {
      code: 'no-conversation',
      path: [],
      message:
        'No message was found. Expected a saved conversation, AG-UI events (a JSON array, JSON Lines or a ' +
        'server-sent-events capture), or an object with messages and events.',
    };
    this.findings.unshift(finding);
    return finding;
  }

  private readInput(input: unknown): void {
    const text = textOf(input);
    if (text === undefined) this.readValue(input);
    else this.readText(text);
  }

  private readText(text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      const events = readEventText(text);
      if (!events) return;
      this.form = events.form;
      for (const finding of events.findings) this.findings.push(finding);
      this.ingest(events.items);
      return;
    }
    this.readValue(value);
  }

  private readValue(value: unknown): void {
    const fields = fieldsOf(value);
    if (Array.isArray(value)) {
      this.form = 'json-array';
      this.ingest(located(value));
    } else if (fields?.format === 'moca-conversation') {
      this.readSaved(fields);
    } else if (Array.isArray(fields?.messages) || Array.isArray(fields?.events)) {
      this.form = 'messages-and-events';
      this.readPair(listOf(fields.messages), listOf(fields.events));
    } else if (typeof fields?.type === 'string') {
      this.form = 'json-lines';
      this.ingest([{ value: fields, path: ['line', 1] }]);
    }
  }

  private readSaved(saved: Fields): void {
    if (saved.version !== 1) {
      this.findings.push({
        code: 'unknown-version',
        path: ['version'],
        message: 'The conversation was saved in a form of another version; only version 1 is known.',
      });
      return;
    }
    this.form = 'saved';
    if (typeof saved.savedAt === 'string' && parseDateTime(saved.savedAt) !== undefined) {
      this.savedAt = saved.savedAt;
    }
    const { direct } = this.store;
    direct.mergeMessages(listOf(saved.messages));
    this.collect([]);
    listOf(saved.events).forEach((event, index) => {
      direct.restoreEvent(event);
      this.collect(['events', index]);
    });
    for (const event of listOf(saved.ignoredEvents)) direct.restoreIgnored(event);
    this.collect(['ignoredEvents']);
    for (const item of listOf(saved.unfinished)) {
      const { messageId, reason } = fieldsOf(item) ?? {};
      if (typeof messageId === 'string') direct.markFailed(messageId, failureOf(reason));
    }
  }

  /** The messages say what the conversation is; the events add citations, and how the runs went. */
  private readPair(messages: readonly unknown[], events: readonly unknown[]): void {
    const { direct } = this.store;
    const streamed = new Set(events.map(startedBy));
    direct.mergeMessages(messages.filter((message) => !streamed.has(idOf(message))));
    this.collect([]);
    this.ingest(located(events, 'events'));
    direct.mergeMessages(messages);
  }

  private ingest(items: readonly Located[]): void {
    const { direct } = this.store;
    for (const { value, path } of items) {
      direct.ingest(value);
      this.collect(path);
    }
    // What was open when the record breaks off was never finished, as far as anyone can tell.
    direct.endRun(direct.running ? 'cut-off' : undefined);
  }

  /** Moves the store's new findings over, with the place in the input they belong to. */
  private collect(path: Path): void {
    const all = this.store.diagnostics();
    for (const finding of all.slice(this.seen)) {
      this.findings.push({ ...finding, path: [...path, ...finding.path] });
    }
    this.seen = all.length;
  }
}

function textOf(input: unknown): string | undefined {
  if (typeof input === 'string') return input.replace(/^\uFEFF/, '');
  if (input instanceof ArrayBuffer || ArrayBuffer.isView(input)) return new TextDecoder().decode(input);
  return undefined;
}

function located(values: readonly unknown[], ...base: string[]): Located[] {
  return values.map((value, index) => ({ value, path: [...base, index] }));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function idOf(message: unknown): unknown {
  return fieldsOf(message)?.id;
}

/** The message that an event streams, if it does. */
function startedBy(event: unknown): unknown {
  const fields = fieldsOf(event);
  return typeof fields?.type === 'string' && /^TEXT_MESSAGE_(?:START|CHUNK)$/.test(fields.type)
    ? fields.messageId
    : undefined;
}

function failureOf(reason: unknown): Failure {
  return reason === 'error' || reason === 'cancelled' ? reason : 'cut-off';
}
