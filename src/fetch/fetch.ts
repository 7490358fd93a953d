/** Downloads new public files of a market, one after another. */
import { join, resolve } from 'node:path';
import { DAY_MS, isoDay } from '../ingest/formats/day.ts';
import { type Hold, holdFolder } from '../ingest/publish/folderLock.ts';
import type { Progress } from '../ingest/report/progress.ts';
import { type Address, type Owner, RHYTHM_DAYS, US, urlOf, variableOf } from './addresses.ts';
import { download, type Outcome, type Tools } from './download.ts';
import { FetchFault } from './fault.ts';
import { halvesBefore } from './halves.ts';
import { type KeptFile, Notes, readState, STATE_FOLDER, sizeOf, writeState } from './kept.ts';
import { sleep } from './patience.ts';

/** One year of half-months, which current statistics need, plus one for the start of the year. */
const HALVES_DEFAULT = 26;
/** The search for older half-months ends after this many missing ones. */
const ABSENT_HALVES_MAX = 24;
const HOUR_MS = 3_600_000;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export interface FetchOptions {
  /** Folder of the files. */
  readonly files: string;
  /** E-mail address of the client, with or without a name. */
  readonly contact: string;
  readonly version: string;
  readonly mirror?: string;
  /** Later files are ignored. */
  readonly now: Date;
  /** First ISO month of half-months, such as 2009-07; the last year by default. */
  readonly since?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export interface Fetched {
  /** Names of new and changed files. */
  readonly fresh: readonly string[];
  readonly faults: readonly string[];
  /** Required files that are missing. */
  readonly lacking: readonly string[];
  readonly requestCount: number;
}

/** Rate-limits requests by owner, except to a mirror on this machine. */
export class Semaphore {
  count = 0;
  readonly #nextAt = new Map<Owner, number>();
  readonly #isPaced: boolean;

  constructor(mirror: string | undefined) {
    this.#isPaced = mirror === undefined || !LOOPBACK.test(new URL(mirror).hostname);
  }

  async take(owner: Owner, signal: AbortSignal): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#nextAt.get(owner) ?? 0);
    if (this.#isPaced) this.#nextAt.set(owner, at + owner.pauseMs);
    if (at > now) await sleep(at - now, signal);
    this.count++;
  }
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

class Run {
  readonly options: FetchOptions;
  readonly notes: Notes;
  readonly turns: Semaphore;
  readonly fresh: string[] = [];
  readonly faults: string[] = [];
  readonly lacking: string[] = [];
  /** Owners that get no more requests. */
  readonly #ended = new Set<Owner>();

  constructor(options: FetchOptions, notes: Notes) {
    this.options = options;
    this.notes = notes;
    this.turns = new Semaphore(options.mirror);
  }

  /** Downloads one file. Null if that fails. */
  async one(address: Address, url: string, file: string): Promise<Outcome | null> {
    const { options, notes } = this;
    const { owner } = address;
    const contact = owner.needsContact ? ` (${options.contact})` : '';
    const tools: Tools = {
      notes,
      env: options.env,
      progress: options.progress,
      signal: options.signal,
      turn: () => this.turns.take(owner, options.signal),
    };
    const wanted = {
      name: nameOf(file),
      url,
      path: join(options.files, file),
      kind: address.kind,
      headers: { 'user-agent': `panscreen/${options.version}${contact}` },
    };
    try {
      const outcome = await download(wanted, tools);
      if (outcome === 'fresh') this.fresh.push(wanted.name);
      return outcome;
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof FetchFault)) throw error;
      this.faults.push(error.message);
      options.progress(error.message);
      for (const address of error.ends === 'all' ? US : error.ends === 'owner' ? [{ owner }] : []) this.#ended.add(address.owner);
      return null;
    }
  }

  /** Downloads a file with a fixed address unless it was checked recently. */
  async plain(address: Address): Promise<void> {
    const { files, mirror, env } = this.options;
    const path = join(files, address.file);
    const note = await readState<KeptFile>(this.notes.note(nameOf(address.file)));
    const isHere = (await sizeOf(path)) !== null;
    const askedAt = note && isHere ? Date.parse(note.checkedAt) : Number.NEGATIVE_INFINITY;
    const url = urlOf(address, mirror, env);
    // One hour less than the interval, so that a run at the same time every day doesn't skip one.
    const isDue = !(Math.abs(Date.now() - askedAt) < RHYTHM_DAYS[address.rhythm] * DAY_MS - HOUR_MS) || note?.url !== url;
    const outcome = isDue && !this.#ended.has(address.owner) ? await this.one(address, url, address.file) : 'unchanged';
    if (outcome === 'absent') {
      const fault = `${nameOf(address.file)}: ${url} is not there any more: give another address in ${variableOf(address)}`;
      this.faults.push(fault);
      this.options.progress(fault);
    }
    if (address.isNeeded && (await sizeOf(path)) === null) this.lacking.push(nameOf(address.file));
  }

  /** Downloads half-months, latest first, until there are enough. */
  async halves(address: Address): Promise<void> {
    const { files, mirror, env, now, since } = this.options;
    const absentNote = this.notes.note('absent-halves');
    const absent = new Set((await readState<string[]>(absentNote)) ?? []);
    const first = since?.replace('-', '');
    let [here, gone] = [0, 0];
    for (const { name, isRecent } of halvesBefore(now)) {
      const isEnough = first === undefined ? here >= HALVES_DEFAULT : name < first;
      if (isEnough || (here > 0 && gone >= ABSENT_HALVES_MAX)) break;
      const file = address.file.replace('{half}', name);
      const isHere = (await sizeOf(join(files, file))) !== null;
      const isKnown = absent.has(name) || (isHere && !isRecent);
      if (!isKnown && !this.#ended.has(address.owner)) {
        const outcome = await this.one(address, urlOf(address, mirror, env).replace('{half}', name), file);
        if (outcome === 'absent' && !isRecent) absent.add(name);
      }
      if ((await sizeOf(join(files, file))) !== null) [here, gone] = [here + 1, 0];
      else gone++;
    }
    await writeState(absentNote, [...absent].sort());
    if (here === 0) this.lacking.push(`a fails-to-deliver file up to ${isoDay(now.getTime() / DAY_MS)}`);
  }
}

async function held(folder: string): Promise<Hold> {
  return await holdFolder(folder).catch((error: Error) => {
    throw new Error(error.message.replace('is being published by', 'is being filled by'), { cause: error });
  });
}

/**
 * Downloads new files. A failed download is listed in `faults` and doesn't stop the others.
 * @throws if the folder can't be written or another process downloads into it
 */
export async function fetchUs(options: FetchOptions): Promise<Fetched> {
  const notes = await Notes.open(resolve(options.files));
  const hold = await held(join(options.files, STATE_FOLDER));
  try {
    await notes.tidy();
    const run = new Run(options, notes);
    for (const address of US) {
      if (address.url.includes('{half}')) await run.halves(address);
      else await run.plain(address);
    }
    const { fresh, faults, lacking } = run;
    return { fresh, faults, lacking, requestCount: run.turns.count };
  } finally {
    await hold.release();
  }
}
