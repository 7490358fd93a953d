/**
 * The work folder caches converted price files in parts, so that a killed run continues and unchanged files aren't read again. If a file has
 * grown, the new sessions become a record that continues the previous one.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { contentHash } from '../../../contentHash.ts';
import { makeFolder } from '../../../folder.ts';
import { PartFiles } from '../../formats/partFiles.ts';
import { writeDurably } from '../../publish/durable.ts';
import { putSeries, type Series } from '../series.ts';
import type { PriceRows } from './rows.ts';

/** Limits of a part, in files and sessions: at most this much is lost when a run is killed. */
const PART_RECORDS = 1024;
const PART_SESSIONS = 250_000;
/** Parts with a larger share of unused records are rewritten. */
const DEAD_SHARE_MAX = 0.5;
const PART_NAME = /^[0-9a-f]{32}\.prices$/;
const TEMPORARY_NAME = /^[0-9a-f]{32}\.prices\.[\d-]+\.part$/;
const [SESSION_BYTES, DOUBLE_BYTES, DAY_BYTES] = [21, 8, 4];

/** A file, or what was added to it since `base`. Everything except the series describes the whole file. */
export interface PriceRecord extends Omit<PriceRows, 'series' | 'latestDay' | 'hasEarlier' | 'hasFuture' | 'hasLater'> {
  /** Identifies the file's content. */
  readonly input: string;
  readonly name: string;
  readonly bytes: number;
  readonly checksum: number;
  readonly endsLine: boolean;
  /** First day kept; null if the file has no earlier one. */
  readonly fromDay: number | null;
  /** As-of day for which it is valid, because later sessions were dropped; null for any day from `latestDay`. */
  readonly asOfDay: number | null;
  /** Date of the run for which it is valid, because future sessions were dropped; null for any. */
  readonly today: number | null;
  readonly latestDay: number | null;
  /** Input of the record that it continues. */
  readonly base: string | null;
  /** Sessions of this record's series. */
  readonly sessionCount: number;
  /** Day of the last session, if necessary of `base`. */
  readonly lastDay: number | null;
}

interface Place {
  readonly part: string;
  /** Position of the series in the file. */
  readonly offset: number;
}

interface Kept {
  readonly record: PriceRecord;
  place: Place;
  /** Sessions before the first relevant day. */
  readonly skipCount: number;
}

/** Requested days, in days since 1970-01-01. */
export interface PartDays {
  readonly fromDay: number;
  readonly asOfDay: number;
  readonly today: number;
}

/** Buffer for one series at a time, in the byte layout of a part. */
class SeriesScratch {
  #buffer = new ArrayBuffer(0);

  of(count: number): { bytes: Uint8Array; series: Series } {
    const length = SESSION_BYTES * count;
    if (length > this.#buffer.byteLength) this.#buffer = new ArrayBuffer(2 * length);
    const buffer = this.#buffer;
    return {
      bytes: new Uint8Array(buffer, 0, length),
      series: {
        closes: new Float64Array(buffer, 0, count),
        volumes: new Float64Array(buffer, DOUBLE_BYTES * count, count),
        days: new Int32Array(buffer, 2 * DOUBLE_BYTES * count, count),
        flags: new Uint8Array(buffer, (2 * DOUBLE_BYTES + DAY_BYTES) * count, count),
      },
    };
  }
}

export class PriceParts {
  readonly #folder: string;
  readonly #days: PartDays;
  readonly #kept = new Map<string, Kept>();
  readonly #byName = new Map<string, string[]>();
  readonly #parts = new Map<string, readonly PriceRecord[]>();
  #open: { record: PriceRecord; series: Series }[] = [];
  #openSessionCount = 0;
  readonly #files: PartFiles;
  readonly #scratch = new SeriesScratch();
  readonly #whole = new SeriesScratch();

  private constructor(folder: string, days: PartDays) {
    this.#folder = folder;
    this.#files = new PartFiles(folder);
    this.#days = days;
  }

