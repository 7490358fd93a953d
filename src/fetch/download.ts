/** Downloads a file, resuming partial downloads, verifies it and moves it into place atomically. */
import { open, rename, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../folder.ts';
import type { Progress } from '../ingest/report/progress.ts';
import type { Kind } from './addresses.ts';
import { checkContents } from './contents.ts';
import { FetchFault } from './fault.ts';
import { type Begun, type KeptFile, type Notes, readState, sha256Of, sizeOf, type Version, writeState } from './kept.ts';
import { backoffMs, retryAfterMs, sleep, TRIES_MAX, WAIT_MS_MAX } from './patience.ts';
import { type Answer, get } from './request.ts';

const MEGABYTE = 1e6;
/** Space that must remain free. */
const SPARE_BYTES = 50e6;
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);

export interface Wanted {
  /** Name in messages and notes. */
  readonly name: string;
  readonly url: string;
  readonly path: string;
  readonly kind: Kind;
  readonly headers: Readonly<Record<string, string>>;
  /** Appended to the URL of the request only, such as a key; never stored or printed. */
  readonly secretQuery?: string;
}

export interface Tools {
  readonly notes: Notes;
  readonly env: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Resolves when the next request may be sent, and counts it. */
  readonly turn: () => Promise<void>;
}

/** `fresh`: a new or changed file; `unchanged`; `absent`: the server has none. */
export type Outcome = 'fresh' | 'unchanged' | 'absent';

const versionOf = ({ headers }: Answer): Version => ({
  etag: headers.etag ?? null,
  lastModified: headers['last-modified'] ?? null,
});

/** Value of If-Range; a weak ETag is not valid there. Null if there is none, so that the download restarts. */
const rangeCondition = ({ etag, lastModified }: Version): string | null =>
  etag !== null && !etag.startsWith('W/') ? etag : lastModified;

function conditionsOf(kept: Version): Record<string, string> {
  if (kept.etag !== null) return { 'if-none-match': kept.etag };
  return kept.lastModified === null ? {} : { 'if-modified-since': kept.lastModified };
}

const isSameVersion = (a: Version, b: Version): boolean =>
  a.etag !== null && b.etag !== null ? a.etag === b.etag : a.lastModified === b.lastModified;

interface Attempt {
  readonly outcome?: Outcome;
  /** Reason for a retry. */
  readonly again?: string;
  readonly pauseMs?: number;
}

/**
 * Downloads a file if it has changed. It is stored with the notes until it is complete and verified.
 * @throws FetchFault with the reason and what to do
 */
export async function download(wanted: Wanted, tools: Tools): Promise<Outcome> {
  const { name, path, url } = wanted;
  const { notes, signal } = tools;
  const note = await readState<KeptFile>(notes.note(name));
  const kept = note && (await sizeOf(path)) === note.bytes && note.url === url ? note : null;
  let last = '';
  let most = (await sizeOf(notes.part(name))) ?? 0;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    signal.throwIfAborted();
    let attempt: Attempt;
    try {
      attempt = await attemptOf(wanted, kept, tools);
    } catch (error) {
      if (error instanceof FetchFault || signal.aborted) throw error;
      const { code, message } = error as NodeJS.ErrnoException;
      if (FULL_CODES.has(code ?? '')) throw full(path, error);
      attempt = { again: message };
    }
    if (attempt.outcome) return attempt.outcome;
    last = attempt.again ?? '';
    const size = (await sizeOf(notes.part(name))) ?? 0;
    // Progress resets the number of tries, so that an unstable connection eventually succeeds.
    if (size > most) tries = 0;
    most = Math.max(most, size);
    const pause = attempt.pauseMs ?? backoffMs(tries);
    if (pause > WAIT_MS_MAX)
      throw new FetchFault(`${name}: ${last}, asks to retry in ${Math.ceil(pause / 60_000)} minutes: run it again then`, 'owner');
    if (tries + 1 < TRIES_MAX) {
      tools.progress(`${name}: ${last}; again in ${Math.ceil(pause / 1000)} s`);
      await sleep(pause, signal);
    }
  }
  throw new FetchFault(`${name}: ${last}, ${TRIES_MAX} times: run it again to resume`);
}

const full = (path: string, cause?: unknown): FetchFault =>
  new FetchFault(`the disk of ${dirname(path)} is full: free some space and run it again to resume`, 'all', cause);

async function attemptOf(wanted: Wanted, kept: KeptFile | null, tools: Tools): Promise<Attempt> {
  const { name, url, headers } = wanted;
  const { notes, env, turn } = tools;
  const begun = await begunOf(wanted, notes);
  const condition = begun && rangeCondition(begun.version);
  const asked = condition ? { range: `bytes=${begun.bytes}-`, 'if-range': condition } : kept ? conditionsOf(kept) : {};
  const answer = await get(`${url}${wanted.secretQuery ?? ''}`, { ...headers, ...asked }, env, turn);
  if (answer.movedTo !== null) tools.progress(`${name}: ${url} has moved to ${answer.movedTo}`);
  const { status, body } = answer;
  if (status === 200 || status === 206) return await take(wanted, answer, status === 206 ? begun : null, kept, tools);
  body.destroy();
  if (status === 304 && kept) {
    await writeState(notes.note(name), { ...kept, checkedAt: new Date().toISOString() });
    return { outcome: 'unchanged' };
  }
  if (status === 404 || status === 410) return { outcome: 'absent' };
  if (status === 416) {
    await notes.forgetPart(name);
    return { again: 'the partial file no longer matches', pauseMs: 0 };
  }
  if (status === 429 || status >= 500) {
    const pauseMs = retryAfterMs(answer.headers['retry-after'], Date.now());
    return { again: `${status}, too busy`, ...(!Number.isNaN(pauseMs) && { pauseMs }) };
  }
  if (status === 401 || status === 402 || status === 403) throw refused(wanted, status);
  throw new FetchFault(`${name}: ${url} answers ${status}`);
}

