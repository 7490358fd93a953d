import { describe, expect, it } from 'vitest';
import { columnById } from '../../../src/catalogue/catalogue.ts';
import { parseFormula } from '../../../src/catalogue/formula.ts';
import { ledger } from '../../../src/engine/answers/ledger.ts';
import { causeOfMissing } from '../../../src/engine/answers/missingCause.ts';
import { rowsOfSymbol, trace } from '../../../src/engine/answers/trace.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { printStep } from '../../../src/engine/steps/language.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { issuers } from '../../../src/engine/table/issuers.ts';
import { naiveSecurities } from '../../naive-screen.ts';
import { naiveVerdict } from '../../naive-steps.ts';
import { Random } from '../../random.ts';
import { randomCondition, randomScreen } from '../../random-screen.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const wire = randomUniverse(21, 2, 120);
const securities = naiveSecurities(wire);
const table = await loadTable(wireSource(wire));
const valuesOf = (id: string) => securities.slice(0, 60).map((security) => security[id] ?? Number.NaN);

describe('the ledger', () => {
  it('adds up, and its counts without a step equal those of a rerun, for 1,000 random screens', () => {
    const random = new Random(1);
    for (let round = 0; round < 1000; round++) {
      const steps = randomScreen(random, valuesOf);
      const { lines } = ledger(table, steps, null);
      const whole = new Set(applySteps(table, steps, null).rows);
      for (const [index, line] of lines.entries()) {
        const rerun = new Set(applySteps(table, steps.toSpliced(index, 1), null).rows);
        expect(line.without).toBe(rerun.size);
        const shared = [...rerun].filter((row) => whole.has(row)).length;
        expect(line.changed).toBe(Math.max(whole.size, rerun.size) - shared);
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

  it('gives the rank and the kept rows at a slice, and the value at a filter', () => {
    const steps = parseScreen('sort beta desc | rows 1..10');
    const sorted = applySteps(table, steps.slice(0, 1), null).rows;
    expect(trace(table, steps, sorted[12]!)).toEqual({ leftAt: 1, rank: 13, kept: 10, value: null, cause: [] });
    expect(trace(table, steps, sorted[3]!)).toMatchObject({ leftAt: null, rank: 4, kept: 10 });
    const value = table.numbers('beta')![sorted[0]!]!;
    expect(trace(table, parseScreen(`beta >= ${value * 2}`), sorted[0]!)).toMatchObject({ leftAt: 0, value });
  });

  it('gives a cause exactly where the ledger counts the row as missing, for 1,000 random conditions', () => {
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

  it('gives the rank within the group at a top step, and what a rank drops', () => {
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
    // A share of the rows with a value, rounded up.
    const all = applySteps(table, parseScreen('beta is present | sort beta desc'), null).rows;
    for (const percent of [50, 73, 99]) {
      expect(trace(table, parseScreen(`top ${percent}% beta`), all.at(-1)!)).toMatchObject({
        rank: all.length,
        kept: Math.ceil((percent * all.length) / 100),
      });
    }
    const [lacking] = applySteps(table, parseScreen('beta is missing'), null).rows;
    expect(trace(table, steps, lacking!)).toEqual({ leftAt: 0, rank: null, kept: null, value: null, cause: ['beta'] });
    expect(trace(table, parseScreen('rank by (beta desc missing drop)'), lacking!)).toMatchObject({ leftAt: 0, cause: ['beta'] });
    expect(trace(table, parseScreen('rank by (beta desc)'), lacking!)).toMatchObject({ leftAt: null });
  });

  it('gives the rank among the listings of an issuer', () => {
    const steps = parseScreen('one per issuer');
    const kept = applySteps(table, steps, null).rows;
    const listings = issuers(table);
    let met = 0;
    for (const row of table.rows.filter((each) => !kept.includes(each))) {
      const rivals = table.rows.filter((each) => listings[each] === listings[row]);
      const found = trace(table, steps, row);
      expect(found).toMatchObject({ leftAt: 0, kept: 1, value: null, cause: [] });
      expect(found.rank).toBeGreaterThan(1);
      expect(found.rank).toBeLessThanOrEqual(rivals.length);
      met++;
    }
    expect(met).toBeGreaterThan(5);
  });

  it('finds a symbol', () => {
    expect([...rowsOfSymbol(table, 'CA7')]).toEqual([127]);
    expect(rowsOfSymbol(table, 'NOBODY').length).toBe(0);
    expect(rowsOfSymbol(table, '').length).toBe(0);
  });
});

describe('what a row lacks', () => {
  const fields = [
    ['A', 'Energy', 'JPY'],
    ['B', null, 'USD'],
    ['C', 'Energy', 'USD'],
  ];
  const header = ['symbol', 'sector', 'currency'];
  const load = (names: readonly string[]) =>
    loadTable(
      wireSource([
        {
          country: 'US',
          columns: ['close', 'beta'],
          header: names,
          rows: [
            [1, 1],
            [2, 2],
            [3, Number.NEGATIVE_INFINITY],
          ],
          fields: fields.map((row) => names.map((name) => row[header.indexOf(name)]!)),
        },
      ]),
    );

  it.each<[string, readonly (readonly string[])[]]>([
    ['close >= 5', [['usdRate'], [], []]],
    ['close >= 5 keep missing', [[], [], []]],
    ['beta >= 5', [[], [], ['beta']]],
    ['percentile of beta in sector >= 100%', [[], ['sector'], ['beta']]],
    ['percentile of beta >= 100%', [[], [], ['beta']]],
    ['beta >= 9 * median in sector', [[], ['sector'], ['beta']]],
    ['beta >= 9 * beta', [[], [], ['beta']]],
    ['all of (beta >= 5, close >= 5)', [[], [], []]],
    ['any of (beta >= 5, close >= 5)', [['usdRate'], [], ['beta']]],
    ['all of (beta >= 0, close >= 0, sector is present)', [['usdRate'], ['sector'], ['beta']]],
    ['top 0 beta in sector', [[], ['sector'], ['beta']]],
    ['top 0 close', [['usdRate'], [], []]],
    ['rank by (beta desc missing drop, close desc)', [[], [], ['beta']]],
    ['let minus = -beta | minus >= 5', [[], [], ['beta']]],
    // An amount: the rate of the yen is unknown.
    ['let minus = -close - -beta | minus >= 5', [['usdRate'], [], ['beta']]],
    ['let root = sqrt(beta - 2) | root >= 5', [['beta'], [], ['beta']]],
    ['let part = beta / nz(beta - 2) | part >= 5', [[], ['beta'], ['beta']]],
  ])('at “%s” is %j', async (text, expected) => {
    const small = await load(header);
    expect([0, 1, 2].map((row) => trace(small, parseScreen(text), row).cause)).toEqual(expected);
  });

  it('is the type of security where a rank leaves it out', async () => {
    const ranked = await load(header);
    expect(causeOfMissing(ranked, 'magicFormula', 0)).not.toContain('type');
    const steps = parseScreen('let place = rankDesc(beta) | place >= 1');
    expect([0, 2].map((row) => trace(ranked, steps, row).cause)).toEqual([[], ['beta']]);
    const excluded = table.rows.filter((row) => table.text('type')!.labels[table.text('type')!.codes[row]!] === 'Etf');
    const causes = Array.from(excluded, (row) => causeOfMissing(table, 'magicFormula', row));
    expect(causes.some((cause) => cause.includes('type') && cause.includes('sector') && cause.includes('isAdr'))).toBe(true);
  });

  it('names no symbol if the server sends none', async () => {
    expect([...rowsOfSymbol(await load(['sector']), 'A')]).toEqual([]);
  });
});

describe('the cause of a missing value', () => {
  it('is empty exactly where the value is present, and names columns that are missing, zero or out of bounds', () => {
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

  it('follows computed columns to the input', () => {
    const row = securities.findIndex(
      (security) => Number.isNaN(security.operatingCashflow) && Number(security.marketCapitalization) > 0,
    );
    expect(parseFormula(columnById('freeCashFlowYield')!.formula!)).toBeDefined();
    expect(causeOfMissing(table, 'freeCashFlowYield', row)).toContain('operatingCashflow');
  });
});
