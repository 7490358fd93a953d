import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { BacktestError } from '../engine/backtest/backtest.ts';
import { deflatedSharpe } from '../engine/backtest/deflatedSharpe.ts';
import type { Performance } from '../engine/backtest/performance.ts';
import { PERIODS_PER_YEAR } from '../engine/backtest/schedule.ts';
import type { BySecurity, Trade } from '../engine/backtest/simulate.ts';
import { type BacktestedHistory, backtestHistory, holdOf } from '../engine/history/backtestHistory.ts';
import type { History } from '../engine/history/history.ts';
import { isAsOf } from '../engine/steps/asOf.ts';
import { type Hold, printDate, printPercent } from '../engine/steps/hold.ts';
import { stepFault, withIds } from '../engine/steps/language.ts';
import { ScreenTextError } from '../engine/steps/reader.ts';
import type { Step } from '../engine/steps/registry.ts';
import { parseScreen } from '../engine/steps/text.ts';
import { print } from './print.ts';
import { openHistoryAt } from './publishedHistory.ts';
import { dataPlace, isoDay, runCommand, UsageError, wholeNumber } from './usage.ts';

const HELP = `panscreen backtest 'TEXT' --history DIR [--format table|csv|json] [--trials N] [--rates-free FILE]

Runs a screen that ends in "hold every …" over a history and prints what it would have earned (docs/backtest.md has every definition).

  --history DIR      folder or s3:// address made by "panscreen history" or "panscreen demo --history" (default: PANSCREEN_HISTORY)
  --format           table (default): figures beside two benchmarks; csv: one line per holding period; json: trades, curves, statistics
  --trials N         how many screens were tried on the way to this one: the deflated Sharpe ratio counts them (default 1)
  --rates-free FILE  CSV with date,rate: return of cash from the row before to this one (default: 0)

Example: panscreen backtest 'type = Equity | sort earningsYield desc | rows 1..50 | hold every quarter cost 20bp' --history data/demo-history
Exit status: 0; 1 when the history can't be read; 2 when the text or an option can't be read.
`;

const FORMATS = ['table', 'csv', 'json'] as const;
type Format = (typeof FORMATS)[number];
const TRIALS_MAX = 1_000_000;
const MS_PER_DAY = 86_400_000;

function stepsOf(text: string): readonly Step[] {
  try {
    return parseScreen(text);
  } catch (error) {
    if (!(error instanceof ScreenTextError)) throw error;
    throw new UsageError(`the screen can't be read: ${error.message}; character ${error.at + 1}`);
  }
}

/** The steps with ids for common names; throws for one that is at fault at the newest date. */
async function checkedSteps(history: History, text: string): Promise<readonly Step[]> {
  const read = stepsOf(text);
  if (read.some(isAsOf)) throw new UsageError('a backtest runs over all dates of its hold: leave “as of” out');
  return await history.ask(history.dates.length - 1, (table) => {
    const steps = withIds(read, (id) => table.column(id));
    for (const step of steps) {
      const fault = stepFault(step, (id) => table.column(id));
      if (fault !== null) throw new UsageError(`the screen can't be run: ${fault}`);
    }
    return steps;
  });
}

/** Growth of cash between two days by the rows of a file. */
async function cashReturns(path: string): Promise<(from: number, to: number) => number> {
  const rows = (await readFile(path, 'utf8')).split(/\r?\n/).filter((line) => line.trim() !== '');
  if (!/^\s*date\s*,\s*rate\s*$/.test(rows[0] ?? '')) throw new UsageError(`${path} begins with the header date,rate`);
  const rates = rows.slice(1).map((line, at) => {
    const [date = '', rate = ''] = line.split(',').map((cell) => cell.trim());
    const value = rate === '' ? Number.NaN : Number(rate);
    if (Number.isNaN(value)) throw new UsageError(`${path}, line ${at + 2}: the rate is no number`);
    return { day: Date.parse(`${isoDay(`${path}, line ${at + 2}`, date)}T00:00:00Z`) / MS_PER_DAY, rate: value };
  });
  return (from, to) => rates.reduce((value, { day, rate }) => (day > from && day <= to ? value * (1 + rate) : value), 1) - 1;
}

type Named = (security: number) => string;

function byId(numbers: BySecurity, idOf: Named): Record<string, number> {
  return Object.fromEntries([...numbers].map(([security, value]) => [idOf(security), value]));
}

function capName(kind: Trade['infeasible'][number], { rowCap, groupCap }: Hold): string {
  return kind === 'row' ? `cap ${printPercent(rowCap ?? 0)}` : `cap ${printPercent(groupCap?.share ?? 0)} per ${groupCap?.by}`;
}

