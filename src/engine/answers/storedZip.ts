/** A zip archive (APPNOTE 6.3) with uncompressed entries, for formats that require zip. */

import { utf8 } from './receipt.ts';

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  return remainder;
});

function crc32(chunks: readonly Uint8Array[]): number {
  let crc = 0xffffffff;
  for (const chunk of chunks) for (const byte of chunk) crc = (crc >>> 8) ^ TABLE[(crc ^ byte) & 0xff]!;
  return (crc ^ 0xffffffff) >>> 0;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const VERSION = 20;
/** 1 January 1980, the format's first day: equal content gives equal files. */
const FIRST_DAY = 0x21;

interface Stored {
  readonly name: Uint8Array;
  readonly chunks: readonly Uint8Array[];
  readonly bytes: number;
  readonly crc: number;
  readonly at: number;
}

/** Writes the fields that both headers of an entry share, from the version on. */
function describe(view: DataView, at: number, { name, bytes, crc }: Stored): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 8, FIRST_DAY, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, bytes, true);
  view.setUint32(at + 18, bytes, true);
  view.setUint16(at + 22, name.length, true);
}

/** @param entries ASCII names with their content in chunks, less than 4 GiB in all */
export function storedZip(entries: readonly (readonly [name: string, chunks: readonly Uint8Array[]])[]): Uint8Array<ArrayBuffer> {
  let end = 0;
  const stored = entries.map(([title, chunks]): Stored => {
    const name = utf8(title);
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const entry = { name, chunks, bytes, crc: crc32(chunks), at: end };
    end += LOCAL_BYTES + name.length + bytes;
    return entry;
  });
  const directory = stored.reduce((sum, { name }) => sum + CENTRAL_BYTES + name.length, 0);
  const zip = new Uint8Array(end + directory + END_BYTES);
  const view = new DataView(zip.buffer);
  let central = end;
  for (const entry of stored) {
    view.setUint32(entry.at, LOCAL, true);
    describe(view, entry.at + 4, entry);
    zip.set(entry.name, entry.at + LOCAL_BYTES);
    let at = entry.at + LOCAL_BYTES + entry.name.length;
    for (const chunk of entry.chunks) {
      zip.set(chunk, at);
      at += chunk.length;
    }
    view.setUint32(central, CENTRAL, true);
    view.setUint16(central + 4, VERSION, true);
    describe(view, central + 6, entry);
    view.setUint32(central + 42, entry.at, true);
    zip.set(entry.name, central + CENTRAL_BYTES);
    central += CENTRAL_BYTES + entry.name.length;
  }
  view.setUint32(central, END, true);
  view.setUint16(central + 8, stored.length, true);
  view.setUint16(central + 10, stored.length, true);
  view.setUint32(central + 12, directory, true);
  view.setUint32(central + 16, end, true);
  return zip;
}
