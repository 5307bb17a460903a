import type { Fields } from './message-log.js';

interface ChunkKind {
  id: 'messageId' | 'toolCallId';
  start: string;
  content: string;
  end: string;
}

const CHUNKS: Readonly<Record<string, ChunkKind>> = {
  TEXT_MESSAGE_CHUNK: {
    id: 'messageId',
    start: 'TEXT_MESSAGE_START',
    content: 'TEXT_MESSAGE_CONTENT',
    end: 'TEXT_MESSAGE_END',
  },
  REASONING_MESSAGE_CHUNK: {
    id: 'messageId',
    start: 'REASONING_MESSAGE_START',
    content: 'REASONING_MESSAGE_CONTENT',
    end: 'REASONING_MESSAGE_END',
  },
  TOOL_CALL_CHUNK: {
    id: 'toolCallId',
    start: 'TOOL_CALL_START',
    content: 'TOOL_CALL_ARGS',
    end: 'TOOL_CALL_END',
  },
};

/** Events during which a chunked message of any owner goes on. */
const PASS = new Set([
  'RAW',
  'ACTIVITY_SNAPSHOT',
  'ACTIVITY_DELTA',
  'REASONING_ENCRYPTED_VALUE',
  'SUBAGENT_STARTED',
]);

/** Events that end the chunked messages of every owner. */
const CLOSE_ALL = new Set(['RUN_STARTED', 'RUN_FINISHED', 'RUN_ERROR', 'MESSAGES_SNAPSHOT']);

/** What the owner of a chunked message is named by: its `subagentRunId`; undefined for the agent itself. */
type Owner = string | undefined;

interface Lane {
  kind: ChunkKind;
  id: string;
}

/**
 * Turns AG-UI chunk events into the start, content and end events they stand for. Each sub-agent, and the
 * agent itself, has one message open by chunks at a time; any other event of its own ends it.
 */
export class ChunkExpander {
  private readonly lanes = new Map<Owner, Lane>();
  /** The owners of the open messages of a kind, by message id. */
  private readonly owners = new Map<ChunkKind, Map<string, Owner>>(
    Object.values(CHUNKS).map((kind) => [kind, new Map()]),
  );

  /** The events to apply in place of `event`, in order. */
  expand(event: Fields): Fields[] {
    const kind =
      typeof event.type === 'string' && Object.hasOwn(CHUNKS, event.type) ? CHUNKS[event.type] : undefined;
    if (kind) return this.expandChunk(event, kind);
    if (this.lanes.size === 0 || PASS.has(String(event.type))) return [event];
    if (CLOSE_ALL.has(String(event.type)))
      return [...[...this.lanes.keys()].flatMap((owner) => this.close(owner)), event];
    const owner = typeof event.subagentRunId === 'string' ? event.subagentRunId : undefined;
    return [...this.close(owner), event];
  }

  private expandChunk(event: Fields, kind: ChunkKind): Fields[] {
    const owner = this.ownerOf(event, kind);
    const open = this.lanes.get(owner);
    const id = event[kind.id] ?? (open?.kind === kind ? open.id : undefined);
    // The first chunk has to name its message; without that there is nothing to hang the text on.
    if (typeof id !== 'string') return [];
    const result: Fields[] = [];
    if (open?.kind !== kind || open.id !== id) {
      result.push(...this.close(owner), { ...event, type: kind.start });
      this.lanes.set(owner, { kind, id });
      this.owners.get(kind)?.set(id, owner);
    }
    if (event.delta !== undefined || result.length === 0) {
      result.push({ ...event, type: kind.content, [kind.id]: id, delta: event.delta ?? '' });
    }
    return result;
  }

  private ownerOf(event: Fields, kind: ChunkKind): Owner {
    const id = event[kind.id];
    const owners = this.owners.get(kind) ?? new Map<unknown, Owner>();
    if (owners.has(id)) return owners.get(id);
    if (typeof event.subagentRunId === 'string') return event.subagentRunId;
    if (id !== undefined || this.lanes.get(undefined)?.kind === kind) return undefined;
    const [only] = owners.values();
    return owners.size === 1 ? only : undefined;
  }

  private close(owner: Owner): Fields[] {
    const lane = this.lanes.get(owner);
    if (!lane) return [];
    this.lanes.delete(owner);
    this.owners.get(lane.kind)?.delete(lane.id);
    return [{ type: lane.kind.end, [lane.kind.id]: lane.id }];
  }
}
