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
import { answerScreen, SCREEN_CALL, type ScreenEngine, type Screens, Turns } from './screens.ts';
import { errorBody, errorHeaders, sendError } from './send.ts';

/** A screen's text travels in the URL; longer than this is no screen. */
const URL_CHARS_MAX = 8192;
const HEADER_BYTES_MAX = 16_384;
/** Also of those that wait to be taken: beyond Node's default of 511 the system drops a burst's attempts, and each is made again after a second or more. */
const CONNECTIONS_MAX = 4096;
/** How often Node looks for clients that trickle; with its default of 30 s they stay for long. */
const SLOW_CLIENTS_CHECK_MS = 1000;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 10_000;
/** A socket on which nothing moves for so long, in the middle of an answer too, is closed. */
const IDLE_SOCKET_MS = 60_000;
/** Answers under way when the server is asked to stop get so long to end. */
const STOP_GRACE_MS = 10_000;
/** How often, while stopping, connections are checked that have nothing to send any more. */
const IDLE_CHECK_MS = 50;

export interface ServerOptions {
  /** Folder written by `panscreen ingest` or `panscreen demo`; may be missing, then the calls answer 503. */
  readonly published: string;
  /** Folder of the built page. */
  readonly page: string;
  /** Folder written by `panscreen history`, served below /history/. */
  readonly history?: string | null;
  /** Whether that history is being made while there is none. */
  readonly isHistoryComing?: () => boolean;
  /** Whether everybody reaches the server by https, through whatever stands before it. */
  readonly isSecure?: boolean;
  /** Takes one line per failure of ours; standard error by default. */
  readonly log?: (line: string) => void;
  /** Answers screens over a history that no browser holds. */
  readonly screens?: ScreenEngine | null;
}

interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The decoded path and the query of a request target, or null for one that we won't look at. */
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

/** A host and a port as RFC 3986 has them. What the host is called doesn't matter to us, but no proxy may read it otherwise than we do. */
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
  // Whether a body follows is up to the client now: nothing that comes on this connection can be told from a request.
  if (expect !== undefined) response.setHeader('connection', 'close');
  if (expect !== undefined && !CONTINUE.test(expect))
    return sendError(request, response, 417, 'the Expect header can not be met');
  if (!hasOneHost(request)) {
    response.setHeader('connection', 'close');
    return sendError(request, response, 400, 'the Host header can not be read');
  }
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', ALLOW);
    response.setHeader('connection', 'close');
    return sendError(request, response, 405, `${method} is not allowed`);
  }
  if (url.length > URL_CHARS_MAX) return sendError(request, response, 414, `the URL is longer than ${URL_CHARS_MAX} characters`);
  const target = readTarget(url);
  if (!target) return sendError(request, response, 400, 'the path can not be read');
  const { path, query } = target;
  if (screens && path === SCREEN_CALL) {
    const refused = (error: Error): void => log(JSON.stringify({ event: 'refused', path, error: error.message }));
    return await answerScreen(request, response, screens, query, refused);
  }
  if (`${path}/`.startsWith(API_ROOT)) return await answerCall(request, response, published, path, query.get('build'));
  if (path.startsWith(HISTORY_ROOT)) return await answerHistory(request, response, history, path);
  await page.answer(request, response, path);
}

/** What a client gets whose request can't be parsed, or doesn't come to an end. */
const REFUSALS: Readonly<Record<string, { status: number; error: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: `the head is longer than ${HEADER_BYTES_MAX} bytes` },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: 'the chunk extensions are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'the request did not complete in time' },
};
const MALFORMED = { status: 400, error: 'the request can not be read' };

/** A whole answer for a socket that has no request: Node writes it without any of our headers, or not at all. */
function refusal({ status, error }: { status: number; error: string }, headers: OutgoingHttpHeaders): string {
  const body = errorBody(error);
  const all = { ...headers, ...errorHeaders(body), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** The server of the page, of its five calls and, where an engine answers it, of the sixth. The caller lets it listen. */
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
    screens: screens && { engine: screens, turns: new Turns() },
    log,
    headers: isSecure ? { ...SECURITY_HEADERS, ...TRANSPORT_SECURITY } : SECURITY_HEADERS,
  };
  const server = createHttpServer({
    connectionsCheckingInterval: SLOW_CLIENTS_CHECK_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // Node would answer by itself, without our headers.
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
        else sendError(request, response, 500, 'the answer can not be read; the log of the server says why');
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

/** Listens, port 0 for any free one. Resolves to the port and the address, which ends in a slash. */
export async function listen(server: Server, port: number, host: string): Promise<{ port: number; address: string }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: CONNECTIONS_MAX }, () => resolve());
  });
  const { address, port: given } = server.address() as AddressInfo;
  return { port: given, address: `http://${isIPv6(address) ? `[${address}]` : address}:${given}/` };
}

/** Stops taking connections and resolves when the answers under way have ended, or their grace has. */
export async function stopServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection whose answer ends now would be kept open for the next request.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
  await closed;
  clearTimeout(cut);
  clearInterval(idle);
}
