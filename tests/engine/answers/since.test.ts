import { describe, expect, it } from 'vitest';
import { receipt } from '../../../src/engine/answers/receipt.ts';
import { since } from '../../../src/engine/answers/since.ts';
import { isSnapshot, type Snapshot, tableOf, takeSnapshot } from '../../../src/engine/answers/snapshot.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { stepColumns } from '../../../src/engine/steps/language.ts';
import type { Step } from '../../../src/engine/steps/registry.ts';
import { parseScreen, printScreen } from '../../../src/engine/steps/text.ts';
import type { Table } from '../../../src/engine/table/table.ts';
import { naiveSecurities } from '../../naive-screen.ts';
import { naiveSince } from '../../naive-since.ts';
import { Random } from '../../random.ts';
import { randomScreen } from '../../random-screen.ts';
import { type CountryWire, randomUniverse, wireSource } from '../../universe.ts';

const then = randomUniverse(81, 2, 60);

/** The same securities a little later: some figures have changed, some securities are gone, some are new. */
function later(random: Random): CountryWire[] {
  const fresh = randomUniverse(82, 2, 66);
  return then.map((country, index) => {
    const kept = country.rows.map((_, row) => row).filter(() => !random.chance(0.05));
    const own = kept.map((row) =>
      country.rows[row]!.map((value, at) =>
        random.chance(0.03) && country.columns[at] !== 'usdRate' ? fresh[index]!.rows[row]![at]! : value,
      ),
    );
    const added = [60, 61, 62, 63];
    return {
      ...country,
      rows: [...own, ...added.map((row) => fresh[index]!.rows[row]!)],
      fields: [...kept.map((row) => country.fields[row]!), ...added.map((row) => fresh[index]!.fields[row]!)],
    };
  });
}

const now = later(new Random(83));
const [oldTable, newTable] = [await loadTable(wireSource(then)), await loadTable(wireSource(now))];
const [oldSecurities, newSecurities] = [naiveSecurities(then), naiveSecurities(now)];
const valuesOf = (id: string) => oldSecurities.slice(0, 60).map((security) => security[id] ?? Number.NaN);

/** As read back from storage. */
const stored = (steps: readonly Step[]): Snapshot => structuredClone(takeSnapshot(oldTable, steps));

