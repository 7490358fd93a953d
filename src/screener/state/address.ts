/** The address of a screen, and texts too long for it. */
import { DEFAULT_IDS } from '../columns/view.ts';
import type { Moment } from '../history/timeline.ts';
import { offSteps, START_TEXT, screenText } from '../steps/text.ts';
import { type StepEntry, state, type View } from './store.ts';
import { type ScreenAddress, writeAddress } from './url.ts';

/** Keys in the browser's history state. */
const LONG_TEXT = 'longText';
const LONG_B = 'longB';
/** Servers reject longer addresses, e.g. of lists of thousands of securities. */
const TEXT_IN_ADDRESS_MAX = 6000;

type Screen = Pick<Moment, 'steps' | 'view'>;

/** Texts too long for the address, stored in the history entry. */
export function longTexts({ steps, view }: Screen): object {
  const text = screenText(steps);
  const textB = view.textB !== null && isLong(view.textB) ? view.textB : null;
  return { [LONG_TEXT]: isLong(text) ? text : null, [LONG_B]: textB };
}

/** Long texts of the present history entry, or null. */
export function keptTexts(): { readonly text: string | null; readonly textB: string | null } {
  const textOf = (kept: unknown): string | null => (typeof kept === 'string' ? kept : null);
  return { text: textOf(history.state?.[LONG_TEXT]), textB: textOf(history.state?.[LONG_B]) };
}

function isLong(text: string): boolean {
  return text.length > TEXT_IN_ADDRESS_MAX / 3 && encodeURIComponent(text).length > TEXT_IN_ADDRESS_MAX;
}

/** The query of a screen; keeps unrelated parameters. */
export function queryOf({ steps, view }: Screen): string {
  // An invalid text stays in the address until it is corrected or dismissed.
  if (state.textFault?.fromUrl) return location.search;
  return writeAddress(addressOf(steps, view), location.search, DEFAULT_IDS);
}

/** Receipt and saved id apply only while the text is the one they came with. */
function addressOf(steps: readonly StepEntry[], view: View): ScreenAddress {
  const text = screenText(steps);
  return {
    text: text === START_TEXT ? null : text,
    isLong: isLong(text),
    off: offSteps(steps),
    view: view.textB !== null && isLong(view.textB) ? { ...view, textB: null } : view,
    receipt: state.linked?.text === text ? state.linked.receipt : null,
    saved: state.opened?.text === text ? state.opened.id : null,
  };
}

/** URL with a receipt, to share; omits what belongs to this device. */
export function linkWith(receipt: string): string {
  const query = writeAddress({ ...addressOf(state.steps, state.view), receipt, saved: null }, location.search, DEFAULT_IDS);
  return location.origin + location.pathname + query;
}

/** The query of the present screen for storage, whatever its length. */
export function presentQuery(): string {
  const address = addressOf(state.steps, state.view);
  const text = screenText();
  return writeAddress({ ...address, text, isLong: false, view: state.view, receipt: null, saved: null }, '', DEFAULT_IDS);
}
