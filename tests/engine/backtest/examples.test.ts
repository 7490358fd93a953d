import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deflatedSharpe } from '../../../src/engine/backtest/deflatedSharpe.ts';
import type { Listing, Market } from '../../../src/engine/backtest/market.ts';
import { performance } from '../../../src/engine/backtest/performance.ts';
import { Periods } from '../../../src/engine/backtest/periods.ts';
import { type Interval, PERIODS_PER_YEAR, type Rebalancing, rebalancings } from '../../../src/engine/backtest/schedule.ts';
import { informationCoefficient, neweyWestT, quantileReturns } from '../../../src/engine/backtest/signal.ts';
import { CURVES, simulate } from '../../../src/engine/backtest/simulate.ts';
import { cappedWeights, uncappedWeights, type Weighting } from '../../../src/engine/backtest/weights.ts';
import { type CorporateAction, priceHistory } from './priceHistory.ts';

/** Worked examples of an independent simulator, checked by hand: the arithmetic of each is in its `check`. */
const EXAMPLES: Example[] = JSON.parse(readFileSync('tests/fixtures/time-examples.json', 'utf8'));
const DIGITS = 9;

interface Keyed {
  id?: string;
  symbol?: string;
  date: string;
}
interface ExpectedTrade {
  snapshot: string;
  date: string;
  rows: string[];
  infeasible: string[];
  entered: string[];
  left: string[];
  notFound: string[];
  late: Record<string, string>;
  ends: Record<string, { start: string; end: string; low: number; shown: number; high: number; fate: string }>;
  weights: Record<string, number>;
  drifted: Record<string, number>;
  cash: number;
  turnover: number;
  cost: number;
  grossReturn?: number;
  return?: number;
}
interface Example {
  name: string;
  screen: string | null;
  inputs: {
    securities: { id: string; currency: string; sector?: string }[];
    listings: { id: string; symbol: string; from: string; to?: string; reason?: Listing['reason']; endReturn?: number }[];
    actions: (Keyed & { kind: CorporateAction['kind']; value: number })[];
    prices: (Keyed & { close: number })[];
    rates?: { currency: string; usdRate: number; date?: string }[];
    ratesFree?: { date: string; rate: number }[];
    statements?: (Keyed & { commonStockSharesOutstanding?: number })[];
    calls?: { function: string; arguments: Record<string, never> }[];
  };
  expected: {
    values?: Record<string, Record<string, Record<string, number | null>>>;
    trades: ExpectedTrade[];
    dates: string[];
    curve: Record<string, number[]>;
    statistics: Record<string, number | null> & { drawdownDates: string[] | null };
    calls: unknown[];
  };
}

const day = (date: string): number => Date.parse(date) / 86_400_000;
const date = (number: number): string => new Date(number * 86_400_000).toISOString().slice(0, 10);

function marketOf({ securities, listings, actions, prices, rates = [] }: Example['inputs']): Market {
  const isOf = (id: string) => (row: Keyed) =>
    row.id === undefined
      ? listings.some(
          (one) => one.id === id && one.symbol === row.symbol && one.from <= row.date && row.date <= (one.to ?? '9999'),
        )
      : row.id === id;
  const rateOf = (currency: string, on: string): number => {
    const known = rates.filter((rate) => rate.currency === currency && (rate.date ?? '') <= on);
    return currency === 'USD' ? 1 : known.sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? 1 : -1))[0]!.usdRate;
  };
  const histories = securities.map(({ id, currency }) => {
    const rows = prices.filter(isOf(id)).sort((a, b) => (a.date < b.date ? -1 : 1));
    return priceHistory(
      {
        days: Int32Array.from(rows, (row) => day(row.date)),
        closes: Float64Array.from(rows, (row) => row.close),
        rates: Float64Array.from(rows, (row) => rateOf(currency, row.date)),
      },
      actions.filter(isOf(id)).map(({ date: on, kind, value }) => ({ day: day(on), kind, value, isConfirmed: true })),
      listings
        .filter((one) => one.id === id)
        .map(({ from, to, reason = null, endReturn = null }) => ({
          from: day(from),
          to: to === undefined ? Number.POSITIVE_INFINITY : day(to),
          reason,
          endReturn,
        })),
    );
  });
  return { sessions: Int32Array.from([...new Set(prices.map((row) => day(row.date)))].sort((a, b) => a - b)), histories };
}

