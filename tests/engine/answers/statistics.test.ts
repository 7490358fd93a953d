import { describe, expect, it } from 'vitest';
import { COLUMNS } from '../../../src/catalogue/catalogue.ts';
import { isMoney, isText } from '../../../src/catalogue/column.ts';
import { columnCorrelations } from '../../../src/engine/answers/correlation.ts';
import { inTableOrder, presentDistribution, universeDistribution } from '../../../src/engine/answers/distribution.ts';
import { columnPercentiles, columnScores, groupsOf, percentileAmong } from '../../../src/engine/answers/percentile.ts';
import { type ColumnProfile, mostDifferentFirst, profiles } from '../../../src/engine/answers/profile.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import type { Step } from '../../../src/engine/steps/registry.ts';
import { numbersOf } from '../../../src/engine/table/numbers.ts';
import type { Table } from '../../../src/engine/table/table.ts';
import { Random } from '../../random.ts';
import { randomRows } from '../../random-numbers.ts';
import { randomScreen } from '../../random-screen.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const table = await loadTable(wireSource(randomUniverse(12, 3, 200)));
const numberColumns = COLUMNS.filter((column) => !isText(column));
const sum = (counts: Uint32Array) => counts.reduce((total, count) => total + count, 0);

/** The filter that a drag over bins first to last makes; null if it spans all. */
function dragged(id: string, first: number, last: number): Step | null {
  const { lows, highs } = universeDistribution(table, id);
  const [low, high] = [lows[first]!, highs[last]!];
  const open = [Number.isFinite(low), Number.isFinite(high)] as const;
  const step = { operatorType: 'filter', columnId: id } as const;
  if (open[0] && open[1]) return { ...step, operator: 'Between', operatorValues: [low, high] };
  if (open[0]) return { ...step, operator: 'GreaterThanOrEquals', operatorValues: [low] };
  return open[1] ? { ...step, operator: 'LessThanOrEquals', operatorValues: [high] } : null;
}

describe('distributions', () => {
  it('bins + missing = rows for every column, of the universe and of the rows of random screens', () => {
    const random = new Random(61);
    for (let round = 0; round < 20; round++) {
      const { rows } = applySteps(
        table,
        randomScreen(random, () => []),
        null,
      );
      for (const { id } of numberColumns) {
        const universe = universeDistribution(table, id);
        expect(sum(universe.counts) + universe.missing, id).toBe(table.rowCount);
        const present = presentDistribution(table, id, rows);
        expect(present.counts.length).toBe(universe.counts.length);
        expect(sum(present.counts) + present.missing, id).toBe(rows.length);
      }
    }
  });

  it('a drag over bins, typed as bounds, keeps the rows that were counted; money in the base currency', () => {
    const random = new Random(62);
    let money = 0;
    for (let round = 0; round < 600; round++) {
      const column = random.pick(numberColumns);
      const { counts } = universeDistribution(table, column.id);
      const [first, last] = [random.below(counts.length), random.below(counts.length)].sort((a, b) => a - b) as [number, number];
      const step = dragged(column.id, first, last);
      if (!step) continue;
      if (isMoney(column)) money++;
      expect(applySteps(table, [step], null).rows.length, JSON.stringify(step)).toBe(sum(counts.subarray(first, last + 1)));
    }
    expect(money).toBeGreaterThan(50);
  });

  it('quantiles of the universe are values of it', () => {
    for (const { id } of numberColumns) {
      const { min, p5, median, p95, max, missing } = universeDistribution(table, id);
      const { values, rates } = numbersOf(table, id);
      const sorted = values
        .map((value, row) => value * (rates?.[row] ?? 1))
        .filter((value) => !Number.isNaN(value))
        .sort();
      const at = (rank: number): number => sorted[rank] ?? Number.NaN;
      const n = sorted.length;
      expect(missing).toBe(table.rowCount - n);
      expect([min, p5, p95, max], id).toEqual([at(0), at(Math.floor(0.05 * n)), at(Math.floor(0.95 * n)), at(n - 1)]);
      const middle = [at(Math.ceil(n / 2) - 1), at(Math.floor(n / 2))] as const;
      expect(median, id).toBe(Math.fround(middle[0] === middle[1] ? middle[0] : (middle[0] + middle[1]) / 2));
    }
  });

  it('a column that the server does not send is all missing; text and unknown columns are refused', () => {
    const silent: Table = { ...table, numbers: () => undefined };
    expect(universeDistribution(silent, 'beta')).toMatchObject({ missing: table.rowCount, median: Number.NaN });
    expect(() => universeDistribution(table, 'sector')).toThrow(RangeError);
    expect(() => universeDistribution(table, 'nowhere')).toThrow(RangeError);
  });

  it('table order keeps the rows', () => {
    const random = new Random(63);
    let ordered = 0;
    for (let round = 0; round < 20; round++) {
      const rows = randomRows(random, table.rowCount);
      expect(inTableOrder(rows, table.rowCount)).toEqual(rows.slice().sort());
      ordered += rows.length;
    }
    expect(ordered).toBeGreaterThan(table.rowCount);
  });
});

