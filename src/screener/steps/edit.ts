/** Actions on the list of steps, which is immutable. */
import { isAsOf } from '../../engine/steps/asOf.ts';
import { isHold } from '../../engine/steps/hold.ts';
import { isUnfinished, renameInput, STEPS_MAX, sameStep } from '../../engine/steps/language.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { isSlice } from '../../engine/steps/slice.ts';
import { t } from '../../shell/i18n.ts';
import { clampIndex } from '../frame/clamp.ts';
import { focusSoon } from '../frame/focus.ts';
import { afterGesture } from '../history/gesture.ts';
import { asRef, columnOf, type StepEntry, say, showPanel, state } from '../state/store.ts';
import { NEW_STEPS, type NewStepName, pageOf } from './registry.ts';
import { sentence } from './sentence.ts';

let lastKey = 0;

export function newEntry(step: Step, on = true): StepEntry {
  return { key: ++lastKey, on, step };
}

const standsLast = (entry: StepEntry): boolean => isHold(entry.step);

/** Keeps a hold last: the grammar allows it nowhere else. */
export function setEntries(entries: readonly StepEntry[]): void {
  const hold = entries.findIndex(standsLast);
  const isLast = hold < 0 || entries.slice(hold).every(standsLast);
  state.steps = asRef(isLast ? entries : [...entries.filter((entry) => !standsLast(entry)), ...entries.filter(standsLast)]);
}

function changeEntry(key: number, change: (entry: StepEntry) => StepEntry): void {
  setEntries(state.steps.map((entry) => (entry.key === key ? change(entry) : entry)));
}

function words(key: number): string {
  const entry = state.steps.find((each) => each.key === key);
  return entry ? sentence(entry.step, columnOf) : '';
}

/** Default position of a new step: before a hold, and for conditions before the first enabled slice, so that they apply to all rows. */
function placeFor(step: Step): number {
  const hold = state.steps.findIndex((entry) => isHold(entry.step));
  const end = hold < 0 ? state.steps.length : hold;
  const slice = state.steps.findIndex((entry) => entry.on && isSlice(entry.step));
  return slice < 0 || pageOf(step).section !== 'conditions' ? end : Math.min(slice, end);
}

/** Adds a step at its default or the given position and opens it. Returns false when the list is full. */
export function addStep(step: Step, wanted = placeFor(step), open = openStep): boolean {
  if (state.steps.length >= STEPS_MAX) return false;
  const [first] = state.steps;
  const place = Math.max(wanted, first && isAsOf(first.step) ? 1 : 0);
  const entry = newEntry(step);
  const next = state.steps[place];
  setEntries(state.steps.toSpliced(place, 0, entry));
  open(entry.key);
  say(
    next
      ? t('announcement.addedBefore', { step: words(entry.key), next: words(next.key) })
      : t('announcement.added', { step: words(entry.key) }),
  );
  return true;
}

/** Adds a step and focuses its form, or its sentence without one. An open blank step of the same kind is reused. */
export function addNew(name: NewStepName): void {
  const step = NEW_STEPS[name];
  const open = state.steps.find(({ key }) => key === state.openKey);
  showPanel('steps', true);
  const held = isHold(step) && state.steps.find((entry) => isHold(entry.step));
  // A second hold is not allowed: open the existing one.
  if (held) {
    goToStep(held.key);
    return;
  }
  const waits = open !== undefined && sameStep(open.step, step) && isUnfinished(step, columnOf);
  if (waits || addStep(step)) goWithinStep(pageOf(step).note ? '.step-sentence' : '.step-form :is(input, textarea, select)');
}

export function replaceStep(key: number, step: Step): void {
  changeEntry(key, (entry) => (sameStep(entry.step, step) ? entry : { ...entry, step }));
}

/** Renames a formula's column in all other steps and in the view. */
export function renameColumn(key: number, from: string, to: string): void {
  setEntries(state.steps.map((entry) => (entry.key === key ? entry : { ...entry, step: renameInput(entry.step, from, to) })));
  const renamed = (ids: readonly string[]): readonly string[] => ids.map((id) => (id === from ? to : id));
  const { columns, pinned, widths } = state.view;
  if (![...(columns ?? []), ...pinned, ...Object.keys(widths)].includes(from)) return;
  state.view = asRef({
    ...state.view,
    columns: columns && renamed(columns),
    pinned: renamed(pinned),
    widths: Object.fromEntries(Object.entries(widths).map(([id, width]) => [id === from ? to : id, width])),
  });
}

export function switchStep(key: number, on: boolean): void {
  changeEntry(key, (entry) => ({ ...entry, on }));
  say(t(on ? 'announcement.on' : 'announcement.off', { step: words(key) }));
}

export function removeStep(key: number): void {
  const text = words(key);
  setEntries(state.steps.filter((entry) => entry.key !== key));
  if (state.openKey === key) state.openKey = null;
  say(t('announcement.removed', { step: text }));
}

/** Moves a step to a position counted without it. */
export function moveStep(key: number, place: number): void {
  const from = state.steps.findIndex((entry) => entry.key === key);
  const entry = state.steps[from];
  const to = clampIndex(place, state.steps.length);
  if (!entry || to === from) return;
  setEntries(state.steps.toSpliced(from, 1).toSpliced(to, 0, entry));
  say(t('announcement.moved', { step: words(key), place: to + 1, total: state.steps.length }));
}

/** Swaps two steps; those between them stay. */
export function swapSteps(key: number, otherKey: number): void {
  const places = [key, otherKey].map((each) => state.steps.findIndex((entry) => entry.key === each)) as [number, number];
  const [entry, other] = [state.steps[places[0]], state.steps[places[1]]];
  if (!entry || !other) return;
  setEntries(state.steps.with(places[0], other).with(places[1], entry));
  say(t('announcement.moved', { step: words(key), place: places[1] + 1, total: state.steps.length }));
}

/** Focuses an element of the open step. */
export function goWithinStep(selector: string): void {
  focusSoon(`.step[data-key="${state.openKey}"] ${selector}`);
}

/** Focuses the value field of a filter. */
export function goToValue(): void {
  goWithinStep(':is(.field-box input, .categories input)');
}

/** Opens and focuses a step. */
export function goToStep(key: number): void {
  showPanel('steps', true);
  openStep(key);
  goWithinStep('.step-sentence');
}

export function openStep(key: number | null): void {
  state.openKey = key;
}

/** Opens a step at the end of the present gesture: a form that opens under a drag would cost its first frames. */
export function openAfterGesture(key: number | null): void {
  afterGesture(() => {
    if (state.steps.some((entry) => entry.key === key)) openStep(key);
  });
}

/** Replaces the enabled steps; disabled ones keep their positions and unchanged ones their keys. */
export function setActiveSteps(steps: readonly Step[]): void {
  const old = state.steps.filter((entry) => entry.on);
  const taken = new Set<number>();
  const keyFor = (step: Step, index: number): StepEntry => {
    const same = old.find((entry) => !taken.has(entry.key) && sameStep(entry.step, step)) ?? old[index];
    if (!same || taken.has(same.key)) return newEntry(step);
    taken.add(same.key);
    return sameStep(same.step, step) ? same : { ...same, step };
  };
  const entries = steps.map(keyFor);
  for (const [index, entry] of state.steps.entries()) {
    if (!entry.on) entries.splice(Math.min(index, entries.length), 0, entry);
  }
  setEntries(entries);
}
