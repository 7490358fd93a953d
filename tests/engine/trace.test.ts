import { describe, expect, it } from 'vitest';
import { columnById } from '../../src/catalogue/catalogue.ts';
import { parseFormula } from '../../src/catalogue/formula.ts';
import { applySteps } from '../../src/engine/apply.ts';
import { ledger } from '../../src/engine/ledger.ts';
import { loadTable } from '../../src/engine/load.ts';
import { parseScreen, printStep } from '../../src/engine/text.ts';
import { causeOfMissing, rowsOfSymbol, trace } from '../../src/engine/trace.ts';
import { naiveSecurities } from '../naive-screen.ts';
import { naiveVerdict } from '../naive-steps.ts';
import { Random } from '../random.ts';
import { randomCondition, randomScreen } from '../random-screen.ts';
import { randomUniverse, wireSource } from '../universe.ts';

const wire = randomUniverse(21, 2, 120);
const securities = naiveSecurities(wire);
const table = await loadTable(wireSource(wire));
const valuesOf = (id: string) => securities.slice(0, 60).map((security) => security[id] ?? Number.NaN);

describe('the ledger', () => {
  it('adds up, and without a step equals a rerun without it, for 1,000 random screens', () => {
    const random = new Random(1);
    for (let round = 0; round < 1000; round++) {
      const steps = randomScreen(random, valuesOf);
      const { lines } = ledger(table, steps, null);
      for (const [index, line] of lines.entries()) {
        expect(line.without).toBe(applySteps(table, steps.toSpliced(index, 1), null).rows.length);
        expect(line.in).toBe(line.out + line.failed + line.missing);
      }
    }
  });
});

describe('where a row went', () => {
  it('names the first step whose output lacks the row, for 1,000 random pairs', () => {
    const random = new Random(2);
    for (let round = 0; round < 1000; round++) {
      const steps = randomScreen(random, valuesOf);
      const row = random.below(table.rowCount);
      const left = steps.findIndex((_, index) => !applySteps(table, steps.slice(0, index + 1), null).rows.includes(row));
      expect(trace(table, steps, row).leftAt).toBe(left === -1 ? null : left);
    }
  });

  it('says the rank and the kept rows at a slice, and the value at a filter', () => {
    const steps = parseScreen('sort beta desc | rows 1..10');
    const sorted = applySteps(table, steps.slice(0, 1), null).rows;
    expect(trace(table, steps, sorted[12]!)).toEqual({ leftAt: 1, rank: 13, kept: 10, value: null, cause: [] });
    expect(trace(table, steps, sorted[3]!)).toMatchObject({ leftAt: null, rank: 4, kept: 10 });
    const value = table.numbers('beta')![sorted[0]!]!;
    expect(trace(table, parseScreen(`beta >= ${value * 2}`), sorted[0]!)).toMatchObject({ leftAt: 0, value });
  });

  it('says a cause exactly where the ledger counts the row as missing, for 1,000 random conditions', () => {
    const random = new Random(4);
    for (let round = 0; round < 1000; round++) {
      const condition = randomCondition(random, valuesOf, 2);
      const row = random.below(table.rowCount);
      const found = trace(table, [condition], row);
      const verdict = naiveVerdict(securities[row]!, condition, securities, securities);
      expect(found.leftAt, printStep(condition) ?? '').toBe(verdict === true ? null : 0);
      if (verdict !== true) expect(found.cause.length > 0, printStep(condition) ?? '').toBe(verdict === null);
    }
  });

  it('says the rank within the group at a top step, and what a rank drops', () => {
    const steps = parseScreen('top 3 beta in sector');
    const sectors = table.text('sector')!;
    const sorted = applySteps(
      table,
      parseScreen(`sector = "${sectors.labels[1]}" | beta is present | sort beta desc`),
      null,
    ).rows;
    expect(trace(table, steps, sorted[2]!)).toMatchObject({ leftAt: null });
    const value = table.numbers('beta')![sorted[5]!]!;
    expect(trace(table, steps, sorted[5]!)).toEqual({ leftAt: 0, rank: 6, kept: 3, value, cause: [] });
    const [lacking] = applySteps(table, parseScreen('beta is missing'), null).rows;
    expect(trace(table, steps, lacking!)).toMatchObject({ leftAt: 0, rank: null, cause: ['beta'] });
    expect(trace(table, parseScreen('rank by (beta desc missing drop)'), lacking!)).toMatchObject({ leftAt: 0, cause: ['beta'] });
    expect(trace(table, parseScreen('rank by (beta desc)'), lacking!)).toMatchObject({ leftAt: null });
  });

  it('finds a symbol', () => {
    expect([...rowsOfSymbol(table, 'CA7')]).toEqual([127]);
    expect(rowsOfSymbol(table, 'NOBODY').length).toBe(0);
    expect(rowsOfSymbol(table, '').length).toBe(0);
  });
});

describe('the cause of a missing value', () => {
  it('is empty exactly where the value is there, and names columns that are missing, zero or out of bounds', () => {
    for (const id of [
      'currentRatio',
      'debtToEquityRatio',
      'altmanZScore',
      'grahamNumber',
      'magicFormula',
      'close',
      'enterpriseValueToEbit',
    ]) {
      for (let row = 0; row < table.rowCount; row++) {
        const causes = causeOfMissing(table, id, row);
        expect(causes.length > 0, `${id} of row ${row}`).toBe(Number.isNaN(table.numbers(id)![row]!));
        for (const cause of causes) expect(columnById(cause), cause).toBeDefined();
      }
    }
  });

  it('goes through computed columns down to the input', () => {
    const row = securities.findIndex(
      (security) => Number.isNaN(security.operatingCashflow) && Number(security.marketCapitalization) > 0,
    );
    expect(parseFormula(columnById('freeCashFlowYield')!.formula!)).toBeDefined();
    expect(causeOfMissing(table, 'freeCashFlowYield', row)).toContain('operatingCashflow');
  });
});
