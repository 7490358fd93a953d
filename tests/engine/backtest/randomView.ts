import { columnById } from '../../../src/catalogue/catalogue.ts';
import type { HistoryView } from '../../../src/engine/backtest/historyView.ts';
import type { Table } from '../../../src/engine/table/table.ts';
import { Random } from '../../random.ts';

const DAY_MS = 86_400_000;
const SESSIONS_PER_MONTH = 4;
export const NUMBERS = ['marketCapitalization', 'priceToEarningsRatio', 'returnOnEquity', 'priceToBookRatio', 'close'] as const;

const monthEnd = (month: number): number => Date.UTC(2010, month + 1, 0) / DAY_MS;

function tableOf(month: number, rowCount: number, random: Random): Table {
  const columns = new Map<string, Float32Array>(
    NUMBERS.map((id) => [
      id,
      Float32Array.from({ length: rowCount }, () => (random.next() < 0.05 ? Number.NaN : Math.fround(random.next() * 40))),
    ]),
  );
  const texts = new Map(
    Object.entries({ type: ['', 'Equity', 'Etf'], sector: ['', 'Energy', 'Utilities', 'Materials'] }).map(([id, labels]) => [
      id,
      { codes: Uint32Array.from({ length: rowCount }, () => random.below(labels.length)), labels },
    ]),
  );
  // Some securities are not listed at a date.
  const rows = Uint32Array.from({ length: rowCount }, (_, row) => row).filter(() => random.next() < 0.95);
  return {
    version: month + 1,
    rowCount,
    rows,
    rates: new Float32Array(rowCount).fill(1),
    numbers: (id) => columns.get(id),
    text: (id) => texts.get(id),
    column: (id) => columnById(id),
    otherColumns: [],
    base: 'USD',
    rateOf: () => 1,
  };
}

/** A synthetic history of months: securities that enter, leave, and sometimes have no price. */
export function randomView(seed: number, { months = 30, securities = 60 } = {}): HistoryView {
  const random = new Random(seed);
  const tables = Array.from({ length: months }, (_, month) => tableOf(month, securities, random));
  const sessions = Int32Array.from(
    { length: months * SESSIONS_PER_MONTH },
    (_, at) => monthEnd(Math.floor(at / SESSIONS_PER_MONTH)) + (at % SESSIONS_PER_MONTH) * 6,
  );
  const histories = Array.from({ length: securities }, () => {
    const [from, to] = [random.next() < 0.2, random.next() < 0.3].map((isPart, side) =>
      isPart ? random.below(sessions.length) : side * sessions.length,
    ) as [number, number];
    const days = sessions.slice(Math.min(from, to), Math.max(from, to)).filter(() => random.next() < 0.9);
    const wealth = new Float64Array(days.length);
    for (let at = 0, value = 1; at < days.length; at++) {
      value *= 0.9 + 0.21 * random.next();
      wealth[at] = value;
    }
    const quotedWealth = random.next() < 0.1 ? wealth.map((value, at) => (at % 9 === 8 ? value / 2 : value)) : wealth;
    const reason = random.next() < 0.5 ? ('merged' as const) : null;
    return {
      days,
      wealth,
      quotedWealth,
      listings: [{ from: 0, to: Number.POSITIVE_INFINITY, reason, endReturn: random.next() < 0.5 ? null : -0.2 }],
    };
  });
  const numbers = Uint32Array.from({ length: securities }, (_, row) => row);
  return {
    snapshots: Int32Array.from({ length: months }, (_, month) => monthEnd(month)),
    market: { sessions, histories },
    tableAt: (place) => tables[place]!,
    securitiesAt: () => numbers,
  };
}
