/** ClickHouse's HTTP interface for the tests: answers come from a function, so that it can be slow, full, refuse, or close the connection. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly query: string;
  readonly parameters: URLSearchParams;
  /** What follows the text of an INSERT. */
  readonly body: Buffer;
  readonly user: string;
  /** Resolves when the client has gone before the answer was complete. */
  readonly gone: Promise<void>;
}

export type Answer =
  | { readonly body: string }
  /** The beginning of a truncated answer. */
  | { readonly half: string }
  | { readonly error: string; readonly code: number }
  | 'hang up';

export interface FakeServer {
  readonly address: string;
  readonly asked: Asked[];
  readonly close: () => Promise<void>;
}

async function readAll(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > bytesMax) request.socket.destroy();
  }
  return Buffer.concat(chunks);
}

/** With a statement in the address, the body has its rows; otherwise the body is the statement. */
function statementOf(parameters: URLSearchParams, body: Buffer): { query: string; body: Buffer } {
  const query = parameters.get('query');
  return query === null ? { query: body.toString(), body: Buffer.alloc(0) } : { query, body };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  asked: Asked[],
  answer: (asked: Asked) => Answer | Promise<Answer>,
  bytesMax: number,
): Promise<void> {
  const parameters = new URL(request.url ?? '/', 'http://localhost').searchParams;
  const gone = new Promise<void>((resolve) => {
    response.once('close', () => {
      if (!response.writableFinished) resolve();
    });
  });
  const [user = ''] = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64')
    .toString()
    .split(':');
  const one: Asked = { ...statementOf(parameters, await readAll(request, bytesMax)), parameters, user, gone };
  asked.push(one);
  const given = await answer(one);
  if (given === 'hang up') request.socket.destroy();
  else if ('half' in given) {
    response.setHeader('content-length', 2 * Buffer.byteLength(given.half));
    response.write(given.half, () => request.socket.destroy());
  } else if ('error' in given) {
    response.statusCode = 500;
    response.setHeader('x-clickhouse-exception-code', String(given.code));
    response.end(`Code: ${given.code}. DB::Exception: ${given.error}. (REFUSED) (version 26.7.2.1)`);
  } else response.end(given.body);
}

/** @param bytesMax of a request: a longer one is cut after so many */
export async function openFakeServer(
  answer: (asked: Asked) => Answer | Promise<Answer>,
  bytesMax = Number.POSITIVE_INFINITY,
): Promise<FakeServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    // A client that closes the connection ends the reading of its request.
    respond(request, response, asked, answer, bytesMax).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `clickhouse://127.0.0.1:${(server.address() as AddressInfo).port}/panscreen`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
