/** How figures are written, remembered on this device. */
import { readSetting, writeSetting } from '../../shell/storage.ts';
import { asRef, NUMBER_RULES, type NumberRule, state } from '../state/store.ts';

const SETTING = 'numbers';

/** The rule of the last visit. */
export function keptNumbers(): NumberRule | null {
  return NUMBER_RULES.find((rule) => rule === readSetting(SETTING)) ?? null;
}

/** Null is the rule that suits the level of the zoom. */
export function chooseNumbers(numbers: NumberRule | null): void {
  state.view = asRef({ ...state.view, numbers });
  writeSetting(SETTING, numbers);
}
