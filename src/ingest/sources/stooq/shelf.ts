/** Price files in archives, unpacked folders, or folders of archives. Nothing is unpacked to disk. */
import { readFile, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { crc32 } from 'node:zlib';
import { filesBelow, foundAt } from '../../formats/files.ts';
import { placed } from '../../formats/placed.ts';
import { Archive, DOUBLED } from '../../formats/zip.ts';

/** Sixty years of sessions take 1.5 megabytes. */
const FILE_BYTES_MAX = 64e6;

export interface PriceFile {
  /** Path below the folder or in the archive. */
  readonly name: string;
  /** Identifies the content without reading it: size with checksum or modification time. */
  readonly input: string;
  readonly bytes: number;
  /** Reads content and checksum of the first bytes. Throws with the position if it is damaged or too large. */
  readonly read: (headBytes: number) => Promise<PriceContent>;
}

export interface PriceContent {
  readonly bytes: Buffer;
  /** CRC-32 of all bytes and of the requested head. */
  readonly checksum: number;
  readonly headChecksum: number;
}

export interface PriceShelf {
  readonly files: readonly PriceFile[];
  /** Repeated entries, which are ignored. */
  readonly doubled: readonly string[];
  readonly close: () => void;
}

/** Opens an archive or folder. Throws with the name of an invalid or truncated archive. */
export async function openPrices(path: string): Promise<PriceShelf> {
  const files: PriceFile[] = [];
  const doubled: string[] = [];
  const archives: Archive[] = [];
  const close = (): void => {
    for (const archive of archives) archive.close();
  };
  try {
    const found = await foundAt(path);
    if (!found) throw new Error(`${path} is not there`);
    for (const file of found.isDirectory() ? await filesBelow(path, isRead) : [path]) {
      if (file !== path && !file.endsWith('.zip')) {
        files.push(await looseFile(path, file));
        continue;
      }
      const archive = await Archive.open(file, (name) => name.endsWith('.txt'), { hasFolders: true });
      archives.push(archive);
      for (const { name, reason } of archive.refused) {
        if (reason !== DOUBLED) throw new Error(`${archive.name}: ${name}: ${reason}`);
        doubled.push(`${archive.name}: ${name}`);
      }
      for (const entry of archive.entries) {
        const place = `${archive.name}: ${entry.name}`;
        files.push({
          name: entry.name,
          input: `${entry.name} ${entry.bytes} ${entry.crc32}`,
          bytes: entry.bytes,
          read: (headBytes) =>
            readAt(place, entry.bytes, async () => ({
              ...(await archive.readWithHead(entry, headBytes)),
              checksum: entry.crc32,
            })),
        });
      }
    }
  } catch (error) {
    close();
    throw error;
  }
  return { files, doubled, close };
}

const isRead = (name: string): boolean => name.endsWith('.txt') || name.endsWith('.zip');

async function looseFile(folder: string, path: string): Promise<PriceFile> {
  const { size, mtimeMs } = await stat(path);
  const name = relative(folder, path).split(sep).join('/');
  const read = async (headBytes: number): Promise<PriceContent> => {
    const bytes = await readFile(path);
    const headChecksum = crc32(bytes.subarray(0, headBytes));
    return { bytes, headChecksum, checksum: crc32(bytes.subarray(headBytes), headChecksum) };
  };
  return {
    name,
    input: `${name} ${size} ${mtimeMs}`,
    bytes: size,
    read: (headBytes) => readAt(name, size, () => read(headBytes)),
  };
}

async function readAt(place: string, bytes: number, read: () => Promise<PriceContent>): Promise<PriceContent> {
  if (bytes > FILE_BYTES_MAX) throw new Error(`${place}: ${bytes} bytes are too many for the prices of one symbol`);
  return await placed(place, read());
}
