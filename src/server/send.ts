import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isKnown } from './headers.ts';

/** One representation of a response. */
export interface Representation {
  readonly status: number;
  readonly type: string;
  readonly encoding: 'br' | 'gzip' | null;
  readonly etag: string;
  readonly bytes: number;
  readonly cacheControl: string;
  /** Called only if a body is sent. */
  open(): Promise<Uint8Array | FileHandle>;
}

/** Part of a response in memory at a time; the next is read when the client has received it. */
const CHUNK_BYTES = 64 * 1024;
/** Timeout for a client to receive a chunk. The system's buffers can hide a slow reader for seconds. */
const CHUNK_MS_MAX = 20_000;
/** After this, a response needs an average rate of ANSWER_BYTES_PER_S_MIN: 6 MB within three minutes, the page's own timeout. */
const ANSWER_GRACE_MS = 30_000;
const ANSWER_BYTES_PER_S_MIN = 32 * 1024;

/** Adds the character set to a text type. */
export function typeOf(type: string): string {
  return /^text\/|json$|javascript$|svg\+xml$/.test(type) ? `${type};charset=utf-8` : type;
}

/** Sends a response, 304 if the client has it, or only the headers for HEAD. */
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
  if (body === null) response.end();
  else await sendBody(response, body, bytes);
}

/** Sends a body in chunks at the client's pace. A disconnected or slow client is not an error. */
async function sendBody(response: ServerResponse, body: Uint8Array | FileHandle, bytes: number): Promise<void> {
  const startedAt = performance.now();
  const buffer = body instanceof Uint8Array ? null : Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, bytes));
  try {
    for (let at = 0, isGone = false; at < bytes && !isGone; ) {
      const chunk = body instanceof Uint8Array ? body.subarray(at, at + CHUNK_BYTES) : await readChunk(body, buffer!, at, bytes);
      at += chunk.byteLength;
      const allowedMs = startedAt + ANSWER_GRACE_MS + (1000 * at) / ANSWER_BYTES_PER_S_MIN - performance.now();
      isGone = !(await isTaken(response, chunk, Math.min(CHUNK_MS_MAX, allowedMs)));
    }
    response.end();
  } finally {
    if (!(body instanceof Uint8Array)) await body.close();
  }
}

async function readChunk(file: FileHandle, buffer: Buffer, at: number, end: number): Promise<Buffer> {
  const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.byteLength, end - at), at);
  if (bytesRead === 0) throw new Error(`the file ends at ${at} of ${end} bytes`);
  return buffer.subarray(0, bytesRead);
}

/** Resolves to true when the system has accepted the chunk, to false if the client is disconnected. */
function isTaken(response: ServerResponse, chunk: Uint8Array, allowedMs: number): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const settle = (isTaken: boolean): void => {
      clearTimeout(late);
      response.removeListener('close', onClose);
      resolve(isTaken);
    };
    const onClose = (): void => settle(false);
    const late = setTimeout(() => response.destroy(), allowedMs);
    response.on('close', onClose);
    response.write(chunk, (error) => settle(!error));
  });
}

export function errorBody(error: string): string {
  return `${JSON.stringify({ error })}\n`;
}

export function errorHeaders(body: string): OutgoingHttpHeaders {
  return {
    'content-type': typeOf('application/json'),
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  };
}

export function sendError(request: IncomingMessage, response: ServerResponse, status: number, error: string): void {
  const body = errorBody(error);
  response.writeHead(status, errorHeaders(body)).end(request.method === 'HEAD' ? undefined : body);
}
