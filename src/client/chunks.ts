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

interface Lane {
  kind: ChunkKind;
  id: string;
}

/**
 * Turns AG-UI chunk events into the start, content and end events they stand for. Each sub-agent, and the
 * agent itself, has one message open by chunks at a time; any other event of its own ends it.
 */
export class ChunkExpander {
  private readonly lanes = new Map<unknown, Lane>();

  /** The events to apply in place of `event`, in order. */
  expand(event: Fields): Fields[] {
    const kind =
      typeof event.type === 'string' && Object.hasOwn(CHUNKS, event.type) ? CHUNKS[event.type] : undefined;
    if (kind) return this.expandChunk(event, kind);
    if (this.lanes.size === 0 || PASS.has(String(event.type))) return [event];
    if (CLOSE_ALL.has(String(event.type)))
      return [...[...this.lanes.keys()].flatMap((owner) => this.close(owner)), event];
    return [...this.close(event.subagentRunId ?? undefined), event];
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
    }
    if (event.delta !== undefined || result.length === 0) {
      result.push({ ...event, type: kind.content, [kind.id]: id, delta: event.delta ?? '' });
    }
    return result;
  }

  private ownerOf(event: Fields, kind: ChunkKind): unknown {
    const id = event[kind.id];
    for (const [owner, lane] of this.lanes) {
      if (lane.kind === kind && lane.id === id) return owner;
    }
    if (typeof event.subagentRunId === 'string') return event.subagentRunId;
    if (id !== undefined || this.lanes.get(undefined)?.kind === kind) return undefined;
    const candidates = [...this.lanes].filter(([, lane]) => lane.kind === kind);
    return candidates.length === 1 ? candidates[0]?.[0] : undefined;
  }

  private close(owner: unknown): Fields[] {
    const lane = this.lanes.get(owner);
    if (!lane) return [];
    this.lanes.delete(owner);
    return [{ type: lane.kind.end, [lane.kind.id]: lane.id }];
  }
}