describe('a snapshot', () => {
  it('runs again to its receipt, for 300 random screens', () => {
    const random = new Random(1);
    for (let round = 0; round < 300; round++) {
      const steps = randomScreen(random, valuesOf);
      const snapshot = stored(steps);
      expect(isSnapshot(snapshot)).toBe(true);
      const table = tableOf(snapshot);
      const { rows } = applySteps(table, steps, null);
      expect(receipt(table, rows), printScreen(steps)).toEqual(snapshot.receipt);
      expect([...rows]).toEqual([...applySteps(oldTable, steps, null).rows]);
    }
  });

  it('has what formulas read', () => {
    const steps = parseScreen('let a = ebit / totalAssets | let b = rankDesc(a) + beta | b is present | sort b asc | rows 1..20');
    const snapshot = stored(steps);
    const table = tableOf(snapshot);
    expect([...applySteps(table, steps, null).rows]).toEqual([...applySteps(oldTable, steps, null).rows]);
    // All columns are the catalogue's; those of the formulas are computed again.
    expect(snapshot.otherColumns).toEqual([]);
  });

  it.each([
    'one per issuer | sort beta desc | rows 1..50',
    'altmanZScore without flags | rows 1..50',
    'any of (dividendYield without flags, percentile of magicFormula in country >= 50%) | one per issuer',
    'beta >= 1e30 | sector = Energy | close <= 0.9 * median in sector',
  ])('has everything that “%s” reads', (text) => {
    const steps = parseScreen(text);
    const snapshot = stored(steps);
    const table = tableOf(snapshot);
    expect([...applySteps(table, steps, null).rows]).toEqual([...applySteps(oldTable, steps, null).rows]);
    for (const id of steps.flatMap(stepColumns)) expect(snapshot.columns.map((column) => column.id)).toContain(id);
  });

  it('has the definitions of columns that only the server knows', async () => {
    const table = await loadTable(
      wireSource([
        { country: 'US', columns: ['beta', 'sentiment'], header: ['symbol', 'lei'], rows: [[1, 2]], fields: [['A', 'L']] },
      ]),
    );
    const steps = parseScreen('beta >= 0 | sentiment >= 2 | lei = L');
    const snapshot = takeSnapshot(table, steps);
    expect(snapshot.otherColumns.map(({ id, display }) => [id, display])).toEqual([
      ['sentiment', 'number'],
      ['lei', 'text'],
    ]);
    expect(tableOf(snapshot).column('lei')).toEqual(table.column('lei'));
    expect([...applySteps(tableOf(snapshot), steps, null).rows]).toEqual([0]);
  });

  it('is distinguished from other or incomplete records', () => {
    const good = stored(parseScreen('beta >= 0 | sector != Energy'));
    const changed = (id: string, change: object) => ({
      ...good,
      columns: good.columns.map((column) => (column.id === id ? { ...column, ...change } : column)),
    });
    const broken: unknown[] = [
      null,
      'text',
      {},
      { ...good, rowCount: 3 },
      { ...good, columns: good.columns.map((column) => (column.kind === 'number' ? { ...column, values: [] } : column)) },
      { ...good, columns: good.columns.map((column) => (column.kind === 'text' ? { ...column, labels: [''] } : column)) },
      { ...good, columns: good.columns.map((column) => ({ ...column, id: 7 })) },
      { ...good, receipt: null },
      { ...good, rowCount: 1.5 },
      { ...good, columns: null },
      { ...good, otherColumns: null },
      { ...good, otherColumns: [null] },
      { ...good, otherColumns: [{}] },
      { ...good, columns: [...good.columns, null] },
      { ...good, columns: good.columns.filter(({ id }) => id !== 'symbol') },
      changed('symbol', { kind: 'number', values: new Float32Array(good.rowCount) }),
      changed('beta', { kind: 'text', codes: new Uint32Array(good.rowCount), labels: [''] }),
      changed('beta', { values: new Float32Array(good.rowCount + 1) }),
      changed('beta', { values: [...new Float32Array(good.rowCount)] }),
      changed('symbol', { codes: new Uint32Array(good.rowCount - 1) }),
      changed('symbol', { codes: [] }),
      changed('symbol', { labels: 'abc' }),
      changed('symbol', { labels: ['', 7] }),
      changed('symbol', { codes: new Uint32Array(good.rowCount).fill(1), labels: [''] }),
      { ...good, receipt: { ...good.receipt, dataDate: 7 } },
      { ...good, receipt: { ...good.receipt, countryDates: null } },
      { ...good, receipt: { ...good.receipt, countryDates: [null] } },
      { ...good, receipt: { ...good.receipt, countryDates: ['2025'] } },
      { ...good, receipt: { ...good.receipt, universeCount: '120' } },
      { ...good, receipt: { ...good.receipt, rowCount: 0.5 } },
      { ...good, receipt: { ...good.receipt, digest: 7 } },
    ];
    expect(isSnapshot(good)).toBe(true);
    expect(isSnapshot({ ...good, receipt: { ...good.receipt, dataDate: null } })).toBe(true);
    expect(isSnapshot({ ...good, receipt: { ...good.receipt, countryDates: [{ country: 'CA', date: null }] } })).toBe(true);
    expect(isSnapshot({ ...good, otherColumns: [{ id: 'sentiment' }] })).toBe(true);
    expect(isSnapshot(changed('beta', { id: 'sentiment' }))).toBe(true);
    expect(isSnapshot(changed('sector', { codes: new Uint32Array(good.rowCount), labels: [''] }))).toBe(true);
    expect(broken.filter(isSnapshot)).toEqual([]);
  });
});

