// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { columnById } from '../../src/catalogue/catalogue.ts';
import type { Column } from '../../src/catalogue/column.ts';
import { STEPS_MAX } from '../../src/engine/steps/language.ts';
import type { Step } from '../../src/engine/steps/registry.ts';
import { parseScreen, printScreen } from '../../src/engine/steps/text.ts';
import type { ColumnValues } from '../../src/engine/table/columnValues.ts';
import { asRef, columnOf, state } from '../../src/screener/state/store.ts';
import {
  addStep,
  moveStep,
  newEntry,
  removeStep,
  replaceStep,
  setActiveSteps,
  setEntries,
  switchStep,
} from '../../src/screener/steps/edit.ts';
import { sortByHeader } from '../../src/screener/steps/headerSort.ts';
import { sentence } from '../../src/screener/steps/sentence.ts';
import { sortMarks } from '../../src/screener/steps/sortMarks.ts';
import { appliedEntries, standing } from '../../src/screener/steps/standing.ts';
import { dismissText, editText, offSteps, screenText, takeScreen } from '../../src/screener/steps/text.ts';
import { startLanguage } from '../../src/shell/i18n.ts';

beforeAll(startLanguage);
beforeEach(() => {
  setEntries([]);
  dismissText();
});

function take(text: string): void {
  setEntries(parseScreen(text).map((step) => newEntry(step)));
}

function keyAt(index: number): number {
  const entry = state.steps[index];
  if (!entry) throw new Error(`there is no step ${index}`);
  return entry.key;
}

const BETA: Step = { operatorType: 'filter', columnId: 'beta', operator: 'GreaterThanOrEquals', operatorValues: [1] };

describe('a text with an unknown name or category', () => {
  /** A page with loaded rows of two sectors. */
  function load(): void {
    const labels = ['', 'Energy', 'Utilities'];
    const sector = { id: 'sector', kind: 'text', labels, codes: Uint32Array.of(1, 2) } as const;
    state.universe = asRef({ ...state.universe, loading: false, rowCount: 2, version: 1 });
    state.frame = asRef({
      version: 1,
      date: null,
      rows: Uint32Array.of(0, 1),
      rowCount: 2,
      universeCount: 2,
      columns: new Map<string, ColumnValues>([['sector', sector]]),
      stepCount: 0,
      ms: 0,
    });
  }

  it('resolves common names to columns', () => {
    load();
    editText('roe > 15% | p/e < 20');
    expect(state.textFault).toBeNull();
    expect(screenText()).toBe('returnOnEquity > 0.15 | priceToEarningsRatio < 20');
  });

  it('suggests the intended column and adds no invalid step', () => {
    load();
    editText('beta >= 1 | betta >= 2');
    expect(state.textFault).toEqual({ message: 'there is no column betta: did you mean beta?', at: 12, fromUrl: false });
    expect(state.steps).toHaveLength(0);
  });

  it('suggests the intended category and applies the step unchanged, like the command line', () => {
    load();
    editText('sector = Enrgy | beta >= 1');
    const [first] = state.steps;
    const found = standing(first!, columnOf);
    expect(found).toMatchObject({ kind: 'applied', doubt: 'Sector: no security has “Enrgy”', repair: { name: 'Energy' } });
    expect(appliedEntries(state.steps, columnOf)).toHaveLength(2);
    if (found.kind === 'applied' && found.repair) replaceStep(first!.key, found.repair.step);
    expect(screenText()).toBe('sector = Energy | beta >= 1');
    expect(appliedEntries(state.steps, columnOf)).toHaveLength(2);
  });

  it('does not validate categories by rows of an older table, which may lack countries', () => {
    load();
    state.universe = asRef({ ...state.universe, version: 2 });
    editText('sector = Materials');
    expect(standing(state.steps[0]!, columnOf).kind).toBe('applied');
  });

  it('suggests the intended column for an address', () => {
    load();
    takeScreen('betta >= 2', []);
    expect(standing(state.steps[0]!, columnOf)).toMatchObject({
      fault: 'no column is called “betta”',
      repair: { name: 'Beta', step: { columnId: 'beta' } },
    });
  });
});

