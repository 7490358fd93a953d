import { describe, expect, it } from 'vitest';
import { COLUMNS } from '../../../src/catalogue/catalogue.ts';
import { isText } from '../../../src/catalogue/column.ts';
import { columnPercentiles, groupsOf } from '../../../src/engine/answers/percentile.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { MISSING, UNRANKED } from '../../../src/engine/panorama/codes.ts';
import { codedColumns } from '../../../src/engine/panorama/coding.ts';
import { PANORAMA_REFERENCES, type PanoramaReference } from '../../../src/engine/panorama/frame.ts';
import { numbersOf } from '../../../src/engine/table/numbers.ts';
import { comparedNumber, naivePercentile } from '../../naive-statistics.ts';
import { Random } from '../../random.ts';
import { randomRows } from '../../random-numbers.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const table = await loadTable(wireSource(randomUniverse(31, 3, 60)));
const ids = COLUMNS.filter((column) => !isText(column)).map(({ id }) => id);
const remaining = randomRows(new Random(7), table.rowCount);
const sectors = groupsOf(table, 'sector').codes;
const capitalisation = numbersOf(table, 'marketCapitalization');

function decileOf(row: number): number {
  const { values, rates } = capitalisation;
  return Math.floor(10 * naivePercentile(values, rates, table.rows, row, () => true));
}
const deciles = Array.from({ length: table.rowCount }, (_, row) => decileOf(row));

/** The rows that a row is compared with, by the definition. */
const peers: Readonly<Record<PanoramaReference, (row: number) => (other: number) => boolean>> = {
  universe: () => () => true,
  sector: (row) => (other) => sectors[row] !== 0 && sectors[other] === sectors[row],
  remaining: (row) => (other) => remaining.includes(row) && remaining.includes(other),
  size: (row) => (other) => deciles[other] === deciles[row],
};

/** Codes by their definition: below and above zero by the share of the values of the same sign, counted from the outer end. */
function naiveCode(id: string, row: number, reference: PanoramaReference, isAroundZero: boolean): number {
  const { values, rates } = numbersOf(table, id);
  const value = comparedNumber(values, rates, row);
  if (Number.isNaN(value)) return MISSING;
  const among = table.rows.filter(peers[reference](row));
  if (!among.includes(row)) return UNRANKED;
  const p = naivePercentile(values, rates, among, row, () => true);
  if (!isAroundZero) return Math.floor(200 * p);
  const known = [...among].map((other) => comparedNumber(values, rates, other)).filter((other) => !Number.isNaN(other));
  const count = (test: (other: number) => boolean): number => known.filter(test).length;
  const zeros = count((other) => other === 0);
  const equal = count((other) => other === value);
  if (value === 0) return 100;
  if (value < 0)
    return Math.floor((100 * (2 * count((other) => other < value) + equal)) / (2 * count((other) => other < 0) + zeros));
  return 199 - Math.floor((100 * (2 * count((other) => other > value) + equal)) / (2 * count((other) => other > 0) + zeros));
}

describe('codes of the panorama', () => {
  it.each(PANORAMA_REFERENCES)('are those of the naive twin: %s', (reference) => {
    const random = new Random(5);
    let aroundZero = 0;
    for (const coded of codedColumns(table, { ids, reference, aroundZero: random.chance(0.5), remaining })) {
      if (random.chance(0.7)) continue;
      if (coded.isAroundZero) aroundZero++;
      const expected = Array.from(coded.codes, (_, row) => naiveCode(coded.id, row, reference, coded.isAroundZero));
      expect([...coded.codes], coded.id).toEqual(expected);
    }
    for (const { id, codes, isAroundZero } of codedColumns(table, { ids, reference, aroundZero: true, remaining })) {
      if (!isAroundZero || random.chance(0.8)) continue;
      aroundZero++;
      const expected = Array.from(codes, (_, row) => naiveCode(id, row, reference, true));
      expect([...codes], id).toEqual(expected);
    }
    expect(aroundZero).toBeGreaterThan(5);
  });

  it('are the percentiles of the lens, to the whole percent and to the step of its colors', () => {
    const scopes = { universe: 'universe', sector: 'sector', remaining: 'rows' } as const;
    for (const [reference, scope] of Object.entries(scopes)) {
      const request = { ids, reference: reference as PanoramaReference, aroundZero: false, remaining };
      for (const { id, codes } of codedColumns(table, request)) {
        const lens = columnPercentiles(table, id, scope, remaining);
        expect(
          Array.from(codes, (code) => (code >= UNRANKED ? Number.NaN : (code + 1) >> 1)),
          id,
        ).toEqual(Array.from(lens, (share) => Math.round(100 * share)));
        expect(
          Array.from(codes, (code) => (code >= UNRANKED ? Number.NaN : Math.floor((code + 5) / 10))),
          id,
        ).toEqual(Array.from(lens, (share) => Math.round(20 * share)));
      }
    }
  });

  it('use zero as the middle if a twentieth of the values is on either side of it, and not otherwise', () => {
    const found = [...codedColumns(table, { ids, reference: 'universe', aroundZero: true, remaining: null })];
    expect(found.filter(({ isAroundZero }) => isAroundZero).length).toBeGreaterThan(10);
    for (const { id, isAroundZero } of found) {
      const { values, rates } = numbersOf(table, id);
      const known = [...table.rows].map((row) => comparedNumber(values, rates, row)).filter((value) => !Number.isNaN(value));
      const least = Math.min(known.filter((value) => value < 0).length, known.filter((value) => value > 0).length);
      expect(isAroundZero, id).toBe(known.length > 0 && least >= 0.05 * known.length);
    }
  });

  it('know the better direction of the catalogue', () => {
    const scales = [
      ...codedColumns(table, {
        ids: ['returnOnEquity', 'priceToEarningsRatio', 'beta'],
        reference: 'universe',
        aroundZero: false,
        remaining: null,
      }),
    ];
    expect(scales.map(({ scale }) => scale)).toEqual(['higher', 'lower', 'neutral']);
  });
});
