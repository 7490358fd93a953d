import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';

const LOCAL_SIGNATURE = 0x04034b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const DEFLATED = 8;

/** Writes a zip archive entry by entry, by the application note of the format; names and what is in them may be wrong on purpose. */
export class ZipWriter {
  readonly #file: number;
  readonly #directory: Buffer[] = [];
  #offset = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  add(name: string, content: Uint8Array | string, level = 6): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.addPacked(name, deflateRawSync(bytes, { level }), crc32(bytes), bytes.length);
  }

  /** Adds what is packed already. */
  addPacked(name: string, packed: Uint8Array, checksum: number, length: number): void {
    const nameBytes = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(DEFLATED, 4);
    fields.writeUInt32LE(checksum, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const signature = Buffer.alloc(4);
    signature.writeUInt32LE(LOCAL_SIGNATURE);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(CENTRAL_SIGNATURE);
    central.writeUInt16LE(20, 4);
    fields.copy(central, 6);
    central.writeUInt32LE(this.#offset, 42);
    this.#directory.push(central, nameBytes);
    for (const part of [signature, fields, nameBytes, packed]) {
      writeSync(this.#file, part);
      this.#offset += part.length;
    }
  }

  close(): void {
    const directory = Buffer.concat(this.#directory);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(END_SIGNATURE);
    end.writeUInt16LE(this.#directory.length / 2, 8);
    end.writeUInt16LE(this.#directory.length / 2, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(this.#offset, 16);
    writeSync(this.#file, directory);
    writeSync(this.#file, end);
    closeSync(this.#file);
  }
}

/** Writes a zip archive of texts. */
export function writeZip(path: string, entries: Readonly<Record<string, string>>): void {
  const zip = new ZipWriter(path);
  for (const [name, text] of Object.entries(entries)) zip.add(name, text);
  zip.close();
}
