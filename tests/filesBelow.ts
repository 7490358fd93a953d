import { readdirSync } from 'node:fs';
import { posix } from 'node:path';

/** The project's own files in a folder and below it. */
export function filesBelow(folder: string, isWanted: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, ...name.split(/[\\/]/)))
    .filter((path) => isWanted.test(path) && !/node_modules|fixtures/.test(path));
}
