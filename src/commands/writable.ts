import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { folderAt } from '../ingest/formats/files.ts';
import { UsageError } from './usage.ts';

/** Throws early if a file can't be written at the end: an empty name, a folder, or no parent folder. */
export async function checkWritable(option: string, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  if (path === '') throw new UsageError(`expected ${option} FILE`);
  if (!(await folderAt(dirname(path)))) throw new Error(`${option}: the folder ${dirname(path)} is not there`);
  // It may be /dev/stdout.
  if ((await stat(path).catch(() => null))?.isDirectory()) throw new Error(`${option}: ${path} is a folder`);
}
