// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { digest } from '../../src/engine/answers/receipt.ts';
import { tableOf } from '../../src/engine/answers/snapshot.ts';
import { applySteps } from '../../src/engine/run/apply.ts';
import { parseScreen, printScreen } from '../../src/engine/steps/text.ts';
import { labelAt } from '../../src/engine/table/table.ts';
import { userSets } from '../../src/screener/columns/sets.ts';
import { DEFAULT_IDS } from '../../src/screener/columns/view.ts';
import { readSavedResult } from '../../src/screener/saved/savedResult.ts';
import { readAddress } from '../../src/screener/state/url.ts';
import { watchlists } from '../../src/screener/watchlists/lists.ts';
import { startLanguage } from '../../src/shell/i18n.ts';
import { recentScreens } from '../../src/shell/recent.ts';

beforeAll(startLanguage);

interface StoredColumn {
  readonly kind: 'number' | 'text';
  readonly values: readonly (number | null)[];
  readonly codes: readonly number[];
}

/** Written by the code of version 0.1.0; JSON has null for NaN and lists for typed arrays. */
const { savedScreen, savedResult, symbols, settings } = JSON.parse(readFileSync('tests/fixtures/records-0.1.0.json', 'utf8'));
const columns = savedResult.snapshot.columns.map((column: StoredColumn) =>
  column.kind === 'number'
    ? { ...column, values: Float32Array.from(column.values, (value) => value ?? Number.NaN) }
    : { ...column, codes: Uint32Array.from(column.codes) },
);

it('a result saved by version 0.1.0 is read, and its steps still give its rows in their order', () => {
  const read = readSavedResult({ ...savedResult, snapshot: { ...savedResult.snapshot, columns } });
  if (!read) throw new Error('unreadable');
  const { rows, prefix } = applySteps(tableOf(read.snapshot), read.steps, null);
  expect(Array.from(rows, (row) => labelAt(prefix.table.text('symbol'), row))).toEqual(symbols);
  expect(digest(prefix.table, rows)).toBe(savedResult.snapshot.receipt.digest);
  expect(parseScreen(printScreen(read.steps))).toEqual(read.steps);
});

it('an address saved by version 0.1.0 keeps its steps, columns, widths, scope, currency and second screen', () => {
  const { text, off, view } = readAddress(savedScreen.query, DEFAULT_IDS);
  expect(text).toBe('type = Equity | sort beta desc');
  expect(off).toEqual([{ index: 1, text: 'beta >= 1' }]);
  expect(view).toMatchObject({
    columns: ['symbol', 'name', 'sector', 'industry', 'close'],
    widths: { name: 200 },
    pinned: ['beta'],
    folded: ['BalanceSheet'],
    lens: 'sector',
    money: 'EUR',
    textB: 'type = Etf',
    part: 'onlyA',
    shown: 'table',
  });
});

it('lists, column sets and recent screens of version 0.1.0 are read', () => {
  for (const [name, value] of Object.entries(settings)) localStorage.setItem(`panscreen.${name}`, JSON.stringify(value));
  expect(watchlists()).toEqual(settings.watchlists);
  expect(userSets()).toEqual(settings.columnSets);
  expect(recentScreens()).toEqual(settings.recent);
});
