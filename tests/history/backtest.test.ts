import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { backtest } from '../../src/commands/backtest/backtest.ts';
import { history } from '../../src/commands/history.ts';
import { type TableRow, writeTable } from './folder.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Example {
  readonly name: string;
  readonly screen: string | null;
  readonly inputs: Readonly<Record<string, readonly TableRow[] | undefined>>;
  readonly expected: {
    readonly trades?: readonly Record<string, unknown>[];
    readonly dates: string[];
    readonly curve: object;
    readonly statistics: object;
  };
}

/** Worked examples of an independent simulator, with the arithmetic of each. */
const EXAMPLES: readonly Example[] = JSON.parse(readFileSync('tests/fixtures/time-examples.json', 'utf8'));
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  securities: ['id', 'symbol', 'country', 'currency'],
  listings: ['id', 'symbol', 'from'],
  actions: ['id', 'date', 'kind', 'value'],
  prices: ['id', 'date', 'close'],
  statements: ['id', 'period', 'periodEnd'],
};
const DIGITS = 9;

const folder = mkdtempSync(join(tmpdir(), 'panscreen-backtest-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a command prints. */
async function printed(run: () => Promise<number>): Promise<string> {
  let text = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk, ...rest) => {
    text += String(chunk);
    const done = rest.find((each) => typeof each === 'function');
    if (typeof done === 'function') done();
    return true;
  });
  try {
    expect(await run()).toBe(0);
  } finally {
    write.mockRestore();
  }
  return text;
}

async function historyOf({ name, inputs }: Example): Promise<string> {
  const tables = join(folder, name);
  for (const [table, header] of Object.entries(HEADERS)) {
    const rows = inputs[table] ?? [];
    const isIdless = rows.some((row) => !('id' in row));
    const own = table === 'securities' ? rows.map((row) => ({ country: 'US', exchange: 'NYSE', ...row })) : rows;
    writeTable(tables, table, own, isIdless ? header.filter((column) => column !== 'id') : header);
  }
  if (inputs.rates) writeTable(tables, 'rates', inputs.rates, ['currency', 'usdRate', 'date']);
  const out = join(folder, `${name}.history`);
  await printed(() => history(['--from', 'tables', tables, '--since', '1990-01-01', '--every', 'day', '--out', out]));
  return out;
}

/** Numbers rounded to nine decimals, other values unchanged; lists of ids in alphabetical order. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return expect.closeTo(value, DIGITS);
  if (Array.isArray(value)) return value.map(rounded);
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rounded(each)]));
  return value;
}

describe('panscreen backtest over a history of the same tables', () => {
  for (const example of EXAMPLES.filter(({ expected, screen }) => expected.trades && screen))
    it(`gives the worked example’s result: ${example.name}`, async () => {
      const place = await historyOf(example);
      const rates = join(folder, `${example.name}.csv`);
      const free = example.inputs.ratesFree ?? [];
      writeFileSync(rates, `date,rate\n${free.map(({ date, rate }) => `${date},${rate}\n`).join('')}`);
      const text = await printed(() =>
        backtest([example.screen!, '--history', place, '--format', 'json', '--rates-free', rates]),
      );
      const found = JSON.parse(text) as Example['expected'];
      const sorted = (trade: Record<string, unknown>): Record<string, unknown> => ({
        ...trade,
        ...Object.fromEntries(['entered', 'left', 'notFound'].map((key) => [key, [...(trade[key] as string[])].sort()])),
      });
      expect(found.dates).toEqual(example.expected.dates);
      expect(found.trades!.map(sorted)).toEqual(rounded(example.expected.trades!.map(sorted)));
      expect(found.curve).toEqual(rounded(example.expected.curve));
      const { cagr, ...statistics } = example.expected.statistics as Record<string, number>;
      expect(found.statistics).toMatchObject(rounded(statistics) as object);
      expect((found.statistics as { cagr: number }).cagr / cagr!).toBeCloseTo(1, DIGITS);
    });
});
