import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { columnById } from '../../catalogue/catalogue.ts';
import type { Column } from '../../catalogue/column.ts';
import type { Backtest } from '../../engine/backtest/backtest.ts';
import { monthlyReturns } from '../../engine/backtest/calendar.ts';
import { readCashRates } from '../../engine/backtest/cashRates.ts';
import { type Exposures, exposuresOf } from '../../engine/backtest/exposures.ts';
import { readFactors } from '../../engine/backtest/factors.ts';
import { CSV_TABLES, trialsCsv } from '../../engine/backtest/files/csv.ts';
import type { Found } from '../../engine/backtest/files/found.ts';
import { honestyFor, nullTestOf } from '../../engine/backtest/files/honest.ts';
import { jsonOf } from '../../engine/backtest/files/json.ts';
import { BacktestError } from '../../engine/backtest/runner.ts';
import { trialCount, trialsOf } from '../../engine/backtest/trialLog.ts';
import { type BacktestsOptions, HistoryBacktests, holdOf } from '../../engine/history/backtestHistory.ts';
import { isAsOf } from '../../engine/steps/asOf.ts';
import { DEFAULT_HOLD, type Hold } from '../../engine/steps/hold.ts';
import { stepFault } from '../../engine/steps/language.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { printScreen } from '../../engine/steps/text.ts';
import { knowingFormulas } from '../../engine/table/formulas.ts';
import { historyId } from '../../wire/history.ts';
import { print } from '../print.ts';
import { serverAddress } from '../push.ts';
import { stepsOf } from '../sql.ts';
import { noteLook, noteTrial, readTrials } from '../trialState.ts';
import { dataPlace, runCommand, UsageError, wholeNumber } from '../usage.ts';
import { literatureOf, literatureText } from './literature.ts';
import { type OpenedPlace, openPlace } from './place.ts';
import { tableText } from './table.ts';

const HELP = `panscreen backtest 'TEXT' --history DIR|--engine clickhouse://… [--format table|csv|json] [options]

Backtests a screen that ends in "hold every …" over a history and prints its returns (docs/backtest.md has every definition).

  --history DIR      folder or s3:// address made by "panscreen history" or "panscreen demo --history" (default: PANSCREEN_HISTORY)
  --engine clickhouse://[user@]host[:port][/database]
                     the history that "panscreen push" has loaded there: the server screens each date (docs/scale.md)
  --format           table (default): figures next to two benchmarks; csv: one of the tables below; json: everything except the sensitivity
  --table NAME       for CSV: periods (default), weights, trades, returns (by year and month), starts (growth from each start date), sensitivity (each number varied)
  --factors FILE     monthly factor returns in Kenneth French's format: prints the screen's factor exposures with t-statistics
  --honest           also prints what casts doubt on the result: the effect of each common bias and the securities behind it, luck, trials,
                     coverage. JSON always has it, under "honesty"
  --null N           also runs a null test: N screens of random numbers, of which 5 % should look significant at 5 %
  --trials N         number of screens tried before this one (default: the distinct ones that this machine has run over the
                     history; they are stored in PANSCREEN_STATE, otherwise in the platform's state folder)
  --literature       print published signals with their monthly results over this history; takes no text
  --list-trials      print the stored trials as CSV; takes no text
  --open-hold-out    include the last three years of a history of six or more, which are withheld otherwise, and count the look
  --rates-free FILE  CSV with date,rate: risk-free return since the previous row (default: 0)

Example: panscreen backtest 'type = Equity | sort earningsYield desc | rows 1..50 | hold every quarter cost 20bp' --history data/demo-history
Exit status: 0; 1 when the history can't be read; 2 when the text or an option can't be read.
`;

const FORMATS = ['table', 'csv', 'json'] as const;
type Format = (typeof FORMATS)[number];
const TRIALS_MAX = 1_000_000;
const NULL_MAX = 10_000;

/** Resolves common names to ids and throws for an invalid step. */
function checkedSteps(columnOf: (id: string) => Column | undefined, text: string): readonly Step[] {
  const steps = stepsOf(text, columnOf);
  if (steps.some(isAsOf)) throw new UsageError('a backtest runs over all dates of its hold: leave “as of” out');
  const knows = knowingFormulas(steps, columnOf);
  for (const step of steps) {
    const fault = stepFault(step, knows);
    if (fault !== null) throw new UsageError(`the screen can't be run: ${fault}`);
  }
  return steps;
}

/** What a reader makes of a file's text; its errors name the file. */
function fromFile<Read>(path: string, read: (text: string) => Read, text: string): Read {
  try {
    return read(text);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`${path}: ${error.message}`) : error;
  }
}

/** Return of cash between two days, from a file. */
async function cashReturns(path: string): Promise<(from: number, to: number) => number> {
  const rates = fromFile(path, readCashRates, await readFile(path, 'utf8'));
  return (from, to) => rates.reduce((value, { day, rate }) => (day > from && day <= to ? value * (1 + rate) : value), 1) - 1;
}

/** Counts a look into the hold-out before anything is computed. */
async function openBacktests({ history }: OpenedPlace, options: BacktestsOptions) {
  const backtests = await HistoryBacktests.open(history, options);
  const { holdOut } = backtests;
  const key = historyId(history.manifest);
  const looks = holdOut?.isOpen ? await noteLook(key) : trialsOf(await readTrials(), key).looks;
  return { backtests, key, looks };
}

