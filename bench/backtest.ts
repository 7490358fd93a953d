/** A backtest of 204 months × 12,000 securities: a screen of six columns with statistics, an edit, and the numbers of its text moved. */

import { columnById } from '../src/catalogue/catalogue.ts';
import type { Column } from '../src/catalogue/column.ts';
import { backtest } from '../src/engine/backtest/backtest.ts';
import type { HistoryView } from '../src/engine/backtest/historyView.ts';
import { BacktestRunner } from '../src/engine/backtest/runner.ts';
import { heatMap, sensitivity } from '../src/engine/backtest/sensitivity.ts';
import { textNumbers } from '../src/engine/backtest/variants.ts';
import { runToEnd } from '../src/engine/run/timeSlices.ts';
import { type HoldStep, isHold } from '../src/engine/steps/hold.ts';
import type { Step } from '../src/engine/steps/registry.ts';
import { parseScreen } from '../src/engine/steps/text.ts';
import type { Table } from '../src/engine/table/table.ts';
import { processorTime, type Stopwatch, wallTime } from './clock.ts';
import type { Options } from './options.ts';
import type { Result } from './results.ts';

const SECURITIES = 12_000;
const MONTHS = 204;
/** Sessions per month: prices are weekly. */
const SESSIONS = 5;
const DAY_MS = 86_400_000;
const REPEATS = 5;
const SCREEN =
  'type = Equity | marketCapitalization >= 1e8 | priceToEarningsRatio <= 20 | returnOnEquity >= 0.1 | sort stats.252.rateBack desc | rows 1..500 | sort priceToBookRatio asc | rows 1..50 | hold every month cost 20bp';
const NUMBERS = ['marketCapitalization', 'priceToEarningsRatio', 'returnOnEquity', 'stats.252.rateBack', 'priceToBookRatio'];
const SHARE_MISSING = 20;

/** Deterministic numbers in [0, 1). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const monthEnd = (month: number): number => Date.UTC(2006, month + 1, 0) / DAY_MS;

function tableOf(month: number): Table {
  const random = numbersFrom(month * 7919 + 1);
  const columns = new Map(
    NUMBERS.map((id) => [
      id,
      Float32Array.from({ length: SECURITIES }, () =>
        random() * SHARE_MISSING < 1
          ? Number.NaN
          : id === 'marketCapitalization'
            ? 1e7 * Math.exp(random() * 9)
            : id === 'priceToEarningsRatio'
              ? 60 * random()
              : random() - 0.2,
      ),
    ]),
  );
  const type = {
    codes: Uint32Array.from({ length: SECURITIES }, (_, row) => (row % 7 === 0 ? 2 : 1)),
    labels: ['', 'Equity', 'Etf'],
  };
  const column = (id: string): Column | undefined => columnById(id);
  return {
    version: month + 1,
    rowCount: SECURITIES,
    rows: Uint32Array.from({ length: SECURITIES }, (_, row) => row),
    rates: new Float32Array(SECURITIES).fill(1),
    numbers: (id) => columns.get(id),
    text: (id) => (id === 'type' ? type : undefined),
    column,
    otherColumns: [],
    base: 'USD',
    rateOf: () => 1,
  };
}

export function viewOf(): HistoryView {
  const tables = Array.from({ length: MONTHS }, (_, month) => tableOf(month));
  const sessions = Int32Array.from(
    { length: MONTHS * SESSIONS },
    (_, at) => monthEnd(Math.floor(at / SESSIONS)) + (at % SESSIONS) * 5,
  );
  const random = numbersFrom(5);
  const histories = Array.from({ length: SECURITIES }, () => {
    // A third of the securities are listed for part of the time only.
    const from = random() < 0.3 ? Math.floor(random() * sessions.length * 0.8) : 0;
    const to = random() < 0.3 ? from + Math.floor(random() * (sessions.length - from)) : sessions.length;
    const wealth = new Float64Array(Math.max(to - from, 1));
    for (let at = 0, value = 1; at < wealth.length; at++) wealth[at] = value *= 1 + (random() - 0.498) * 0.1;
    return {
      days: sessions.subarray(from, from + wealth.length),
      wealth,
      quotedWealth: wealth,
      listings: [{ from: 0, to: Number.POSITIVE_INFINITY, reason: null, endReturn: random() < 0.5 ? null : -0.1 }],
    };
  });
  const numbers = Uint32Array.from({ length: SECURITIES }, (_, row) => row);
  return {
    snapshots: Int32Array.from({ length: MONTHS }, (_, month) => monthEnd(month)),
    market: { sessions, histories },
    tableAt: (place) => tables[place]!,
    securitiesAt: () => numbers,
  };
}

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1]!;

function timed(start: Stopwatch, work: () => unknown): number {
  const elapsed = start();
  work();
  return elapsed();
}

function run(runner: BacktestRunner, steps: readonly Step[]) {
  return backtest(runner, steps.slice(0, -1), steps.find(isHold) as HoldStep);
}

export async function measureBacktest({ clock: named }: Options): Promise<Result[]> {
  const clock = named === 'processor' ? processorTime : wallTime;
  const view = viewOf();
  const steps = parseScreen(SCREEN);
  const [first, edit]: [number[], number[]] = [[], []];
  let runner = new BacktestRunner(view);
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    runner = new BacktestRunner(view);
    first.push(timed(clock, () => run(runner, steps)));
    edit.push(timed(clock, () => run(runner, parseScreen(SCREEN.replace('<= 20', `<= ${21 + repeat}`)))));
  }
  const numbers = textNumbers(steps);
  const moved = numbers.map((number) => timed(clock, () => runToEnd(sensitivity(runner, steps, number))));
  const [priceToEarnings, returnOnEquity] = [numbers[1]!, numbers[2]!];
  const map = timed(clock, () => runToEnd(heatMap(runner, steps, [priceToEarnings, returnOnEquity])));
  const result = (workload: string, medianMs: number, note: string): Result => ({
    workload: `backtest: ${workload}`,
    rows: MONTHS * SECURITIES,
    where: 'node',
    contender: 'panscreen',
    medianMs,
    vsLimit: null,
    note,
  });
  return [
    result('first answer', median(first), 'two benchmarks, coefficients, statistics'),
    result('edit of a number', median(edit), ''),
    result('one number, 21 values', median(moved), `${numbers.length} numbers, the slowest ${Math.round(Math.max(...moved))} ms`),
    result('heat map, 21 × 21', map, ''),
  ];
}
