/** Finds the files of a source. Only a nonexistent path counts as missing: a broken link, a pipe or a folder in a file's place is an error. */
import type { Stats } from 'node:fs';
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file or folder, following links; null if it doesn't exist. Throws with the path for anything else. */
export async function foundAt(path: string): Promise<Stats | null> {
  const found = await stat(path).catch(async (error: NodeJS.ErrnoException) => {
    const isNothing = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    if (!isNothing && error.code !== 'ELOOP') throw error;
    if (await lstat(path).catch(() => null)) throw new Error(`${path} is a link that leads nowhere`);
    return null;
  });
  if (found && !found.isFile() && !found.isDirectory()) throw new Error(`${path} is neither a file nor a folder`);
  return found;
}

/** A regular file; null if it doesn't exist. Throws with the path for anything else and for a larger file. */
export async function fileAt(path: string, bytesMax = Number.POSITIVE_INFINITY): Promise<Stats | null> {
  const found = await foundAt(path);
  if (found?.isDirectory()) throw new Error(`${path} is a folder, not a file`);
  if (found && found.size > bytesMax) throw new Error(`${path} has ${found.size} bytes, more than the ${bytesMax} that are read`);
  return found;
}

/** A folder; null if it doesn't exist. Throws with the path for anything else. */
export async function folderAt(path: string): Promise<Stats | null> {
  const found = await foundAt(path);
  if (found?.isFile()) throw new Error(`${path} is a file, not a folder`);
  return found;
}

/** The text of a file. Returns null and throws as {@link fileAt} does. */
export async function textAt(path: string, bytesMax: number): Promise<string | null> {
  return (await fileAt(path, bytesMax)) ? await readFile(path, 'utf8') : null;
}

/** Sorted paths of a folder's wanted files. Throws as {@link fileAt} does. */
export async function filesIn(
  folder: string,
  isWanted: (name: string) => boolean,
  bytesMax = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const paths = (await readdir(folder))
    .filter(isWanted)
    .sort()
    .map((name) => join(folder, name));
  for (const path of paths) await fileAt(path, bytesMax);
  return paths;
}

/** As {@link filesIn}, recursively and following links; visits each folder once. */
export async function filesBelow(folder: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const paths: string[] = [];
  const seen = new Set<string>();
  const walk = async (at: string): Promise<void> => {
    const place = await realpath(at);
    if (seen.has(place)) return;
    seen.add(place);
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (isWanted(entry.name)) {
        if (!entry.isFile()) await fileAt(path);
        paths.push(path);
      } else if (entry.isDirectory()) await walk(path);
      else if (entry.isSymbolicLink() && (await stat(path).catch(() => null))?.isDirectory()) await walk(path);
    }
  };
  await walk(folder);
  return paths.sort();
}
