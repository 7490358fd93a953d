import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isKnown } from './headers.ts';

/** One representation of an answer: what is sent when the client takes this encoding. */
export interface Representation {
  readonly status: number;
  readonly type: string;
  readonly encoding: 'br' | 'gzip' | null;
  readonly etag: string;
  readonly bytes: number;
  readonly cacheControl: string;
  /** Asked for only when a body is sent. */
  open(): Promise<Uint8Array | FileHandle>;
}

const CHUNK_BYTES = 256 * 1024;

/** Content type with its character set, so that nobody guesses. */
export function typeOf(type: string): string {
  return /^text\/|json$|javascript$|svg\+xml$/.test(type) ? `${type};charset=utf-8` : type;
}

/** Sends an answer, or 304 when the client has it, or its head alone. */
export async function send(request: IncomingMessage, response: ServerResponse, representation: Representation): Promise<void> {
  const { status, etag, encoding, bytes } = representation;
  const isFresh = status === 200 && isKnown(request.headers['if-none-match'], etag);
  const body = isFresh || request.method === 'HEAD' ? null : await representation.open();
  response.setHeader('etag', etag);
  response.setHeader('cache-control', representation.cacheControl);
  response.setHeader('vary', 'Accept-Encoding');
  if (isFresh) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('content-type', typeOf(representation.type));
  response.setHeader('content-length', bytes);
  if (encoding) response.setHeader('content-encoding', encoding);
  response.writeHead(status);
  if (body === null || body instanceof Uint8Array) {
    response.end(body ?? undefined);
    return;
  }
  // A client that goes away in the middle is no error of ours; the pipeline closes the file.
  await pipeline(body.createReadStream({ highWaterMark: CHUNK_BYTES }), response).catch(() => response.destroy());
}

/** Sends an error as `{"error": "…"}`. */
export function sendError(request: IncomingMessage, response: ServerResponse, status: number, error: string): void {
  const body = Buffer.from(`${JSON.stringify({ error })}\n`);
  response.setHeader('content-type', typeOf('application/json'));
  response.setHeader('content-length', body.byteLength);
  response.setHeader('cache-control', 'no-store');
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : body);
}
