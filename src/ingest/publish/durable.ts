import { lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentHashOf } from '../../contentHash.ts';
import { openRegularFile, readRegularFile } from '../../regularFile.ts';
import { FILES_FOLDER, MANIFEST_BYTES_MAX, type Manifest, type PublishedFile, readManifest } from '../../wire/manifest.ts';

let partCount = 0;

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Whether a file in the folder `out` exists and has the stated length. */
export async function hasFile(out: string, { file, bytes }: PublishedFile): Promise<boolean> {
  const found = await lstat(join(out, FILES_FOLDER, file)).catch(() => null);
  return found?.isFile() === true && found.size === bytes;
}

/** As {@link hasFile}, and its content matches the hash in its name. */
export async function isIntact(out: string, wanted: PublishedFile): Promise<boolean> {
  if (!(await hasFile(out, wanted))) return false;
  const file = await openRegularFile(join(out, FILES_FOLDER, wanted.file));
  try {
    return wanted.file.startsWith(await contentHashOf(file, wanted.bytes));
  } finally {
    await file.close();
  }
}

/** Writes a temporary file, flushes it and renames it: `path` never has partial content. Removes the temporary file before it throws. */
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
    // Frees the space on a full disk for the next try.
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Flushes a folder's entries. Not every system supports this. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** As {@link writeDurably}, and also flushes the rename. */
export async function swapFile(path: string, bytes: Uint8Array): Promise<void> {
  await writeDurably(path, bytes);
  await flushFolder(dirname(path));
}

/** Null if there is no manifest. Throws if there is something else: the folder must not be cleaned up then. */
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
