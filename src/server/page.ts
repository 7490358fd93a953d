import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { contentHash } from '../contentHash.ts';
import { choicesAgain } from './cookies.ts';
import { IMMUTABLE, negotiate, REVALIDATE, REVALIDATE_PRIVATE } from './headers.ts';
import { send, sendError } from './send.ts';

/** Pages by route, built for the route's depth. */
const ROUTES: Readonly<Record<string, string>> = {
  '/': '/index.html',
  '/stocks/screener': '/stocks/screener.html',
  '/stocks/screener/': '/stocks/screener/index.html',
};
/** The page for every other path. */
const SHELL = '/shell.html';
/** Deep enough for any mistyped link; deeper pages have no scripts. */
const DEPTH_MAX = 16;
const COMPRESSED_BYTES_MIN = 512;
const BROTLI_QUALITY = 5;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.xml': 'text/xml',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const INCOMPRESSIBLE = /^(?:image\/png|font\/)/;

interface Stored {
  readonly type: string;
  readonly cacheControl: string;
  readonly forms: { plain: Uint8Array; br?: Uint8Array | undefined; gzip?: Uint8Array | undefined };
  readonly etag: string;
}

/** The built page, in memory. */
export interface Page {
  answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void>;
}

function stored(path: string, plain: Uint8Array, br?: Uint8Array, gzip?: Uint8Array): Stored {
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const hash = contentHash(plain);
  const cacheControl = path.startsWith('/assets/') ? IMMUTABLE : REVALIDATE;
  return { type, cacheControl, forms: { plain, br, gzip }, etag: hash };
}

/** Reads all files once, so that no request is ever used as a path. A missing folder is empty. */
function readPage(folder: string): Map<string, Stored> {
  const files = new Map<string, Uint8Array>();
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    names = [];
  }
  for (const name of names) files.set(name.slice(folder.length).replaceAll('\\', '/'), readFileSync(name));
  const page = new Map<string, Stored>();
  for (const [path, bytes] of files) {
    if (/\.(?:br|gz)$/.test(path)) continue;
    page.set(path, stored(path, bytes, files.get(`${path}.br`), files.get(`${path}.gz`)));
  }
  return page;
}

/** Compresses on the first request what the build has not compressed. */
function compress({ forms, type }: Stored): void {
  const { plain } = forms;
  if (plain.byteLength < COMPRESSED_BYTES_MIN || INCOMPRESSIBLE.test(type)) return;
  forms.br ??= brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  forms.gzip ??= gzipSync(plain);
}

interface Sent {
  readonly file: Stored;
  readonly status: number;
  readonly isSecure: boolean;
}

async function sendStored(request: IncomingMessage, response: ServerResponse, { file, status, isSecure }: Sent): Promise<void> {
  compress(file);
  const cookies = file.type === 'text/html' ? choicesAgain(request, isSecure) : [];
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  const offered = (['br', 'gzip'] as const).filter((encoding) => file.forms[encoding]);
  const encoding = negotiate(request.headers['accept-encoding'], offered);
  const body = (encoding && file.forms[encoding]) || file.forms.plain;
  await send(request, response, {
    status,
    type: file.type,
    encoding,
    etag: `"${file.etag}${encoding ? `-${encoding}` : ''}"`,
    bytes: body.byteLength,
    cacheControl: cookies.length > 0 ? REVALIDATE_PRIVATE : file.cacheControl,
    open: async () => body,
  });
}

/** Adapts the page's relative links, which work below any base path, to a path's depth. */
function atDepth(shell: Stored, depth: number): Stored {
  if (depth === 0) return shell;
  const html = new TextDecoder().decode(shell.forms.plain);
  const deeper = html.replaceAll(/(\s(?:src|href)=")\.\//g, `$1${'../'.repeat(depth)}`);
  return deeper === html ? shell : stored(SHELL, new TextEncoder().encode(deeper));
}

/** @param isSecure whether the page is reached by https */
export function openPage(folder: string, isSecure: boolean): Page {
  const files = readPage(folder);
  const shell = files.get(SHELL) ?? files.get('/index.html');
  const shells = new Map<number, Stored>();
  const shellFor = (path: string): Stored | undefined => {
    const depth = Math.min(path.split('/').length - 2, DEPTH_MAX);
    const known = shells.get(depth) ?? (shell && atDepth(shell, depth));
    if (known) shells.set(depth, known);
    return known;
  };
  return {
    async answer(request, response, path) {
      const route = ROUTES[path];
      const file = files.get(route ?? path);
      if (file) return await sendStored(request, response, { file, status: 200, isSecure });
      const page = shellFor(path);
      if (page) return await sendStored(request, response, { file: page, status: route ? 200 : 404, isSecure });
      sendError(request, response, 404, 'the page is not built: npm run build');
    },
  };
}
