/** A third-party server: it implements the five calls and serves the built page like static hosts that drop .html. */
import { readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';
import { afterAll } from 'vitest';

const PAGE = resolve('dist/app');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** Answer to one call. */
export type Reply = (request: IncomingMessage, response: ServerResponse) => void;

export const json =
  (value: unknown): Reply =>
  (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(value));
  };
export const floats =
  (values: readonly number[]): Reply =>
  (_, response) => {
    response.end(Buffer.from(Float32Array.from(values).buffer));
  };
export const status =
  (code: number): Reply =>
  (_, response) => {
    response.statusCode = code;
    response.end('no');
  };
/** Never answers. */
export const hang: Reply = () => {};

/** A plain file: no compression, no cache rules. */
function sendFile(path: string, response: ServerResponse): void {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  response.statusCode = isFile ? 200 : 404;
  response.setHeader('content-type', isFile ? (TYPES[extname(path)] ?? 'application/octet-stream') : 'text/plain');
  response.end(isFile ? readFileSync(path) : 'no');
}

function sendPage(path: string, response: ServerResponse): void {
  const tried = [path, `${path}.html`, join(path, 'index.html')].map((each) => join(PAGE, normalize(each)));
  const file = tried.find((each) => statSync(each, { throwIfNoEntry: false })?.isFile());
  response.statusCode = file ? 200 : 404;
  const shown = file ?? join(PAGE, '404.html');
  response.setHeader('content-type', TYPES[extname(shown)] ?? 'application/octet-stream');
  response.end(readFileSync(shown));
}

/**
 * Serves page and calls below `base` (`/` or `/some/path/`); `calls` may change meanwhile. Returns the page's URL. @param history
 * folder of static files served below `history/`
 */
export async function serveElsewhere(calls: Record<string, Reply>, base = '/', history: string | null = null): Promise<string> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!path.startsWith(base)) return status(404)(request, response);
    const inside = path.slice(base.length);
    const call = inside.startsWith('api/screener/') ? inside.slice('api/screener/'.length) : null;
    if (history !== null && inside.startsWith('history/')) return sendFile(join(history, normalize(inside.slice(8))), response);
    if (call === null) return sendPage(inside, response);
    return (calls[call] ?? status(404))(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
}
