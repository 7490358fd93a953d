// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { parseScreen } from '../../src/engine/steps/text.ts';
import type { ColumnValues } from '../../src/engine/table/columnValues.ts';
import type { Result } from '../../src/engine/worker/client.ts';
import { asRef, state } from '../../src/screener/state/store.ts';
import { connectValues, takeResult, voidValues, wantColumns } from '../../src/screener/state/values.ts';

const steps = parseScreen('beta >= 1');
const column = (id: string, value: number): ColumnValues => ({ kind: 'number', id, values: Float32Array.of(value) });
const result = (version: number, columns: readonly ColumnValues[]): Result => ({
  version,
  rowCount: 1,
  universeCount: 1,
  rows: Uint32Array.of(0),
  columns,
  counts: [],
  steps,
  stepCount: 1,
  comparedScreen: null,
  ms: 0,
});
const painted = (id: string): number => (state.frame?.columns.get(id) as { values: Float32Array } | undefined)?.values[0] ?? -1;
const arrived = () => new Promise((resolve) => setTimeout(resolve));

let tableVersion = 0;
let watched: (readonly string[])[] = [];
let shownTimes = 0;

beforeEach(() => {
  voidValues();
  state.frame = null;
  tableVersion = 0;
  state.universe = asRef({ ...state.universe, loading: true });
  connectValues(
    async (id) => ({ version: tableVersion, column: column(id, tableVersion) }),
    (ids) => watched.push(ids),
    () => shownTimes++,
  );
  wantColumns([], [], []);
  watched = [];
  shownTimes = 0;
});

it('a result with the visible columns is painted at once, even while the table grows', async () => {
  wantColumns(['beta', 'close'], [], ['beta', 'close']);
  for (let version = 1; version < 6; version++) {
    // Requested columns belong to a later table.
    tableVersion = version + 10;
    takeResult(result(version, [column('beta', version), column('close', version)]));
    expect([state.frame?.version, painted('beta'), painted('close')]).toEqual([version, version, version]);
  }
  await arrived();
});

it('reports painted rows while countries are loading', () => {
  wantColumns([], [], []);
  takeResult(result(1, []));
  expect(shownTimes).toBe(1);
  state.universe = asRef({ ...state.universe, loading: false });
  takeResult(result(2, []));
  expect([state.frame?.version, shownTimes]).toEqual([2, 1]);
});

it('rows and values of two table versions are never painted together', async () => {
  wantColumns(['beta', 'close'], [], ['beta', 'close']);
  tableVersion = 3;
  takeResult(result(2, [column('beta', 2)]));
  await arrived();
  expect(state.frame).toBeNull();
  takeResult(result(3, []));
  await arrived();
  expect([painted('beta'), painted('close')]).toEqual([3, 3]);
});

it('copies of replaced tables are released, those of the painted one never', () => {
  vi.useFakeTimers();
  try {
    wantColumns(['beta'], [], ['beta']);
    takeResult(result(1, [column('beta', 1)]));
    const before = state.frame;
    takeResult(result(2, [column('beta', 2)]));
    expect(before?.columns.size).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect([before?.columns.size, painted('beta')]).toEqual([0, 2]);
  } finally {
    vi.useRealTimers();
  }
});

it('the worker is told the visible columns once while countries are loading, and not afterwards', () => {
  wantColumns(['beta'], ['close'], []);
  wantColumns(['beta'], [], []);
  wantColumns(['close'], [], []);
  state.universe = asRef({ ...state.universe, loading: false });
  wantColumns(['beta', 'close'], [], []);
  expect(watched).toEqual([['beta'], ['close']]);
});
