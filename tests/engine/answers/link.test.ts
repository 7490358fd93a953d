import { describe, expect, it } from 'vitest';
import { receipt } from '../../../src/engine/answers/receipt.ts';
import {
  compareReceipts,
  MARKED_ROWS_MAX,
  printReceipt,
  readReceipt,
  rowMarks,
  withoutMarks,
} from '../../../src/engine/answers/receiptLink.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { naiveDifference } from '../../naive-comparison.ts';
import { naiveScreen, naiveSecurities } from '../../naive-screen.ts';
import { Random } from '../../random.ts';
import { randomScreen } from '../../random-screen.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const wire = randomUniverse(71, 2, 60);
const securities = naiveSecurities(wire);
const table = await loadTable(wireSource(wire));
const valuesOf = (id: string) => securities.slice(0, 60).map((security) => security[id] ?? Number.NaN);

describe('a receipt in a link', () => {
  it('is read as it was written', () => {
    const { rows } = applySteps(table, parseScreen('sort beta desc | rows 1..100'), null);
    const [made, marks] = [receipt(table, rows), rowMarks(table, rows)];
    const text = printReceipt(made, marks);
    const { countryDates: _, ...short } = made;
    expect(readReceipt(text)).toEqual({ ...short, history: null, marks });
    expect(readReceipt(withoutMarks(text))).toEqual({ ...short, history: null, marks: null });
    expect(readReceipt(printReceipt({ ...made, dataDate: null }, null))?.dataDate).toBeNull();
    expect(encodeURIComponent(text)).toBe(text);
  });

  it('leaves space for twenty steps in 2,000 characters', () => {
    const { rows } = applySteps(table, parseScreen(`rows 1..${MARKED_ROWS_MAX}`), null);
    const text = printReceipt(receipt(table, rows), rowMarks(table, rows));
    expect(rows).toHaveLength(MARKED_ROWS_MAX);
    expect(text.length).toBeLessThan(450);
    expect(withoutMarks(text).length).toBeLessThan(50);
  });

  it.each([
    '',
    'x',
    '20261119.5.5',
    '20261119.5.2.af63dc4c8601ec8c.AAAA',
    '20261399.5.2.af63dc4c8601ec8c',
    '20261119.5.2.AF63DC4C8601EC8C',
  ])('%j is not a receipt', (text) => {
    expect(readReceipt(text)).toBeNull();
  });
});

describe('opening a link', () => {
  it('shows how the rows differ, for 300 random pairs', () => {
    const random = new Random(1);
    let same = 0;
    for (let round = 0; round < 300; round++) {
      const a = randomScreen(random, valuesOf);
      const b = random.chance(0.2) ? a : [...a.slice(0, -1), ...randomScreen(random, valuesOf).slice(0, 2)];
      const [then, now] = [a, b].map((steps) => applySteps(table, steps, null).rows) as [Uint32Array, Uint32Array];
      const linked = readReceipt(printReceipt(receipt(table, then), rowMarks(table, then)))!;
      const verdict = compareReceipts(linked, receipt(table, now), rowMarks(table, now));
      const expected = naiveDifference(naiveScreen(securities, a), naiveScreen(securities, b));
      expect(verdict).toMatchObject({ ...expected, days: 0, isSameData: true, rowCountBefore: then.length });
      expect(verdict.isSameResult).toBe(expected.entered + expected.left + expected.moved === 0);
      same += Number(verdict.isSameResult);
    }
    expect(same).toBeGreaterThan(30);
  });

  it('counts marks that several rows share as often as they occur, the first ones as common, for 500 random pairs', () => {
    const random = new Random(2);
    const linkOf = (marks: readonly number[]) => ({
      dataDate: null,
      history: null,
      universeCount: 9,
      rowCount: marks.length,
      digest: '',
      marks,
    });
    /** The first ones of each mark, as many as the other list has. */
    const common = (marks: readonly number[], others: readonly number[]): number[] => {
      const rest = [...others];
      return marks.filter((mark) => rest.includes(mark) && rest.splice(rest.indexOf(mark), 1).length > 0);
    };
    for (let round = 0; round < 500; round++) {
      const [then, now] = [1, 2].map(() => Array.from({ length: random.below(9) }, () => random.below(4))) as [
        number[],
        number[],
      ];
      const made = { ...receipt(table, table.rows), rowCount: now.length };
      const [earlier, later] = [common(then, now), common(now, then)];
      expect(compareReceipts(linkOf(then), made, now), `${then} → ${now}`).toMatchObject({
        entered: now.length - later.length,
        left: then.length - earlier.length,
        moved: later.filter((mark, place) => mark !== earlier[place]).length,
      });
    }
  });

  it('shows no difference if the digest is the same, whatever the link contains', () => {
    const made = receipt(table, table.rows);
    const linked = readReceipt(printReceipt(made, null))!;
    expect(linked.marks).toBeNull();
    expect(compareReceipts(linked, made, [])).toMatchObject({ isSameResult: true, entered: 0, left: 0, moved: 0 });
    expect(compareReceipts({ ...linked, rowCount: 7 }, made, [])).toMatchObject({ isSameResult: false, entered: null });
  });

  it('shows only counts, and the days between, if the link has no rows', () => {
    const made = receipt(table, table.rows);
    const linked = readReceipt(withoutMarks(printReceipt({ ...made, dataDate: '2025-11-16', rowCount: 3 }, null)))!;
    expect(compareReceipts(linked, { ...made, dataDate: '2025-11-19' }, [])).toEqual({
      days: 3,
      isSameData: false,
      isSameResult: false,
      rowCountBefore: 3,
      rowCountAfter: 120,
      entered: null,
      left: null,
      moved: null,
    });
    expect(compareReceipts({ ...linked, dataDate: null }, made, []).days).toBeNull();
    expect(compareReceipts(linked, { ...made, dataDate: null }, []).days).toBeNull();
    expect(compareReceipts(linked, { ...made, dataDate: '2025-11-16' }, [])).toMatchObject({ days: 0, isSameData: true });
    const grown = { ...made, dataDate: '2025-11-16', universeCount: made.universeCount + 1 };
    expect(compareReceipts(linked, grown, []).isSameData).toBe(false);
  });
});
