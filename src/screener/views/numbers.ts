/** Number format, stored on this device. */
import { readSetting, writeSetting } from '../../shell/storage.ts';
import { asRef, NUMBER_RULES, type NumberRule, state } from '../state/store.ts';

const SETTING = 'numbers';

export function keptNumbers(): NumberRule | null {
  return NUMBER_RULES.find((rule) => rule === readSetting(SETTING)) ?? null;
}

/** Null for the default of the zoom level. */
export function chooseNumbers(numbers: NumberRule | null): void {
  state.view = asRef({ ...state.view, numbers });
  writeSetting(SETTING, numbers);
}
