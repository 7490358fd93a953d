/**
 * The work folder caches converted companies in parts, so that a killed run continues and unchanged files aren't read again. Records are
 * found by a hash of their input, never by time.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { contentHash } from '../../../contentHash.ts';
import { makeFolder } from '../../../folder.ts';
import { PartFiles } from '../../formats/partFiles.ts';
import { writeDurably } from '../../publish/durable.ts';
import type { Company } from './company.ts';

/** Companies per part: at most this many are lost when a run is killed. */
const PART_RECORDS = 128;
const PART_NAME = /^[0-9a-f]{32}\.part$/;
const TEMPORARY_NAME = /^[0-9a-f]{32}\.part\.[\d-]+\.part$/;
/** Parts with a larger share of unused records are rewritten. */
const DEAD_SHARE_MAX = 0.5;

/** A converted company. */
export interface Record {
  /** Hash of its files. */
  readonly input: string;
  /** As-of day for which it is valid; null for any day from `latest`. */
  readonly asOf: number | null;
  /** Day of the latest filing in the files. */
  readonly latest: number;
  readonly company: Company;
  /** Lines of the statements table without the symbol. */
  readonly statements: string;
}

interface Place {
  readonly part: string;
  /** Range of the record's line in the file, without the line feed. */
  readonly from: number;
  readonly to: number;
  /** Start of the statements, a JSON string up to the end of the line. */
  readonly statements: number;
}

/** A record of a part; the input is null if it is valid for another day only. */
interface Line {
  readonly input: string | null;
  readonly place: Place;
}

const [TAB, LINE_FEED] = [9, 10];
const COLUMNS_BEFORE_STATEMENTS = 4;

export class Parts {
  readonly #folder: string;
  readonly #asOf: number;
  readonly #kept = new Map<string, { place: Place; company: Company }>();
  readonly #lines = new Map<string, readonly Line[]>();
  readonly #files: PartFiles;
  #open: Record[] = [];

  private constructor(folder: string, asOf: number) {
    this.#folder = folder;
    this.#files = new PartFiles(folder);
    this.#asOf = asOf;
  }

  /** Opens a work folder. Removes damaged parts; their records are converted again. */
  static async open(folder: string, asOf: number): Promise<Parts> {
    await makeFolder(folder);
    const parts = new Parts(folder, asOf);
    for (const name of (await readdir(folder)).sort()) {
      if (TEMPORARY_NAME.test(name)) await rm(join(folder, name), { force: true });
      else if (PART_NAME.test(name)) {
        const bytes = await readFile(join(folder, name));
        if (contentHash(bytes) === name.slice(0, 32)) parts.#find(name, bytes);
        else await rm(join(folder, name), { force: true });
      }
    }
    return parts;
  }

  #find(part: string, bytes: Buffer): void {
    const lines: Line[] = [];
    this.#lines.set(part, lines);
    for (let from = 0; from < bytes.length; ) {
      const to = bytes.indexOf(LINE_FEED, from);
      const cells: string[] = [];
      let statements = from;
      while (cells.length < COLUMNS_BEFORE_STATEMENTS) {
        const tab = bytes.indexOf(TAB, statements);
        cells.push(bytes.toString('utf8', statements, tab));
        statements = tab + 1;
      }
      const [input = '', asOf, latest, company = ''] = cells;
      const isOfDay = asOf === '' ? Number(latest) <= this.#asOf : Number(asOf) === this.#asOf;
      const place = { part, from, to, statements };
      lines.push({ input: isOfDay || asOf === '' ? input : null, place });
      if (isOfDay) this.#kept.set(input, { place, company: JSON.parse(company) as Company });
      from = to + 1;
    }
  }

  has(input: string): boolean {
    return this.#kept.has(input);
  }

  /** Adds a record and writes every {@link PART_RECORDS} of them to disk. */
  async add(record: Record): Promise<void> {
    this.#open.push(record);
    if (this.#open.length >= PART_RECORDS) await this.flush();
  }

  async flush(): Promise<void> {
    const records = this.#open;
    this.#open = [];
    if (records.length === 0) return;
    await this.#write(
      records.map(({ input, asOf, latest, company, statements }) =>
        [input, asOf ?? '', latest, JSON.stringify(company), JSON.stringify(statements)].join('\t'),
      ),
    );
  }

  async #write(lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    const part = `${contentHash(bytes)}.part`;
    await writeDurably(join(this.#folder, part), bytes);
    this.#find(part, bytes);
  }

  /** Call {@link flush} before. */
  company(input: string): Company | undefined {
    return this.#kept.get(input)?.company;
  }

  /** JSON string of the statement lines. Call {@link flush} before. */
  statements(input: string): Buffer {
    const { part, statements, to } = this.#kept.get(input)!.place;
    return this.#read(part, statements, to);
  }

  #read(part: string, from: number, to: number): Buffer {
    const bytes = Buffer.allocUnsafe(to - from);
    this.#files.read(part, bytes, from);
    return bytes;
  }

  /** Removes unused parts and rewrites mostly unused ones. */
  async tidy(wanted: ReadonlySet<string>): Promise<void> {
    for (const [part, lines] of [...this.#lines]) {
      const live = lines.flatMap(({ input, place }) => (input !== null && wanted.has(input) ? [place] : []));
      if (live.length >= (1 - DEAD_SHARE_MAX) * lines.length) continue;
      if (live.length > 0) await this.#write(live.map(({ from, to }) => this.#read(part, from, to).toString('utf8')));
      this.#lines.delete(part);
      this.#files.close(part);
      await rm(join(this.#folder, part), { force: true });
    }
  }

  close(): void {
    this.#files.closeAll();
  }
}
