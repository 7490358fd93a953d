/** The source `stooq`: the bulk archive of daily prices, zipped or unpacked. One text file per symbol, adjusted for splits and dividends. */
import { join } from 'node:path';
import { DAY_MS } from '../../formats/day.ts';
import { foundAt } from '../../formats/files.ts';
import { concatenated, HISTORY_DAYS, type Series, sinceDay } from '../series.ts';
import type { Intake, Source } from '../source.ts';
import { OTHER_FOLDER, securityOf } from './market.ts';
import { PriceParts, type PriceRecord } from './parts.ts';
import { BAD_CLOSE, HEADER, OUTSIDE_MAX, type PriceRows, ROWS_NAMED_MAX, readRows, type Span } from './rows.ts';
import { openPrices, type PriceContent, type PriceFile, type PriceShelf } from './shelf.ts';

/** A symbol without a session for this long before the newest session of all is stale. */
const STALE_DAYS = 30;
/** Increase when the conversion changes, to invalidate cached records. */
const FORMAT = 1;
/** Files read and inflated while another is parsed. */
const AHEAD = 4;
/** Up to this many new sessions are stored separately; with more, the series is rewritten. */
const GROWN_SESSIONS_MAX = 64;
const PROGRESS_FILES = 100;

export interface StooqOptions {
  /** Treats a file's last close as unadjusted, which is true unless a split or dividend followed. */
  readonly trustsLastClose: boolean;
  /** Cache of the series. */
  readonly work: string;
}

/** Throws if a path doesn't exist. */
export async function openStooq(paths: readonly string[], { trustsLastClose, work }: StooqOptions): Promise<Source> {
  for (const path of paths) if (!(await foundAt(path))) throw new Error(`${path} is not there`);
  let parts: PriceParts | null = null;
  return {
    name: 'stooq',
    path: paths.join(', '),
    files: [],
    async read(intake) {
      const days = {
        fromDay: intake.asOfDay - HISTORY_DAYS,
        asOfDay: intake.asOfDay,
        today: Math.floor(Date.now() / DAY_MS),
      };
      intake.progress('stooq: looking at the files');
      parts = await PriceParts.open(join(work, 'stooq'), days);
      const shelves: PriceShelf[] = [];
      try {
        for (const path of paths) {
          const shelf = await openPrices(path);
          shelves.push(shelf);
          if (shelf.files.length === 0) throw new Error(`${path} holds no .txt files of Stooq's daily archive`);
        }
        const files = shelves.flatMap((shelf) => shelf.files);
        await readFiles(files, parts, days, intake);
        for (const place of shelves.flatMap(({ doubled }) => doubled))
          intake.drop('prices', 'files with the name of an earlier file', place);
        const usedCounts = handOver(shelves, parts, trustsLastClose, intake);
        for (const [at, usedCount] of usedCounts.entries()) {
          if (usedCount === 0)
            throw new Error(
              `${paths[at]}: none of ${shelves[at]!.files.length} files holds prices of a stock or fund, by day, under the header ${HEADER}`,
            );
        }
      } finally {
        for (const shelf of shelves) shelf.close();
      }
    },
    close: () => parts?.close(),
  };
}

const counted = (count: number): string => count.toLocaleString('en-US');
const inputOf = ({ input }: PriceFile): string => `${FORMAT} ${input}`;
const isStockOrFund = ({ name }: PriceFile): boolean => !OTHER_FOLDER.test(name);

/** Converts files without a record, reading some ahead. */
async function readFiles(all: readonly PriceFile[], parts: PriceParts, span: Span, intake: Intake): Promise<void> {
  const files = all.filter(isStockOrFund);
  const open = files.filter((file) => !parts.has(inputOf(file)));
  if (open.length < files.length)
    intake.progress(`stooq: ${counted(files.length - open.length)} files are unchanged since they were read`);
  const ahead: { before: PriceRecord | undefined; reading: Promise<PriceContent> }[] = [];
  const fetch = (file: PriceFile | undefined): void => {
    if (!file) return;
    const before = parts.grownFrom(file.name, file.bytes);
    const reading = file.read(before?.bytes ?? 0);
    reading.catch(() => undefined);
    ahead.push({ before, reading });
  };
  for (const file of open.slice(0, AHEAD)) fetch(file);
  let grownCount = 0;
  for (const [index, file] of open.entries()) {
    const { before, reading } = ahead.shift()!;
    const content = await reading;
    fetch(open[index + AHEAD]);
    const grown = before?.checksum === content.headChecksum ? grownRecord(file, content, before, parts, span) : null;
    const { record, series } = grown ?? recordOf(file, content, span, readRows(content.bytes, span));
    grownCount += Number(grown !== null);
    await parts.add(record, series);
    if ((index + 1) % PROGRESS_FILES === 0 || index + 1 === open.length)
      intake.progress(`stooq: ${counted(index + 1)} of ${counted(open.length)} files read`, { done: index + 1, of: open.length });
  }
  await parts.flush();
  if (grownCount > 0) intake.progress(`stooq: ${counted(grownCount)} files have grown and are otherwise unchanged`);
  await parts.tidy(new Set(files.map(inputOf)));
}

interface NewRecord {
  readonly record: PriceRecord;
  readonly series: Series;
}

const LINE_FEED = 10;