/** The clauses of a hold step. */
function holdOf(screen: string) {
  const text = screen.split(' | ').at(-1)!;
  const word = (pattern: RegExp): string | null => pattern.exec(text)?.[1] ?? null;
  const weighting = /weight (by|inverse) (\w+)/.exec(text);
  const number = (pattern: RegExp): number | null => (word(pattern) === null ? null : Number(word(pattern)));
  return {
    every: word(/every (\w+)/) as Interval,
    since: word(/since (\S+)/) === null ? null : day(word(/since (\S+)/)!),
    until: word(/until (\S+)/) === null ? null : day(word(/until (\S+)/)!),
    delay: number(/delay (\d+)/) ?? 1,
    cost: (number(/cost (\d+)bp/) ?? 0) / 10_000,
    kind: (weighting?.[1] ?? 'equal') as Weighting['kind'],
    columnId: weighting?.[2] ?? null,
    rowCap: number(/cap (\d+)%(?! per)/),
    groupCap: number(/cap (\d+)% per sector/),
  };
}

function run({ inputs, screen, expected }: Example) {
  const market = marketOf(inputs);
  const hold = holdOf(screen!);
  const ids = inputs.securities.map(({ id }) => id);
  const columnValue = (id: string, on: string): number => {
    const value = expected.values?.[on]?.[id]?.[hold.columnId!];
    if (value !== undefined) return value ?? Number.NaN;
    const shares = inputs.statements?.find((row) => row.id === id)?.commonStockSharesOutstanding ?? Number.NaN;
    const { days, wealth } = market.histories[ids.indexOf(id)]!;
    return shares * wealth[days.indexOf(day(on))]!;
  };
  const select = ({ snapshot }: Rebalancing) => {
    const { rows } = expected.trades.find((trade) => trade.snapshot === date(snapshot))!;
    const values = hold.columnId === null ? null : rows.map((id) => columnValue(id, date(snapshot)));
    const sectors = rows.map((id) => inputs.securities.find((one) => one.id === id)!.sector);
    const target = cappedWeights(
      uncappedWeights(hold.kind, values, rows.length),
      { row: hold.rowCap === null ? null : hold.rowCap / 100, group: hold.groupCap === null ? null : hold.groupCap / 100 },
      sectors.map((sector) => sectors.indexOf(sector)),
    );
    return { securities: rows.map((id) => ids.indexOf(id)), target };
  };
  const cashReturn = (from: number, to: number): number =>
    (inputs.ratesFree ?? [])
      .filter((row) => day(row.date) > from && day(row.date) <= to)
      .reduce((value, { rate }) => value * (1 + rate), 1) - 1;
  const dates = rebalancings(market.sessions, market.sessions, hold);
  return { hold, market, ids, ...simulate(new Periods(market, cashReturn), dates, select, { cost: hold.cost, cashReturn }) };
}

/** Numbers to compare to 1e-9, by key. */
const close = (values: Iterable<readonly [string, number]>): Record<string, unknown> =>
  Object.fromEntries([...values].map(([key, value]) => [key, expect.closeTo(value, DIGITS)]));

