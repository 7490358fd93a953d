import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The project's own files in a folder and below it. */
export function filesBelow(folder: string, isWanted: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => isWanted.test(path) && !/node_modules|fixtures/.test(path));
}
