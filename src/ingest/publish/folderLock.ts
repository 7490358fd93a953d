/**
 * One publisher at a time in a folder, which may be shared by containers and machines. Each announces itself in a lock file of its own, then
 * looks for others: of two at least one sees the other, so never do both hold the folder. Nobody ever takes a lock that somebody else may
 * have taken meanwhile, because no name is used twice: to take over from the dead is to remove their files.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const LOCK = /^publishing(?:\.[0-9a-f-]+)?\.lock$/;
/** A lock is written under this name and then renamed, so that a process that dies meanwhile leaves no lock that nobody can read. */
const UNFINISHED_LOCK = /^publishing\.[0-9a-f-]+\.lock\.new$/;
/** Version 0.1 wrote the number of its process, nothing else, in the one lock of this name. */
const OLD_LOCK = 'publishing.lock';
/** A holder writes its lock again this often … */
const RENEW_MS = 10_000;
/** … and counts as dead, where that can't be seen, when it has not for so long. */
const LEASE_MS = 120_000;
/** Publishers that begin together step back and try again, at random pauses; who finds the folder held for so long gives up. */
const WAIT_MS_MAX = 2000;
const PAUSE_MS_MAX = 150;

/** Who holds a folder. Numbers of processes mean something within one boot of one machine, and one container of it. */
interface Holder {
  readonly host: string;
  readonly boot: string;
  /** The list of processes to which `pid` belongs. */
  readonly processes: string;
  readonly pid: number;
  /** When the process was started, in ticks since the boot; empty where the system doesn't say. */
  readonly started: string;
}

/** A folder that is held for one publisher. */
export interface Hold {
  /** Throws when somebody else has taken the folder over, who had to believe us dead. */
  confirm(): Promise<void>;
  release(): Promise<void>;
}

/** Lock files of this process, so that one left by a dead process that had our number counts as dead. */
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
 * The 22nd field of proc(5)'s stat; the second is a name in brackets that may hold anything. Empty for a process that has died and waits for
 * its parent to notice: state Z, and no thread (the 20th) that still ends what it does on the disk.
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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What a lock says; null while it is being written, or when it is broken. */
function readHolder(name: string, text: string, us: Holder): Holder | null {
  try {
    const found = JSON.parse(text) as Holder | number;
    if (name === OLD_LOCK && typeof found === 'number') return { ...us, pid: found, started: startOf(found) };
    return typeof found === 'object' && Number.isSafeInteger(found?.pid) && found.pid > 0 ? found : null;
  } catch {
    return null;
  }
}

/** @param agedMs since it was written last, by the clock of the folder's own file system */
function isAlive(path: string, holder: Holder | null, us: Holder, agedMs: number): boolean {
  const isHere = holder !== null && holder.host === us.host && holder.boot === us.boot && holder.processes === us.processes;
  if (!isHere) return agedMs < LEASE_MS;
  if (holder.pid === us.pid && holder.started === us.started) return own.has(path);
  // Where the system doesn't say when a process was started, another may have the number by now.
  const isSame = holder.started === '' ? agedMs < LEASE_MS : holder.started === startOf(holder.pid);
  return isSame && isRunning(holder.pid);
}

/** Removes the locks of the dead, and says who lives besides `path`. */
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

/** Null when the publisher that holds the folder has removed the unfinished lock. */
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

/** Removes what the dead began to write. A living publisher whose file this is tries again, and finds the folder held. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (UNFINISHED_LOCK.test(name)) await rm(join(folder, name), { force: true });
}

/** Takes the folder for one publisher. Throws when another has it, with its name and its lock. */
export async function holdFolder(given: string): Promise<Hold> {
  const folder = resolve(given);
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
  // A lock that was removed is written to all the same, and stays removed.
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
