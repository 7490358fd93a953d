// @vitest-environment happy-dom
import fc from 'fast-check';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { COLUMNS, VECTOR_IDS } from '../../src/catalogue/catalogue.ts';
import { isText } from '../../src/catalogue/column.ts';
import { displayText, isoDate, MISSING_TEXT } from '../../src/catalogue/display.ts';
import { loadTable } from '../../src/engine/load/loader.ts';
import type { ColumnValues } from '../../src/engine/table/columnValues.ts';
import { Home } from '../../src/home/Home.tsx';
import { userSets } from '../../src/screener/columns/sets.ts';
import { rememberedChoice } from '../../src/screener/diagnostics/backendChoice.ts';
import { cellAt } from '../../src/screener/grid/cells.ts';
import { dateWords } from '../../src/screener/receipt/receipt.ts';
import { shownMoney } from '../../src/screener/rows/shownMoney.ts';
import { shownValue } from '../../src/screener/rows/values.ts';
import { SavedPanel } from '../../src/screener/saved/SavedPanel.tsx';
import type { Frame } from '../../src/screener/state/store.ts';
import { dayText } from '../../src/screener/state/words.ts';
import { entryText, parseEntry } from '../../src/screener/steps/entry.ts';
import { watchlists } from '../../src/screener/watchlists/lists.ts';
import type { SavedScreen } from '../../src/shell/database.ts';
import { chooseLocale, startLanguage } from '../../src/shell/i18n.ts';
import { LOCALES } from '../../src/shell/locales.ts';
import { recentScreens } from '../../src/shell/recent.ts';
import { randomUniverse, wireSource } from '../universe.ts';

const stored = vi.hoisted(() => ({ screens: [] as SavedScreen[] }));
vi.mock('../../src/shell/database.ts', async (original) => ({
  ...(await original<typeof import('../../src/shell/database.ts')>()),
  savedScreens: async () => ({ screens: stored.screens, unreadableCount: 0 }),
  onScreensChange: () => () => {},
}));

/** Both date limits of ECMA-262, and values far beyond. */
const LIMIT = 8.64e12;
const NO_TINTS = { higher: [], lower: [], neutral: [] };
const EXTREMES = [0, -0, 1, LIMIT, -LIMIT, LIMIT + 1, -LIMIT - 1, 1e13, -1e15, 3.4e38, -3.4e38, 1e-45, Number.NaN, 1e308, -1e308];
const numbers = fc.oneof(fc.constantFrom(...EXTREMES, Infinity, -Infinity), fc.double(), fc.float());

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

function frameOf(column: ColumnValues): Frame {
  return { version: 1, rows: Uint32Array.of(0), rowCount: 1, ms: 0, columns: new Map([[column.id, column]]) } as unknown as Frame;
}