function recordOf(file: PriceFile, { bytes, checksum }: PriceContent, span: Span, read: PriceRows): NewRecord {
  const { series, latestDay, hasEarlier, hasFuture, hasLater, ...rest } = read;
  return {
    series,
    record: {
      ...rest,
      input: inputOf(file),
      name: file.name,
      bytes: bytes.length,
      checksum,
      endsLine: bytes.at(-1) === LINE_FEED,
      fromDay: hasEarlier ? span.fromDay : null,
      asOfDay: hasLater ? span.asOfDay : null,
      today: hasFuture ? span.today : null,
      latestDay: Number.isFinite(latestDay) ? latestDay : null,
      base: null,
      sessionCount: series.days.length,
      lastDay: series.days.at(-1) ?? null,
    },
  };
}

/** Record of what was added to a file. Null if the whole file has to be read. */
function grownRecord(
  file: PriceFile,
  content: PriceContent,
  before: PriceRecord,
  parts: PriceParts,
  span: Span,
): NewRecord | null {
  const { lineCount, ticker, bytes: at } = before;
  const { series, record } = recordOf(file, content, span, readRows(content.bytes, span, { at, lineCount, ticker }));
  const isLater = (series.days[0] ?? Number.POSITIVE_INFINITY) >= (before.lastDay ?? Number.NEGATIVE_INFINITY);
  if (!isLater || record.fromDay !== null) return null;
  const added = before.base === null ? series : concatenated([parts.ownSeries(before.input), series]);
  const base = before.base ?? before.input;
  const whole = added.days.length > GROWN_SESSIONS_MAX ? concatenated([parts.ownSeries(base), added]) : null;
  const kept = whole ? sinceDay(whole, span.fromDay) : added;
  const refused = new Map(before.refused.map((one) => [one[0], one]));
  for (const [reason, times, rows] of record.refused) {
    const [, known = 0, places = []] = refused.get(reason) ?? [];
    refused.set(reason, [reason, known + times, [...places, ...rows].slice(0, ROWS_NAMED_MAX)]);
  }
  return {
    series: kept,
    record: {
      ...record,
      fromDay: whole && kept.days.length < whole.days.length ? span.fromDay : before.fromDay,
      latestDay: latestOf(before.latestDay, record.latestDay),
      seenCount: before.seenCount + record.seenCount,
      refused: [...refused.values()],
      badCloses: [...before.badCloses, ...record.badCloses],
      outside: [...before.outside, ...record.outside].slice(-OUTSIDE_MAX),
      base: whole ? null : base,
      sessionCount: kept.days.length,
      lastDay: kept.days.at(-1) ?? before.lastDay,
    },
  };
}

const latestOf = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : Math.max(a, b));

/** Delivers all files in order. Returns the number of used files per shelf. */
function handOver(shelves: readonly PriceShelf[], parts: PriceParts, trusts: boolean, intake: Intake): number[] {
  const lastDays: number[] = [];
  let cutCount = 0;
  const usedCounts = shelves.map(({ files }) => {
    let usedCount = 0;
    for (const file of files) {
      const used = handOverFile(file, parts, trusts, intake);
      if (!used) continue;
      usedCount++;
      cutCount += Number(used.isCut);
      lastDays.push(used.lastDay);
    }
    return usedCount;
  });
  const newest = lastDays.reduce((latest, day) => Math.max(latest, day), Number.NEGATIVE_INFINITY);
  const staleCount = lastDays.filter((day) => day < newest - STALE_DAYS).length;
  if (staleCount > 0)
    intake.note(
      `${staleCount} symbols have no session in the ${STALE_DAYS} days before the newest one: stale, see the column date`,
    );
  if (cutCount > 0)
    intake.note(
      `${cutCount} series go on after the day taken: their closes are adjusted for what came later, so no close is given`,
    );
  if (!trusts)
    intake.note(
      'closes are adjusted: no market capitalization is made of them (--trust-last-close takes the last one of a file for unadjusted)',
    );
  return usedCounts;
}

/** Delivers a file. Null if nothing of it is used. */
function handOverFile(
  file: PriceFile,
  parts: PriceParts,
  trusts: boolean,
  intake: Intake,
): { readonly lastDay: number; readonly isCut: boolean } | null {
  const { name } = file;
  const refuse = (reason: string, row: number | null = null, count = 1): null => {
    intake.drop('prices', reason, row === null ? name : `${name}, row ${row}`, count);
    return null;
  };
  if (!isStockOrFund(file)) return refuse('files of neither stocks nor funds');
  const input = inputOf(file);
  const { refusal, ticker, refused, badCloses, seenCount, outside, asOfDay, lastDay } = parts.record(input);
  if (refusal) return refuse(refusal.reason, refusal.row);
  const security = securityOf(name, ticker);
  if (typeof security === 'string') return refuse(security, 2);
  for (const [reason, count, rows] of refused)
    for (const [at, row] of rows.entries()) refuse(reason, row, at === rows.length - 1 ? count - at : 1);
  const fromDay = intake.asOfDay - HISTORY_DAYS;
  for (const [row, day] of badCloses) if (day >= fromDay) refuse(BAD_CLOSE, row);
  const sessionCount = parts.sessionCount(input);
  if (sessionCount === 0 || lastDay === null) return seenCount > 0 ? refuse('files that end before the last six years') : null;
  intake.take('securities', security.row);
  const isCut = asOfDay !== null;
  intake.takeSeries(security.symbol, {
    place: name,
    sessionCount,
    lastDay,
    lastClose: isCut ? 'hidden' : trusts ? 'traded' : 'adjusted',
    outside: outside.filter(([day]) => day >= fromDay),
    read: () => parts.series(input),
  });
  return { lastDay, isCut };
}