function tradeJson(trade: Trade, { sessions, hold }: BacktestedHistory, idOf: Named) {
  const ends = [...trade.returns].filter(([, { fate }]) => fate !== 'sold');
  const names = (securities: readonly number[]): string[] => securities.map(idOf);
  return {
    snapshot: printDate(trade.snapshot),
    date: printDate(sessions[trade.session]!),
    rows: names(trade.securities),
    infeasible: trade.infeasible.map((kind) => capName(kind, hold)),
    entered: names(trade.entered),
    left: names(trade.left),
    notFound: names(trade.notFound),
    late: Object.fromEntries([...trade.late].map(([security, day]) => [idOf(security), printDate(day)])),
    ends: Object.fromEntries(
      ends.map(([security, { start, end, low, shown, high, fate }]) => [
        idOf(security),
        { start: printDate(start), end: printDate(end), low, shown, high, fate },
      ]),
    ),
    weights: byId(trade.weights, idOf),
    drifted: byId(trade.drifted, idOf),
    cash: trade.cash,
    turnover: trade.turnover,
    cost: trade.cost,
    ...(trade.grossReturn === null ? {} : { grossReturn: trade.grossReturn, return: trade.return }),
  };
}

function statisticsJson({ maxDrawdown, ...figures }: Performance, dates: readonly string[]) {
  const at = (place: number | null): string | null => (place === null ? null : dates[place]!);
  return {
    ...figures,
    maxDrawdown: maxDrawdown?.depth ?? 0,
    drawdownDates: maxDrawdown && [at(maxDrawdown.peak), at(maxDrawdown.trough), at(maxDrawdown.recovered)],
  };
}

/** Probability that the true Sharpe ratio is above the best that so many trials show by luck, their ratios as far apart as chance alone makes them. */
function deflated({ performance, hold, dates }: BacktestedHistory, trials: number): number | null {
  const { sharpe, skewness, kurtosis } = performance;
  if (sharpe === null || skewness === null || kurtosis === null) return null;
  const count = dates.length - 1;
  const record = { sharpe: sharpe / Math.sqrt(PERIODS_PER_YEAR[hold.every]), count, skewness, kurtosis };
  return deflatedSharpe(record, trials, 1 / count);
}

function jsonOf(found: BacktestedHistory, history: History, trials: number): string {
  const idOf: Named = (security) => found.ids[security]!;
  const { simulation, benchmarks, signal } = found;
  const dates = simulation.trades.map(({ session }) => printDate(found.sessions[session]!));
  const coverage = history.manifest.blocks.flatMap((block) => block.dates.map((date, at) => ({ date, ...block.coverage[at]! })));
  const beside = (name: 'equal' | 'cap') => {
    const { curve, performance, model } = benchmarks[name];
    return { curve: [...curve], statistics: statisticsJson(performance, dates), ...model };
  };
  return `${JSON.stringify({
    trades: simulation.trades.map((trade) => tradeJson(trade, found, idOf)),
    dates,
    curve: Object.fromEntries(Object.entries(simulation.curves).map(([name, curve]) => [name, [...curve]])),
    statistics: { ...statisticsJson(found.performance, dates), turnoverPerYear: found.turnoverPerYear },
    benchmarks: { equal: beside('equal'), cap: beside('cap') },
    quantiles: signal,
    coverage: coverage.filter(({ date }) => simulation.trades.some(({ snapshot }) => printDate(snapshot) === date)),
    honesty: { trials, deflatedSharpe: deflated(found, trials) },
  })}\n`;
}

const PERIOD_COLUMNS = [
  'snapshot',
  'date',
  'rows',
  'entered',
  'left',
  'notFound',
  'ended',
  'cash',
  'turnover',
  'cost',
  'grossReturn',
  'return',
  'low',
  'shown',
  'high',
];

function periodsCsv({ simulation, sessions }: BacktestedHistory): string {
  const { trades, curves } = simulation;
  const lines = trades.map((trade, at) => [
    printDate(trade.snapshot),
    printDate(sessions[trade.session]!),
    trade.securities.length,
    trade.entered.length,
    trade.left.length,
    trade.notFound.length,
    [...trade.returns.values()].filter(({ fate }) => fate !== 'sold').length,
    trade.cash,
    trade.turnover,
    trade.cost,
    trade.grossReturn ?? '',
    trade.return ?? '',
    curves.low[at],
    curves.shown[at],
    curves.high[at],
  ]);
  return `${[PERIOD_COLUMNS, ...lines].map((line) => line.join(',')).join('\n')}\n`;
}

