import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Manifest, readManifest } from '../wire/manifest.ts';

/** Names the publisher at work on a folder, by its process id. */
const LOCK_FILE = 'publishing.lock';

/** Folders that this process is publishing, so that a lock left by a dead process that had our id counts as dead. */
const held = new Set<string>();
let partCount = 0;

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Whether the file is there and has that length. Files are renamed into place when complete, so the length says enough. */
export async function hasFile(path: string, bytes: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() === true && found.size === bytes;
}

/** Writes a file beside its place, flushes it to the disk and renames it: at `path` there is never a part of it, and when it throws nothing beside it. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const beside = `${path}.${process.pid}-${partCount++}.part`;
  try {
    const file = await open(beside, 'w');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    // A full disk has room again for the next try.
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** As {@link writeDurably}, and the rename itself is on the disk when it returns. */
export async function swapFile(path: string, bytes: Uint8Array): Promise<void> {
  await writeDurably(path, bytes);
  // Not every system lets a folder be opened and flushed; the rename is atomic there too.
  const folder = await open(dirname(path), 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** The manifest at that path, or null when there is none. Throws when there is something else: then the folder is not ours to tidy. */
export async function manifestAt(path: string): Promise<Manifest | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return readManifest(text);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

function isRunning(pid: number, folder: string): boolean {
  if (pid === process.pid) return held.has(folder);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Takes the folder for one publisher; the lock of a publisher that has died is taken over. Returns how to give it back. */
export async function holdFolder(given: string): Promise<() => Promise<void>> {
  const folder = resolve(given);
  const path = join(folder, LOCK_FILE);
  const take = async (): Promise<boolean> => {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' });
      held.add(folder);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  };
  if (!(await take())) {
    const holder = Number(await readFile(path, 'utf8').catch(() => ''));
    if (holder > 0 && isRunning(holder, folder)) throw new Error(`${folder} is being published by process ${holder}`);
    await rm(path, { force: true });
    if (!(await take())) throw new Error(`${folder} is being published by another process`);
  }
  return async () => {
    held.delete(folder);
    await rm(path, { force: true });
  };
}
