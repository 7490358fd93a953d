/** The tables of docs/speed.md on backtests and histories. */
import { type Cell, type Figures, grouped, milliseconds, missed, most, RESULTS, table } from './figures.ts';
import type { Result } from './results.ts';

/** 204 months of so many securities, of backtests and of histories. */
const HISTORY_SECURITIES = 12_000;
const HISTORY_ROWS = 204 * HISTORY_SECURITIES;

export function backtestTable(figures: Figures): string {
  const rows = HISTORY_ROWS;
  const ms = (work: string): number => figures.one(`backtest: ${work}`, rows).medianMs;
  const slowest = figures.noted('backtest: one number', rows, /slowest (\d+) ms/);
  return table(
    ['Work', 'Goal, ms', 'ms'],
    [
      ['First answer: screen, two benchmarks, coefficients, statistics', ...most(ms('first answer'), 300, grouped)],
      ['Edit of a number', ...most(ms('edit of a number'), 150, grouped)],
      ['One number, 21 values: median of the numbers', ...most(ms('one number'), 2000, grouped)],
      ['The same, the slowest number', ...most(slowest, 2000, grouped)],
      ['Two numbers, 21 × 21', ...most(ms('heat map'), 15_000, grouped)],
    ],
  );
}

const HISTORY_WORK = 'history: screen over all dates';

export function historyTable(figures: Figures): string {
  const rows = HISTORY_ROWS;
  const both = (work: string): Result[] =>
    (['node', 'chromium'] as const).map((where) => {
      const found = figures.of(work, rows).find((result) => result.where === where);
      if (!found) throw new Error(`${RESULTS} has no ${work} in ${where}`);
      return found;
    });
  const shown = (value: number): string => (value < 10 ? value.toFixed(1) : grouped(value));
  const line = (name: string, work: string, goal: number | null): Cell[] => [
    name,
    goal === null ? '' : `≤ ${goal}`,
    ...both(work).map(({ medianMs }) => missed(shown(medianMs), goal !== null && medianMs > goal)),
  ];
  return table(
    ['Work', 'Goal, ms', 'Node, ms', 'Chromium, ms'],
    [
      line('First rows of a date, nothing in memory', 'history: first rows', null),
      line('Fetch and decode', 'history: fetch', null),
      line('Screen over all dates', HISTORY_WORK, 300),
      line('Changed number', 'history: changed', 150),
      line('As of another date', 'history: as of', 50),
    ],
  );
}

export function historyGrowthTable(figures: Figures): string {
  const built = 500 * 24;
  const noted = (pattern: RegExp): string => figures.noted('history: build', built, pattern).toLocaleString('en-US');
  const travel = figures.of('history: fetch', HISTORY_ROWS).find(({ where }) => where === 'node')?.note ?? '';
  return table(
    ['What', 'Figure'],
    [
      ...[12, 48, 108, 204].map((months) => [
        `Screen over ${months} months, ms in Node`,
        milliseconds(figures.one(HISTORY_WORK, months * HISTORY_SECURITIES).medianMs),
      ]),
      ['Bytes that travel for all columns', travel.replace(' travel', '')],
      ['Building: ms of CPU time for a security and date', noted(/^([\d.]+) ms/)],
      ['Building: bytes for a security and date', noted(/and (\d+) bytes/)],
      ['Building: memory, MiB at most', noted(/, (\d+) MiB/)],
    ],
  );
}