const percent = (value: number | null): string => (value === null ? '–' : `${(value * 100).toFixed(2)} %`);
const ratio = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

/** Figures of the screen beside both benchmarks, in aligned columns. */
function tableText(found: BacktestedHistory, trials: number): string {
  const { performance, benchmarks, simulation, turnoverPerYear, signal, sessions } = found;
  const all = [performance, benchmarks.equal.performance, benchmarks.cap.performance];
  const line = (name: string, text: (one: Performance) => string): string[] => [name, ...all.map(text)];
  const { low, high } = simulation.curves;
  const rows = [
    ['', 'screen', 'equal weight', 'cap weight'],
    line('CAGR', ({ cagr }) => percent(cagr)),
    line('volatility', ({ volatility }) => percent(volatility)),
    line('Sharpe ratio', ({ sharpe }) => ratio(sharpe)),
    line('Sortino ratio', ({ sortino }) => ratio(sortino)),
    line('maximum drawdown', ({ maxDrawdown }) => percent(maxDrawdown?.depth ?? 0)),
    line('hit rate', ({ hitRate }) => percent(hitRate)),
    line('best period', ({ best }) => percent(best)),
    line('worst period', ({ worst }) => percent(worst)),
    ['beta', '', ...[benchmarks.equal, benchmarks.cap].map(({ model }) => ratio(model?.beta ?? null))],
    ['alpha', '', ...[benchmarks.equal, benchmarks.cap].map(({ model }) => percent(model?.alpha ?? null))],
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const table = rows.map((cells) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  );
  const [first, last] = [simulation.trades[0]!, simulation.trades.at(-1)!];
  const notes = [
    `${printDate(sessions[first.session]!)} to ${printDate(sessions[last.session]!)}: ${simulation.trades.length - 1} periods, turnover ${percent(turnoverPerYear)} a year`,
    `final value ${simulation.curves.shown.at(-1)!.toFixed(4)}, between ${low.at(-1)!.toFixed(4)} and ${high.at(-1)!.toFixed(4)} by unknown delisting returns`,
    `deflated Sharpe ratio, ${trials} ${trials === 1 ? 'trial' : 'trials'}: ${percent(deflated(found, trials))}`,
    ...(signal
      ? [
          `information coefficient of ${signal.columnId}: ${signal.meanCoefficient?.toFixed(4) ?? '–'} (t ${ratio(signal.coefficientT)})`,
        ]
      : []),
    ...(signal?.quantiles
      ? [
          `${signal.quantiles.groups.length} groups: ${signal.quantiles.groups.map(percent).join(', ')}; spread ${percent(signal.quantiles.spread)} (t ${ratio(signal.spreadT)})`,
        ]
      : []),
  ];
  return `${[...table, '', ...notes].join('\n')}\n`;
}

/** `panscreen backtest`. Resolves to the exit status. */
export function backtest(given: string[]): Promise<number> {
  return runCommand('backtest', HELP, given, async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        history: { type: 'string' },
        format: { type: 'string', default: 'table' },
        trials: { type: 'string', default: '1' },
        'rates-free': { type: 'string' },
      },
    });
    const [text, ...more] = positionals;
    if (text === undefined || more.length > 0) throw new UsageError('expected one text in quotes that ends in “hold every …”');
    const format = FORMATS.find((each): each is Format => each === values.format);
    if (!format) throw new UsageError(`--format is ${FORMATS.join(', ')}, not ${values.format}`);
    const trials = wholeNumber('--trials', values.trials, 1, TRIALS_MAX);
    const place = values.history ?? (process.env.PANSCREEN_HISTORY || undefined);
    if (place === undefined) throw new UsageError('expected --history DIR, or the folder in PANSCREEN_HISTORY');
    try {
      holdOf(stepsOf(text));
    } catch (error) {
      throw error instanceof RangeError ? new UsageError(error.message) : error;
    }
    const history = await openHistoryAt(dataPlace('--history', place));
    const steps = await checkedSteps(history, text);
    const cashReturn = values['rates-free'] === undefined ? undefined : await cashReturns(values['rates-free']);
    const found = await backtestHistory(history, steps, cashReturn).catch((error: unknown) => {
      throw error instanceof BacktestError ? new UsageError(error.message) : error;
    });
    if (format === 'json') await print(jsonOf(found, history, trials), 'json');
    else await print(format === 'csv' ? periodsCsv(found) : tableText(found, trials));
  });
}
