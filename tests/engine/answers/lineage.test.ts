import { describe, expect, it } from 'vitest';
import { COLUMNS, columnById } from '../../../src/catalogue/catalogue.ts';
import { isText } from '../../../src/catalogue/column.ts';
import { type LineageNode, lineage, lineageLines } from '../../../src/engine/answers/lineage.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { withFormulas } from '../../../src/engine/table/withFormulas.ts';
import { naiveFlags } from '../../naive-flags.ts';
import { evaluate, roundReference } from '../../naive-formula.ts';
import { naiveSecurities } from '../../naive-screen.ts';
import { comparable } from '../../naive-steps.ts';
import { Random } from '../../random.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const wire = randomUniverse(81, 2, 50);
const securities = naiveSecurities(wire);
const table = await loadTable(wireSource(wire));

/** The value that a node's formula gives for the values that the lineage shows below it. */
function recomputed({ formula, inputs, ranks }: LineageNode): number {
  const values = new Map(inputs.map(({ id, value }) => [id, value]));
  return evaluate(
    formula!,
    (id) => roundReference(values.get(id) ?? Number.NaN),
    roundReference,
    (measure) => ranks.find((each) => JSON.stringify(each.measure) === JSON.stringify(measure))!.rank,
  );
}

describe('a number with its lineage', () => {
  it("is the naive twin's number, recomputed on every line from the lines below, with the same flags and percentile", () => {
    const random = new Random(1);
    for (const column of COLUMNS.filter((each) => !isText(each))) {
      for (let round = 0; round < 8; round++) {
        const row = random.below(table.rowCount);
        const security = securities[row]!;
        const found = lineage(table, column.id, row);
        const place = `${column.id} of row ${row}`;
        expect(found.root.value + 0, place).toBe(Number(security[column.id]) + 0);
        for (const { node } of lineageLines(found.root)) {
          if (node.formula === null) expect(columnById(node.id)?.kind, node.id).not.toBe('ratio');
          else expect(recomputed(node) + 0, `${node.id} in ${place}`).toBe(node.value + 0);
        }
        const flags = found.findings.filter(({ flag }) => flag !== 'missing').map(({ flag }) => flag);
        expect([...new Set(flags)].sort(), place).toEqual(naiveFlags(security, column.id, securities).sort());
        expect(
          found.findings.some(({ flag }) => flag === 'missing'),
          place,
        ).toBe(Number.isNaN(found.root.value));
        const own = comparable(security, column.id);
        const others = securities.map((each) => comparable(each, column.id)).filter((value) => !Number.isNaN(value));
        const below = others.filter((value) => value < own).length;
        const equal = others.filter((value) => value === own).length;
        if (Number.isNaN(own)) expect(found.percentile).toBeNaN();
        else expect(found.percentile, place).toBeCloseTo((below + equal / 2) / others.length, 12);
      }
    }
  });

  it('follows a ratio of ratios down to the columns that the server sends', () => {
    const lines = [...lineageLines(lineage(table, 'enterpriseValueToUnleveredFreeCashFlow', 0).root)].map(({ node, depth }) => [
      depth,
      node.id,
    ]);
    expect(lines).toEqual([
      [0, 'enterpriseValueToUnleveredFreeCashFlow'],
      [1, 'enterpriseValue'],
      [2, 'marketCapitalization'],
      [2, 'totalDebt'],
      [2, 'preferredStock'],
      [2, 'minorityInterest'],
      [2, 'cashAndShortTermInvestments'],
      [1, 'enterpriseValueApplies'],
      [1, 'unleveredFreeCashFlow'],
      [2, 'freeCashFlow'],
      [3, 'operatingCashflow'],
      [3, 'capitalExpenditures'],
      [2, 'interestExpense'],
      [2, 'incomeTaxExpense'],
      [2, 'incomeBeforeTax'],
    ]);
  });

  it('shows the ranks that a formula reads, and the formula of a column of the user', () => {
    const ranked = securities.findIndex((security) => !Number.isNaN(security.magicFormula));
    const { ranks, value } = lineage(table, 'magicFormula', ranked).root;
    expect(ranks.map(({ rank }) => rank).reduce((sum, rank) => sum + rank, 0)).toBe(value);
    const mine = withFormulas(table, parseScreen('let mine = rankDesc(marketCapitalization) + beta'));
    const dollars = securities.map((security) => comparable(security, 'marketCapitalization'));
    const row = securities.findIndex((security, index) => !Number.isNaN(dollars[index]) && !Number.isNaN(security.beta));
    const own = lineage(mine, 'mine', row).root;
    expect(own.ranks[0]?.rank).toBe(1 + dollars.filter((value) => value > dollars[row]!).length);
    expect(own.value).toBe(Math.fround(own.ranks[0]!.rank + Number(securities[row]!.beta)));
  });

  it('is the text for a text column, with the dates and currencies of the row; an unknown column is refused', () => {
    const found = lineage(table, 'sector', 3);
    expect(found).toMatchObject({ text: securities[3]!.sector, currency: securities[3]!.currency, findings: [] });
    expect(found.statementCurrency).toBe(securities[3]!.statementCurrency);
    expect([found.reportDate, found.priceDate]).toEqual([securities[3]!.latestQuarter, securities[3]!.date]);
    expect(() => lineage(table, 'nowhere', 0)).toThrow(RangeError);
  });

  it('omits what no server sent', async () => {
    const bare = await loadTable(
      wireSource([{ country: 'US', columns: ['ebit'], header: ['symbol'], rows: [[7]], fields: [['A']] }]),
    );
    expect(lineage(bare, 'ebit', 0)).toMatchObject({
      ...{ symbol: 'A', name: '', currency: '', statementCurrency: '', priceDate: Number.NaN, reportDate: Number.NaN },
      ...{ reportAge: Number.NaN, percentile: 0.5, readsStatements: true, text: null, findings: [] },
    });
    expect(lineage(bare, 'sector', 0)).toMatchObject({ text: '', readsStatements: false });
    expect(lineage(bare, 'beta', 0).findings).toMatchObject([{ flag: 'missing', columns: ['beta'] }]);
  });
});
