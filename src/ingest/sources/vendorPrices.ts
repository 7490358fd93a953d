/** The sources `tiingo` and `eodhd`: the vendors' daily closes, adjusted and as quoted, one file per symbol. */
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { dayOfIso, isoDay } from '../formats/day.ts';
import { decimalOf } from '../formats/decimal.ts';
import { filesIn } from '../formats/files.ts';
import { HISTORY_DAYS } from './series.ts';
import type { Intake, Source } from './source.ts';
import type { SourceName } from './sourceName.ts';

const FILE_BYTES_MAX = 16e6;
const PROGRESS_FILES = 200;
/** Columns by the vendors' header names, in lower case. */
const COLUMNS: Readonly<Record<string, string>> = {
  close: 'close',
  adjclose: 'adjClose',
  adjusted_close: 'adjClose',
  volume: 'volume',
  open: 'open',
  high: 'high',
  low: 'low',
};

/** Reserved device names on Windows, whatever their extension: Concentra's symbol is one. */
const DEVICE = /^(?:CON|PRN|AUX|NUL|COM\d|LPT\d)$/i;
const MARK = '_';

/** File name of a symbol, valid on every system. */
export const vendorFile = (symbol: string): string => `${symbol}${DEVICE.test(symbol) ? MARK : ''}.csv`;
const symbolOf = (path: string): string => {
  const name = basename(path, extname(path)).toUpperCase();
  return name.endsWith(MARK) && DEVICE.test(name.slice(0, -1)) ? name.slice(0, -1) : name;
};

/** Throws if the folder has no such file. */
export async function openVendorPrices(name: SourceName, path: string): Promise<Source> {
  const files = await filesIn(path, (file) => file.endsWith('.csv'), FILE_BYTES_MAX);
  if (files.length === 0) throw new Error(`${path} holds no .csv of closes`);
  return {
    name,
    path,
    files: [],
    async read(intake) {
      for (const [at, file] of files.entries()) {
        takeFile(symbolOf(file), await readFile(file, 'utf8'), intake);
        if ((at + 1) % PROGRESS_FILES === 0 || at + 1 === files.length)
          intake.progress(`${name}: ${at + 1} of ${files.length} files read`, { done: at + 1, of: files.length });
      }
    },
  };
}

function takeFile(symbol: string, text: string, intake: Intake): void {
  const [header = '', ...lines] = text.split(/\r?\n/);
  const ids = header.split(',').map((name) => COLUMNS[name.trim().toLowerCase()]);
  if (!/^date,/i.test(header) || !ids.includes('close') || !ids.includes('adjClose')) {
    intake.drop('prices', 'files without the columns date, close and adjusted close', `${symbol}.csv`);
    return;
  }
  const fromDay = intake.asOfDay - HISTORY_DAYS;
  let newest = Number.NEGATIVE_INFINITY;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const cells = line.split(',');
    const day = dayOfIso(cells[0]?.trim().slice(0, isoDay(0).length));
    if (Number.isNaN(day)) {
      intake.drop('prices', 'no date', `${symbol}.csv, row ${at + 2}`);
      continue;
    }
    if (day < fromDay) continue;
    const row: Record<string, string | number> = { symbol, date: day };
    for (const [column, id] of ids.entries()) if (id !== undefined) row[id] = decimalOf(cells[column] ?? '');
    intake.take('prices', row);
    if (day <= intake.asOfDay) newest = Math.max(newest, day);
  }
  if (!Number.isFinite(newest)) return;
  intake.dated(newest);
  // The files lack a security's type and country: another source has to provide them.
  intake.take('securities', { symbol, currency: 'USD' });
}
