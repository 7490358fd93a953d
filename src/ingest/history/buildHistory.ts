/** Builds a history from tables: each snapshot contains what was known before its day. */
import type { Every } from '../../history/sessions.ts';
import { snapshotDays } from '../../history/sessions.ts';
import { type Coverage, GUESSED_COLUMN, type HistoryManifest, memberColumn } from '../../wire/history.ts';
import type { Rate } from '../figures/currency.ts';
import { dayOfIso, isoDay } from '../formats/day.ts';
import type { Progress } from '../report/progress.ts';
import type { Report } from '../report/report.ts';
import { appendBlock, BLOCK_DATES_MAX, checkEvery, type HistoryKind } from './append.ts';
import { appendMarket } from './appendMarket.ts';
import { BlockBuilder, type PublishedRow } from './block.ts';
import type { Lags } from './filedPeriods.ts';
import { securityFilings } from './filingsFile.ts';
import type { HistoryInput } from './input.ts';
import { type Knowledge, knownAs } from './knowledge.ts';
import { type HistoryFolder, openHistory } from './opened.ts';
import type { SnapshotRow } from './snapshotRow.ts';
import { snapshotRows } from './snapshotRows.ts';
import { type HistoryStore, openStore } from './store.ts';

export interface SnapshotOptions {
  /** Folder or s3:// address. */
  readonly out: string;
  /** Range of the snapshots, in days since 1970-01-01; negative infinity stands for the history's first one. */
  readonly since: number;
  readonly until: number;
  readonly every: Every;
  readonly report: Report;
  readonly progress: Progress;
  /** When figures count as known; `filed` (point in time) by default. Other histories have no sessions of their own. */
  readonly knowledge?: Knowledge;
}

export interface HistoryOptions extends SnapshotOptions {
  readonly folders: readonly HistoryFolder[];
  readonly lags: Lags;
  /** Reference rates in addition to the tables' own. */
  readonly rates: readonly Rate[];
  /** Folder for the database to spill to. */
  readonly work: string;
}

export interface BuiltHistory {
  readonly manifest: HistoryManifest;
  /** Dates added by this run. */
  readonly added: readonly (readonly [date: string, coverage: Coverage])[];
}

const PROGRESS_SECURITIES = 500;
/** Limits securities × dates in memory when several blocks are built in one pass: about 600 MB. */
const ROWS_AT_A_TIME = 400_000;

/**
 * Appends missing snapshots after a history's last one; existing ones stay unchanged. Blocks are published one by one, so that the next run
 * continues after a killed one.
 * @throws if an input can't be read, there is no session, or the history begins later than `since`
 */
export async function buildHistory(options: HistoryOptions): Promise<BuiltHistory> {
  const { folders, lags, rates, report, work, progress } = options;
  return await publishHistory(options, async () => {
    progress('reading the tables');
    return await openHistory(folders, rates, lags, report, work);
  });
}

/** As {@link buildHistory}, with the input that `open` returns. Closes it. */
export async function publishHistory(
  options: SnapshotOptions,
  open: () => Promise<HistoryInput & { close?(): Promise<void> }>,
): Promise<BuiltHistory> {
  const store = await openStore(options.out);
  try {
    checkEvery(store.manifest, options.every);
    const input = await open();
    const knowledge = options.knowledge ?? 'filed';
    try {
      const built = await addBlocks(store, knownAs(knowledge, input), options);
      if (knowledge === 'filed') await appendMarket(store, input, options.until, options.progress);
      return { ...built, manifest: store.manifest ?? built.manifest };
    } finally {
      await input.close?.();
    }
  } finally {
    await store.close();
  }
}

/** Session indices of the snapshots to add. */
function placesToAdd(store: HistoryStore, { sessions }: HistoryInput, { since, until, every }: SnapshotOptions): number[] {
  const dates = store.manifest?.blocks.flatMap((block) => block.dates) ?? [];
  const [first, last] = [dates[0], dates.at(-1)];
  const from = since === Number.NEGATIVE_INFINITY && first !== undefined ? dayOfIso(first) : since;
  const days = snapshotDays(sessions, every, from, until);
  if (days.length === 0 && first === undefined)
    throw new Error(
      `no ${every} that is over has a session${Number.isFinite(since) ? ` from ${isoDay(since)} on` : ''}: the closes are of ${rangeOf(sessions)}`,
    );
  if (first !== undefined && days.length > 0 && isoDay(days[0]!) < first)
    throw new Error(
      `the history begins on ${first} and nothing is added before it: choose another --out for --since ${isoDay(since)}`,
    );
  return days.filter((day) => last === undefined || isoDay(day) > last).map((day) => sessions.indexOf(day));
}

