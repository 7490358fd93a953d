/** Keeps the engine and the page's address in step with the state. Nothing else writes either. */
import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { type Step, sameStep } from '../engine/steps.ts';
import { DEFAULT_IDS } from './columns/view.ts';
import { applySteps } from './engine.ts';
import { appliedEntries } from './steps/standing.ts';
import { offSteps, START_TEXT, screenText, takeScreen } from './steps/text.ts';
import { columnOf, held, state } from './store.ts';
import { readAddress, writeAddress } from './url.ts';

/** Safari refuses more than 100 changes of the address in 30 s. */
const ADDRESS_EVERY_MS = 350;

let started = false;
let onPage = false;
let applied: { readonly steps: readonly Step[]; readonly keys: readonly number[] } | null = null;
let isWriting = false;

/**
 * Called when the page is entered. The first time it reads the address and starts the engine; on a return it writes the address again.
 * Gives what to call when the page is left.
 */
export function enterScreener(): () => void {
  onPage = true;
  if (started) writeLocation();
  else start();
  return () => {
    onPage = false;
  };
}

function start(): void {
  started = true;
  const address = readAddress(location.search, DEFAULT_IDS);
  state.view = held(address.view);
  takeScreen(address.text, address.off);
  apply();
  subscribeKey(state, 'steps', () => {
    apply();
    mirror();
  });
  subscribeKey(state, 'view', mirror);
  let others = state.universe.otherColumns;
  subscribe(state, () => {
    if (state.universe.otherColumns === others) return;
    others = state.universe.otherColumns;
    apply();
  });
}

function apply(): void {
  const entries = appliedEntries(state.steps, columnOf);
  const steps = entries.map((entry) => entry.step);
  const keys = entries.map((entry) => entry.key);
  if (applied && isSame(applied, steps, keys)) return;
  applied = { steps, keys };
  applySteps(steps, keys);
}

function isSame(before: NonNullable<typeof applied>, steps: readonly Step[], keys: readonly number[]): boolean {
  if (before.keys.length !== keys.length || keys.some((key, index) => key !== before.keys[index])) return false;
  return steps.every((step, index) => {
    const old = before.steps[index];
    return old !== undefined && sameStep(step, old);
  });
}

function mirror(): void {
  if (isWriting) return;
  isWriting = true;
  setTimeout(() => {
    isWriting = false;
    writeLocation();
  }, ADDRESS_EVERY_MS);
}

/** The one place that changes the address. */
function writeLocation(): void {
  if (!onPage) return;
  const text = screenText();
  const query = writeAddress(
    { text: text === START_TEXT ? null : text, off: offSteps(state.steps), view: state.view },
    location.search,
    DEFAULT_IDS,
  );
  if (query !== location.search) history.replaceState(history.state, '', location.pathname + query + location.hash);
}
