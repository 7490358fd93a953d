/** Writes a history as hive-partitioned Parquet for other engines: `date=2016-03-31/<name>.parquet`, one row per security and date. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Bucket, isBucketAddress } from '../bucket.ts';
import { COLUMNS, otherColumn } from '../catalogue/catalogue.ts';
import { type Column, isText } from '../catalogue/column.ts';
import { SOURCE_FLAGS, STATEMENT_CURRENCY } from '../catalogue/company.ts';
import { fileChunks } from '../engine/answers/export.ts';
import { History } from '../engine/history/history.ts';
import type { Table } from '../engine/table/table.ts';
import { makeFolder } from '../folder.ts';
import { writeDurably } from '../ingest/publish/durable.ts';
import { holdFolder } from '../ingest/publish/folderLock.ts';
import type { Progress } from '../ingest/report/progress.ts';
import { type HistoryBlock, type HistoryManifest, readHistory } from '../wire/history.ts';
import { historySourceAt } from './publishedHistory.ts';

/** Name of the catalogue's column `date`, which the partition key would hide. */
export const CLOSE_DATE = 'closeDate';
const DATE = 'date';
/** Increase when the content of the files changes. */
const FORMAT = 1;
const OWN_FILE = /^[0-9a-f]{32}-\d+\.parquet$/;
const OWN_PART = /^[0-9a-f]{32}-\d+\.parquet\.[\d-]+\.part$/;
const TYPE = { type: 'application/vnd.apache.parquet', cacheControl: 'public, max-age=31536000, immutable' };

interface Partitions {
  /** Names of the Parquet files of a partition. */
  files(partition: string): Promise<readonly string[]>;
  /** Atomic. */
  put(partition: string, name: string, bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

async function openPartitions(place: string): Promise<Partitions> {
  if (isBucketAddress(place)) {
    const bucket = new Bucket(place, process.env);
    return {
      files: async (partition) =>
        [...(await bucket.list(partition)).keys()]
          .map((key) => key.slice(key.lastIndexOf('/') + 1))
          .filter((name) => name.endsWith('.parquet')),
      put: (partition, name, bytes) => bucket.put(`${partition}/${name}`, bytes, TYPE),
      close: async () => {},
    };
  }
  const hold = await holdFolder(place);
  return {
    async files(partition) {
      const folder = join(place, partition);
      await makeFolder(folder);
      const names = await readdir(folder);
      for (const name of names) if (OWN_PART.test(name)) await rm(join(folder, name), { force: true });
      return names.filter((name) => name.endsWith('.parquet'));
    },
    put: (partition, name, bytes) => writeDurably(join(place, partition, name), bytes),
    close: () => hold.release(),
  };
}

/** The catalogue's columns and any further columns of the blocks. */
function columnsOf(tables: readonly Table[]): Map<string, Column> {
  const asText = (id: string): Column => ({ ...otherColumn(id), unit: 'text', display: 'text' });
  const others = tables.flatMap(({ otherColumns }) => otherColumns);
  const named = [...COLUMNS, ...others, asText(STATEMENT_CURRENCY), asText(SOURCE_FLAGS)];
  return new Map(named.map((column) => [column.id === DATE ? CLOSE_DATE : column.id, column]));
}

/** The table with the files' column names. */
function renamed(table: Table, columns: ReadonlyMap<string, Column>): Table {
  const idOf = (name: string): string => (name === CLOSE_DATE ? DATE : name);
  return {
    ...table,
    column: (name) => columns.get(name),
    numbers: (name) => table.numbers(idOf(name)),
    text: (name) => table.text(idOf(name)),
  };
}

/** Opens a single block as a history, so that only its columns are in memory. */
export async function openBlock(place: string, manifest: HistoryManifest, block: HistoryBlock): Promise<History> {
  const { market: _, ...rest } = manifest;
  const alone = JSON.stringify({ ...rest, blocks: [block] } satisfies HistoryManifest);
  return await History.open({ ...historySourceAt(place), manifest: async () => alone });
}

const HASH_CHARS = 32;
const fileName = ({ columns }: HistoryBlock): string => `${columns.file.slice(0, HASH_CHARS)}-${FORMAT}.parquet`;

/** A Parquet file of a snapshot's listed rows, in ascending order of ids. */
async function snapshotBytes(history: History, date: string, columns: ReadonlyMap<string, Column>): Promise<Uint8Array> {
  const columnIds = [...columns.keys()];
  const table = await history.ask(history.dates.indexOf(date), (whole) => {
    const own = renamed(whole, columns);
    // Columns that have not been fetched throw here, which makes `ask` fetch them.
    for (const id of columnIds) isText(columns.get(id)!) ? own.text(id) : own.numbers(id);
    return own;
  });
  const { chunks } = await fileChunks(table, { format: 'parquet', columnIds, rows: table.rows });
  return Buffer.concat(Array.from(chunks, (chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)));
}

interface Lacking {
  readonly block: HistoryBlock;
  readonly dates: readonly string[];
}

/** Snapshots without a file. @throws for a partition of another history */
async function lackingIn({ blocks }: HistoryManifest, out: string, partitions: Partitions): Promise<Lacking[]> {
  const lacking: Lacking[] = [];
  for (const block of blocks) {
    const dates: string[] = [];
    for (const date of block.dates) {
      const files = await partitions.files(`date=${date}`);
      const other = files.find((file) => file !== fileName(block));
      if (other !== undefined)
        throw new Error(
          `${out}/date=${date}/${other} is ${OWN_FILE.test(other) ? 'of another history' : 'no file of a history'}: choose another --out`,
        );
      if (files.length === 0) dates.push(date);
    }
    if (dates.length > 0) lacking.push({ block, dates });
  }
  return lacking;
}

/**
 * Writes missing snapshots of a history; existing files are never rewritten.
 * @param from folder or s3:// address of the history
 * @param out parent of the partitions
 * @returns the number of snapshots written, and of all snapshots
 * @throws if a partition contains a snapshot of another history
 */
export async function writeHistoryParquet(
  from: string,
  out: string,
  progress: Progress,
): Promise<{ readonly added: number; readonly count: number }> {
  const manifest = readHistory(await historySourceAt(from).manifest());
  const count = manifest.blocks.reduce((sum, { dates }) => sum + dates.length, 0);
  const partitions = await openPartitions(out);
  let added = 0;
  try {
    const lacking = await lackingIn(manifest, out, partitions);
    const tables: Table[] = [];
    for (const block of manifest.blocks) tables.push(await (await openBlock(from, manifest, block)).table(0));
    const columns = columnsOf(tables);
    const total = lacking.reduce((sum, { dates }) => sum + dates.length, 0);
    for (const { block, dates } of lacking) {
      const history = await openBlock(from, manifest, block);
      await history.fetch([...columns.values()].map(({ id }) => id));
      for (const date of dates) {
        await partitions.put(`date=${date}`, fileName(block), await snapshotBytes(history, date, columns));
        progress(`writing ${date} as Parquet`, { done: ++added, of: total });
      }
    }
  } finally {
    await partitions.close();
  }
  return { added, count };
}
