/** Where files of companies lie: an archive, or a folder. Neither is unpacked or held in memory. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Archive, type ArchiveEntry } from '../zip.ts';
import type { Remarks } from './remarks.ts';

export interface ShelfFile {
  readonly name: string;
  /** Says what is in it without reading it: size with checksum, or with the time of the last change. */
  readonly input: string;
  readonly read: () => Promise<Buffer>;
}

export interface Shelf {
  readonly name: string;
  readonly files: ReadonlyMap<string, ShelfFile>;
  readonly close: () => void;
}

/** A folder has no file larger than this that we read. */
const FILE_BYTES_MAX = 2e9;

/**
 * Opens the first of the places that is there: an archive ends in .zip, all others are folders.
 * @returns null when there is none
 * @throws with the name of an archive that can't be read
 */
export async function openShelf(
  places: readonly string[],
  isWanted: (name: string) => boolean,
  remarks: Remarks,
): Promise<Shelf | null> {
  for (const place of places) {
    const found = await stat(place).catch(() => null);
    if (!found) continue;
    if (!place.endsWith('.zip')) {
      const shelf = await folderShelf(place, isWanted);
      if (shelf.files.size > 0) return shelf;
      continue;
    }
    const archive = await Archive.open(place, isWanted);
    for (const { name, reason } of archive.refused) remarks.add(`${archive.name}: ${reason}: not read`, name);
    const file = (entry: ArchiveEntry): ShelfFile => ({
      name: entry.name,
      input: `${entry.name} ${entry.bytes} ${entry.crc32}`,
      read: () => archive.read(entry),
    });
    return {
      name: archive.name,
      files: new Map(archive.entries.map((entry) => [entry.name, file(entry)])),
      close: () => archive.close(),
    };
  }
  return null;
}

async function folderShelf(folder: string, isWanted: (name: string) => boolean): Promise<Shelf> {
  const files = new Map<string, ShelfFile>();
  for (const name of (await readdir(folder)).sort()) {
    if (!isWanted(name)) continue;
    const path = join(folder, name);
    const { size, mtimeMs } = await stat(path);
    const read = (): Promise<Buffer> => {
      if (size > FILE_BYTES_MAX) throw new Error('too large');
      return readFile(path);
    };
    files.set(name, { name, input: `${name} ${size} ${mtimeMs}`, read });
  }
  return { name: basename(folder), files, close: () => {} };
}