describe('an extreme value', () => {
  it('has a text in every column and language', async () => {
    for (const { tag } of LOCALES) {
      await chooseLocale(tag);
      fc.assert(
        fc.property(fc.constantFrom(...COLUMNS), numbers, fc.boolean(), (column, value, isAdaptive) => {
          if (isText(column)) return;
          const float = Math.fround(value);
          const frame = frameOf({ kind: 'number', id: column.id, values: Float32Array.of(float) });
          const cell = cellAt(
            {
              columns: [column],
              frame,
              locale: tag,
              lens: null,
              lensText: 'values',
              tints: NO_TINTS,
              isAdaptive,
              money: shownMoney(null, frame, new Set()),
              comparison: null,
            },
            0,
            0,
          ) as { displayData: string; copyData: string };
          for (const text of [cell.displayData, cell.copyData, displayText(value, column.display, tag)])
            expect(text).toBeTypeOf('string');
          expect(entryText(value, column.display)).toBeTypeOf('string');
          expect(shownValue(frame, column, 0)).not.toBe('');
        }),
        { seed: 14, numRuns: 400 },
      );
    }
    await chooseLocale('en-US');
  });

  it('round-trips through its entry text in every language', async () => {
    for (const { tag } of LOCALES) {
      await chooseLocale(tag);
      for (const value of [0.125, 1.234, -1234.5, 1.5e9, 1e-7, 54.88]) {
        expect(parseEntry(entryText(value, 'number'), 'number'), tag).toBeCloseTo(value, 9);
        expect(parseEntry(entryText(value, 'currency'), 'currency'), tag).toBeCloseTo(value, 9);
      }
    }
    await chooseLocale('de');
    const typed = ['1,5', '1.234', '1.234.567,8', '0.125', '1.5', '-2,5e3', '1,234,567', '12,5%'];
    expect(typed.map((text) => parseEntry(text, 'number'))).toEqual([1.5, 1234, 1234567.8, 0.125, 1.5, -2500, 1234567, 0.125]);
    await chooseLocale('en-US');
  });

  it('is a date within the representable range, and missing beyond', () => {
    for (const seconds of [LIMIT, -LIMIT]) expect([dayText(seconds), isoDate(seconds)]).not.toContain(MISSING_TEXT);
    expect([isoDate(LIMIT), isoDate(-LIMIT)]).toEqual(['+275760-09-13', '-271821-04-20']);
    for (const seconds of [LIMIT + 1, -LIMIT - 1, 3.4e38, Infinity, Number.NaN])
      expect([displayText(seconds, 'date', 'en-US'), dayText(seconds), isoDate(seconds)]).toEqual([
        MISSING_TEXT,
        MISSING_TEXT,
        '',
      ]);
  });

  it('is missing in the table if it is an impossible date, passes no filter and sorts last', async () => {
    const [country] = randomUniverse(14, 1, EXTREMES.length);
    const date = VECTOR_IDS.indexOf('date');
    const quarter = country!.header.indexOf('latestQuarter');
    const table = await loadTable(
      wireSource([
        {
          ...country!,
          rows: country!.rows.map((row, index) => row.with(date, EXTREMES[index]!)),
          fields: country!.fields.map((row, index) => row.with(quarter, EXTREMES[index]!)),
        },
      ]),
    );
    for (const id of ['date', 'latestQuarter'])
      for (const [row, value] of EXTREMES.entries()) {
        const isPossible = Math.abs(Math.fround(value)) <= LIMIT;
        expect(Number.isNaN(table.numbers(id)![row]!), `${id} of ${value}`).toBe(!isPossible);
      }
  });
});

async function show(element: React.ReactNode): Promise<string> {
  const router = createMemoryRouter([{ path: '/', element, errorElement: <p>the error page</p> }]);
  const host = document.createElement('div');
  const root = createRoot(host);
  await act(async () => root.render(<RouterProvider router={router} />));
  const text = host.textContent ?? '';
  await act(async () => root.unmount());
  return text;
}

describe('a corrupt stored record', () => {
  beforeAll(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });

  it.each(EXTREMES)('with the time %d leaves the home page and the saved screens standing', async (time) => {
    stored.screens = [{ id: 'a', name: 'the saved screen', query: '', savedAt: time * 1000 }];
    localStorage.setItem('panscreen.recent', JSON.stringify([{ text: 'country = US', used: time }]));
    vi.stubGlobal('fetch', async () => Response.json({ US: time, DE: 1763596800 }));
    const home = await show(<Home />);
    expect(home).toContain('the saved screen');
    expect(home).not.toContain('the error page');
    expect(home).toContain(time === LIMIT ? '275760' : '2025');
    expect(await show(<SavedPanel />)).toContain('the saved screen');
  });

  it('of any form is read or skipped', () => {
    const anything = fc.oneof(fc.json(), fc.string());
    const readers = { recent: recentScreens, columnSets: userSets, watchlists, backends: rememberedChoice };
    for (const [name, read] of Object.entries(readers)) {
      fc.assert(
        fc.property(anything, (text) => {
          localStorage.setItem(`panscreen.${name}`, text);
          read();
        }),
        { seed: 14 },
      );
    }
  });

  it('with an invalid receipt date shows the date as missing', () => {
    const made = { dataDate: 'soon', countryDates: [], universeCount: 1, rowCount: 1, digest: '' };
    expect(dateWords(made).newest).toContain(MISSING_TEXT);
  });
});
