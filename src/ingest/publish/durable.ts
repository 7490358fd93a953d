import { lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentHashOf } from '../../contentHash.ts';
import { openRegularFile, readRegularFile } from '../../regularFile.ts';
import { FILES_FOLDER, MANIFEST_BYTES_MAX, type Manifest, type PublishedFile, readManifest } from '../../wire/manifest.ts';

let partCount = 0;

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Whether a file of the folder `out` is there and has its length. */
export async function hasFile(out: string, { file, bytes }: PublishedFile): Promise<boolean> {
  const found = await lstat(join(out, FILES_FOLDER, file)).catch(() => null);
  return found?.isFile() === true && found.size === bytes;
}

/** As {@link hasFile}, and it holds what its name says. */
export async function isIntact(out: string, wanted: PublishedFile): Promise<boolean> {
  if (!(await hasFile(out, wanted))) return false;
  const file = await openRegularFile(join(out, FILES_FOLDER, wanted.file));
  try {
    return wanted.file.startsWith(await contentHashOf(file, wanted.bytes));
  } finally {
    await file.close();
  }
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

/** Flushes the names of a folder's files. Not every system lets a folder be opened and flushed. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** As {@link writeDurably}, and the rename itself is on the disk when it returns. */
export async function swapFile(path: string, bytes: Uint8Array): Promise<void> {
  await writeDurably(path, bytes);
  await flushFolder(dirname(path));
}

/** The manifest at that path, or null when there is none. Throws when there is something else: then the folder is not ours to tidy. */
export async function manifestAt(path: string): Promise<Manifest | null> {
  const bytes = await readRegularFile(path, MANIFEST_BYTES_MAX).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (bytes === null) return null;
  try {
    return readManifest(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}
