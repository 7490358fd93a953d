/** The public files of a market: those that are new, one after the other. */
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

/** Half-months of closes: a year, which is what the statistics of a current universe look back, and one more for its beginning. */
const HALVES_DEFAULT = 26;
/** Behind so many half-months that aren't there, nothing older is looked for. */
const ABSENT_HALVES_MAX = 24;
const HOUR_MS = 3_600_000;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export interface FetchOptions {
  /** Folder of the files. */
  readonly files: string;
  /** Mail address, or name and address, of whoever asks. */
  readonly contact: string;
  readonly version: string;
  readonly mirror?: string;
  /** Nothing that is dated later is looked for. */
  readonly now: Date;
  /** ISO month such as 2009-07: half-months from then on. The last year by default. */
  readonly since?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export interface Fetched {
  /** Names of files that are new or have changed. */
  readonly fresh: readonly string[];
  readonly faults: readonly string[];
  /** Whether a file that a market needs is not here. */
  readonly lacking: readonly string[];
  readonly requestCount: number;
}

/** Lets requests to an owner out one by one, with its pause between; a mirror on this machine is nobody who asks for one. */
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
  /** Owners of whom nothing more is asked. */
  readonly #ended = new Set<Owner>();

  constructor(options: FetchOptions, notes: Notes) {
    this.options = options;
    this.notes = notes;
    this.turns = new Semaphore(options.mirror);
  }

  /** Fetches one file. Null when it couldn't be. */
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

  /** A file with one address, unless it was asked for not long ago. */
  async plain(address: Address): Promise<void> {
    const { files, mirror, env } = this.options;
    const path = join(files, address.file);
    const note = await readState<KeptFile>(this.notes.note(nameOf(address.file)));
    const isHere = (await sizeOf(path)) !== null;
    const askedAt = note && isHere ? Date.parse(note.checkedAt) : Number.NEGATIVE_INFINITY;
    const url = urlOf(address, mirror, env);
    // An hour short of the rhythm, so that one who comes at the same time every day doesn't skip one.
    const isDue = !(Math.abs(Date.now() - askedAt) < RHYTHM_DAYS[address.rhythm] * DAY_MS - HOUR_MS) || note?.url !== url;
    const outcome = isDue && !this.#ended.has(address.owner) ? await this.one(address, url, address.file) : 'unchanged';
    if (outcome === 'absent') {
      const fault = `${nameOf(address.file)}: ${url} is not there any more: give another address in ${variableOf(address)}`;
      this.faults.push(fault);
      this.options.progress(fault);
    }
    if (address.isNeeded && (await sizeOf(path)) === null) this.lacking.push(nameOf(address.file));
  }

  /** Files of half-months, the latest first, until there are enough. */
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
 * Fetches what is new. A file that can't be had is named among the faults; the others are fetched all the same.
 * @throws when the folder can't be written, and when another process fetches into it
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
