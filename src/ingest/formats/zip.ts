/** The only module that imports yauzl: reads zip archives entry by entry, without unpacking them. */
import { createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib';
import type * as Yauzl from 'yauzl';
import { placed } from './placed.ts';

// By require, as DuckDB: import() of CommonJS takes longer.
const require = createRequire(import.meta.url);
const { fromRandomAccessReaderPromise, openPromise, RandomAccessReader } = require('yauzl') as typeof Yauzl;

/** Default limit: a larger entry is not a data file but a zip bomb. */
const ENTRY_BYTES_MAX = 4e9;
/** Entries up to this size are inflated at once instead of streamed. */
const ONCE_BYTES_MAX = 16e6;
/** Up to this size, handing over to another thread takes longer than inflating. */
const HERE_BYTES_MAX = 256e3;
/** Directories and small entries are read in windows of this size. */
const WINDOW_BYTES = 256 * 1024;
/** A local header with its name and extra fields. */
const LOCAL_HEADER_BYTES = 1024;
const METHOD_DEFLATE = 8;
/** zlib's minimum chunk size. */
const CHUNK_BYTES_MIN = 64;
const inflated = promisify(inflateRaw);

/** Reason for refusing a repeated entry. */
export const DOUBLED = 'an earlier entry has the same name';

export interface ArchiveEntry {
  /** Without folders, unless the archive was opened with `hasFolders`. */
  readonly name: string;
  /** As the archive states it. */
  readonly crc32: number;
  readonly bytes: number;
}

/** Reads an archive through a window, so that consecutive small reads need one system call. */
class WindowReader extends RandomAccessReader {
  readonly #file: FileHandle;
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;

  constructor(file: FileHandle) {
    super();
    this.#file = file;
  }

  #held(position: number, length: number): Buffer | null {
    const from = position - this.#windowStart;
    return from >= 0 && from + length <= this.#window.length ? this.#window.subarray(from, from + length) : null;
  }

  /** Returns up to `length` bytes, fewer at the end of the file. They are never overwritten. */
  async bytes(position: number, length: number): Promise<Buffer> {
    const held = this.#held(position, length);
    if (held) return held;
    const window = Buffer.allocUnsafe(Math.max(WINDOW_BYTES, length));
    const { bytesRead } = await this.#file.read(window, 0, window.length, position);
    this.#window = window.subarray(0, bytesRead);
    this.#windowStart = position;
    return this.#window.subarray(0, length);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    const held = this.#held(position, length);
    if (held) callback(null, held.copy(buffer, offset));
    else
      this.bytes(position, length).then(
        (bytes) => callback(null, bytes.copy(buffer, offset)),
        (error: Error) => callback(error),
      );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#chunks(start, end));
  }

  async *#chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafe(Math.min(WINDOW_BYTES, end - at)), { position: at });
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  override close(callback: (error: Error | null) => void): void {
    this.#file.close().then(() => callback(null), callback);
  }
}

interface ArchiveOptions {
  /** Whether names may contain folders. */
  readonly hasFolders?: boolean;
  /** Largest wanted entry, unpacked. */
  readonly entryBytesMax?: number;
}

const tooLarge = (place: string, bytes: number, bytesMax: number): string =>
  `${place} unpacks to ${bytes} bytes, more than the ${bytesMax} that are read`;

/** An open archive. Entries may be read in any order. */
export class Archive {
  readonly name: string;
  readonly entries: readonly ArchiveEntry[];
  /** Refused entries, such as those with a path in the name. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
  readonly #zip: Yauzl.ZipFile;
  readonly #reader: WindowReader;
  readonly #found: ReadonlyMap<ArchiveEntry, Yauzl.Entry>;
  /** Serializes reads: there is only one window. */
  #reading: Promise<unknown> = Promise.resolve();

  private constructor(
    name: string,
    zip: Yauzl.ZipFile,
    reader: WindowReader,
    found: ReadonlyMap<ArchiveEntry, Yauzl.Entry>,
    refused: Archive['refused'],
  ) {
    this.name = name;
    this.#zip = zip;
    this.#reader = reader;
    this.#found = found;
    this.entries = [...found.keys()];
    this.refused = refused;
  }

