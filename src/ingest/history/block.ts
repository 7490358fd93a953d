/** Columnar snapshots: collected security by security, written as one file per column. */
import { columnById, FIELD_IDS, VECTOR_IDS } from '../../catalogue/catalogue.ts';
import { isText } from '../../catalogue/column.ts';
import { SOURCE_FLAGS } from '../../catalogue/company.ts';
import { FIELD_COLUMNS } from '../../catalogue/fieldColumns.ts';
import { flagBit } from '../../catalogue/flag.ts';
import {
  ACCESSION_COLUMN,
  type BlockColumns,
  type BlockFilings,
  type Coverage,
  encodeCodes,
  encodeNumbers,
  FILED_COLUMN,
  type HistoryBlock,
  type HistoryFile,
  ID_COLUMN,
} from '../../wire/history.ts';
import type { FieldValue } from '../../wire/indexing.ts';
import { writeSourceFlags } from '../../wire/sourceFlags.ts';
import { oddMultiples } from '../figures/plausibility.ts';
import { MONEY_IDS } from '../figures/row.ts';
import { DAY_SECONDS } from '../formats/day.ts';
import { FILINGS_SECURITIES, filingsFile } from './filingsFile.ts';
import type { HistoryStore } from './store.ts';

/** A security at one date. */
export interface PublishedRow {
  /** In VECTOR_IDS order, NaN for missing. */
  readonly values: Float32Array;
  /** In FIELD_IDS order. */
  readonly fields: readonly FieldValue[];
  /** Flag bits by column id. */
  readonly flags: Map<string, number>;
  /** Further text columns. */
  readonly texts: Readonly<Record<string, string>>;
  /** Day on which the newest statements became public, in days since 1970-01-01; NaN for none. */
  readonly filedDay: number;
  readonly isGuessed: boolean;
}

/** Without the flags, which are written last. */
const TEXT_IDS = FIELD_IDS.filter((id) => id !== SOURCE_FLAGS && isTextField(id));
const DATE_IDS = FIELD_IDS.filter((id) => id !== SOURCE_FLAGS && !isTextField(id));
function isTextField(id: string): boolean {
  const column = columnById(id);
  return column === undefined || isText(column);
}
const [SECTOR, COUNTRY, CLOSE] = [
  FIELD_IDS.indexOf('sector'),
  FIELD_IDS.indexOf('country'),
  VECTOR_IDS.indexOf('close'),
] as const;
const ODD_IDS = ['marketCapitalization', 'close', ...MONEY_IDS];
/** Files compressed and written concurrently. */
const WRITES_MAX = 4;

const textOf = (value: FieldValue | undefined): string => (value === null || value === undefined ? '' : String(value));

/** Assigns codes to labels in order of first appearance; 0 is the empty text. */
class Labels {
  readonly labels: string[] = [''];
  readonly #codes = new Map<string, number>([['', 0]]);
  codeOf(label: string): number {
    const code = this.#codes.get(label) ?? this.labels.push(label) - 1;
    this.#codes.set(label, code);
    return code;
  }
}

export class BlockBuilder {
  readonly dates: readonly string[];
  readonly #ids: string[] = [];
  readonly #rows: (readonly (PublishedRow | null)[])[] = [];
  readonly #filings: (string | null)[] = [];

  constructor(dates: readonly string[]) {
    this.dates = dates;
  }

  /**
   * Adds a security. Ids must be in ascending order.
   * @param rows one per date, null if it was not listed
   * @param filings of its figures, see filingsFile.ts; null for none
   */
  add(id: string, rows: readonly (PublishedRow | null)[], filings: string | null = null): void {
    this.#ids.push(id);
    this.#rows.push(rows);
    this.#filings.push(filings);
  }

  get securityCount(): number {
    return this.#ids.length;
  }

