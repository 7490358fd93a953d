import { realpath, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { folderAt } from '../ingest/formats/files.ts';
import { writeDurably } from '../ingest/publish/durable.ts';
import { UsageError } from './usage.ts';

/** Throws early if a file can't be written at the end: an empty name, a folder, or no parent folder. */
export async function checkWritable(option: string, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  if (path === '') throw new UsageError(`expected ${option} FILE`);
  if (!(await folderAt(dirname(path)))) throw new Error(`${option}: the folder ${dirname(path)} is not there`);
  // It may be /dev/stdout.
  if ((await stat(path).catch(() => null))?.isDirectory()) throw new Error(`${option}: ${path} is a folder`);
}

/** Writes a file atomically, where a link leads to if it is one. What is no file, such as /dev/stdout, is written to, not replaced. */
export async function writeOut(path: string, bytes: Uint8Array): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found && !found.isFile()) await writeFile(path, bytes);
  else await writeDurably(found ? await realpath(path) : path, bytes);
}
