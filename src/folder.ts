/** Creates folders, and removes them again if nothing came to be in them. */
import { mkdir, rmdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}

/**
 * Creates a folder and its missing parents. Node's own recursive creation never ends where the system answers ENOENT, as in /proc.
 * @returns the created folders, outermost first
 * @throws with the path that can't be created and the system's code
 */
export async function makeFolder(path: string): Promise<string[]> {
  const folder = resolve(path);
  if (await isFolder(folder)) return [];
  const parents = dirname(folder) === folder ? [] : await makeFolder(dirname(folder));
  try {
    await mkdir(folder);
    return [...parents, folder];
  } catch (error) {
    // Another process may have been faster.
    if (await isFolder(folder)) return parents;
    await removeEmpty(parents);
    const { code, message } = error as NodeJS.ErrnoException;
    throw Object.assign(new Error(`the folder ${folder} can't be created: ${message}`, { cause: error }), { code });
  }
}

/** Removes those of the folders that are empty. */
export async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) await rmdir(folder).catch(() => undefined);
}