describe('worked examples of hold', () => {
  for (const example of EXAMPLES.filter(({ expected }) => expected.trades)) {
    it(example.name, () => {
      const { trades, curves, cashReturns, market, ids, hold } = run(example);
      const named = (securities: Iterable<number>): string[] => [...securities].map((security) => ids[security]!).sort();
      const byId = (numbers: ReadonlyMap<number, number>) =>
        Object.fromEntries([...numbers].map(([id, value]) => [ids[id]!, value]));
      expect(trades.map(({ session }) => date(market.sessions[session]!))).toEqual(example.expected.dates);
      for (const [i, trade] of trades.entries()) {
        const wanted = example.expected.trades[i]!;
        expect(date(trade.snapshot)).toBe(wanted.snapshot);
        expect(named(trade.entered)).toEqual([...wanted.entered].sort());
        expect(named(trade.left)).toEqual([...wanted.left].sort());
        expect(named(trade.notFound)).toEqual([...wanted.notFound].sort());
        expect(trade.infeasible.length).toBe(wanted.infeasible.length);
        expect(Object.fromEntries([...trade.late].map(([id, on]) => [ids[id]!, date(on)]))).toEqual(wanted.late);
        expect(byId(trade.weights)).toEqual(close(Object.entries(wanted.weights)));
        expect(byId(trade.drifted)).toEqual(close(Object.entries(wanted.drifted)));
        for (const name of ['cash', 'turnover', 'cost'] as const) expect(trade[name], name).toBeCloseTo(wanted[name], DIGITS);
        if (wanted.grossReturn !== undefined) expect(trade.grossReturn).toBeCloseTo(wanted.grossReturn, DIGITS);
        if (wanted.return !== undefined) expect(trade.return).toBeCloseTo(wanted.return, DIGITS);
        const ends = [...trade.returns].filter(([, { fate }]) => fate !== 'sold');
        expect(named(ends.map(([id]) => id))).toEqual(Object.keys(wanted.ends).sort());
        for (const [id, end] of ends) {
          const { start, end: last, fate, ...numbers } = wanted.ends[ids[id]!]!;
          expect({ ...end, start: date(end.start), end: date(end.end) }).toEqual({
            start,
            end: last,
            fate,
            ...close(Object.entries(numbers)),
          });
        }
      }
      for (const curve of CURVES)
        expect([...curves[curve]]).toEqual(example.expected.curve[curve]!.map((value) => expect.closeTo(value, DIGITS)));
      const figures = performance(curves.shown, cashReturns, PERIODS_PER_YEAR[hold.every]);
      const wanted = example.expected.statistics;
      for (const name of [
        'cagr',
        'volatility',
        'sharpe',
        'sortino',
        'skewness',
        'kurtosis',
        'hitRate',
        'best',
        'worst',
      ] as const) {
        const value = wanted[name] as number | null;
        if (value === null) expect(figures[name], name).toBeNull();
        else expect(Math.abs(figures[name]! / (value || 1) - (value === 0 ? 0 : 1)), name).toBeLessThan(1e-9);
      }
      const { maxDrawdown } = figures;
      expect(maxDrawdown?.depth ?? 0).toBeCloseTo(wanted.maxDrawdown as number, DIGITS);
      const at = (position: number | null): string | null => (position === null ? null : example.expected.dates[position]!);
      expect(maxDrawdown && [at(maxDrawdown.peak), at(maxDrawdown.trough), at(maxDrawdown.recovered)]).toEqual(
        wanted.drawdownDates,
      );
      const turnover = trades.reduce((sum, trade) => sum + trade.turnover, 0);
      expect((turnover * PERIODS_PER_YEAR[hold.every]) / (trades.length - 1)).toBeCloseTo(wanted.turnoverPerYear!, DIGITS);
    });
  }
});

describe('worked examples of single statistics', () => {
  // biome-ignore lint/suspicious/noExplicitAny: arguments of five functions as JSON has them
  const FUNCTIONS: Record<string, (given: any) => unknown> = {
    deflated_sharpe: ({ sharpe, n, skew, kurt, trials, trials_variance }) =>
      deflatedSharpe({ sharpe, count: n, skewness: skew, kurtosis: kurt }, trials, trials_variance),
    newey_west_t: ({ series, lag }) => neweyWestT(series, lag),
    rank_ic: ({ values, returns, direction = 'desc' }) => informationCoefficient(numbers(values), returns, direction),
    quantile_spread: ({ values, returns, groups, direction = 'desc' }) =>
      quantileReturns(numbers(values), returns, direction, groups),
  };
  const numbers = (values: (number | null)[]): number[] => values.map((value) => value ?? Number.NaN);
  const rounded = (value: unknown): unknown =>
    typeof value === 'number'
      ? expect.closeTo(value, DIGITS)
      : Array.isArray(value)
        ? value.map(rounded)
        : value && typeof value === 'object'
          ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rounded(each)]))
          : value;

  for (const { name, inputs, expected } of EXAMPLES.filter((example) => example.inputs.calls)) {
    it(name, () => {
      for (const [i, call] of inputs.calls!.entries())
        expect(FUNCTIONS[call.function]!(call.arguments)).toEqual(rounded(expected.calls[i]));
    });
  }
});
