import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BaseEvent, HttpAgent, type HttpAgentConfig } from '@ag-ui/client';
import { EventEncoder } from '@ag-ui/encoder';

export type Encoding = 'text/event-stream' | 'application/vnd.ag-ui.event+proto';

/** What the server answers to each request, in order: bytes by pieces, then the end or a broken connection. */
export interface Reply {
  encoding?: Encoding;
  pieces: readonly Uint8Array[];
  /** Break the connection instead of ending the answer. */
  drop?: boolean;
  /** Leave the answer open. */
  hang?: boolean;
  /** Milliseconds between pieces, so that the client reads them one by one. */
  pause?: number;
}

export function encode(events: readonly BaseEvent[], encoding: Encoding = 'text/event-stream'): Uint8Array {
  const encoder = new EventEncoder({ accept: encoding });
  return Buffer.concat(events.map((event) => encoder.encodeBinary(event)));
}

/**
 * `fetch`, but a reader of a broken connection can be cancelled: `@ag-ui/client` 1.0.0 does that and leaves
 * the rejection unhandled, which would fail the test run.
 */
export async function fetchCancellable(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = {
    getReader: () => ({ read: () => reader.read(), cancel: () => reader.cancel().catch(() => {}) }),
  };
  return { ok: response.ok, status: response.status, headers: response.headers, body } as unknown as Response;
}

/** An AG-UI service on a real port. */
export class AguiServer {
  private replies: Reply[] = [];
  private constructor(private readonly server: Server) {}

  static async start(): Promise<AguiServer> {
    const server = createServer();
    const agui = new AguiServer(server);
    server.on('request', async (request, response) => {
      for await (const _ of request);
      const reply = agui.replies.shift() ?? { pieces: [] };
      response.writeHead(200, { 'content-type': reply.encoding ?? 'text/event-stream' });
      response.flushHeaders();
      for (const piece of reply.pieces) {
        response.write(piece);
        await new Promise((resolve) => setTimeout(resolve, reply.pause ?? 0));
      }
      if (reply.drop) response.destroy();
      else if (!reply.hang) response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return agui;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  reply(...replies: (Reply | readonly BaseEvent[])[]): void {
    for (const reply of replies) {
      this.replies.push('pieces' in reply ? reply : { pieces: [encode(reply)] });
    }
  }

  agent(config: Partial<HttpAgentConfig> = {}): HttpAgent {
    return new HttpAgent({ url: this.url, fetch: fetchCancellable, ...config });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