describe('percentiles', () => {
  it('within sectors: every sector has its own median in the middle, rows without a sector have none', () => {
    const sectors = table.text('sector')!;
    const inSector = columnPercentiles(table, 'beta', 'sector', table.rows);
    const beta = table.numbers('beta')!;
    for (let code = 0; code < sectors.labels.length; code++) {
      const rows = table.rows.filter((row) => sectors.codes[row] === code);
      for (const row of rows) {
        if (code === 0 || Number.isNaN(beta[row]!)) expect(inSector[row]).toBeNaN();
        else expect(inSector[row]).toBe(Math.fround(percentileAmong(table, 'beta', rows, beta[row]!)));
      }
    }
  });

  it('there are none within sectors that the server does not send', () => {
    const bare: Table = { ...table, text: () => undefined };
    expect(groupsOf(bare, 'sector')).toEqual({ codes: new Uint32Array(table.rowCount), groupCount: 1 });
    expect(columnPercentiles(bare, 'beta', 'sector', table.rows).every(Number.isNaN)).toBe(true);
    expect([...profiles(bare, ['beta'], table.rows, 'sector')][0]).toMatchObject({ distance: Number.NaN });
  });

  it('a score of one column orders rows as its percentile does', () => {
    const percentilesOf = (id: string) => columnPercentiles(table, id, 'universe', table.rows);
    const part = { columnId: 'beta', weight: 2, better: 'higher', missing: 'drop' } as const;
    expect(columnScores(table, [part], table.rows, percentilesOf)).toEqual(percentilesOf('beta'));
  });
});

