import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Real data next to a checkout of the project, too large for the repository or not ours to distribute. */
const FOLDER = '../shared/data';

/** The path of a folder or file of them, and whether it exists; without it, tests that need it are skipped with a message. */
export function beside(name: string): { readonly path: string; readonly isThere: boolean } {
  const path = join(process.cwd(), FOLDER, name);
  const isThere = existsSync(path);
  if (!isThere) console.log(`skipped: ${FOLDER}/${name} is not there`);
  return { path, isThere };
}
