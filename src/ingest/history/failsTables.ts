/**
 * Converts the SEC's fails-to-deliver files to a folder of tables: securities, listings by symbol, and closes. A day's listing uses no
 * later trace.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isoDay } from '../formats/day.ts';
import { isReceiptDescription } from '../join/shareKind.ts';
import type { Progress } from '../report/progress.ts';
import type { Report } from '../report/report.ts';
import { failsFilesIn, readFailsFile } from '../sources/fails/files.ts';
import type { FailsRows } from '../sources/fails/rows.ts';
import { firstWord } from '../sources/fails/series.ts';
import { scratchFolder } from '../sources/sec/scratch.ts';

/** A security without a trace for this many days is delisted: nearly all have one every few weeks while they trade. */
export const TRACE_DAYS_MAX = 60;
const FUND = /\b(ETFS?|ETNS?|FUNDS?|FDS?|ISHARES|SPDR|PROSHARES|DIREXION)\b/;

export interface FailsOptions {
  readonly from: string;
  readonly work: string;
  readonly report: Report;
  readonly progress: Progress;
}

/** Days on which a CUSIP had a symbol. */
interface Trace {
  readonly cusip: string;
  readonly symbol: string;
  readonly from: number;
  to: number;
}

/** Reads the files twice, one at a time. The caller removes the folder. */
export async function failsHistoryTables({ from, work, report, progress }: FailsOptions): Promise<string> {
  const files = await failsFilesIn(from);
  const book = new TraceBook();
  for (const [at, path] of files.entries()) {
    book.add(await readFailsFile(path));
    progress(`fails: ${at + 1} of ${files.length} files read`, { done: at + 1, of: files.length });
  }
  const idOf = book.ids();
  const folder = await scratchFolder(work, 'tables');
  await writeFile(join(folder, 'securities.csv'), book.securities(idOf));
  await writeFile(join(folder, 'listings.csv'), book.listings(idOf));
  const prices = createWriteStream(join(folder, 'prices.csv'));
  prices.write('id,date,close\n');
  for (const path of files) {
    const { securities, places, closeDays, closes } = await readFailsFile(path);
    const lines: string[] = [];
    for (let row = 0; row < places.length; row++)
      if (closes[row]! > 0) lines.push(`${idOf(securities[places[row]!]!.cusip)},${isoDay(closeDays[row]!)},${closes[row]}\n`);
    if (!prices.write(lines.join(''))) await once(prices, 'drain');
  }
  prices.end();
  await once(prices, 'finish');
  report.notes.push(`fails: ${files.length} files, unadjusted closes of the sessions with fails to deliver alone`);
  return folder;
}

class TraceBook {
  /** Oldest first. */
  readonly #bySymbol = new Map<string, Trace[]>();
  readonly #descriptions = new Map<string, string>();

  /** Adds a file; files must be in chronological order. */
  add({ securities, places, settlementDays, closeDays }: FailsRows): void {
    const order = Array.from(places.keys()).sort((a, b) => settlementDays[a]! - settlementDays[b]! || a - b);
    for (const row of order) {
      const { cusip, symbol, description } = securities[places[row]!]!;
      if (symbol === '') continue;
      this.#descriptions.set(cusip, description);
      const day = settlementDays[row]!;
      const held = this.#bySymbol.get(symbol) ?? [];
      this.#bySymbol.set(symbol, held);
      const last = held.at(-1);
      if (last?.cusip === cusip && day - last.to <= TRACE_DAYS_MAX) last.to = day;
      // If two CUSIPs have the same symbol on one day, the first keeps it.
      else if (!last || day > last.to) held.push({ cusip, symbol, from: last ? day : closeDays[row]!, to: day });
    }
  }

  /** Maps a CUSIP to its id: that of its predecessor with the same symbol and name, as after a reverse split, or its own. */
  ids(): (cusip: string) => string {
    const before = new Map<string, string>();
    for (const held of this.#bySymbol.values())
      for (const [at, trace] of held.entries()) {
        const last = held[at - 1];
        const isSame =
          last &&
          last.cusip !== trace.cusip &&
          trace.from - last.to <= TRACE_DAYS_MAX &&
          firstWord(this.#descriptions.get(last.cusip)!) === firstWord(this.#descriptions.get(trace.cusip)!);
        if (isSame && !before.has(trace.cusip)) before.set(trace.cusip, last.cusip);
      }
    const idOf = (cusip: string): string => {
      const seen = new Set<string>();
      let id = cusip;
      for (let next = before.get(id); next !== undefined && !seen.has(next); next = before.get(id)) {
        seen.add(id);
        id = next;
      }
      return id;
    };
    return idOf;
  }

  securities(idOf: (cusip: string) => string): string {
    const last = new Map<string, Trace>();
    for (const held of this.#bySymbol.values())
      for (const trace of held) {
        const id = idOf(trace.cusip);
        const known = last.get(id);
        if (!known || trace.to > known.to) last.set(id, trace);
      }
    const lines = [...last].map(([id, { cusip, symbol }]) => {
      const name = this.#descriptions.get(cusip) ?? '';
      const type = FUND.test(name.toUpperCase()) ? 'Etf' : 'Equity';
      return [id, symbol, name, 'US', type, 'USD', cusip, isReceiptDescription(name) ? 'true' : ''].map(quoted).join(',');
    });
    return `id,symbol,name,country,type,currency,cusip,isAdr\n${lines.join('\n')}\n`;
  }

  /** A symbol belongs to a security until its last trace is too old, another security has it, or the security has another symbol. */
  listings(idOf: (cusip: string) => string): string {
    const spans: { id: string; symbol: string; from: number; to: number }[] = [];
    for (const [symbol, held] of this.#bySymbol)
      for (const [at, { cusip, from, to }] of held.entries()) {
        const next = held[at + 1];
        spans.push({
          id: idOf(cusip),
          symbol,
          from,
          to: Math.min(to + TRACE_DAYS_MAX, (next?.from ?? Number.POSITIVE_INFINITY) - 1),
        });
      }
    const byId = new Map<string, typeof spans>();
    for (const span of spans) byId.set(span.id, [...(byId.get(span.id) ?? []), span]);
    const lines = [...byId.values()].flatMap((own) => {
      own.sort((a, b) => a.from - b.from);
      return own.map(({ id, symbol, from, to }, at) =>
        [id, symbol, isoDay(from), isoDay(Math.max(from, Math.min(to, (own[at + 1]?.from ?? Number.POSITIVE_INFINITY) - 1)))]
          .map(quoted)
          .join(','),
      );
    });
    return `id,symbol,from,to\n${lines.join('\n')}\n`;
  }
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
