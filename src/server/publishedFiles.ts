import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { contentHash, contentHashOf } from '../contentHash.ts';
import { openRegularFile, readExactly } from '../regularFile.ts';
import type { PublishedFile } from '../wire/manifest.ts';

/** Files up to this size are kept in memory. Larger ones are read from disk for each response. */
const KEPT_FILE_BYTES_MAX = 8 * 1024 * 1024;
/** Limit of all files in memory. The first ones stay: evicted files would remain in memory for slow readers, without bound. */
const KEPT_BYTES_MAX = 64 * 1024 * 1024;

/** Files of a published folder. Each must be a regular file with the length in the manifest and the hash in its name. */
export class PublishedFiles {
  readonly #folder: string;
  readonly #kept = new Map<string, Uint8Array>();
  #keptBytes = 0;
  readonly #reading = new Map<string, Promise<Uint8Array>>();
  /** Hashes of larger files by name, inode and time, so that a replaced file is hashed again. */
  readonly #hashes = new Map<string, Promise<string>>();

  /** @param folder need not exist yet */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The bytes of a file in memory, otherwise the open file. Throws ENOENT if it doesn't exist, and if its hash differs. */
  async open(wanted: PublishedFile): Promise<Uint8Array | FileHandle> {
    const { file, bytes } = wanted;
    const known = this.#kept.get(file) ?? this.#reading.get(file);
    if (known) return await known;
    if (bytes > KEPT_FILE_BYTES_MAX || this.#keptBytes + bytes > KEPT_BYTES_MAX) return await this.#openChecked(wanted);
    const read = this.#keep(wanted).finally(() => this.#reading.delete(file));
    this.#reading.set(file, read);
    return await read;
  }

  /** Drops all others. */
  retain(files: ReadonlySet<string>): void {
    for (const [file, { byteLength }] of this.#kept) {
      if (files.has(file)) continue;
      this.#kept.delete(file);
      this.#keptBytes -= byteLength;
    }
    for (const key of this.#hashes.keys()) if (!files.has(key.slice(0, key.indexOf(' ')))) this.#hashes.delete(key);
  }

  async #keep(wanted: PublishedFile): Promise<Uint8Array> {
    this.#keptBytes += wanted.bytes;
    try {
      const handle = await this.#openWhole(wanted);
      try {
        const read = await readExactly(handle, wanted.bytes);
        this.#expectHash(wanted, contentHash(read));
        this.#kept.set(wanted.file, read);
        return read;
      } finally {
        await handle.close();
      }
    } catch (error) {
      this.#keptBytes -= wanted.bytes;
      throw error;
    }
  }

  async #openChecked(wanted: PublishedFile): Promise<FileHandle> {
    const handle = await this.#openWhole(wanted);
    try {
      const { ino, mtimeNs, ctimeNs } = await handle.stat({ bigint: true });
      const key = `${wanted.file} ${ino} ${mtimeNs} ${ctimeNs}`;
      const hash = this.#hashes.get(key) ?? contentHashOf(handle, wanted.bytes);
      this.#hashes.set(key, hash);
      hash.catch(() => this.#hashes.delete(key));
      this.#expectHash(wanted, await hash);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Throws for a truncated file, so that no response ends early. */
  async #openWhole({ file, bytes }: PublishedFile): Promise<FileHandle> {
    const handle = await openRegularFile(join(this.#folder, file));
    const { size } = await handle.stat();
    if (size === bytes) return handle;
    await handle.close();
    throw new Error(`${file} has ${size} bytes, the manifest says ${bytes}`);
  }

  #expectHash({ file }: PublishedFile, hash: string): void {
    if (!file.startsWith(hash)) throw new Error(`${join(this.#folder, file)} is not what its name says: its hash is ${hash}`);
  }
}
