import {
  createServer as createHttpServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { type AddressInfo, isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AnswerQueue } from './answerQueue.ts';
import type { Published } from './builds.ts';
import { API_ROOT, answerCall } from './calls.ts';
import { SECURITY_HEADERS, TRANSPORT_SECURITY } from './headers.ts';
import { answerHistory, HISTORY_ROOT, type HistoryPlace } from './history.ts';
import { openPage, type Page } from './page.ts';
import { openPublished } from './published.ts';
import { answerScreen, SCREEN_CALL, type ScreenEngine, ScreenQueue, type Screens } from './screens.ts';
import { errorBody, errorHeaders, sendError } from './send.ts';

/** Long enough for any screen, whose text is part of the URL. */
const URL_CHARS_MAX = 8192;
const HEADER_BYTES_MAX = 16_384;
/** Also the backlog: beyond Node's default of 511 the system drops connection attempts, which are repeated after a second or more. */
const CONNECTIONS_MAX = 4096;
/** How often Node checks for slow clients; its default is 30 s. */
const SLOW_CLIENTS_CHECK_MS = 1000;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 10_000;
/** Timeout of a silent socket, also within a response. */
const IDLE_SOCKET_MS = 60_000;
/** Time for pending responses when the server stops. */
const STOP_GRACE_MS = 10_000;
/** How often idle connections are closed while stopping. */
const IDLE_CHECK_MS = 50;

export interface ServerOptions {
  /** Folder written by `panscreen ingest` or `panscreen demo`; if it is missing, calls return 503. */
  readonly published: string;
  /** Folder of the built page. */
  readonly page: string;
  /** Folder written by `panscreen history`, served below /history/. */
  readonly history?: string | null;
  /** Whether a missing history is being generated. */
  readonly isHistoryComing?: () => boolean;
  /** Whether the server is only reached by https, through a proxy. */
  readonly isSecure?: boolean;
  /** Called with a line for each internal error; standard error by default. */
  readonly log?: (line: string) => void;
  readonly screens?: ScreenEngine | null;
}

interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Decoded path and query of a request target, or null for an unsafe one. */
function readTarget(url: string): Target | null {
  const local = url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const [encoded = '', query = ''] = local.split(/\?(.*)/s, 2);
  let path: string;
  try {
    path = decodeURIComponent(encoded);
  } catch {
    return null;
  }
  const isSafe =
    path.startsWith('/') && !/[\p{Cc}\\]/u.test(path) && !path.split('/').some((part) => part === '..' || part === '.');
  return isSafe ? { path, query: new URLSearchParams(query) } : null;
}

/** Host and port by RFC 3986. The host is not used, but a proxy must not interpret it differently. */
const HOST = /^(?:[\w.~%!$&'()*+,;=-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

function hasOneHost({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');
  return hosts.length === 0 ? httpVersionMinor === 0 : hosts.length === 1 && HOST.test(hosts[0] ?? '');
}

const ALLOW = 'GET, HEAD';
const CONTINUE = /^100-continue$/i;

interface Site {
  readonly published: Published;
  readonly page: Page;
  readonly history: HistoryPlace;
  readonly screens: Screens | null;
  readonly log: (line: string) => void;
  readonly headers: OutgoingHttpHeaders;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { published, page, history, screens, log, headers }: Site,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value as string);
  const { method, url = '/' } = request;
  const { expect } = request.headers;
  // The client may or may not send a body now, so the next request on this connection can't be identified.
  if (expect !== undefined) response.setHeader('connection', 'close');
  if (expect !== undefined && !CONTINUE.test(expect)) return sendError(request, response, 417, 'the Expect header cannot be met');
  if (!hasOneHost(request)) {
    response.setHeader('connection', 'close');
    return sendError(request, response, 400, 'the Host header cannot be read');
  }
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', ALLOW);
    response.setHeader('connection', 'close');
    return sendError(request, response, 405, `${method} is not allowed`);
  }
  if (url.length > URL_CHARS_MAX) return sendError(request, response, 414, `the URL is longer than ${URL_CHARS_MAX} characters`);
  const target = readTarget(url);
  if (!target) return sendError(request, response, 400, 'the path cannot be read');
  const { path, query } = target;
  if (screens && path === SCREEN_CALL) {
    const refused = (error: Error): void => log(JSON.stringify({ event: 'refused', path, error: error.message }));
    return await answerScreen(request, response, screens, query, refused);
  }
  if (`${path}/`.startsWith(API_ROOT)) return await answerCall(request, response, published, path, query.get('build'));
  if (path.startsWith(HISTORY_ROOT)) return await answerHistory(request, response, history, path);
  await page.answer(request, response, path);
}

/** Responses to malformed and incomplete requests. */
const REFUSALS: Readonly<Record<string, { status: number; error: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: `the head is longer than ${HEADER_BYTES_MAX} bytes` },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: 'the chunk extensions are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'the request did not complete in time' },
};
const MALFORMED = { status: 400, error: 'the request cannot be read' };

/** A complete response for a socket without a request; Node's own lacks the security headers. */
function refusal({ status, error }: { status: number; error: string }, headers: OutgoingHttpHeaders): string {
  const body = errorBody(error);
  const all = { ...headers, ...errorHeaders(body), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Creates the server of the page, its five calls and, with an engine, the sixth. The caller calls {@link listen}. */
export function createServer({
  published: folder,
  page: pageFolder,
  history = null,
  isHistoryComing = () => false,
  isSecure = false,
  log = console.error,
  screens = null,
}: ServerOptions): Server {
  const site: Site = {
    published: openPublished(folder, log),
    page: openPage(pageFolder, isSecure),
    history: { folder: history, isComing: isHistoryComing },
    screens: screens && { engine: screens, queue: new ScreenQueue() },
    log,
    headers: isSecure ? { ...SECURITY_HEADERS, ...TRANSPORT_SECURITY } : SECURITY_HEADERS,
  };
  const server = createHttpServer({
    connectionsCheckingInterval: SLOW_CLIENTS_CHECK_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // Node's own response lacks the security headers.
    requireHostHeader: false,
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.setTimeout(IDLE_SOCKET_MS);
  const queues = new WeakMap<Duplex, AnswerQueue>();
  const queueOf = (socket: Duplex): AnswerQueue => {
    const queue = queues.get(socket) ?? new AnswerQueue(socket as Socket);
    queues.set(socket, queue);
    return queue;
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse): void =>
    queueOf(request.socket).add(response, async () => {
      try {
        await answer(request, response, site);
      } catch (error) {
        const path = request.url?.split('?')[0]?.slice(0, 200);
        log(JSON.stringify({ event: 'failed', path, error: (error as Error).message }));
        if (response.headersSent) response.destroy();
        else sendError(request, response, 500, 'the answer cannot be read; the log of the server says why');
      }
    });
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, onRequest);
  server.on('connect', ({ method }, socket) =>
    queueOf(socket).refuse(refusal({ status: 405, error: `${method} is not allowed` }, { ...site.headers, allow: ALLOW })),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else queueOf(socket).refuse(refusal(REFUSALS[error.code ?? ''] ?? MALFORMED, site.headers));
  });
  return server;
}

/** @param port 0 for any free one @returns the port, and the address with a trailing slash */
export async function listen(server: Server, port: number, host: string): Promise<{ port: number; address: string }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: CONNECTIONS_MAX }, () => resolve());
  });
  const { address, port: given } = server.address() as AddressInfo;
  return { port: given, address: `http://${isIPv6(address) ? `[${address}]` : address}:${given}/` };
}

/** Stops accepting connections and resolves when pending responses have ended or after a grace period. */
export async function stopServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Keep-alive connections would otherwise stay open.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
  await closed;
  clearTimeout(cut);
  clearInterval(idle);
}
