import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, in the package or in the source tree. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

export function ownVersion(): string {
  return String((JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as { version: unknown }).version);
}
