/**
 * Allows one publisher at a time in a folder, which containers and machines may share. Each process writes its own lock file and then looks
 * for others: at least one of two processes sees the other, so both never lock the folder. Names are never reused, so removing a dead
 * process's lock can't remove another one's.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { makeFolder, removeEmpty } from '../../folder.ts';

const LOCK = /^publishing(?:\.[0-9a-f-]+)?\.lock$/;
/** Temporary name: a process that dies while writing leaves no unreadable lock. */
const UNFINISHED_LOCK = /^publishing\.[0-9a-f-]+\.lock\.new$/;
/** Version 0.1 wrote only its process id, to this file. */
const OLD_LOCK = 'publishing.lock';
/** The owner rewrites its lock this often … */
const RENEW_MS = 10_000;
/** … and counts as dead after this time without a write, unless its process can be checked. */
const LEASE_MS = 120_000;
/** Publishers that start together retry after random pauses and give up after this time. */
const WAIT_MS_MAX = 2000;
const PAUSE_MS_MAX = 150;

/** Owner of a lock. Process ids are valid within one boot and one container. */
interface Holder {
  readonly host: string;
  readonly boot: string;
  /** The PID namespace of `pid`. */
  readonly processes: string;
  readonly pid: number;
  /** Start of the process in ticks since boot; empty if the system doesn't provide it. */
  readonly started: string;
}

/** A locked folder. */
export interface Hold {
  /** Throws if another process has taken over the lock because this one seemed dead. */
  confirm(): Promise<void>;
  release(): Promise<void>;
}

/** This process's lock files. A lock with the same process id that is not among them is from a dead process. */
const own = new Set<string>();

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function processesOf(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/**
 * Start time: field 22 of proc(5)'s stat, counted from the closing parenthesis because field 2, a name, may contain anything. Empty for a
 * zombie (state Z) whose field 20 says that no other thread is still writing.
 */
function startOf(pid: number): string {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields[0] === 'Z' && fields[17] === '1' ? '' : (fields[19] ?? '');
}

function ourselves(): Holder {
  return {
    host: hostname(),
    boot: read('/proc/sys/kernel/random/boot_id'),
    processes: processesOf(),
    pid: process.pid,
    started: startOf(process.pid),
  };
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Null for an incomplete or damaged lock. */
function readHolder(name: string, text: string, us: Holder): Holder | null {
  try {
    const found = JSON.parse(text) as Holder | number;
    if (name === OLD_LOCK && typeof found === 'number') return { ...us, pid: found, started: startOf(found) };
    return typeof found === 'object' && Number.isSafeInteger(found?.pid) && found.pid > 0 ? found : null;
  } catch {
    return null;
  }
}

/** @param agedMs time since the last write by the file system's clock */
function isAlive(path: string, holder: Holder | null, us: Holder, agedMs: number): boolean {
  const isHere = holder !== null && holder.host === us.host && holder.boot === us.boot && holder.processes === us.processes;
  if (!isHere) return agedMs < LEASE_MS;
  if (holder.pid === us.pid && holder.started === us.started) return own.has(path);
  // Without a start time, the process id may have been reused.
  const isSame = holder.started === '' ? agedMs < LEASE_MS : holder.started === startOf(holder.pid);
  return isSame && isRunning(holder.pid);
}

/** Removes dead processes' locks and describes a living owner other than `path`. */
async function other(folder: string, path: string, us: Holder): Promise<string | null> {
  const { mtimeMs: now } = await stat(path);
  let alive: string | null = null;
  for (const name of await readdir(folder)) {
    const found = join(folder, name);
    if (!LOCK.test(name) || found === path) continue;
    const written = await stat(found).catch(() => null);
    const text = await readFile(found, 'utf8').catch(() => '');
    if (!written) continue;
    const holder = readHolder(name, text, us);
    if (!isAlive(found, holder, us, now - written.mtimeMs)) await rm(found, { force: true });
    else alive = `${holder ? `process ${holder.pid} on ${holder.host}` : 'another process'} (its lock is ${found})`;
  }
  return alive;
}

/** Null if the owner of the folder has removed the unfinished lock. */
async function announce(path: string, text: string): Promise<FileHandle | null> {
  const unfinished = `${path}.new`;
  own.add(path);
  try {
    const file = await open(unfinished, 'wx');
    try {
      await file.write(text, 0);
      await rename(unfinished, path);
      return file;
    } catch (error) {
      await file.close();
      await rm(unfinished, { force: true });
      throw error;
    }
  } catch (error) {
    own.delete(path);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && (await stat(dirname(path)).catch(() => null))) return null;
    throw error;
  }
}

/** Removes unfinished locks. If their process is alive, it retries and finds the folder locked. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (UNFINISHED_LOCK.test(name)) await rm(join(folder, name), { force: true });
}

/**
 * Locks a folder, which it creates if needed and removes at the release if it is empty. Throws with the owner and its lock if another
 * process has locked it.
 */
export async function holdFolder(given: string): Promise<Hold> {
  const folder = resolve(given);
  const made = await makeFolder(folder);
  try {
    const hold = await lock(folder);
    return {
      ...hold,
      async release() {
        await hold.release();
        await removeEmpty(made);
      },
    };
  } catch (error) {
    await removeEmpty(made);
    throw error;
  }
}

async function lock(folder: string): Promise<Hold> {
  const us = ourselves();
  const text = JSON.stringify(us);
  const until = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const path = join(folder, `publishing.${randomUUID()}.lock`);
    const file = await announce(path, text);
    if (!file) continue;
    const withdraw = async (): Promise<void> => {
      own.delete(path);
      await file.close();
      await rm(path, { force: true });
    };
    let alive: string | null;
    try {
      alive = await other(folder, path, us);
    } catch (error) {
      await withdraw();
      throw error;
    }
    if (alive === null) {
      await removeUnfinished(folder);
      return hold({ folder, path, file, text, withdraw });
    }
    await withdraw();
    if (performance.now() > until) throw new Error(`${folder} is being published by ${alive}`);
    await new Promise((resume) => setTimeout(resume, Math.random() * PAUSE_MS_MAX));
  }
}

interface Held {
  readonly folder: string;
  readonly path: string;
  readonly file: FileHandle;
  readonly text: string;
  withdraw(): Promise<void>;
}

function hold({ folder, path, file, text, withdraw }: Held): Hold {
  // Writing to a removed lock has no effect: it stays removed.
  const renewal = setInterval(() => void file.write(text, 0).catch(() => undefined), RENEW_MS).unref();
  return {
    async confirm() {
      if (!(await stat(path).catch(() => null)))
        throw new Error(`this process has lost its lock on ${folder}: nothing was changed there, publish again`);
    },
    async release() {
      clearInterval(renewal);
      await withdraw();
    },
  };
}
