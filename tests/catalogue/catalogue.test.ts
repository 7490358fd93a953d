import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import labels from '../../locales/en-US.json' with { type: 'json' };
import {
  COLUMNS,
  columnById,
  columnsOfGroup,
  FALLBACKS,
  HEADER_IDS,
  otherColumn,
  RATIOS,
  VECTOR_IDS,
} from '../../src/catalogue/catalogue.ts';
import { COUNTRIES, CURRENCIES, EXCHANGES, GROUPS, INDUSTRIES, MONTHS, SECTORS } from '../../src/catalogue/codes.ts';
import { FIELD_COLUMNS } from '../../src/catalogue/fieldColumns.ts';
import { formulaColumns } from '../../src/catalogue/formula.ts';
import { HOLDING_COLUMNS } from '../../src/engine/table/holdings.ts';
import { ADDED, OTHER_DISPLAY, OTHER_FORMULA, OTHER_LABEL, RETIRED } from './differences.ts';

const RATIO_GROUPS: readonly string[] = [
  'LiquidityRatios',
  'SolvencyRatios',
  'ProfitabilityRatios',
  'EfficiencyRatios',
  'MarketValueRatios',
  'PerformanceRatios',
  'CostRatios',
  'CashFlowRatios',
  'SpecialFormulas',
];
const SPECIFIED = 'tests/fixtures/columns.json';

describe('the catalogue', () => {
  it('has columns with distinct ids, each of one kind: fields, columns computed from them, numbers of the vector, ratios', () => {
    const ids = COLUMNS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const made = [...FIELD_COLUMNS, ...RATIOS].map(({ id }) => id);
    expect([...HEADER_IDS, ...VECTOR_IDS, ...made].sort()).toEqual([...ids].sort());
  });

  it('keeps every ratio in one of the nine ratio groups, and every group in use', () => {
    for (const { kind, group, granularity } of COLUMNS) {
      expect(RATIO_GROUPS.includes(group)).toBe(kind === 'ratio');
      expect(granularity).toBe(kind === 'ratio' ? 100_000 : 1000);
    }
    expect(new Set(COLUMNS.map(({ group }) => group))).toEqual(new Set(GROUPS));
  });

  it('gives for each column its formula, definition and reason to be missing, or null', () => {
    const isSaid = (text: string | null): boolean => text === null || text.length > 2;
    for (const { id, kind, formula, definedAs, missingWhen, helper, source } of COLUMNS) {
      expect([formula, definedAs, missingWhen, source].every(isSaid), id).toBe(true);
      expect(typeof helper, id).toBe('boolean');
      if (kind === 'ratio') expect(formula, id).not.toBeNull();
      expect(columnById(id)?.id).toBe(id);
    }
    expect(COLUMNS.some(({ formula }) => formula === null)).toBe(true);
    expect(otherColumn('sentiment')).toMatchObject({
      id: 'sentiment',
      kind: 'other',
      group: 'Other',
      formula: null,
      helper: false,
    });
  });

  it('is the union of its groups', () => {
    const parts = GROUPS.map(columnsOfGroup);
    expect(parts.map((columns) => new Set(columns.map(({ group }) => group)).size)).toEqual(GROUPS.map(() => 1));
    expect(new Set(parts.flat())).toEqual(new Set(COLUMNS));
    expect(parts.flat().length).toBe(COLUMNS.length);
  });

  it('computes every ratio after those it reads', () => {
    const known = new Set(COLUMNS.filter(({ kind }) => kind !== 'ratio').map(({ id }) => id));
    for (const { id, formula } of RATIOS) {
      for (const input of formulaColumns(formula)) expect(known.has(input), `${id} reads ${input}`).toBe(true);
      known.add(id);
    }
    expect(FALLBACKS.map(({ id }) => id)).toEqual([
      'totalDebt',
      'netDebt',
      'weightedAverageSharesDiluted',
      'analystTargetUpside',
      'analystRatingScore',
    ]);
  });

  it('has the closed lists in the specified sizes', () => {
    expect([CURRENCIES.length, COUNTRIES.length, EXCHANGES.length, MONTHS.length, SECTORS.length]).toEqual([29, 117, 15, 12, 12]);
    expect(Object.values(INDUSTRIES).flat().length).toBe(73);
    expect(new Set(COUNTRIES.map(({ code }) => code)).size).toBe(117);
  });

  it('has a label for every column and those of a portfolio, a definition if that says more, and none for others', () => {
    const texts: Readonly<Record<string, string>> = labels;
    const idsOf = (part: string): string[] =>
      Object.keys(texts).flatMap((key) => (key.startsWith(`${part}.`) ? [key.slice(part.length + 1)] : []));
    expect(idsOf('column').sort()).toEqual([...COLUMNS, ...HOLDING_COLUMNS].map(({ id }) => id).sort());
    expect(idsOf('definition').filter((id) => !(`column.${id}` in texts))).toEqual([]);
    expect(idsOf('definition').filter((id) => texts[`definition.${id}`] === texts[`column.${id}`])).toEqual([]);
  });

  it('agrees with the specified columns but for the named differences', () => {
    const specified = JSON.parse(readFileSync(SPECIFIED, 'utf8')) as Record<string, string | number | boolean | null>[];
    const ids = specified.map(({ id }) => String(id));
    expect(COLUMNS.flatMap(({ id }) => (ids.includes(id) ? [] : [id])).sort()).toEqual(Object.keys(ADDED).sort());
    expect(ids.filter((id) => !columnById(id))).toEqual(Object.keys(RETIRED));
    for (const row of specified) {
      if (String(row.id) in RETIRED) continue;
      const column = COLUMNS.find(({ id }) => id === row.id);
      expect(column, String(row.id)).toMatchObject({
        group: row.group,
        unit: row.unit,
        display: OTHER_DISPLAY[String(row.metric)] ?? row.display,
        better: row.betterDirection,
        helper: row.helper,
        ...(row.evaluable && !(String(row.id) in OTHER_FORMULA) ? { formula: row.formula } : {}),
        ...(row.granularity ? { granularity: row.granularity } : {}),
      });
      const label = (labels as Record<string, string>)[`column.${row.id}`];
      if (String(row.metric) in OTHER_LABEL) expect(label).not.toBe(row.label);
      else expect(label).toBe(row.label);
    }
    const isDifferent = ({ id, formula }: (typeof specified)[number]): boolean => columnById(String(id))?.formula !== formula;
    expect(Object.keys(OTHER_FORMULA).filter((id) => !specified.some((row) => row.id === id && isDifferent(row)))).toEqual([]);
  });
});
