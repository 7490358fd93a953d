/** Number format, stored on this device. */
import { readSetting, writeSetting } from '../../shell/storage.ts';
import { changeView, NUMBER_RULES, type NumberRule } from '../state/store.ts';

const SETTING = 'numbers';

export function keptNumbers(): NumberRule | null {
  return NUMBER_RULES.find((rule) => rule === readSetting(SETTING)) ?? null;
}

/** Null for the default of the zoom level. */
export function chooseNumbers(numbers: NumberRule | null): void {
  changeView({ numbers });
  writeSetting(SETTING, numbers);
}
