// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { columnById } from '../../../src/catalogue/catalogue.ts';
import { parseScreen, printScreen } from '../../../src/engine/steps/text.ts';
import { state } from '../../../src/screener/state/store.ts';
import { addNew, addStep, moveStep, newEntry, setEntries, swapSteps } from '../../../src/screener/steps/edit.ts';
import { NEW_STEPS } from '../../../src/screener/steps/registry.ts';
import { sentence } from '../../../src/screener/steps/sentence.ts';
import { startLanguage } from '../../../src/shell/i18n.ts';

beforeAll(startLanguage);
beforeEach(() => take('type = Equity | rows 1..50 | hold every month'));

function take(text: string): void {
  setEntries(parseScreen(text).map((step) => newEntry(step)));
}

const text = (): string => printScreen(state.steps.map(({ step }) => step));
const keyAt = (place: number): number => state.steps[place]!.key;

describe('a hold in the list of steps', () => {
  it('stays last when other steps are moved after it', () => {
    moveStep(keyAt(2), 0);
    expect(text()).toBe('type = Equity | rows 1..50 | hold every month');
    moveStep(keyAt(0), 2);
    expect(text()).toBe('rows 1..50 | type = Equity | hold every month');
    swapSteps(keyAt(0), keyAt(2));
    expect(text().endsWith('| hold every month')).toBe(true);
  });

  it('is preceded by new steps', () => {
    addStep(parseScreen('sort beta desc')[0]!);
    expect(text()).toBe('type = Equity | rows 1..50 | sort beta desc | hold every month');
    addStep(parseScreen('beta >= 1')[0]!);
    expect(text()).toBe('type = Equity | beta >= 1 | rows 1..50 | sort beta desc | hold every month');
  });

  it('is opened instead of added twice', () => {
    addNew('addHold');
    expect(state.steps).toHaveLength(3);
    expect(state.openKey).toBe(keyAt(2));
  });

  it('reads as a sentence that names every clause', () => {
    const [whole] = parseScreen(
      'hold every quarter since 2010-01-31 until 2020-12-31 delay 3 cost 12.5bp weight by marketCapitalization cap 5% cap 25% per sector keep while rank <= 80',
    );
    expect(sentence(whole!, columnById)).toBe(
      'Rebalance every quarter, from 2010-01-31, until 2020-12-31, trade 3 sessions later, cost 12.5 bp, weights by Market capitalization, at most 5% per position, at most 25% per Sector, keep while rank ≤ 80',
    );
    expect(sentence(NEW_STEPS.addHold, columnById)).toBe(
      'Rebalance every month, trade 1 session later, cost 0 bp, equal weights',
    );
  });
});
