/** The engine's analyses of a result, in Node on the demo data: each figure against its goal. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { COLUMNS } from '../src/catalogue/catalogue.ts';
import { isText } from '../src/catalogue/column.ts';
import { loadPublished } from '../src/commands/published.ts';
import { ledger } from '../src/engine/answers/ledger.ts';
import { orderWork } from '../src/engine/answers/order.ts';
import { profiles } from '../src/engine/answers/profile.ts';
import { applySteps } from '../src/engine/run/apply.ts';
import { runToEnd } from '../src/engine/run/timeSlices.ts';
import { parseScreen } from '../src/engine/steps/text.ts';
import type { Table } from '../src/engine/table/table.ts';
import { withFormulas } from '../src/engine/table/withFormulas.ts';
import { quantile, type Result } from './results.ts';
import { draw, frameOf, PICTURE, prepare } from './scatter.ts';

const CLI = 'dist/node/cli.js';
const DEMO = 'data/demo';
const ROUNDS = 9;
/** Rows of the goals; the data are truncated to them. */
const ROWS = 60_000;
const LEDGER_MS = 50;
const ORDER_MS = 50;
const SURVIVORS_MS = 400;
const FORMULA_MS = 10;

const TEN_STEPS = [
  'type = Equity',
  'marketCapitalization >= 1e8 USD',
  'beta <= 1.5 keep missing',
  'percentile of grossProfitMargin in sector >= 20%',
  'at least 1 of (dividendYield >= 1%, returnOnEquity >= 5%)',
  'close <= 1.5 * analystTargetPrice keep missing',
  'top 80% stats.252.rateBack in sector',
  'rank by (earningsYield desc, stats.252.rateBack desc)',
  'percent 0..50',
  'sort acquirersMultiple asc',
].join(' | ');

/** The first rows of a table, as a new table without any computed columns. */
function firstRows(table: Table, rowCount: number): Table {
  const numbers = new Map(COLUMNS.map(({ id }) => [id, table.numbers(id)?.subarray()]));
  return { ...table, rows: table.rows.slice(0, rowCount), numbers: (id) => numbers.get(id) };
}

async function demoTable(): Promise<Table> {
  const folder = process.env.PANSCREEN_DATA ?? DEMO;
  if (!existsSync(CLI)) spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (!existsSync(`${folder}/manifest.json`)) spawnSync(process.execPath, [CLI, 'demo', '--out', folder], { stdio: 'inherit' });
  return firstRows(await loadPublished(folder), ROWS);
}

/** Median of several rounds; `before` prepares a round and is not counted. */
function median<T>(before: (round: number) => T, work: (start: T) => void): number {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = before(round);
    const from = performance.now();
    work(start);
    times.push(performance.now() - from);
  }
  return quantile(times, 0.5);
}

function noted(table: Table, workload: string, medianMs: number, note: string): Result {
  const rows = table.rows.length;
  return { workload, rows, where: 'node', contender: 'panscreen', medianMs, vsLimit: null, note };
}

/** The scatter plot has no goal; its points are prepared and drawn by the page, in the main thread. */
function scatterResults(table: Table): Result[] {
  const frame = frameOf(table);
  const points = prepare(frame);
  const [preparing, drawing] = [() => prepare(frame), () => draw(points)].map((work) => median(() => null, work));
  return [
    noted(table, 'scatter: points prepared', preparing ?? Number.NaN, `${points.rows.length} points`),
    noted(table, 'scatter: points drawn', drawing ?? Number.NaN, PICTURE),
  ];
}

/** Measures the analyses. */
export async function measureAnswers(): Promise<Result[]> {
  const table = await demoTable();
  const fresh = (): Table => firstRows(table, ROWS);
  const ids = COLUMNS.filter((column) => !isText(column)).map(({ id }) => id);
  const steps = parseScreen(TEN_STEPS);
  const half = table.rows.filter((_, position) => position % 2 === 0);
  const few = applySteps(table, steps, null).rows;
  const result = (workload: string, medianMs: number, goalMs: number): Result =>
    noted(table, workload, medianMs, `goal ${goalMs} ms${medianMs <= goalMs ? '' : ': missed'}`);
  const compare = (of: Table, rows: Uint32Array): void => {
    for (const _ of profiles(of, ids, rows, 'universe'));
  };
  return [
    result(
      'ten steps, ledger, leave-one-out',
      median(
        () => null,
        () => ledger(table, steps, null),
      ),
      LEDGER_MS,
    ),
    result(
      'order check of ten steps',
      median(
        () => null,
        () => runToEnd(orderWork(table, steps, null)),
      ),
      ORDER_MS,
    ),
    result(
      'survivors, 50 % left, first',
      median(fresh, (of) => compare(of, half)),
      SURVIVORS_MS,
    ),
    result(
      'survivors, 50 % left, again',
      median(
        () => table,
        (of) => compare(of, half),
      ),
      SURVIVORS_MS,
    ),
    result(
      `survivors, ${few.length} left, again`,
      median(
        () => table,
        (of) => compare(of, few),
      ),
      SURVIVORS_MS,
    ),
    result(
      'formula column',
      median(
        (round) => parseScreen(`let own = (earningsYield + ${round}) / nz(beta) - opt(dividendYield) * 2`),
        (lets) => withFormulas(table, lets),
      ),
      FORMULA_MS,
    ),
    ...scatterResults(table),
  ];
}
