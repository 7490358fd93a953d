// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from 'vitest';
import { columnById } from '../../src/catalogue/catalogue.ts';
import { isUnfinished, printStep } from '../../src/engine/steps/language.ts';
import type { Condition, Step } from '../../src/engine/steps/registry.ts';
import { parseScreen } from '../../src/engine/steps/text.ts';
import { newFilter } from '../../src/screener/steps/filter.tsx';
import { formulaFault, formulaOf } from '../../src/screener/steps/formula.ts';
import { withMissing } from '../../src/screener/steps/MissingChoice.tsx';
import { byMeasure, measuresOf } from '../../src/screener/steps/measures.ts';
import { NEW_STEPS } from '../../src/screener/steps/registry.ts';
import { sentence } from '../../src/screener/steps/sentence.ts';
import { startLanguage } from '../../src/shell/i18n.ts';

beforeAll(startLanguage);

const beta = columnById('beta');

function step(text: string): Exclude<Condition, { operatorType: 'group' }> {
  return parseScreen(text)[0] as Exclude<Condition, { operatorType: 'group' }>;
}

describe('a new step', () => {
  it('has no effect until it is complete', () => {
    for (const [name, each] of Object.entries<Step>(NEW_STEPS)) {
      const read = (): unknown => parseScreen(printStep(each) ?? '')[0];
      if (isUnfinished(each, columnById)) expect(() => expect(read(), name).toEqual(each)).toThrow();
      else expect(read(), name).toEqual(each);
    }
    for (const each of [NEW_STEPS.addMedian, NEW_STEPS.addFormula]) expect(isUnfinished(each, columnById)).toBe(true);
    expect(isUnfinished(newFilter(beta, 'beta'), columnById)).toBe(true);
  });

  it('is complete as soon as its columns and numbers are set', () => {
    for (const text of [
      'beta is present',
      'close >= 0.9 * analystTargetPrice',
      'beta >= median in sector',
      'percentile of beta >= 80%',
      'top 20% beta',
      'rank by (beta desc)',
      'any of (beta >= 1)',
      'let x = beta + 1',
    ]) {
      expect(isUnfinished(parseScreen(text)[0]!, columnById), text).toBe(false);
    }
    const bad: Step = { operatorType: 'let', columnId: 'x', formula: 'beta +' };
    expect(isUnfinished(bad, columnById)).toBe(true);
  });
});

describe('a condition', () => {
  it('changes to another kind on the same column and keeps its side and missing policy', () => {
    const from = step('beta <= 1 keep missing');
    expect(printStep(byMeasure(from, 'median', beta))).toBe('beta <= median in sector keep missing');
    expect(printStep(byMeasure(from, 'percentile', beta))).toBe('percentile of beta in sector <= 20% keep missing');
    expect(printStep(byMeasure(from, 'presence', beta))).toBe('beta is present');
    expect(byMeasure(from, 'versus', beta)).toMatchObject({ operator: 'LessThanOrEquals', factor: 1, keepMissing: true });
    expect(byMeasure(from, 'filter', beta)).toBe(from);
    expect(measuresOf(columnById('sector'))).toEqual(['filter', 'presence']);
  });

  it('keeps, drops or requires missing values as the text says', () => {
    const from = step('beta >= 1') as Extract<Condition, { keepMissing?: true }>;
    const kept = withMissing(from, 'keep');
    expect(kept).toEqual(step('beta >= 1 keep missing'));
    expect(withMissing(kept as typeof from, 'drop')).toEqual(from);
    expect(withMissing(from, 'only')).toEqual(step('beta is missing'));
  });
});

describe('a formula', () => {
  it('is stored as its text parses', () => {
    expect(formulaOf('  beta  +\n 1 ')).toBe('beta + 1');
    expect(formulaOf('beta +')).toBe('beta +');
    expect(formulaOf('beta | close')).toBe('beta | close');
  });

  it('reports an error with its position', () => {
    const fault = (columnId: string, formula: string, others: string = '') =>
      formulaFault({ operatorType: 'let', columnId, formula }, parseScreen(others), columnById);
    expect(fault('x', 'beta + 1')).toBeNull();
    expect(fault('x', 'y * 2', 'let y = beta')).toBeNull();
    expect(fault('x', 'beta + nothing')).toMatchObject({ at: 7 });
    expect(fault('x', 'beta + (1')).toMatchObject({ at: 9 });
    expect(fault('beta', 'close')).toMatchObject({ at: null });
    expect(fault('x', 'x + 1')).toMatchObject({ at: 0 });
    expect(fault('', 'beta +')).toMatchObject({ at: 6 });
  });
});

describe('a sentence', () => {
  it.each([
    ['beta is missing', 'Beta has no value'],
    ['close <= 0.9 * analystTargetPrice', 'Close ≤ 0.9 × Analyst target price'],
    ['priceToBookRatio <= 0.8 * median in sector keep missing', 'P/B ratio ≤ 0.8 × the median of its sector, or no value'],
    ['percentile of beta in sector >= 80%', 'Percentile of Beta within the sector ≥ 80%'],
    ['at least 2 of (beta <= 1, any of (sector = Energy))', 'At least 2 of: Beta ≤ 1; (Any of: Sector is Energy)'],
    ['bottom 10 beta in country', 'Bottom 10 by Beta in each country'],
    ['rank by (beta desc weight 2, close asc)', 'Rank by Beta ↓ ×2, Close ↑'],
    ['let x = beta + 1', 'Column x = beta + 1'],
    ['sample 500 seed 7', 'Random sample of 500 rows, seed 7'],
  ])('says %s', (text, words) => {
    expect(sentence(parseScreen(text)[0]!, columnById)).toBe(words);
  });
});
