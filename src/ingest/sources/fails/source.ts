/** The source `fails`: unadjusted closes and CUSIPs from the SEC's fails-to-deliver files. */
import { DAY_MS, isoDay } from '../../formats/day.ts';
import { isReceiptDescription } from '../../join/shareKind.ts';
import { HISTORY_DAYS } from '../series.ts';
import type { Intake, Source } from '../source.ts';
import { failsFilesIn, halfMonthOf, readFailsFile } from './files.ts';
import type { FailsRows } from './rows.ts';
import { FailsBook } from './series.ts';

const EXAMPLES_MAX = 10;

/** Throws if the folder has no such file. */
export async function openFails(path: string): Promise<Source> {
  const files = await failsFilesIn(path);
  return { name: 'fails', path, files: [], read: (intake) => readAll(files, intake) };
}

/** Last day of a half-month's month. */
const endOf = (half: string): number => Date.UTC(Number(half.slice(0, 4)), Number(half.slice(4, 6)), 0) / DAY_MS;

async function readAll(files: readonly string[], intake: Intake): Promise<void> {
  const book = new FailsBook();
  // Counted back from the newest file, however old: its closes are shown with their day.
  const fromDay = Math.min(intake.asOfDay, endOf(halfMonthOf(files.at(-1)!)!)) - HISTORY_DAYS;
  const firstHalf = isoDay(fromDay).slice(0, 7).replace('-', '');
  const wanted = files.filter((path) => halfMonthOf(path)! >= firstHalf);
  for (const [at, path] of wanted.entries()) {
    const rows = await readFailsFile(path);
    reportRefused(path, rows, intake);
    book.add(rows, fromDay, intake.asOfDay);
    intake.progress(`fails: ${at + 1} of ${wanted.length} files read`, { done: at + 1, of: wanted.length });
  }
  let [count, newestDay] = [0, Number.NEGATIVE_INFINITY];
  for (const { symbol, cusip, description, series, closeCount } of book.series()) {
    const lastDay = series.days.at(-1)!;
    // The files lack a security's type and country: another source has to provide them.
    const isAdr = isReceiptDescription(description) ? { isAdr: 'true' } : {};
    intake.take('securities', { symbol, cusip, name: description, currency: 'USD', ...isAdr });
    intake.takeSeries(symbol, {
      place: `CUSIP ${cusip}`,
      sessionCount: closeCount,
      lastDay,
      lastClose: 'traded',
      isUnadjusted: true,
      outside: [],
      read: () => series,
    });
    count++;
    newestDay = Math.max(newestDay, lastDay);
  }
  for (const { reason, cusip } of book.leftOut) intake.drop('securities', reason, `CUSIP ${cusip}`);
  if (count === 0) throw new Error(`${files.length} fails-to-deliver files hold no close up to ${isoDay(intake.asOfDay)}`);
  intake.note(
    `${count} symbols have closes, the last of ${isoDay(newestDay)}: unadjusted, of the sessions with fails to deliver alone; a statistic whose window lacks a session is missing`,
  );
}

function reportRefused(path: string, { refused, trailerCount, places }: FailsRows, intake: Intake): void {
  const file = path.slice(path.lastIndexOf('cnsfails'));
  let refusedCount = 0;
  for (const [reason, rows] of refused) {
    refusedCount += rows.length;
    for (const row of rows.slice(0, EXAMPLES_MAX)) intake.drop('prices', reason, `${file}, row ${row}`);
    if (rows.length > EXAMPLES_MAX) intake.drop('prices', reason, file, rows.length - EXAMPLES_MAX);
  }
  if (trailerCount === null) intake.note(`${file} has no trailer: it may be cut off`);
  else if (trailerCount !== places.length + refusedCount)
    intake.note(`${file} has ${places.length + refusedCount} rows, its trailer says ${trailerCount}`);
}
