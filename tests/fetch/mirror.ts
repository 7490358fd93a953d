/** A local mirror with the paths of the real servers, and with their faults. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly status: number;
}

/** Faults of the responses for a path; a function that responds itself returns true. */
export interface Manners {
  /** Sends no ETag, no Last-Modified. */
  readonly isNameless?: boolean;
  /** Closes the connection after that many bytes of a response. */
  readonly cutAfter?: number;
  /** Whether that many bytes of the file have been stored, before cutting it off: a client may lose bytes it has not read. */
  readonly isKept?: (bytes: number) => boolean;
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

const LOOK_MS = 50;
const LOOKS_MAX = 400;

export class Mirror {
  readonly files = new Map<string, Buffer>();
  readonly manners = new Map<string, Manners>();
  readonly asked: Asked[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async open(): Promise<Mirror> {
    const mirror = new Mirror();
    await new Promise<void>((resolve) => mirror.#server.listen(0, '127.0.0.1', resolve));
    return mirror;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Requested paths since the last call, with statuses. */
  taken(): string[] {
    return this.asked.splice(0).map(({ path, status }) => `${status} ${path}`);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    this.#manner(path, request, response);
    this.asked.push({
      path,
      headers: request.headers,
      get status() {
        return response.statusCode;
      },
    });
  }

  #manner(path: string, request: IncomingMessage, response: ServerResponse): void {
    const { isNameless = false, cutAfter, isKept, answer } = this.manners.get(path) ?? {};
    if (answer?.(request, response)) return;
    const bytes = this.files.get(path);
    // Like the SEC: without a declared contact there is no response.
    const isDeclared = /\([^)]*@[^)]*\)/.test(request.headers['user-agent'] ?? '') || !/^\/(?:files|Archives)\//.test(path);
    if (!isDeclared || !bytes) {
      response.writeHead(isDeclared ? 404 : 403, { 'content-type': 'text/html' }).end('<html><title>No</title>');
      return;
    }
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
    const names = isNameless ? {} : { etag, 'last-modified': 'Mon, 12 Oct 2020 07:00:00 GMT' };
    const { headers } = request;
    if (!isNameless && headers['if-none-match'] === etag) {
      response.writeHead(304, names).end();
      return;
    }
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? Number.NaN);
    const isRest = !Number.isNaN(from) && !isNameless && headers['if-range'] === etag;
    if (isRest && from >= bytes.length) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
      return;
    }
    const body = isRest ? bytes.subarray(from) : bytes;
    response.writeHead(isRest ? 206 : 200, {
      ...names,
      'content-length': body.length,
      ...(isRest && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    });
    if (cutAfter === undefined || cutAfter >= body.length) {
      response.end(body);
      return;
    }
    const end = (isRest ? from : 0) + cutAfter;
    let looks = 0;
    const cut = (): void => {
      if (++looks === LOOKS_MAX || (isKept?.(end) ?? true)) response.destroy();
      else setTimeout(cut, LOOK_MS);
    };
    response.write(body.subarray(0, cutAfter), () => setTimeout(cut, LOOK_MS));
  }
}