describe('since a screen was saved', () => {
  it('the securities that entered, left and moved are those of a comparison one by one, each with its step, for 300 random screens', () => {
    const random = new Random(2);
    const counts = { entered: 0, left: 0, moved: 0 };
    for (let round = 0; round < 300; round++) {
      const steps = randomScreen(random, valuesOf);
      const found = since(newTable, steps, stored(steps));
      const expected = naiveSince(oldSecurities, newSecurities, steps);
      const passage = ({ symbol, step }: { symbol: string; step: number | null }) => ({ symbol, step });
      expect(found.entered.map(passage), printScreen(steps)).toEqual(expected.entered);
      expect(found.left.map(passage), printScreen(steps)).toEqual(expected.left);
      expect(found.stayedCount).toBe(expected.stayedCount);
      const byPlace = [...found.moved].sort((a, b) => a.to - b.to).map(({ symbol, from, to }) => ({ symbol, from, to }));
      expect(byPlace, printScreen(steps)).toEqual(expected.moved);
      for (const name of ['entered', 'left', 'moved'] as const) counts[name] += found[name].length;
    }
    expect(Math.min(counts.entered, counts.left, counts.moved)).toBeGreaterThan(100);
  });

  it('shows the value then and now that the step reads', () => {
    const steps = parseScreen('beta >= 0 | sort close desc | rows 1..60');
    const { entered, left } = since(newTable, steps, stored(steps));
    const valueIn = (securities: typeof oldSecurities, symbol: string, id: string) =>
      securities.find((security) => security.symbol === symbol)?.[id] ?? null;
    expect(entered.length + left.length).toBeGreaterThan(2);
    for (const { symbol, step, changes, placeBefore, placeAfter } of [...entered, ...left]) {
      const id = step === 0 ? 'beta' : 'close';
      expect(changes).toEqual(
        step === null
          ? []
          : [{ columnId: id, before: valueIn(oldSecurities, symbol, id), after: valueIn(newSecurities, symbol, id) }],
      );
      if (step !== 2) expect([placeBefore, placeAfter]).toEqual([null, null]);
      else expect(Math.max(placeBefore ?? 0, placeAfter ?? 0)).toBeGreaterThan(20);
    }
  });

  it('nothing differs if nothing has changed', () => {
    const steps = parseScreen('beta >= 0 | rows 1..20');
    const found = since(oldTable, steps, stored(steps));
    expect(found).toMatchObject({ entered: [], left: [], moved: [], stayedCount: 20 });
    expect(found.before).toEqual(found.after);
  });

  it('tells two securities with one symbol apart, names one that is gone, and reads an absent text as empty', async () => {
    const at = (rows: readonly (readonly [string, string, number])[]): Promise<Table> =>
      loadTable(
        wireSource([
          {
            country: 'US',
            columns: ['beta'],
            header: ['symbol', 'exchange', 'country'],
            rows: rows.map(([, , beta]) => [beta]),
            fields: rows.map(([symbol, exchange]) => [symbol, exchange, 'US']),
          },
        ]),
      );
    const [before, after] = await Promise.all([
      at([
        ['A', 'X', 3],
        ['A', 'Y', 2],
        ['B', 'X', 1],
        ['C', 'X', 0],
      ]),
      at([
        ['A', 'Y', 4],
        ['A', 'X', 3],
        ['B', 'X', 0],
        ['D', 'X', 5],
      ]),
    ]);
    const steps = parseScreen('sector = "" | beta >= 1 | sort beta desc');
    const found = since(after, steps, takeSnapshot(before, steps));
    expect(found.left).toEqual([
      {
        symbol: 'B',
        country: 'US',
        row: 2,
        step: 1,
        changes: [{ columnId: 'beta', before: 1, after: 0 }],
        currencies: ['', ''],
        placeBefore: null,
        placeAfter: null,
      },
    ]);
    expect(found.entered).toEqual([
      { symbol: 'D', country: 'US', row: 3, step: null, changes: [], currencies: ['', ''], placeBefore: null, placeAfter: null },
    ]);
    expect(found.moved).toEqual([
      { symbol: 'A', country: 'US', row: 1, from: 1, to: 3 },
      { symbol: 'A', country: 'US', row: 0, from: 2, to: 2 },
    ]);
    const low = parseScreen('beta <= 0');
    expect(since(after, low, takeSnapshot(before, low)).left).toEqual([
      {
        symbol: 'C',
        country: 'US',
        row: null,
        step: null,
        changes: [],
        currencies: ['', ''],
        placeBefore: null,
        placeAfter: null,
      },
    ]);
    const named = parseScreen('sector != ""');
    expect(since(after, named, takeSnapshot(before, named)).entered).toEqual([]);
    const either = parseScreen('any of (beta >= 1, close >= 1)');
    expect(since(after, either, takeSnapshot(before, either)).left.map(({ symbol, changes }) => [symbol, changes])).toEqual([
      [
        'B',
        [
          { columnId: 'beta', before: 1, after: 0 },
          { columnId: 'close', before: Number.NaN, after: Number.NaN },
        ],
      ],
    ]);
    const first = parseScreen('sort beta desc | rows 1..2');
    expect(since(after, first, takeSnapshot(before, first)).left.map(({ changes }) => changes)).toEqual([
      [{ columnId: 'beta', before: 3, after: 3 }],
    ]);
    const unsorted = parseScreen('rows 1..2');
    expect(since(after, unsorted, takeSnapshot(before, unsorted)).left).toEqual([]);
    const slices = parseScreen('beta >= 0 | sort beta desc | rows 1..2');
    const cut = since(after, slices, takeSnapshot(before, slices));
    expect(cut.entered.map(({ symbol, step, changes }) => [symbol, step, changes])).toEqual([['D', null, []]]);
    expect(cut.left.map(({ symbol, placeBefore, placeAfter, changes }) => [symbol, placeBefore, placeAfter, changes])).toEqual([
      ['A', 1, 3, [{ columnId: 'beta', before: 3, after: 3 }]],
    ]);
  });
});
