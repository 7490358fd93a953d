/** Company files in an archive or folder. They are neither unpacked nor kept in memory. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileAt, filesIn, folderAt } from '../../formats/files.ts';
import { Archive, type ArchiveEntry } from '../../formats/zip.ts';
import type { Remarks } from './remarks.ts';

export interface ShelfFile {
  readonly name: string;
  /** Identifies the content without reading it: size with checksum or modification time. */
  readonly input: string;
  readonly read: () => Promise<Buffer>;
}

export interface Shelf {
  readonly name: string;
  readonly files: ReadonlyMap<string, ShelfFile>;
  readonly close: () => void;
}

/** The largest companies have about ten megabytes of facts; several files are in memory at a time. */
const FILE_BYTES_MAX = 128e6;

/**
 * Opens the first existing path: an archive if it ends in .zip, otherwise a folder.
 * @returns null if none exists
 * @throws with the name of an unreadable archive, a wanted file that is too large, or something else in their place
 */
export async function openShelf(
  places: readonly string[],
  isWanted: (name: string) => boolean,
  remarks: Remarks,
): Promise<Shelf | null> {
  for (const place of places) {
    const isArchive = place.endsWith('.zip');
    if (!(await (isArchive ? fileAt(place) : folderAt(place)))) continue;
    if (!isArchive) {
      const shelf = await folderShelf(place, isWanted);
      if (shelf.files.size > 0) return shelf;
      continue;
    }
    const archive = await Archive.open(place, isWanted, { entryBytesMax: FILE_BYTES_MAX });
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
  for (const path of await filesIn(folder, isWanted, FILE_BYTES_MAX)) {
    const { size, mtimeMs } = await stat(path);
    const name = basename(path);
    files.set(name, { name, input: `${name} ${size} ${mtimeMs}`, read: () => readFile(path) });
  }
  return { name: basename(folder), files, close: () => {} };
}
