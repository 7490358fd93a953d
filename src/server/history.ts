/** Serves a history: `history.json` and its files, as a static host would. */
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { contentHash } from '../contentHash.ts';
import { openRegularFile, readRegularFile } from '../regularFile.ts';
import { HISTORY_BYTES_MAX, HISTORY_FILE, HISTORY_FILE_NAME } from '../wire/history.ts';
import { FILES_FOLDER } from '../wire/manifest.ts';
import { IMMUTABLE, negotiate, REVALIDATE } from './headers.ts';
import { send, sendError } from './send.ts';

export const HISTORY_ROOT = '/history/';
/** Biased histories in the folder of a history. */
const BIAS = /^biases\/(?:periodEnd|latest)\//;
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await openRegularFile(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export interface HistoryPlace {
  /** Null if no history is served. */
  readonly folder: string | null;
  /** Whether a missing history is being generated. */
  readonly isComing: () => boolean;
}

/** Seconds after which the page checks again for a history that is being generated. */
const RETRY_S = 3;

/** Answers a request below {@link HISTORY_ROOT}. */
export async function answerHistory(
  request: IncomingMessage,
  response: ServerResponse,
  { folder: root, isComing }: HistoryPlace,
  path: string,
): Promise<void> {
  const below = path.slice(HISTORY_ROOT.length);
  const bias = BIAS.exec(below)?.[0] ?? '';
  const name = below.slice(bias.length);
  const folder = root === null ? null : join(root, bias);
  const missing = (): void => {
    const isRetried = name === HISTORY_FILE && isComing();
    if (isRetried) response.setHeader('retry-after', RETRY_S);
    sendError(request, response, isRetried ? 503 : 404, isRetried ? 'the history is being built' : `there is no ${path}`);
  };
  if (folder === null) return missing();
  if (name === HISTORY_FILE) return await sendManifest(request, response, folder, missing);
  const file = name.startsWith(`${FILES_FOLDER}/`) ? name.slice(FILES_FOLDER.length + 1) : '';
  // Compressed files are selected by the Accept-Encoding header, not by name.
  if (!HISTORY_FILE_NAME.test(file) || /\.(?:br|gz)$/.test(file)) return missing();
  for (const [encoding, ending] of [...ENCODINGS, [null, ''] as const]) {
    if (encoding !== null && negotiate(request.headers['accept-encoding'], [encoding]) === null) continue;
    const opened = await openIfThere(join(folder, FILES_FOLDER, file + ending));
    if (!opened) continue;
    let isTaken = false;
    try {
      return await send(request, response, {
        status: 200,
        type: file.endsWith('.json') ? 'application/json' : 'application/octet-stream',
        encoding,
        etag: `"${file}${ending}"`,
        bytes: (await opened.stat()).size,
        cacheControl: IMMUTABLE,
        async open() {
          isTaken = true;
          return opened;
        },
      });
    } finally {
      if (!isTaken) await opened.close();
    }
  }
  missing();
}

async function sendManifest(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  missing: () => void,
): Promise<void> {
  let bytes: Uint8Array;
  try {
    bytes = await readRegularFile(join(folder, HISTORY_FILE), HISTORY_BYTES_MAX);
  } catch (error) {
    if (isMissing(error)) return missing();
    throw error;
  }
  await send(request, response, {
    status: 200,
    type: 'application/json',
    encoding: null,
    etag: `"${contentHash(bytes)}"`,
    bytes: bytes.byteLength,
    cacheControl: REVALIDATE,
    open: async () => bytes,
  });
}