describe('how rows differ from others', () => {
  it('a planted shift of one standard deviation comes first', () => {
    const random = new Random(64);
    const length = 3000;
    const ids = numberColumns.map(({ id }) => id);
    const shifted = random.pick(ids);
    const numbers = new Map(ids.map((id) => [id, Float32Array.from({ length }, () => random.normal())]));
    const rows = Uint32Array.from({ length }, (_, row) => row);
    const chosen = rows.filter(() => random.chance(0.1));
    for (const row of chosen) numbers.get(shifted)![row]! += 1;
    const planted: Table = {
      ...table,
      version: 0,
      rowCount: length,
      rows,
      rates: new Float32Array(length).fill(1),
      numbers: (id) => numbers.get(id),
    };
    const [first, second] = mostDifferentFirst([...profiles(planted, ids, chosen, 'universe')]);
    expect(first?.id).toBe(shifted);
    // Two normal distributions one deviation apart: distance 2 Φ(1/2) − 1 = 0.383, delta 2 Φ(1/√2) − 1 = 0.520, minus the tenth that both share.
    expect(first?.distance).toBeGreaterThan(0.3);
    expect(first?.delta).toBeGreaterThan(0.4);
    expect(second?.distance).toBeLessThan(0.15);
  });

  it('a choice of sectors does not differ from its sectors, and a choice within them does', () => {
    const sectors = table.text('sector')!;
    const ids = numberColumns.map(({ id }) => id);
    const inTwo = table.rows.filter((row) => sectors.codes[row] === 1 || sectors.codes[row] === 2);
    for (const { distance, delta, rows, others } of profiles(table, ids, inTwo, 'sector')) {
      if (rows.count === 0) continue;
      expect([distance, delta].map((value) => Math.abs(value) < 1e-9)).toEqual([true, true]);
      expect([rows.median, rows.count]).toEqual([others.median, others.count]);
    }
    const beta = table.numbers('beta')!;
    const high = inTwo.filter((row) => beta[row]! >= 1);
    const [found] = [...profiles(table, ['beta'], high, 'sector')];
    const all = inTwo.filter((row) => !Number.isNaN(beta[row]!));
    expect(found?.delta).toBeGreaterThan(0);
    expect(found?.others.count).toBe(all.length);
  });

  it('columns are listed by distance, then by the size of delta, incomparable ones last, in their order', () => {
    const column = (id: string, distance: number, delta: number) => ({ id, distance, delta }) as ColumnProfile;
    const columns = [
      column('none', Number.NaN, Number.NaN),
      column('nil', 0, 0),
      column('small', 0.1, 0.1),
      column('none too', Number.NaN, Number.NaN),
      column('large', 0.4, 0.1),
      column('minus', 0.1, -0.3),
    ];
    const ids = mostDifferentFirst(columns).map(({ id }) => id);
    expect(ids).toEqual(['large', 'minus', 'small', 'nil', 'none', 'none too']);
  });

  it('against the universe, the others are all rows with a value, in any sector or none', () => {
    const beta = table.numbers('beta')!;
    const chosen = table.rows.filter((row) => beta[row]! > 1);
    const present = table.rows.filter((row) => !Number.isNaN(beta[row]!));
    const [found] = [...profiles(table, ['beta'], chosen, 'universe')];
    expect([found?.rows.count, found?.others.count]).toEqual([chosen.length, present.length]);
    // Cliff's delta by its definition: how much more often a chosen value is above another than below.
    const pairs = [...chosen].flatMap((a) => [...present].map((b) => Math.sign(beta[a]! - beta[b]!)));
    expect(found?.delta).toBeCloseTo(pairs.reduce((sum, sign) => sum + sign, 0) / pairs.length, 9);
  });

  it('compares amounts in the base currency', () => {
    const amounts = table.numbers('marketCapitalization')!.map((value, row) => value * table.rates[row]!);
    const rows = table.rows.filter((row) => amounts[row]! > 0);
    const sorted = amounts.filter((value) => value > 0).sort();
    const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
    const [found] = [...profiles(table, ['marketCapitalization'], rows, 'universe')];
    expect(found?.rows).toMatchObject({ count: sorted.length, median: Math.fround((low + high) / 2) });
  });

  it('rows without a sector are left out of a comparison with sectors', () => {
    const sectors = table.text('sector')!;
    const [found] = [...profiles(table, ['beta'], table.rows.slice(0, 100), 'sector')];
    const without = table.rows
      .slice(0, 100)
      .filter((row) => sectors.codes[row] !== 0 && !Number.isNaN(table.numbers('beta')![row]!));
    expect(found?.rows.count).toBe(without.length);
    const others = table.rows.filter((row) => sectors.codes[row] !== 0 && !Number.isNaN(table.numbers('beta')![row]!));
    expect(found?.others.count).toBe(others.length);
    expect(others.length).toBeLessThan(table.rows.filter((row) => !Number.isNaN(table.numbers('beta')![row]!)).length);
    expect([...profiles(table, ['beta'], new Uint32Array(0), 'sector')][0]).toMatchObject({ distance: Number.NaN });
  });
});

describe('rank correlation of columns', () => {
  it('is that of the amounts in the base currency, in the requested order', () => {
    const work = columnCorrelations(table, ['marketCapitalization', 'beta', 'marketCapitalization'], table.rows);
    let step = work.next();
    while (!step.done) step = work.next();
    const { coefficients } = step.value;
    expect([coefficients[0], coefficients[2], coefficients[8]]).toEqual([1, 1, 1]);
    expect(coefficients[1]).toBe(coefficients[3]);
  });
});
