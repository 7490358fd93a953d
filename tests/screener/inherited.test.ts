// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from 'vitest';
import { exportChunks } from '../../src/engine/answers/export.ts';
import { loadTable } from '../../src/engine/load/loader.ts';
import { applySteps } from '../../src/engine/run/apply.ts';
import { parseScreen, printScreen } from '../../src/engine/steps/text.ts';
import { withFormulas } from '../../src/engine/table/withFormulas.ts';
import { majorUnit } from '../../src/ingest/figures/currency.ts';
import { resetView, setWidth } from '../../src/screener/columns/view.ts';
import { columnWidth } from '../../src/screener/columns/widths.ts';
import { addedColumns, START_VIEW, state } from '../../src/screener/state/store.ts';
import { readAddress, writeAddress } from '../../src/screener/state/url.ts';
import { newEntry, setEntries } from '../../src/screener/steps/edit.ts';
import { startLanguage } from '../../src/shell/i18n.ts';
import { randomUniverse, wireSource } from '../universe.ts';

/** Properties of every object that are valid ids. */
const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', '__proto__', '__defineGetter__'];
/** Valid names of formulas. */
const NAMES = INHERITED.filter((name) => /^[a-z]\w*$/i.test(name));

beforeAll(startLanguage);

describe('a column named like a property of every object', () => {
  it('has a width in pixels and keeps the one in the address', () => {
    setEntries(parseScreen(NAMES.map((name) => `let ${name} = close * 2`).join(' | ')).map((step) => newEntry(step)));
    expect(addedColumns().map(({ id }) => id)).toEqual(NAMES);
    for (const column of addedColumns()) expect(columnWidth({}, column, column.id)).toBeGreaterThan(50);
    for (const id of INHERITED) setWidth(id, 120);
    const { widths } = state.view;
    expect(Object.keys(widths).sort()).toEqual([...INHERITED].sort());
    const address = { text: null, isLong: false, off: [], view: { ...START_VIEW, widths }, receipt: null, saved: null };
    const again = readAddress(writeAddress(address, '', ['symbol']), ['symbol']);
    expect(Object.entries(again.view.widths).sort()).toEqual(INHERITED.map((id) => [id, 120]).sort());
    setEntries([]);
    resetView();
  });

  it('is loaded, filtered, sorted and written like any other', async () => {
    const [country] = randomUniverse(16, 1, 50);
    const table = await loadTable(
      wireSource([
        {
          ...country!,
          columns: [...country!.columns, ...NAMES],
          rows: country!.rows.map((row, index) => [...row, ...NAMES.map((_, place) => index * (place + 1))]),
        },
      ]),
    );
    for (const [place, name] of NAMES.entries()) {
      const text = `${name} >= ${40 * (place + 1)} | sort ${name} desc`;
      const steps = parseScreen(text);
      expect(printScreen(steps)).toBe(text);
      const { rows } = applySteps(withFormulas(table, steps), steps, null);
      expect([...rows]).toEqual([49, 48, 47, 46, 45, 44, 43, 42, 41, 40]);
      const file = [...exportChunks(table, { format: 'csv', columnIds: [name], rows })].join('');
      expect(file.split('\n').slice(0, 2)).toEqual([name, String(49 * (place + 1))]);
    }
  });

  it('is not a currency', () => {
    for (const name of INHERITED) expect(majorUnit(name)).toEqual({ currency: name.toUpperCase(), divisor: 1 });
  });
});