  /** Opens a work folder. Removes damaged parts; their files are converted again. */
  static async open(folder: string, days: PartDays): Promise<PriceParts> {
    if (endianness() !== 'LE') throw new Error('price series are kept for little-endian machines only');
    await makeFolder(folder);
    const parts = new PriceParts(folder, days);
    for (const name of (await readdir(folder)).sort()) {
      if (TEMPORARY_NAME.test(name)) await rm(join(folder, name), { force: true });
      else if (PART_NAME.test(name) && !(await parts.#find(name))) await rm(join(folder, name), { force: true });
    }
    return parts;
  }

  async #find(part: string): Promise<boolean> {
    const bytes = await readFile(join(this.#folder, part));
    const headEnd = 4 + (bytes.length < 4 ? 0 : bytes.readUInt32LE(0));
    const head = bytes.subarray(4, headEnd);
    if (bytes.length < headEnd || part !== nameOf(head)) return false;
    const { checksum, records } = JSON.parse(head.toString('utf8')) as { checksum: number; records: PriceRecord[] };
    const body = bytes.subarray(headEnd);
    if (crc32(body) !== checksum) return false;
    let offset = 0;
    for (const record of records) {
      let skipCount = 0;
      const days = offset + 2 * DOUBLE_BYTES * record.sessionCount;
      while (skipCount < record.sessionCount && body.readInt32LE(days + DAY_BYTES * skipCount) < this.#days.fromDay) skipCount++;
      this.#keep(record, { part, offset: headEnd + offset }, skipCount);
      offset += SESSION_BYTES * record.sessionCount;
    }
    this.#parts.set(part, records);
    return true;
  }

  #keep(record: PriceRecord, place: Place, skipCount: number): void {
    const known = this.#kept.get(record.input);
    if (known && this.#isOfDays(known.record)) return;
    this.#kept.set(record.input, { record, place, skipCount });
    const ofName = this.#byName.get(record.name);
    if (ofName) ofName.push(record.input);
    else this.#byName.set(record.name, [record.input]);
  }

  #isOfDays(record: PriceRecord): boolean {
    const { fromDay, asOfDay, today } = this.#days;
    return (
      (record.asOfDay === null ? (record.latestDay ?? asOfDay) <= asOfDay : record.asOfDay === asOfDay) &&
      (record.today === null || record.today === today) &&
      (record.fromDay === null || record.fromDay <= fromDay)
    );
  }

  /** Whether there is a record valid for the requested days, including its base. */
  has(input: string): boolean {
    const record = this.#kept.get(input)?.record;
    return record !== undefined && this.#isOfDays(record) && (record.base === null || this.has(record.base));
  }

  /** The longest record from which a file may have grown. */
  grownFrom(name: string, bytes: number): PriceRecord | undefined {
    let longest: PriceRecord | undefined;
    for (const input of this.#byName.get(name) ?? []) {
      const record = this.#kept.get(input)?.record;
      if (!record) continue;
      const isWhole = record.asOfDay === null && record.today === null && record.refusal === null && record.endsLine;
      if (isWhole && record.bytes < bytes && record.bytes > (longest?.bytes ?? 0) && this.has(input)) longest = record;
    }
    return longest;
  }

  /** Adds a record and writes a part when it is large enough. */
  async add(record: PriceRecord, series: Series): Promise<void> {
    this.#kept.delete(record.input);
    this.#open.push({ record, series });
    this.#openSessionCount += record.sessionCount;
    if (this.#open.length >= PART_RECORDS || this.#openSessionCount >= PART_SESSIONS) await this.flush();
  }

  async flush(): Promise<void> {
    const open = this.#open;
    this.#open = [];
    this.#openSessionCount = 0;
    if (open.length === 0) return;
    for (const { record } of open) this.#kept.delete(record.input);
    await this.#write(
      open.map(({ record, series }) => {
        const first = series.days.findIndex((day) => day >= this.#days.fromDay);
        return { record, bytes: bytesOf(series), skipCount: first < 0 ? series.days.length : first };
      }),
    );
  }

  async #write(records: readonly { record: PriceRecord; bytes: Uint8Array; skipCount: number }[]): Promise<void> {
    const body = Buffer.concat(records.map(({ bytes }) => bytes));
    const head = Buffer.from(JSON.stringify({ checksum: crc32(body), records: records.map(({ record }) => record) }));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    const part = nameOf(head);
    await writeDurably(join(this.#folder, part), Buffer.concat([length, head, body]));
    let offset = length.length + head.length;
    for (const { record, bytes, skipCount } of records) {
      this.#keep(record, { part, offset }, skipCount);
      offset += bytes.length;
    }
    this.#parts.set(
      part,
      records.map(({ record }) => record),
    );
  }

  /** Call {@link flush} before. */
  record(input: string): PriceRecord {
    return this.#kept.get(input)!.record;
  }

  /** Relevant sessions of an input. */
  sessionCount(input: string): number {
    return this.#recordsOf(input).reduce((sum, { record, skipCount }) => sum + record.sessionCount - skipCount, 0);
  }

  /** The relevant part of an input's series, valid until the next one is read. Call {@link flush} before. */
  series(input: string): Series {
    const records = this.#recordsOf(input);
    const [base] = records;
    if (records.length === 1 && base) return this.#read(base, this.#scratch);
    const { series: whole } = this.#whole.of(this.sessionCount(input));
    let at = 0;
    for (const record of records) {
      const read = this.#read(record, this.#scratch);
      putSeries(whole, at, read);
      at += read.days.length;
    }
    return whole;
  }

  /** A record's own series, without its base. */
  ownSeries(input: string): Series {
    return this.#read({ ...this.#kept.get(input)!, skipCount: 0 }, new SeriesScratch());
  }

  #recordsOf(input: string): readonly Kept[] {
    const kept = this.#kept.get(input)!;
    const { base } = kept.record;
    return base === null ? [kept] : [this.#kept.get(base)!, kept];
  }

  #read({ record: { sessionCount }, place: { part, offset }, skipCount }: Kept, scratch: SeriesScratch): Series {
    const { bytes, series } = scratch.of(sessionCount);
    this.#files.read(part, bytes, offset);
    return {
      days: series.days.subarray(skipCount),
      closes: series.closes.subarray(skipCount),
      volumes: series.volumes.subarray(skipCount),
      flags: series.flags.subarray(skipCount),
    };
  }

  /** Removes unused parts and rewrites mostly unused ones. Call {@link flush} before. */
  async tidy(wanted: ReadonlySet<string>): Promise<void> {
    const live = new Set(wanted);
    for (const { input, base } of [...this.#parts.values()].flat()) if (base !== null && wanted.has(input)) live.add(base);
    for (const [part, records] of [...this.#parts]) {
      const wantedHere = records.filter(({ input }) => live.has(input));
      const own = wantedHere.flatMap(({ input }) => (this.#kept.get(input)?.place.part === part ? [input] : []));
      // A run as of a past day has its own records and keeps those valid for any day.
      if (wantedHere.some(({ input, asOfDay, today }) => asOfDay === null && today === null && !own.includes(input))) continue;
      if (own.length >= (1 - DEAD_SHARE_MAX) * records.length) continue;
      if (own.length > 0) {
        const kept = own.map((input) => this.#kept.get(input)!);
        const anew = kept.map((one) => ({
          record: one.record,
          bytes: bytesOf(this.#read({ ...one, skipCount: 0 }, this.#scratch)),
          skipCount: one.skipCount,
        }));
        for (const input of own) this.#kept.delete(input);
        await this.#write(anew);
      }
      this.#parts.delete(part);
      this.#files.close(part);
      await rm(join(this.#folder, part), { force: true });
    }
  }

  close(): void {
    this.#files.closeAll();
  }
}

const nameOf = (head: Uint8Array): string => `${contentHash(head)}.prices`;

function bytesOf({ days, closes, volumes, flags }: Series): Uint8Array {
  const bytes = new Uint8Array(SESSION_BYTES * days.length);
  let at = 0;
  for (const column of [closes, volumes, days, flags]) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return bytes;
}
