import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { backtest } from '../../src/commands/backtest/backtest.ts';
import { history } from '../../src/commands/history.ts';
import { beside } from '../support/beside.ts';
import { writeTable } from './folder.ts';
import { printed } from './printed.ts';

vi.setConfig({ testTimeout: 240_000 });

const LARGE_CAPS = beside('us-large-caps');
const MEMBERS = beside('members');
const FORMER = '2013-02-28';
const PRESENT = '2018-02-07';

const folder = mkdtempSync(join(tmpdir(), 'panscreen-survivorship-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Held {
  readonly statistics: { readonly cagr: number };
  readonly trades: { readonly rows: string[] }[];
}

/** Members of the index on a day. */
function membersOn(day: string): string[] {
  const [, ...lines] = readFileSync(join(MEMBERS.path, 'sp500_ticker_start_end.csv'), 'utf8').trim().split(/\r?\n/);
  return lines.flatMap((line) => {
    const [symbol = '', from = '', to = ''] = line.split(',');
    return from <= day && (to === '' || to >= day) ? [symbol] : [];
  });
}

/** Both lists as if constant over time. */
async function historyOfLists(): Promise<string> {
  const tables = join(folder, 'tables');
  mkdirSync(tables);
  copyFileSync(join(LARGE_CAPS.path, 'prices_daily.parquet'), join(tables, 'prices.parquet'));
  const lists = Object.entries({ former: membersOn(FORMER), present: membersOn(PRESENT) });
  const ids = [...new Set(lists.flatMap(([, members]) => members))].sort();
  writeTable(
    tables,
    'securities',
    ids.map((id) => ({ id, symbol: id, country: 'US', currency: 'USD', exchange: 'NYSE', type: 'Equity' })),
  );
  writeTable(
    tables,
    'members',
    lists.flatMap(([list, members]) => members.map((id) => ({ list, id, from: '2012-01-01', to: null }))),
  );
  writeTable(tables, 'actions', [], ['id', 'date', 'kind', 'value']);
  const mapping = join(folder, 'mapping.json');
  writeFileSync(mapping, JSON.stringify({ files: { prices: 'prices.parquet' }, prices: { Name: 'id' } }));
  const out = join(folder, 'history');
  await printed(() => history(['--from', 'tables', tables, '--mapping', mapping, '--since', '2013-02-01', '--out', out]));
  return out;
}

describe.skipIf(!LARGE_CAPS.isThere || !MEMBERS.isThere)('survivorship, in real prices', () => {
  it('lets the index members of 2018 earn more since 2013 than those of 2013, equally weighted', async () => {
    const place = await historyOfLists();
    const held = async (list: string): Promise<Held> =>
      JSON.parse(
        await printed(() => backtest([`in:${list} = true | hold every month`, '--history', place, '--format', 'json'])),
      ) as Held;
    const [former, present] = [await held('former'), await held('present')];
    const count = ({ trades }: Held): number => trades[0]!.rows.length;
    const gap = present.statistics.cagr - former.statistics.cagr;
    const percent = (value: number): string => `${(100 * value).toFixed(2)} %`;
    console.log(
      `members of 2013-02: ${count(former)} priced, ${percent(former.statistics.cagr)} a year; of 2018-02: ${count(present)}, ${percent(present.statistics.cagr)}; gap ${percent(gap)}`,
    );
    expect(count(former)).toBeGreaterThan(150);
    expect(count(present)).toBeGreaterThan(count(former));
    expect(gap).toBeGreaterThan(0);
  });
});
