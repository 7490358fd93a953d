import { describe, expect, it } from 'vitest';
import { columnById, FIELD_IDS, VECTOR_IDS } from '../../src/catalogue/catalogue.ts';
import { parseFormula } from '../../src/catalogue/formula.ts';
import { TEMPLATE_KINDS, TEMPLATES } from '../../src/catalogue/templates.ts';
import { DEMO_AS_OF, DEMO_SEED, demoUniverse } from '../../src/demo/universe.ts';
import { loadTable } from '../../src/engine/load/loader.ts';
import { applySteps } from '../../src/engine/run/apply.ts';
import { stepFault } from '../../src/engine/steps/language.ts';
import type { Step } from '../../src/engine/steps/registry.ts';
import { parseScreen, printScreen } from '../../src/engine/steps/text.ts';
import { withFormulas } from '../../src/engine/table/withFormulas.ts';
import { evaluate, roundReference } from '../naive-formula.ts';
import { naiveScreen, naiveSecurities } from '../naive-screen.ts';
import type { Security } from '../naive-security.ts';
import { randomUniverse, wireSource } from '../universe.ts';

const texts = TEMPLATES.map(({ id, text }) => [id, text] as const);
const DEMO_SECURITIES = 4000;

/** The securities with the columns of the screen's formulas. */
function withNaiveFormulas(securities: readonly Security[], steps: readonly Step[]): Security[] {
  const lets = steps.filter((step) => step.operatorType === 'let');
  return securities.map((security) => {
    // An object with a prototype: a copy of 300 columns takes longer than all of the formulas.
    const extended: Security = Object.create(security);
    for (const step of lets) {
      expect(columnById(step.columnId)).toBeUndefined();
      const read = (id: string): number => Number(extended[id] ?? Number.NaN);
      extended[step.columnId] = evaluate(parseFormula(step.formula), read, roundReference);
    }
    return extended;
  });
}

it('are of every kind, each once', () => {
  expect(TEMPLATES.length).toBeGreaterThanOrEqual(18);
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length);
  expect(new Set(TEMPLATES.map(({ kind }) => kind))).toEqual(new Set(TEMPLATE_KINDS));
  for (const { source } of TEMPLATES) expect(source).toMatch(/\((?:18|19|20)\d\d\)/);
});

it.each(texts)('%s is a text that can be read, and printed again', (_, text) => {
  const steps = parseScreen(text);
  expect(steps.length).toBeGreaterThan(2);
  expect(parseScreen(printScreen(steps))).toEqual(steps);
});

describe('over a small universe', async () => {
  const wire = randomUniverse(91, 3, 150);
  const securities = naiveSecurities(wire);
  const table = await loadTable(wireSource(wire));
  let met = 0;

  it.each(texts)('%s gives the rows that a check one by one gives', (_, text) => {
    const steps = parseScreen(text);
    const extended = withNaiveFormulas(securities, steps);
    const rowOf = new Map(extended.map((security, row) => [security, row]));
    const expected = naiveScreen(extended, steps).map((security) => rowOf.get(security));
    expect([...applySteps(table, steps, null).rows]).toEqual(expected);
    if (expected.length > 0) met++;
  });

  it('has rows for most', () => {
    expect(met).toBeGreaterThan(TEMPLATES.length / 2);
  });
});

describe('over the demo data', async () => {
  const countries = [...demoUniverse({ securities: DEMO_SECURITIES, seed: DEMO_SEED, asOf: DEMO_AS_OF })];
  const wire = countries.map(({ country, securities, columns }) => ({
    country,
    columns: VECTOR_IDS,
    header: FIELD_IDS,
    fields: securities.map((fields) => [...fields]),
    rows: securities.map((_, row) => columns.map((column) => column[row]!)),
  }));
  const loaded = await loadTable(wireSource(wire));

  it.each(texts)('%s finds some rows, by steps without a fault, each of which excludes some or orders them', (_, text) => {
    const steps = parseScreen(text);
    const table = withFormulas(loaded, steps);
    expect(steps.map((step) => stepFault(step, (id) => table.column(id)))).toEqual(steps.map(() => null));
    const { rows } = applySteps(loaded, steps, null);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(DEMO_SECURITIES / 2);
  });
});
