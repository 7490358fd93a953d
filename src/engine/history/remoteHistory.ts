/** A history at a URL, on any static host. */

import { HISTORY_BYTES_MAX, HISTORY_FILE, type HistoryFile } from '../../wire/history.ts';
import type { Freshness } from '../load/fetchAnswer.ts';
import { REQUESTS_AT_A_TIME, RefusedAnswer, Semaphore, wholeAnswer } from '../load/remote.ts';
import type { HistorySource } from './source.ts';

/** Bytes received and requested, of all files in flight. */
export interface Fetching {
  readonly done: number;
  readonly total: number;
}

/** There is no history at the URL. */
export class NoHistory extends Error {}

/** The server is building the history. */
export class HistoryIsComing extends Error {
  /** Time until the next attempt. */
  readonly waitMs: number;
  constructor(waitMs: number) {
    super('the history is being built');
    this.waitMs = waitMs;
  }
}

const MISSING_STATUS = [404, 410];
const COMING_STATUS = 503;
const HEX_PER_BYTE = 2;

async function sha256(bytes: Uint8Array): Promise<string | null> {
  // Insecure contexts (plain http from another machine) lack it.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(hash, (byte) => byte.toString(16).padStart(HEX_PER_BYTE, '0')).join('');
}

function refused(error: unknown): unknown {
  if (!(error instanceof RefusedAnswer)) return error;
  if (MISSING_STATUS.includes(error.status)) return new NoHistory(error.message);
  const wait = Number(error.headers.get('retry-after'));
  if (error.status !== COMING_STATUS || !(wait > 0)) return error;
  return new HistoryIsComing(1000 * wait);
}

/**
 * @param base absolute URL of the history's folder, which ends in a slash
 * @param onProgress called with every chunk; `done` equals `total` when nothing is in flight
 */
export function remoteHistory(base: string, onProgress: (fetching: Fetching) => void): HistorySource {
  const semaphore = new Semaphore(REQUESTS_AT_A_TIME);
  let fetching: Fetching = { done: 0, total: 0 };
  let underWay = 0;
  const count = (done: number, total: number): void => {
    fetching = { done: fetching.done + done, total: fetching.total + total };
    onProgress(fetching);
  };

  async function ask(path: string, cache: Freshness, onBytes: (count: number) => void): Promise<Uint8Array> {
    await semaphore.take();
    try {
      return (await wholeAnswer(new URL(path, base), cache, { onBytes })).bytes;
    } finally {
      semaphore.give();
    }
  }

  async function file({ file, bytes: length }: HistoryFile, path: string): Promise<Uint8Array> {
    underWay++;
    count(0, length);
    let come = 0;
    try {
      const whole = await ask(path, 'default', (bytes) => {
        const counted = Math.min(bytes, length - come);
        come += counted;
        count(counted, 0);
      });
      const hash = await sha256(whole);
      if (whole.byteLength !== length || (hash !== null && !file.startsWith(hash.slice(0, file.indexOf('.')))))
        throw new Error(`${path} is not what its name says: publish the history again`);
      return whole;
    } finally {
      count(length - come, 0);
      if (--underWay === 0) fetching = { done: 0, total: 0 };
    }
  }

  return {
    async manifest() {
      try {
        const bytes = await ask(HISTORY_FILE, 'default', () => {});
        const text = new TextDecoder().decode(bytes.subarray(0, HISTORY_BYTES_MAX));
        // Some hosts answer every path with their page.
        if (text.trimStart().startsWith('<')) throw new NoHistory('the answer is a page');
        return text;
      } catch (error) {
        throw refused(error);
      }
    },
    bytes: file,
    text: async (each, path) => new TextDecoder().decode(await file(each, path)),
  };
}