/** Throws {@link UsageError} if the file can't be read or the hold is longer than a month. */
async function exposuresTo(path: string, { simulation, days, hold }: Backtest): Promise<Exposures> {
  const months = monthlyReturns(simulation.curves.shown, days, hold.every);
  if (months.size === 0) throw new UsageError(`--factors needs a hold of a month or less, not “hold every ${hold.every}”`);
  const exposures = exposuresOf(months, fromFile(path, readFactors, await readFile(path, 'utf8')));
  if (exposures) return exposures;
  throw new UsageError(`${path} has too few months of the backtest for a regression on its factors`);
}

interface Asked {
  readonly format: Format;
  readonly table: (found: Found) => string;
  readonly opensHoldOut: boolean;
  readonly isHonest: boolean;
  /** Number given by the user; null to use the stored ones. */
  readonly trials: number | null;
  /** Screens of the null test; null for no test. */
  readonly nulls: number | null;
  readonly rates: string | undefined;
  readonly factors: string | undefined;
}

async function printLiterature(opened: OpenedPlace, opensHoldOut: boolean, format: Format): Promise<void> {
  const { backtests } = await openBacktests(opened, { shutsHoldOut: !opensHoldOut });
  await print(literatureText(await literatureOf(backtests), format), format === 'json' ? 'json' : undefined);
}

function heldBy(text: string): Hold {
  try {
    return holdOf(stepsOf(text, columnById));
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  }
}

async function answer(text: string, opened: OpenedPlace, asked: Asked): Promise<void> {
  const { format, isHonest, trials, nulls, rates, factors } = asked;
  const steps = checkedSteps(opened.columnOf, text);
  const { backtests, key, looks } = await openBacktests(opened, {
    cashReturn: rates === undefined ? undefined : await cashReturns(rates),
    shutsHoldOut: !asked.opensHoldOut,
    ...(isHonest && { biases: await opened.biases() }),
  });
  const made = await backtests.backtest(steps).catch((error: unknown) => {
    throw error instanceof BacktestError ? new UsageError(error.message) : error;
  });
  const log = await noteTrial(key, printScreen(steps), made.performance.sharpe);
  const counted = trialCount(trialsOf(log, key));
  const count = trials ?? counted.count;
  const found: Found = {
    backtests,
    backtest: made,
    steps,
    looks,
    exposures: factors === undefined ? null : await exposuresTo(factors, made),
    honesty: isHonest ? await honestyFor(backtests, steps, made, { ...counted, count }) : null,
    nullTest: nulls === null ? null : await backtests.ask(steps, () => nullTestOf(backtests, steps, made, nulls)),
  };
  const words = (): string =>
    format === 'json' ? jsonOf(found, opened.history.manifest) : format === 'csv' ? asked.table(found) : tableText(found);
  await print(await backtests.ask(steps, words), format === 'json' ? 'json' : undefined);
}

function placeOf(history: string | undefined, engine: string | undefined): string {
  if (engine !== undefined) {
    if (history !== undefined) throw new UsageError('--engine has its own history: leave --history out');
    serverAddress(engine);
    return engine;
  }
  const place = history ?? (process.env.PANSCREEN_HISTORY || undefined);
  if (place === undefined) throw new UsageError('expected --history DIR, or the folder in PANSCREEN_HISTORY');
  return dataPlace('--history', place);
}

/** `panscreen backtest`. Resolves to the exit status. */
export function backtest(given: string[]): Promise<number> {
  return runCommand('backtest', HELP, given, async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        history: { type: 'string' },
        engine: { type: 'string' },
        format: { type: 'string', default: 'table' },
        trials: { type: 'string' },
        null: { type: 'string' },
        honest: { type: 'boolean', default: false },
        literature: { type: 'boolean', default: false },
        'list-trials': { type: 'boolean', default: false },
        'open-hold-out': { type: 'boolean', default: false },
        'rates-free': { type: 'string' },
        table: { type: 'string', default: 'periods' },
        factors: { type: 'string' },
      },
    });
    if (values['list-trials']) return await print(trialsCsv(await readTrials()));
    const format = FORMATS.find((each): each is Format => each === values.format);
    if (!format) throw new UsageError(`--format is ${FORMATS.join(', ')}, not ${values.format}`);
    const place = placeOf(values.history, values.engine);
    const opensHoldOut = values['open-hold-out'];
    const within = async (hold: Hold, work: (opened: OpenedPlace) => Promise<void>): Promise<void> => {
      const opened = await openPlace(place, hold);
      await work(opened).finally(opened.close);
    };
    const [text, ...more] = positionals;
    if (values.literature) {
      if (text !== undefined) throw new UsageError('--literature takes no text: it replays the signals of its table');
      return await within(DEFAULT_HOLD, (opened) => printLiterature(opened, opensHoldOut, format));
    }
    if (text === undefined || more.length > 0) throw new UsageError('expected one text in quotes that ends in “hold every …”');
    const table = CSV_TABLES[values.table];
    if (!table) throw new UsageError(`--table is ${Object.keys(CSV_TABLES).join(', ')}, not ${values.table}`);
    const asked: Asked = {
      format,
      table,
      opensHoldOut,
      isHonest: values.honest || format === 'json',
      trials: values.trials === undefined ? null : wholeNumber('--trials', values.trials, 1, TRIALS_MAX),
      nulls: values.null === undefined ? null : wholeNumber('--null', values.null, 1, NULL_MAX),
      rates: values['rates-free'],
      factors: values.factors,
    };
    await within(heldBy(text), (opened) => answer(text, opened, asked));
  });
}