  /**
   * Reads an archive's directory.
   * @param isWanted selects names; a large archive has a million
   * @throws with the archive's name if it is not a zip archive, is truncated, or a wanted entry is too large
   */
  static async open(
    path: string,
    isWanted: (name: string) => boolean,
    { hasFolders = false, entryBytesMax = ENTRY_BYTES_MAX }: ArchiveOptions = {},
  ): Promise<Archive> {
    const name = basename(path);
    const { zip, reader } = await placed(name, openWindowed(path));
    try {
      const found = new Map<ArchiveEntry, Yauzl.Entry>();
      const refused: { name: string; reason: string }[] = [];
      const names = new Set<string>();
      for await (const entry of zip.eachEntry()) {
        const rawName = entry.fileNameRaw.toString('utf8');
        const entryName = hasFolders ? rawName.replaceAll('\\', '/') : rawName;
        if (entryName.endsWith('/')) continue;
        const reason = refusalOf(entry, entryName, names, hasFolders ? CLIMBING_NAME : FOLDER_NAME);
        if (reason !== null) refused.push({ name: entryName, reason });
        else if (isWanted(entryName)) {
          if (entry.uncompressedSize > entryBytesMax) throw new Error(tooLarge(entryName, entry.uncompressedSize, entryBytesMax));
          names.add(entryName);
          found.set({ name: entryName, crc32: entry.crc32, bytes: entry.uncompressedSize }, entry);
        }
      }
      return new Archive(name, zip, reader, found, refused);
    } catch (error) {
      zip.close();
      throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }

  /** Reads an entry and verifies its checksum. */
  async read(entry: ArchiveEntry): Promise<Buffer> {
    return (await this.readWithHead(entry, 0)).bytes;
  }

  /** As {@link read}, plus the checksum of the first bytes. */
  async readWithHead(entry: ArchiveEntry, headBytes: number): Promise<{ bytes: Buffer; headChecksum: number }> {
    const bytes = await this.#inflated(entry);
    const headChecksum = crc32(bytes.subarray(0, headBytes));
    if (crc32(bytes.subarray(headBytes), headChecksum) !== entry.crc32)
      throw new Error('the checksum is wrong: the entry is damaged');
    return { bytes, headChecksum };
  }

  async #inflated(entry: ArchiveEntry): Promise<Buffer> {
    const found = this.#entry(entry);
    const isAtOnce = entry.bytes <= ONCE_BYTES_MAX && found.compressedSize <= ONCE_BYTES_MAX;
    if (!isAtOnce || found.compressionMethod !== METHOD_DEFLATE) {
      const chunks: Buffer[] = [];
      for await (const chunk of await this.#zip.openReadStreamPromise(found)) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    }
    const reading = this.#reading.then(() => this.#packed(found));
    this.#reading = reading.catch(() => undefined);
    const packed = await reading;
    const size = Math.max(CHUNK_BYTES_MIN, entry.bytes);
    const options = { chunkSize: size, maxOutputLength: size };
    return entry.bytes <= HERE_BYTES_MAX ? inflateRawSync(packed, options) : await inflated(packed, options);
  }

  async #packed(entry: Yauzl.Entry): Promise<Buffer> {
    const { relativeOffsetOfLocalHeader: start, compressedSize } = entry;
    await this.#reader.bytes(start, LOCAL_HEADER_BYTES + compressedSize);
    const { fileDataStart } = await this.#zip.readLocalFileHeaderPromise(entry, { minimal: true });
    return await this.#reader.bytes(fileDataStart, compressedSize);
  }

  /** Writes an entry to a file and verifies its checksum. */
  async extract(entry: ArchiveEntry, path: string): Promise<void> {
    let checksum = 0;
    const check = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    };
    await pipeline(await this.#zip.openReadStreamPromise(this.#entry(entry)), check, createWriteStream(path));
    if (checksum !== entry.crc32) throw new Error(`${this.name}: ${entry.name}: the checksum is wrong: the entry is damaged`);
  }

  #entry(entry: ArchiveEntry): Yauzl.Entry {
    const found = this.#found.get(entry);
    if (!found) throw new Error(`${this.name} has no ${entry.name}`);
    return found;
  }

  close(): void {
    this.#zip.close();
  }
}

async function openWindowed(path: string): Promise<{ zip: Yauzl.ZipFile; reader: WindowReader }> {
  const file = await open(path);
  try {
    const reader = new WindowReader(file);
    const { size } = await file.stat();
    return { reader, zip: await fromRandomAccessReaderPromise(reader, size, OPTIONS) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const OPTIONS = { lazyEntries: true, autoClose: false, decodeStrings: false };
const FOLDER_NAME = /[\\/\0]|^\.\.?$/;
/** Absolute, with a drive letter, or with `..`. */
const CLIMBING_NAME = /\0|^\/|^[a-z]:|(?:^|\/)\.\.?(?:\/|$)/i;

function refusalOf(entry: Yauzl.Entry, name: string, names: ReadonlySet<string>, refused: RegExp): string | null {
  if (refused.test(name)) return 'a path in its name';
  if (names.has(name)) return DOUBLED;
  if (!entry.canDecodeFileData()) return 'encrypted or packed in a way that is not read';
  return null;
}

export interface ZipEntry {
  /** Path inside the archive; never absolute, never with `..`. */
  readonly name: string;
  /** Unpacked. */
  readonly bytes: number;
  /** Throws with archive and entry if the checksum is wrong. Call it before requesting the next entry. */
  read(): Promise<Buffer>;
}

/** The files of an archive, in order. Throws with the archive's name if it is not a zip archive or is truncated; reading a larger entry throws. */
export async function* entriesOf(path: string, entryBytesMax: number): AsyncGenerator<ZipEntry> {
  const archive = basename(path);
  const zip = await placed(archive, openPromise(path, { lazyEntries: true, autoClose: false }));
  try {
    const entries = zip.eachEntry()[Symbol.asyncIterator]();
    for (;;) {
      const next = await placed(archive, entries.next());
      if (next.done) return;
      const entry = next.value;
      if (entry.fileName.endsWith('/')) continue;
      const place = `${archive}: ${entry.fileName}`;
      yield {
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        async read() {
          if (entry.uncompressedSize > entryBytesMax) throw new Error(tooLarge(place, entry.uncompressedSize, entryBytesMax));
          const chunks: Buffer[] = [];
          const stream = await placed(place, zip.openReadStreamPromise(entry));
          await placed(
            place,
            (async () => {
              for await (const chunk of stream) chunks.push(chunk as Buffer);
            })(),
          );
          const bytes = Buffer.concat(chunks);
          if (crc32(bytes) !== entry.crc32 >>> 0) throw new Error(`${place}: the checksum is wrong, the entry is damaged`);
          return bytes;
        },
      };
    }
  } finally {
    zip.close();
  }
}