const rangeOf = (sessions: readonly number[]): string => `${isoDay(sessions[0]!)} to ${isoDay(sessions.at(-1)!)}`;

async function addBlocks(store: HistoryStore, input: HistoryInput, options: SnapshotOptions): Promise<BuiltHistory> {
  const places = placesToAdd(store, input, options);
  const kind: HistoryKind = { every: options.every, todays: input.todays, note: input.note };
  const added: [string, Coverage][] = [];
  const datesAtATime = datesOfPass(input);
  for (let from = 0; from < places.length; from += datesAtATime) {
    const share = { from, of: places.length };
    for (const block of await collect(input, places.slice(from, from + datesAtATime), share, options)) {
      const [first, last] = [block.dates[0]!, block.dates.at(-1)!];
      options.progress(`writing ${first} to ${last}: ${block.securityCount.toLocaleString('en-US')} securities`);
      const written = await block.write(store);
      await appendBlock(store, written, kind);
      for (const [at, date] of written.dates.entries()) added.push([date, written.coverage[at]!]);
    }
  }
  const { manifest } = store;
  if (!manifest) throw new Error('nothing was added and there is no history');
  return { manifest, added };
}

/** Dates in memory at a time: a multiple of the block size. */
function datesOfPass({ isUnbounded, securityCount }: HistoryInput): number {
  const blocks = isUnbounded ? Math.floor(ROWS_AT_A_TIME / (BLOCK_DATES_MAX * Math.max(1, securityCount))) : 1;
  return BLOCK_DATES_MAX * Math.max(1, blocks);
}

/** @param places session indices of the snapshots */
async function collect(
  input: HistoryInput,
  places: readonly number[],
  share: { readonly from: number; readonly of: number },
  { report, progress }: SnapshotOptions,
): Promise<BlockBuilder[]> {
  const days = places.map((at) => input.sessions[at]!);
  const membersAt = days.map((day) => listsOn(input, day));
  const blocks: BlockBuilder[] = [];
  for (let from = 0; from < days.length; from += BLOCK_DATES_MAX)
    blocks.push(new BlockBuilder(days.slice(from, from + BLOCK_DATES_MAX).map(isoDay)));
  let count = 0;
  for await (const { id, rows, filings } of snapshotRows(input, places, report)) {
    const published = rows.map((row, date) => (row === null ? null : publishedRow(row, id, membersAt[date]!)));
    for (const [at, block] of blocks.entries()) {
      const own = published.slice(at * BLOCK_DATES_MAX, (at + 1) * BLOCK_DATES_MAX);
      const [from, to] = [at * BLOCK_DATES_MAX, at * BLOCK_DATES_MAX + own.length];
      if (own.every((row) => row === null)) continue;
      const behind = rows.slice(from, to).map((row) => row?.row.behind ?? null);
      block.add(id, own, securityFilings(filings, behind, days[to - 1]!));
    }
    if (++count % PROGRESS_SECURITIES === 0)
      progress(`${isoDay(days.at(-1)!)}: ${count.toLocaleString('en-US')} securities`, {
        done: (share.from + (places.length * count) / input.securityCount) | 0,
        of: share.of,
      });
  }
  return blocks;
}

/** Members of each list on a day. */
function listsOn({ members }: HistoryInput, day: number): ReadonlyMap<string, ReadonlySet<string>> {
  const lists = new Map<string, Set<string>>();
  for (const { list, id, from, to } of members) {
    const own = lists.get(list) ?? new Set();
    lists.set(list, own);
    if (from <= day && day <= to) own.add(id);
  }
  return lists;
}

function publishedRow(
  { row, newest, isGuessed }: SnapshotRow,
  id: string,
  lists: ReadonlyMap<string, ReadonlySet<string>>,
): PublishedRow {
  return {
    values: new Float32Array(row.values),
    fields: row.fields,
    flags: row.flags,
    texts: {
      ...(newest && newest.accession !== '' && { accession: newest.accession }),
      ...(isGuessed && { [GUESSED_COLUMN]: 'true' }),
      ...Object.fromEntries([...lists].map(([list, ids]) => [memberColumn(list), String(ids.has(id))])),
    },
    filedDay: newest?.knownDay ?? Number.NaN,
    isGuessed,
  };
}