describe('the list of steps', () => {
  it('adds at the end and opens what was added', () => {
    take('type = Equity');
    expect(addStep(BETA)).toBe(true);
    expect(screenText()).toBe('type = Equity | beta >= 1');
    expect(state.openKey).toBe(keyAt(1));
    expect(state.announcement).toContain('Beta ≥ 1');
  });

  it('refuses more steps than a screen may have', () => {
    setEntries(Array.from({ length: STEPS_MAX }, () => newEntry(BETA)));
    expect(addStep(BETA)).toBe(false);
  });

  it('replaces, switches, moves and removes by key', () => {
    take('type = Equity | beta >= 1 | rows 1..50');
    const beta = keyAt(1);
    replaceStep(beta, { ...BETA, operatorValues: [2] } as Step);
    moveStep(beta, 0);
    expect(screenText()).toBe('beta >= 2 | type = Equity | rows 1..50');
    moveStep(beta, 99);
    expect(screenText()).toBe('type = Equity | rows 1..50 | beta >= 2');
    switchStep(beta, false);
    expect(screenText()).toBe('type = Equity | rows 1..50');
    expect(offSteps(state.steps)).toEqual([{ index: 2, text: 'beta >= 2' }]);
    removeStep(beta);
    expect(state.steps).toHaveLength(2);
  });

  it('keeps keys and disabled steps when the text changes', () => {
    take('type = Equity | beta >= 1 | rows 1..50');
    const [type, beta, rows] = [keyAt(0), keyAt(1), keyAt(2)];
    switchStep(beta, false);
    setActiveSteps(parseScreen('type = Equity | rows 1..20'));
    expect(state.steps.map((entry) => entry.key)).toEqual([type, beta, rows]);
    expect(state.steps.map((entry) => entry.on)).toEqual([true, false, true]);
    expect(screenText()).toBe('type = Equity | rows 1..20');
  });
});

describe('the status of a step', () => {
  const kindOf = (step: Step, on = true): string => standing({ key: 1, on, step }, columnOf).kind;

  it('excludes disabled, unfinished and invalid steps', () => {
    expect(kindOf(BETA)).toBe('applied');
    expect(kindOf(BETA, false)).toBe('off');
    expect(kindOf({ operatorType: 'filter', columnId: null })).toBe('unfinished');
    expect(kindOf({ operatorType: 'filter', columnId: 'beta', operator: 'Between', operatorValues: [1, Number.NaN] })).toBe(
      'unfinished',
    );
    expect(kindOf({ operatorType: 'filter', columnId: 'type', operator: 'Equals', operatorValues: [] })).toBe('unfinished');
    expect(kindOf({ operatorType: 'filter', columnId: 'type', operator: 'In', operatorValues: [] })).toBe('applied');
    expect(kindOf({ operatorType: 'filter', columnId: 'type', operator: 'GreaterThanOrEquals', operatorValues: [1] })).toBe(
      'broken',
    );
    expect(kindOf({ operatorType: 'sort', columnId: 'nothing', sortOperator: 'Ascending' })).toBe('broken');
    expect(kindOf({ operatorType: 'slice', operatorValues: [9, 3], sliceIsPercentage: false })).toBe('broken');
  });

  it('names the successor of a retired column', () => {
    const fault = (text: string): unknown => standing({ key: 1, on: true, step: parseScreen(text)[0]! }, columnOf);
    const successor = 'enterpriseValueToUnleveredFreeCashFlow';
    for (const text of ['sort enterpriseValueToFreeCashFlow asc', 'let a = 1 / enterpriseValueToFreeCashFlow'])
      expect(fault(text)).toMatchObject({ kind: 'broken', fault: expect.stringContaining(successor) });
    expect(columnOf(successor)).toBeDefined();
  });

  it('keeps invalid steps in the text and unfinished ones out of it', () => {
    take('type = Equity | nothing >= 1');
    addStep({ operatorType: 'filter', columnId: null });
    expect(screenText()).toBe('type = Equity | nothing >= 1');
    expect(appliedEntries(state.steps, columnOf)).toHaveLength(1);
  });
});

