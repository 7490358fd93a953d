/** GET requests that follow redirects and use the configured proxy. */
import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { proxyHeaders, proxyOf } from './proxy.ts';

/** Timeout of a silent connection. */
const SILENCE_MS = 60_000;
const REDIRECTS_MAX = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const LASTING_REDIRECTS = new Set([301, 308]);
const OK = 200;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: IncomingMessage;
  /** Target of a permanent redirect; null for none. */
  readonly movedTo: string | null;
}

function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
    request.setTimeout(SILENCE_MS, () => request.destroy(new Error(`no data for ${SILENCE_MS / 1000} s`)));
    request.end();
  });
}

function tunnel(url: URL, proxy: URL): Promise<Socket> {
  const target = `${url.hostname}:${url.port || 443}`;
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: proxy.hostname,
      port: proxy.port || 80,
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...proxyHeaders(proxy) },
      agent: false,
    });
    request.setTimeout(SILENCE_MS, () =>
      request.destroy(new Error(`the proxy ${proxy.host} did not respond for ${SILENCE_MS / 1000} s`)),
    );
    request.once('error', reject);
    request.once('connect', ({ statusCode }, socket) => {
      if (statusCode === OK) resolve(socket);
      else {
        socket.destroy();
        reject(new Error(`the proxy ${proxy.host} refuses ${target}: ${statusCode}`));
      }
    });
    request.end();
  });
}

async function ask(url: URL, headers: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv): Promise<IncomingMessage> {
  const proxy = proxyOf(url, env);
  const options: RequestOptions = { headers, agent: false };
  if (url.protocol === 'http:') {
    if (!proxy) return await answerOf(httpRequest(url, options));
    const through = { ...options, host: proxy.hostname, port: proxy.port || 80, path: url.href };
    return await answerOf(httpRequest({ ...through, headers: { ...headers, host: url.host, ...proxyHeaders(proxy) } }));
  }
  if (url.protocol !== 'https:') throw new Error(`${url.protocol}// is neither http nor https`);
  if (!proxy) return await answerOf(httpsRequest(url, options));
  const socket = await tunnel(url, proxy);
  return await answerOf(
    // An agent would open another connection.
    httpsRequest(url, { headers, createConnection: () => tlsConnect({ socket, servername: url.hostname }) }),
  );
}

/**
 * The caller reads or destroys the body.
 * @throws without a response, for a redirect from https to http, and for one to another host if the request includes a key
 */
export async function get(
  address: string,
  headers: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv,
  count: () => Promise<void>,
): Promise<Answer> {
  let url = new URL(address);
  let movedTo: string | null = null;
  for (let redirects = 0; ; redirects++) {
    await count();
    const body = await ask(url, { 'accept-encoding': 'identity', ...headers }, env);
    const status = body.statusCode ?? 0;
    const { location } = body.headers;
    if (!REDIRECTS.has(status) || location === undefined) return { status, headers: body.headers, body, movedTo };
    body.destroy();
    const next = new URL(location, url);
    if (redirects === REDIRECTS_MAX) throw new Error(`${REDIRECTS_MAX} redirects, the last to ${next.host}`);
    if (url.protocol === 'https:' && next.protocol !== 'https:') throw new Error(`a redirect away from https, to ${next.host}`);
    if (next.host !== url.host && 'authorization' in headers)
      throw new Error(`a redirect to ${next.host}: it doesn't get the key`);
    if (LASTING_REDIRECTS.has(status)) movedTo = next.href;
    url = next;
  }
}
