/**
 * The work folder: what companies' files gave, in parts that stay, so that a run that was killed goes on where it was and a file that
 * hasn't changed isn't read again. A record is found by what its input is, never by when it was written.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../durable.ts';
import type { Company } from './company.ts';

/** Companies per part: what a kill can cost. */
const PART_RECORDS = 128;
const PART_NAME = /^[0-9a-f]{32}\.part$/;
const BESIDE_NAME = /^[0-9a-f]{32}\.part\.[\d-]+\.part$/;
/** Parts are written anew when more than this share of their records is of no use. */
const DEAD_SHARE_MAX = 0.5;

/** What a company's files gave. */
export interface Record {
  /** Of the files it was made of. */
  readonly input: string;
  /** The day as of which it holds; null: of any day from `latest` on. */
  readonly asOf: number | null;
  /** Day of the latest filing in the files. */
  readonly latest: number;
  readonly company: Company;
  /** Lines of the statements table without the symbol. */
  readonly statements: string;
}

interface Place {
  readonly part: string;
  readonly line: number;
}

export class Parts {
  readonly #folder: string;
  readonly #asOf: number;
  readonly #kept = new Map<string, { place: Place; company: Company }>();
  /** Per part the inputs of its records; null for one that holds of another day only. */
  readonly #inputs = new Map<string, (string | null)[]>();
  #open: Record[] = [];

  private constructor(folder: string, asOf: number) {
    this.#folder = folder;
    this.#asOf = asOf;
  }

  /** Opens a work folder and finds what is in it. A part that can't be read is removed: what it held is made again. */
  static async open(folder: string, asOf: number): Promise<Parts> {
    await mkdir(folder, { recursive: true });
    const parts = new Parts(folder, asOf);
    for (const name of (await readdir(folder)).sort()) {
      if (BESIDE_NAME.test(name)) await rm(join(folder, name), { force: true });
      else if (PART_NAME.test(name)) await parts.#find(name);
    }
    return parts;
  }

  async #find(part: string): Promise<void> {
    const lines = await this.#lines(part);
    if (digestOf(lines.map((line) => `${line}\n`).join('')) !== part.slice(0, 32)) {
      await rm(join(this.#folder, part), { force: true });
      return;
    }
    const inputs: (string | null)[] = [];
    this.#inputs.set(part, inputs);
    for (const [line, text] of lines.entries()) {
      const [input = '', asOf, latest, company = ''] = text.split('\t', 4);
      const isOfDay = asOf === '' ? Number(latest) <= this.#asOf : Number(asOf) === this.#asOf;
      inputs.push(isOfDay || asOf === '' ? input : null);
      if (isOfDay) this.#kept.set(input, { place: { part, line }, company: JSON.parse(company) as Company });
    }
  }

  async #lines(part: string): Promise<string[]> {
    return (await readFile(join(this.#folder, part), 'utf8')).split('\n').slice(0, -1);
  }

  has(input: string): boolean {
    return this.#kept.has(input);
  }

  /** Adds a record; every {@link PART_RECORDS} of them are on the disk when this returns. */
  async add(record: Record): Promise<void> {
    this.#open.push(record);
    if (this.#open.length >= PART_RECORDS) await this.flush();
  }

  /** Writes what is open. */
  async flush(): Promise<void> {
    const records = this.#open;
    this.#open = [];
    if (records.length === 0) return;
    const bytes = records
      .map(({ input, asOf, latest, company, statements }) =>
        [input, asOf ?? '', latest, JSON.stringify(company), JSON.stringify(statements)].join('\t'),
      )
      .map((line) => `${line}\n`)
      .join('');
    const part = `${digestOf(bytes)}.part`;
    await writeDurably(join(this.#folder, part), new TextEncoder().encode(bytes));
    this.#inputs.set(
      part,
      records.map(({ input }) => input),
    );
    for (const [line, { input, company }] of records.entries()) this.#kept.set(input, { place: { part, line }, company });
  }

  /** The company of an input, or undefined. Nothing may be open. */
  company(input: string): Company | undefined {
    return this.#kept.get(input)?.company;
  }

  /** The statements of those inputs, part by part. */
  async *statements(inputs: Iterable<string>): AsyncGenerator<readonly [input: string, lines: string]> {
    const byPart = new Map<string, { input: string; line: number }[]>();
    for (const input of inputs) {
      const { place } = this.#kept.get(input)!;
      const wanted = byPart.get(place.part) ?? [];
      byPart.set(place.part, wanted);
      wanted.push({ input, line: place.line });
    }
    for (const [part, wanted] of byPart) {
      const lines = await this.#lines(part);
      for (const { input, line } of wanted) yield [input, JSON.parse(lines[line]!.split('\t')[4]!) as string];
    }
  }

  /** Removes parts of which nothing is of use any more, and writes those anew that are mostly of no use. */
  async tidy(wanted: ReadonlySet<string>): Promise<void> {
    for (const [part, inputs] of [...this.#inputs]) {
      const live = inputs.flatMap((input, line) => (input !== null && wanted.has(input) ? [{ input, line }] : []));
      if (live.length >= (1 - DEAD_SHARE_MAX) * inputs.length) continue;
      if (live.length > 0) {
        const lines = await this.#lines(part);
        const bytes = live.map(({ line }) => `${lines[line]}\n`).join('');
        const anew = `${digestOf(bytes)}.part`;
        await writeDurably(join(this.#folder, anew), new TextEncoder().encode(bytes));
        for (const [line, { input, line: before }] of live.entries()) {
          const kept = this.#kept.get(input);
          if (kept?.place.part === part && kept.place.line === before) kept.place = { part: anew, line };
        }
      }
      await rm(join(this.#folder, part), { force: true });
    }
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