describe('a click on a header', () => {
  const click = (id: string, also = false): string => {
    sortByHeader(id, also);
    return screenText();
  };

  it('cycles numbers through none, descending and ascending', () => {
    expect(click('beta')).toBe('sort beta desc');
    expect(click('beta')).toBe('sort beta asc');
    expect(click('beta')).toBe('');
  });

  it('cycles text through none, ascending and descending', () => {
    expect(click('name')).toBe('sort name asc');
    expect(click('name')).toBe('sort name desc');
    expect(click('name')).toBe('');
  });

  it('replaces the primary sort and leaves the others', () => {
    take('sort beta desc | sort close asc | type = Equity');
    expect(click('volume')).toBe('sort beta desc | sort volume desc | type = Equity');
  });

  it('adds below the others with Shift', () => {
    take('type = Equity | sort beta desc');
    expect(click('close', true)).toBe('type = Equity | sort close desc | sort beta desc');
    expect(sortMarks(state.steps)).toEqual(
      new Map([
        ['beta', { direction: 'Descending', rank: 1 }],
        ['close', { direction: 'Descending', rank: 2 }],
      ]),
    );
  });

  it('never changes which rows a slice keeps', () => {
    take('sort beta desc | rows 1..50');
    expect(click('beta')).toBe('sort beta desc | rows 1..50 | sort beta asc');
    take('sort beta desc | rows 1..50');
    expect(click('close')).toBe('sort beta desc | rows 1..50 | sort close desc');
  });

  it('skips a disabled sort', () => {
    take('sort beta desc');
    switchStep(keyAt(0), false);
    expect(click('beta')).toBe('sort beta desc');
    expect(state.steps).toHaveLength(2);
  });
});

describe('the text of the screen', () => {
  it('applies valid text and keeps invalid text with its error position', () => {
    editText('type = Equity | beta >=');
    expect(state.textFault).toMatchObject({ at: 23, fromUrl: false });
    expect(state.draft).toBe('type = Equity | beta >=');
    editText('type = Equity | beta >= 2');
    expect(state.textFault).toBeNull();
    expect(screenText()).toBe('type = Equity | beta >= 2');
  });

  it('defaults to the largest companies', () => {
    takeScreen(null, []);
    expect(screenText()).toBe('sort marketCapitalization desc');
    takeScreen('', []);
    expect(state.steps).toHaveLength(0);
  });

  it('keeps an invalid text of the address for correction', () => {
    takeScreen('type = Equity | sort beta dwn', [{ index: 0, text: 'beta >= 1' }]);
    expect(state.textFault).toMatchObject({ at: 26, fromUrl: true });
    expect(state.draft).toBe('type = Equity | sort beta dwn');
    expect(state.steps.map((entry) => entry.on)).toEqual([false, true]);
  });

  it('restores disabled steps at their positions', () => {
    takeScreen('type = Equity | rows 1..50', [
      { index: 1, text: 'beta >= 1' },
      { index: 9, text: 'sort beta desc' },
      { index: 0, text: 'not a step' },
    ]);
    expect(printScreen(state.steps.map((entry) => entry.step))).toBe('type = Equity | beta >= 1 | rows 1..50 | sort beta desc');
  });
});

describe('a sentence', () => {
  const columns = (id: string): Column | undefined => columnById(id);
  it.each([
    ['type = Equity', 'Type is Equity'],
    ['country not in (US, DE, FR, JP)', 'Country is none of United States (US), Germany (DE), France (FR) and 1 more'],
    ['marketCapitalization >= 1e9', 'Market capitalization ≥ 1B USD'],
    ['marketCapitalization between 1e9 EUR and 2.5e9 EUR', 'Market capitalization from 1B EUR to 2.5B EUR'],
    ['grossProfitMargin >= 15%', 'Gross margin ≥ 15%'],
    ['stats.252.rateBack <= 1.15', 'Return, 1 year ≤ 15%'],
    ['sort name asc', 'Sort by Name, A to Z'],
    ['sort beta desc', 'Sort by Beta, high to low'],
    ['rows 1..50', 'Rows 1 to 50'],
    ['percent 0..20', 'First 20% of the rows'],
    ['percent 20..40.5', '20% to 40.5% of the rows'],
  ])('says %s', (text, words) => {
    const [step] = parseScreen(text);
    expect(step && sentence(step, columns)).toBe(words);
  });
});
