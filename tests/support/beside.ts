import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Real data, too large for the repository or not ours to hand on, that lie beside a checkout of the project. */
const FOLDER = '../shared/data';

/** The path of a folder or file of them, and whether it is there: tests over it are left out where it is not, with a line. */
export function beside(name: string): { readonly path: string; readonly isThere: boolean } {
  const path = join(process.cwd(), FOLDER, name);
  const isThere = existsSync(path);
  if (!isThere) console.log(`skipped: ${FOLDER}/${name} is not there`);
  return { path, isThere };
}