function refused({ name, url, headers, secretQuery }: Wanted, status: number): FetchFault {
  const reason =
    'authorization' in headers || secretQuery
      ? 'the key is refused, or doesn’t cover this'
      : 'the contact is refused, or too much was asked: use an address that is yours, and wait ten minutes';
  return new FetchFault(`${name}: ${url} answers ${status}: ${reason}`, 'owner');
}

interface Part {
  readonly version: Version;
  readonly bytes: number;
  readonly total: number | null;
}

/** The partial download; null for none. */
async function begunOf({ name, url }: Wanted, notes: Notes): Promise<Part | null> {
  const begun = await readState<Begun>(notes.begun(name));
  const bytes = await sizeOf(notes.part(name));
  if (begun && bytes !== null && bytes > 0 && begun.url === url && (begun.bytes === null || bytes <= begun.bytes))
    return { version: begun, bytes, total: begun.bytes };
  await notes.forgetPart(name);
  return null;
}

const numberOf = (text: string | undefined): number | null => (text !== undefined && /^\d+$/.test(text) ? Number(text) : null);

/** Receives the body; moves the file into place when it is complete. */
async function take(wanted: Wanted, answer: Answer, begun: Part | null, kept: KeptFile | null, tools: Tools): Promise<Attempt> {
  const { name, url } = wanted;
  const { notes } = tools;
  const version = versionOf(answer);
  const length = numberOf(answer.headers['content-length']);
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(answer.headers['content-range'] ?? '');
  const total = begun ? numberOf(range?.[2]) : length;
  if (answer.headers['content-encoding'] !== undefined && answer.headers['content-encoding'] !== 'identity') {
    answer.body.destroy();
    throw new FetchFault(`${name}: ${url} comes packed as ${answer.headers['content-encoding']}, which was not requested`);
  }
  const isRest = begun !== null && Number(range?.[1]) === begun.bytes && total === (begun.total ?? total);
  if (answer.status === 206 && !(isRest && isSameVersion(version, begun.version))) {
    answer.body.destroy();
    await notes.forgetPart(name);
    return { again: 'it has changed since its beginning came: from the beginning', pauseMs: 0 };
  }
  if (!begun) {
    await notes.forgetPart(name);
    await writeState(notes.begun(name), { url, ...version, bytes: total } satisfies Begun);
  }
  const from = begun?.bytes ?? 0;
  await checkSpace(wanted, (total ?? 0) - from);
  const size = await receive(wanted, answer, from, total, tools);
  if (total !== null && size !== total) {
    if (size > total) await notes.forgetPart(name);
    return { again: `it ended after ${size} of ${total} bytes` };
  }
  if (!answer.body.complete) return { again: `it broke off after ${size} bytes` };
  return { outcome: await place(wanted, size, version, kept, notes) };
}

async function checkSpace({ path }: Wanted, bytes: number): Promise<void> {
  await makeFolder(dirname(path));
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize >= bytes + SPARE_BYTES) return;
  throw new FetchFault(
    `${dirname(path)} has ${Math.floor((bavail * bsize) / MEGABYTE)} MB free, ${Math.ceil((bytes + SPARE_BYTES) / MEGABYTE)} MB are needed: free some space and run it again`,
    'all',
  );
}

/** Appends the body to the partial file and returns its size. Keeps what was received before an error. */
async function receive(wanted: Wanted, { body }: Answer, from: number, total: number | null, tools: Tools): Promise<number> {
  const file = await open(tools.notes.part(wanted.name), from > 0 ? 'r+' : 'w');
  let size = from;
  const start = performance.now();
  const stop = (): void => void body.destroy(new Error('stopped'));
  tools.signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of body) {
      const bytes = chunk as Buffer;
      await file.write(bytes, 0, bytes.length, size);
      size += bytes.length;
      const rate = (size - from) / MEGABYTE / Math.max((performance.now() - start) / 1000, 0.001);
      const line = `${wanted.name}: ${(size / MEGABYTE).toFixed(1)} MB, ${rate.toFixed(1)} MB/s`;
      if (total !== null) tools.progress(line, { done: Math.min(size, total), of: total });
    }
    return size;
  } finally {
    tools.signal.removeEventListener('abort', stop);
    await file.sync();
    await file.close();
  }
}

/** Verifies a complete file and moves it into place if it differs from the previous one. */
async function place(wanted: Wanted, bytes: number, version: Version, kept: KeptFile | null, notes: Notes): Promise<Outcome> {
  const { name, url, path, kind } = wanted;
  const part = notes.part(name);
  await checkContents(part, kind).catch(async (error: Error) => {
    await notes.forgetPart(name);
    throw new FetchFault(`${name}: what ${url} answers ${error.message}: the old file is kept`);
  });
  const sha256 = await sha256Of(part);
  const now = new Date().toISOString();
  const isSame = kept?.sha256 === sha256;
  if (!isSame) await rename(part, path);
  const note: KeptFile = { url, ...version, bytes, sha256, fetchedAt: isSame ? kept.fetchedAt : now, checkedAt: now };
  await writeState(notes.note(name), note);
  await notes.forgetPart(name);
  return isSame ? 'unchanged' : 'fresh';
}
