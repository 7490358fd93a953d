/** How the figures of the demo universe are spread: quantiles of every number of a security, money in US dollars. */
import { COLUMNS } from '../src/catalogue/catalogue.ts';
import { isText } from '../src/catalogue/column.ts';
import { DEMO_AS_OF, DEMO_SECURITIES, DEMO_SEED } from '../src/demo/universe.ts';
import { demoSecurities, quantiles } from '../tests/demo-table.ts';
import { processorTime } from './clock.ts';
import type { Result } from './results.ts';

const SHARES = [0, 0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999, 1];
const CELL_WIDTH = 10;

const short = (value: number): string => (Math.abs(value) >= 1e5 ? value.toExponential(2) : value.toPrecision(4));

/** Prints the quantiles of all columns, and the cost of generating the data. */
export async function measureDemo(): Promise<Result[]> {
  const elapsed = processorTime();
  const securities = demoSecurities({ securities: DEMO_SECURITIES, seed: DEMO_SEED, asOf: DEMO_AS_OF });
  const medianMs = elapsed();
  const print = (name: string, cells: readonly string[]): void =>
    console.log(name.padEnd(40), cells.map((cell) => cell.padStart(CELL_WIDTH)).join(' '));
  print('column', ['missing', ...SHARES.map((share) => `${+(100 * share).toFixed(1)} %`)]);
  for (const column of COLUMNS) {
    if (isText(column)) continue;
    const isMoney = column.unit === 'currency' || column.unit === 'currencyPerShare';
    const values = securities.map(({ value, usd }) => (isMoney ? usd : value)(column.id));
    const missing = values.filter(Number.isNaN).length / values.length;
    print(column.id, [`${(100 * missing).toFixed(1)} %`, ...quantiles(values, SHARES).map(short)]);
  }
  return [
    {
      workload: 'demo universe, made in memory',
      rows: securities.length,
      where: 'node',
      contender: 'panscreen',
      medianMs,
      vsLimit: null,
      note: 'CPU time, ratios included',
    },
  ];
}
