/** A history that is read: the first rows of a date, a screen over all dates, a changed number in it, another date. In Node and in a browser's worker. */
import { History } from '../src/engine/history/history.ts';
import type { HistorySource } from '../src/engine/history/source.ts';
import { applySteps } from '../src/engine/run/apply.ts';
import { stepColumns } from '../src/engine/steps/language.ts';
import type { Step } from '../src/engine/steps/registry.ts';
import { parseScreen } from '../src/engine/steps/text.ts';
import type { Stopwatch } from './clock.ts';
import type { Result } from './results.ts';

export const SECURITIES = 12_000;
const REPEATS = 5;
const SCREEN =
  'type = Equity | marketCapitalization >= 1e7 USD | priceToEarningsRatio <= 20 | returnOnEquity >= 0.1 | sort stats.252.rateBack desc | rows 1..500 | sort priceToBookRatio asc | rows 1..50';

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1]!;

async function timed(start: Stopwatch, work: () => Promise<unknown> | unknown): Promise<number> {
  const elapsed = start();
  await work();
  return elapsed();
}

async function overAllDates(history: History, steps: readonly Step[]): Promise<number> {
  let kept = 0;
  for (const place of history.dates.keys())
    kept += (await history.ask(place, (table) => applySteps(table, steps, null).rows)).length;
  return kept;
}

/**
 * @param open a source that has nothing in memory
 * @param travelled what has been fetched since the last call, as it travels and plain; null where nobody knows
 */
export async function measureReading(
  where: Result['where'],
  months: number,
  clock: Stopwatch,
  open: () => HistorySource,
  travelled: (() => { readonly bytes: number; readonly plain: number }) | null,
): Promise<Result[]> {
  const steps = parseScreen(SCREEN);
  const changed = parseScreen(SCREEN.replace('<= 20', '<= 25'));
  const columns = steps.flatMap(stepColumns);
  const times: Record<'first' | 'fetch' | 'screen' | 'changed' | 'asOf', number[]> = {
    first: [],
    fetch: [],
    screen: [],
    changed: [],
    asOf: [],
  };
  let kept = 0;
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    travelled?.();
    const history = await History.open(open());
    const last = history.dates.length - 1;
    times.first.push(await timed(clock, () => history.ask(last, (table) => applySteps(table, steps, null).rows, columns)));
    times.fetch.push(await timed(clock, () => history.fetch(['id', 'currency', 'usdRate', ...columns])));
    times.asOf.push(await timed(clock, () => history.ask(3, (table) => applySteps(table, steps, null).rows)));
    times.screen.push(await timed(clock, async () => (kept = await overAllDates(history, steps))));
    times.changed.push(await timed(clock, () => overAllDates(history, changed)));
  }
  const result = (workload: string, at: keyof typeof times, note: string): Result => ({
    workload,
    rows: months * SECURITIES,
    where,
    contender: 'panscreen',
    medianMs: median(times[at]),
    vsLimit: null,
    note,
  });
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const bytes = travelled?.();
  return [
    result('history: first rows of a date', 'first', `${months} months`),
    result(
      'history: fetch and compute',
      'fetch',
      bytes ? `${megabytes(bytes.bytes)} of ${megabytes(bytes.plain)} travel` : 'from this machine',
    ),
    result('history: screen over all dates', 'screen', `${kept} rows kept`),
    result('history: changed number', 'changed', ''),
    result('history: as of another date', 'asOf', ''),
  ];
}