  async write(store: HistoryStore): Promise<HistoryBlock> {
    this.#flagOddMultiples();
    const numbers: Record<string, HistoryFile> = {};
    const texts: Record<string, { codes: HistoryFile; labels: HistoryFile }> = {};
    const tasks: (() => Promise<void>)[] = [
      ...this.#numberColumns().map(([id, numberOf]) => async () => {
        const values = this.#gathered(numberOf);
        if (values) numbers[id] = await store.write(encodeNumbers(values), 'f32');
      }),
      ...this.#textColumns().map(([id, textAt]) => async () => {
        const { codes, labels } = this.#coded(textAt);
        if (labels.length === 1) return;
        const list = new TextEncoder().encode(JSON.stringify(labels));
        texts[id] = { codes: await store.write(encodeCodes(codes), 'u32'), labels: await store.write(list, 'json') };
      }),
    ];
    const work = async (): Promise<void> => {
      for (let task = tasks.shift(); task; task = tasks.shift()) await task();
    };
    await Promise.all(Array.from({ length: WRITES_MAX }, work));
    const sorted = <Value>(record: Record<string, Value>): Record<string, Value> =>
      Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
    const filings = await this.#writeFilings(store);
    const columns: BlockColumns = { numbers: sorted(numbers), texts: sorted(texts), ...(filings && { filings }) };
    const file = await store.write(new TextEncoder().encode(JSON.stringify(columns)), 'json');
    return { dates: this.dates, coverage: this.#coverage(), securityCount: this.securityCount, columns: file };
  }

  /** Null if no statement has a filing. */
  async #writeFilings(store: HistoryStore): Promise<BlockFilings | null> {
    if (this.#filings.every((own) => own === null)) return null;
    const files: HistoryFile[] = [];
    for (let from = 0; from < this.securityCount; from += FILINGS_SECURITIES) {
      const own = this.#ids.slice(from, from + FILINGS_SECURITIES).flatMap((id, at): [string, string][] => {
        const filings = this.#filings[from + at];
        return filings ? [[id, filings]] : [];
      });
      files.push(await store.write(filingsFile(own), 'json'));
    }
    return { securities: FILINGS_SECURITIES, files };
  }

  #numberColumns(): [string, (row: PublishedRow) => number][] {
    const secondsOf = (row: PublishedRow, id: string): number => {
      const value = row.fields[FIELD_IDS.indexOf(id)];
      return typeof value === 'number' ? value : Number.NaN;
    };
    return [
      ...VECTOR_IDS.map((id, at): [string, (row: PublishedRow) => number] => [id, ({ values }) => values[at]!]),
      ...DATE_IDS.map((id): [string, (row: PublishedRow) => number] => [id, (row) => secondsOf(row, id)]),
      ...FIELD_COLUMNS.map(({ id, numberOf }): [string, (row: PublishedRow) => number] => [
        id,
        (row) =>
          numberOf(
            (name) => textOf(row.fields[FIELD_IDS.indexOf(name)]),
            (name) => secondsOf(row, name),
          ),
      ]),
      [FILED_COLUMN, ({ filedDay }) => filedDay * DAY_SECONDS],
    ];
  }

  #textColumns(): [string, (row: PublishedRow, security: number) => string][] {
    const others = new Set(this.#rows.flatMap((rows) => rows.flatMap((row) => Object.keys(row?.texts ?? {}))));
    others.add(ACCESSION_COLUMN);
    return [
      [ID_COLUMN, (_, security) => this.#ids[security]!],
      ...TEXT_IDS.map((id): [string, (row: PublishedRow) => string] => {
        const at = FIELD_IDS.indexOf(id);
        return [id, ({ fields }) => (id === 'isAdr' ? textOf(fields[at]).toLowerCase() : textOf(fields[at]))];
      }),
      [SOURCE_FLAGS, ({ flags }) => writeSourceFlags(flags)],
      ...[...others]
        .sort()
        .map((id): [string, (row: PublishedRow) => string] => [id, ({ texts }) => (Object.hasOwn(texts, id) ? texts[id]! : '')]),
    ];
  }

  /** A date-major number column; null if it is entirely missing. */
  #gathered(numberOf: (row: PublishedRow) => number): Float32Array | null {
    const count = this.securityCount;
    const values = new Float32Array(this.dates.length * count).fill(Number.NaN);
    let isThere = false;
    for (let security = 0; security < count; security++)
      for (let date = 0; date < this.dates.length; date++) {
        const row = this.#rows[security]![date];
        const value = row ? Math.fround(numberOf(row)) : Number.NaN;
        if (!Number.isFinite(value)) continue;
        values[date * count + security] = value;
        isThere = true;
      }
    return isThere ? values : null;
  }

  #coded(textAt: (row: PublishedRow, security: number) => string): { codes: Uint32Array; labels: readonly string[] } {
    const count = this.securityCount;
    const codes = new Uint32Array(this.dates.length * count);
    const labels = new Labels();
    for (let security = 0; security < count; security++)
      for (let date = 0; date < this.dates.length; date++) {
        const row = this.#rows[security]![date];
        if (row) codes[date * count + security] = labels.codeOf(textAt(row, security));
      }
    return { codes, labels: labels.labels };
  }

  /** As in an ingest, per country: flags prices and statements in different units. */
  #flagOddMultiples(): void {
    for (let date = 0; date < this.dates.length; date++) {
      const byCountry = new Map<string, PublishedRow[]>();
      for (const row of this.#rows.flatMap((rows) => rows[date] ?? [])) {
        const country = textOf(row.fields[COUNTRY]);
        const known = byCountry.get(country);
        if (known) known.push(row);
        else byCountry.set(country, [row]);
      }
      for (const rows of byCountry.values())
        for (const { flags } of oddMultiples(rows, ({ fields }) => textOf(fields[SECTOR])))
          for (const id of ODD_IDS) flags.set(id, (flags.get(id) ?? 0) | flagBit('inconsistent'));
    }
  }

  #coverage(): Coverage[] {
    return this.dates.map((_, date) => {
      const rows = this.#rows.flatMap((own) => own[date] ?? []);
      const withStatements = rows.filter(({ filedDay }) => !Number.isNaN(filedDay));
      return {
        listed: rows.length,
        priced: rows.filter(({ values }) => !Number.isNaN(values[CLOSE])).length,
        withStatements: withStatements.length,
        guessed: withStatements.filter(({ isGuessed }) => isGuessed).length,
      };
    });
  }
}
