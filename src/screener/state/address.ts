/** The address of a screen: what of the state is in it, and what is too long for it. */
import { DEFAULT_IDS } from '../columns/view.ts';
import type { Moment } from '../history/timeline.ts';
import { offSteps, START_TEXT, screenText } from '../steps/text.ts';
import { type StepEntry, state, type View } from './store.ts';
import { type ScreenAddress, writeAddress } from './url.ts';

/** Names of our parts of the browser's history state. */
const LONG_TEXT = 'longText';
const LONG_B = 'longB';
/** Servers refuse longer addresses. A list of some thousand securities is longer. */
const TEXT_IN_ADDRESS_MAX = 6000;

type Screen = Pick<Moment, 'steps' | 'view'>;

/** The texts of a screen that are too long for its address: they are kept in the entry of the browser's history. */
export function longTexts({ steps, view }: Screen): object {
  const text = screenText(steps);
  const textB = view.textB !== null && isLong(view.textB) ? view.textB : null;
  return { [LONG_TEXT]: isLong(text) ? text : null, [LONG_B]: textB };
}

/** The long texts of the present entry; null for those that it lacks. */
export function keptTexts(): { readonly text: string | null; readonly textB: string | null } {
  const textOf = (kept: unknown): string | null => (typeof kept === 'string' ? kept : null);
  return { text: textOf(history.state?.[LONG_TEXT]), textB: textOf(history.state?.[LONG_B]) };
}

function isLong(text: string): boolean {
  return text.length > TEXT_IN_ADDRESS_MAX / 3 && encodeURIComponent(text).length > TEXT_IN_ADDRESS_MAX;
}

/** The query of a screen, with what else the present one holds. */
export function queryOf({ steps, view }: Screen): string {
  // A text that could not be read stays in the address until it is corrected or dismissed.
  if (state.textFault?.fromUrl) return location.search;
  return writeAddress(addressOf(steps, view), location.search, DEFAULT_IDS);
}

/** What belongs to the text that it came with goes when the text is another, and comes back with it. */
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

/** The address of the screen as it is, with a receipt, for others: what belongs to this machine alone is not in it. */
export function linkWith(receipt: string): string {
  const query = writeAddress({ ...addressOf(state.steps, state.view), receipt, saved: null }, location.search, DEFAULT_IDS);
  return location.origin + location.pathname + query;
}

/** The query of the screen as it is, to be kept. A screen too long for an address is in it all the same. */
export function presentQuery(): string {
  const address = addressOf(state.steps, state.view);
  const text = screenText();
  return writeAddress({ ...address, text, isLong: false, view: state.view, receipt: null, saved: null }, '', DEFAULT_IDS);
}
