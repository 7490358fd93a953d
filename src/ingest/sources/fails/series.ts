/** Combines fails-to-deliver files to one series per security, across changes of symbol and CUSIP. */
import type { Series } from '../series.ts';
import type { FailsRows } from './rows.ts';
import { isSession } from './session.ts';

export interface FailsSeries {
  readonly symbol: string;
  readonly cusip: string;
  readonly description: string;
  /** All sessions from the first to the last close, unadjusted, NaN where no row has a close. */
  readonly series: Series;
  readonly closeCount: number;
}

const INITIAL_SESSIONS = 1 << 16;

class Rows {
  count = 0;
  cusips = new Int32Array(INITIAL_SESSIONS);
  days = new Int32Array(INITIAL_SESSIONS);
  closes = new Float64Array(INITIAL_SESSIONS);

  add(cusip: number, day: number, close: number): void {
    if (this.count === this.days.length) {
      const grown = <All extends Int32Array | Float64Array>(into: All, from: All): All => {
        into.set(from);
        return into;
      };
      this.cusips = grown(new Int32Array(2 * this.count), this.cusips);
      this.days = grown(new Int32Array(2 * this.count), this.days);
      this.closes = grown(new Float64Array(2 * this.count), this.closes);
    }
    this.cusips[this.count] = cusip;
    this.days[this.count] = day;
    this.closes[this.count] = close;
    this.count++;
  }
}

interface Known {
  readonly cusip: string;
  symbol: string;
  description: string;
  /** Last settlement day with the symbol, in days since 1970-01-01. */
  lastDay: number;
}

/** Names are truncated and abbreviated; the first word is enough to distinguish successive companies with the same symbol. */
export const firstWord = (text: string): string => text.toUpperCase().split(/[^A-Z0-9]+/, 1)[0] ?? '';

/** Collects files, oldest first. */
export class FailsBook {
  readonly #rows = new Rows();
  readonly #known: Known[] = [];
  readonly #indexOf = new Map<string, number>();
  /** CUSIPs without a symbol, or whose symbol now belongs to another company. */
  leftOut: { readonly reason: string; readonly cusip: string }[] = [];

  /** Adds rows with a close day from `fromDay` and a settlement day up to `toDay`. */
  add({ securities, places, settlementDays, closeDays, closes }: FailsRows, fromDay: number, toDay: number): void {
    const indexes = securities.map(({ cusip }) => this.#index(cusip));
    for (const [row, place] of places.entries()) {
      const day = settlementDays[row]!;
      if (day > toDay || closeDays[row]! < fromDay) continue;
      const { symbol, description } = securities[place]!;
      const known = this.#known[indexes[place]!]!;
      if (symbol !== '' && day >= known.lastDay) Object.assign(known, { symbol, description, lastDay: day });
      if (closes[row]! > 0) this.#rows.add(indexes[place]!, closeDays[row]!, closes[row]!);
    }
  }

  #index(cusip: string): number {
    const found = this.#indexOf.get(cusip) ?? this.#known.length;
    if (found === this.#known.length) {
      this.#known.push({ cusip, symbol: '', description: '', lastDay: Number.NEGATIVE_INFINITY });
      this.#indexOf.set(cusip, found);
    }
    return found;
  }

  /** Yields securities sorted by symbol. */
  *series(): Generator<FailsSeries> {
    const closesOf = this.#byCusip();
    const bySymbol = new Map<string, number[]>();
    for (const [index, { symbol, cusip, lastDay }] of this.#known.entries()) {
      if (!Number.isFinite(lastDay)) {
        if (closesOf(index).length > 0) this.leftOut.push({ reason: 'no symbol', cusip });
        continue;
      }
      const same = bySymbol.get(symbol) ?? [];
      bySymbol.set(symbol, same);
      same.push(index);
    }
    for (const [symbol, indexes] of [...bySymbol].sort(([a], [b]) => (a < b ? -1 : 1))) {
      indexes.sort((a, b) => this.#known[b]!.lastDay - this.#known[a]!.lastDay || a - b);
      const [newest = 0, ...older] = indexes;
      const { cusip, description } = this.#known[newest]!;
      let closes = closesOf(newest);
      for (const index of older) {
        const own = closesOf(index);
        const first = closes[0]?.[0] ?? Number.POSITIVE_INFINITY;
        const before = own.filter(([day]) => day < first);
        if (firstWord(this.#known[index]!.description) === firstWord(description)) closes = [...before, ...closes];
        else if (own.length > 0)
          this.leftOut.push({ reason: 'another company has the symbol now', cusip: this.#known[index]!.cusip });
      }
      if (closes.length > 0) yield { symbol, cusip, description, series: seriesOf(closes), closeCount: closes.length };
    }
  }

  /** Closes of a CUSIP by day; the later of two rows for one day wins. */
  #byCusip(): (index: number) => (readonly [day: number, close: number])[] {
    const { count, cusips, days, closes } = this.#rows;
    const starts = new Int32Array(this.#known.length + 1);
    for (let at = 0; at < count; at++) starts[cusips[at]! + 1]!++;
    for (let index = 0; index < this.#known.length; index++) starts[index + 1]! += starts[index]!;
    const order = new Int32Array(count);
    const next = starts.slice();
    for (let at = 0; at < count; at++) order[next[cusips[at]!]!++] = at;
    return (index) => {
      const byDay = new Map<number, number>();
      for (const at of order.subarray(starts[index], starts[index + 1])) byDay.set(days[at]!, closes[at]!);
      return [...byDay].sort(([a], [b]) => a - b);
    };
  }
}

function seriesOf(known: readonly (readonly [day: number, close: number])[]): Series {
  const byDay = new Map(known);
  const [from, to] = [known[0]![0], known.at(-1)![0]];
  const sessions: number[] = [];
  for (let day = from; day <= to; day++) if (isSession(day)) sessions.push(day);
  return {
    days: Int32Array.from(sessions),
    closes: Float64Array.from(sessions, (day) => byDay.get(day) ?? Number.NaN),
    volumes: new Float64Array(sessions.length).fill(Number.NaN),
    flags: new Uint8Array(sessions.length),
  };
}
