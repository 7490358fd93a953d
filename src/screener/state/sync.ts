/** Synchronises engine, undo history and browser history with the state. The only module that writes them. */
import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { sameStep } from '../../engine/steps/language.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { ComparedScreen } from '../../engine/worker/protocol.ts';
import { t } from '../../shell/i18n.ts';
import { takeScreenColumns } from '../columns/screenColumns.ts';
import { DEFAULT_IDS } from '../columns/view.ts';
import { comparedScreenOf } from '../comparison/answer.ts';
import { wantFirstRegion } from '../grid/region.ts';
import { presentGesture } from '../history/gesture.ts';
import { type Moment, TEXT_STREAM, Timeline } from '../history/timeline.ts';
import { type Entries, Trail } from '../history/trail.ts';
import { appliedEntries } from '../steps/standing.ts';
import { dismissText, nameByIds, screenText, takeScreen } from '../steps/text.ts';
import { keptNumbers } from '../views/numbers.ts';
import { keptLevel } from '../zoom/zoom.ts';
import { keptTexts, longTexts, queryOf } from './address.ts';
import { applySteps, engine } from './engine.ts';
import { asRef, columnOf, otherColumns, say, showTab, state } from './store.ts';
import { readAddress, type ScreenAddress } from './url.ts';
import { columnArrivals } from './values.ts';

/** Safari rejects more than 100 address changes in 30 s. */
const ADDRESS_EVERY_MS = 350;
/** Key in the browser's history state. */
const MOMENT = 'moment';

interface Applied {
  readonly steps: readonly Step[];
  readonly keys: readonly number[];
  readonly stepCount: number;
  readonly comparedScreen: ComparedScreen | null;
}

let started = false;
/** The initial query, until the page is first entered. */
let startedWith: string | null = null;
let onPage = false;
let applied: Applied | null = null;
let timeline: Timeline | null = null;
let trail: Trail | null = null;
let path = '';
let lastWritten = Number.NEGATIVE_INFINITY;
let writing: ReturnType<typeof setTimeout> | undefined;

/** Reads the address and starts the engine, once. Runs before the first render if the screener is the first page. */
export function startScreener(): void {
  if (started) return;
  started = true;
  startedWith = location.search;
  start();
}

/** Called when the page is entered; on a return it restores the browser's entry. Returns the cleanup. */
export function enterScreener(): () => void {
  onPage = true;
  path = location.pathname;
  startScreener();
  if (location.search !== startedWith) arrive();
  startedWith = null;
  addEventListener('pagehide', writeNow);
  return () => {
    removeEventListener('pagehide', writeNow);
    onPage = false;
    clearTimeout(writing);
    writing = undefined;
  };
}

function start(): void {
  takeAddress();
  engine();
  wantFirstRegion();
  apply();
  subscribeKey(state, 'steps', () => {
    state.travelKey = null;
    edited();
  });
  subscribeKey(state, 'travelKey', apply);
  subscribeKey(state, 'view', edited);
  subscribeKey(state, 'opened', mirror);
  window.addEventListener('popstate', () => {
    if (onPage && location.pathname === path) arrive();
  });
  let { loading, rowCount } = state.universe;
  let others = otherColumns();
  let status = state.history.status;
  let painted = state.frame?.version;
  subscribe(state, () => {
    const { universe, history } = state;
    const sent = otherColumns();
    if (universe.rowCount > 0 && (rowCount === 0 || sent !== others)) takeIds();
    const isSame =
      sent === others && history.status === status && universe.loading === loading && state.frame?.version === painted;
    ({ loading, rowCount } = universe);
    others = sent;
    status = history.status;
    painted = state.frame?.version;
    if (!isSame) apply();
  });
  // New categories may validate a filter.
  columnArrivals.add((id) => {
    if (state.steps.some(({ step }) => 'columnId' in step && step.columnId === id)) apply();
  });
}

/** Applies the address and starts a new timeline. */
function takeAddress(): void {
  const address = withKeptLevel(readAddress(location.search, DEFAULT_IDS));
  dismissText();
  const kept = keptTexts();
  state.view = asRef(kept.textB === null ? address.view : { ...address.view, textB: kept.textB });
  takeScreen(address.isLong ? (kept.text ?? address.text) : address.text, address.off);
  if (address.isLong && kept.text === null) say(t('announcement.longLost'));
  const text = screenText();
  state.linked = address.receipt === null ? null : asRef({ receipt: address.receipt, text });
  state.opened = address.saved === null ? null : asRef({ id: address.saved, text });
  // Links to saved screens show what has changed since.
  if (address.saved !== null) showTab('saved');
  takeScreenColumns();
  beginTimeline();
}

function beginTimeline(): void {
  timeline = new Timeline({ steps: state.steps, view: state.view });
  trail = new Trail(ENTRIES, timeline.present.id);
  showUndo();
}

/** An empty address uses the zoom level of the last visit. */
function withKeptLevel(address: ScreenAddress): ScreenAddress {
  if (location.search !== '') return address;
  return { ...address, view: { ...address.view, zoom: { ...address.view.zoom, level: keptLevel() }, numbers: keptNumbers() } };
}

/** Replaces common names from the address by ids; not an undoable edit. */
function takeIds(): void {
  const { steps } = state;
  nameByIds();
  if (state.steps !== steps && timeline && !timeline.canUndo) beginTimeline();
}

/** Moves by as many edits as the browser's entry is away, even if the last edits have no entry yet; or else restores the screen of its address. */
function arrive(): void {
  const id: unknown = history.state?.[MOMENT];
  if (id === undefined && timeline && location.search === queryOf(timeline.present)) {
    // Only the fragment changed, e.g. by the skip link.
    trail = new Trail(ENTRIES, timeline.present.id);
    return;
  }
  const by = typeof id === 'string' ? (trail?.arrived(id) ?? null) : null;
  if (by === null) takeAddress();
  else if (by !== 0) restore(timeline?.goBy(by) ?? null);
}

function edited(): void {
  apply();
  if (!timeline?.take(state, performance.now(), state.draft !== null ? TEXT_STREAM : presentGesture())) return;
  showUndo();
  mirror();
}

export function undo(): void {
  restore(timeline?.undo() ?? null);
}

export function redo(): void {
  restore(timeline?.redo() ?? null);
}

function restore(moment: Moment | null): void {
  if (!moment) {
    say(t('announcement.noUndo'));
    return;
  }
  dismissText();
  state.steps = moment.steps;
  state.view = moment.view;
  showUndo();
  mirror();
}

function showUndo(): void {
  state.canUndo = timeline?.canUndo ?? false;
  state.canRedo = timeline?.canRedo ?? false;
}

function apply(): void {
  takeScreenColumns();
  const entries = appliedEntries(state.steps, columnOf);
  const steps = entries.map((entry) => entry.step);
  const keys = entries.map((entry) => entry.key);
  const stepCount = keys.indexOf(state.travelKey ?? Number.NaN) + 1 || keys.length;
  const comparedScreen = comparedScreenOf(state.view);
  const before = applied && isSame(applied, steps, keys) ? applied : null;
  if (before?.stepCount === stepCount && JSON.stringify(before.comparedScreen) === JSON.stringify(comparedScreen)) return;
  // Keep the identity of an unchanged list, for caches.
  applied = { ...(before ?? { steps, keys }), stepCount, comparedScreen };
  applySteps(applied.steps, applied.keys, stepCount, comparedScreen);
}

function isSame(before: NonNullable<typeof applied>, steps: readonly Step[], keys: readonly number[]): boolean {
  if (before.keys.length !== keys.length || keys.some((key, index) => key !== before.keys[index])) return false;
  return steps.every((step, index) => {
    const old = before.steps[index];
    return old !== undefined && sameStep(step, old);
  });
}

function mirror(): void {
  const isGesture = presentGesture() !== null;
  if (!onPage || (writing !== undefined && !isGesture)) return;
  // Writing takes longer than a move of the pointer may take: it waits for the drag to rest.
  clearTimeout(writing);
  const wait = isGesture ? ADDRESS_EVERY_MS : lastWritten + ADDRESS_EVERY_MS - performance.now();
  if (wait <= 0) writeHistory();
  else writing = setTimeout(writeHistory, wait);
}

/** Who leaves right after an edit finds it on the way back. */
function writeNow(): void {
  if (writing === undefined) return;
  clearTimeout(writing);
  writeHistory();
}

function writeHistory(): void {
  writing = undefined;
  lastWritten = performance.now();
  if (timeline) trail?.follow(timeline.ids, timeline.place);
}

function entryState(id: string): object {
  return { ...history.state, [MOMENT]: id, ...longTexts(timeline?.momentOf(id) ?? state) };
}

function address(id: string): string {
  return location.pathname + queryOf(timeline?.momentOf(id) ?? state) + location.hash;
}

/** The only writer of the address. */
const ENTRIES: Entries = {
  push: (id) => history.pushState({ ...entryState(id), key: id, idx: (history.state?.idx ?? 0) + 1 }, '', address(id)),
  replace: (id) => history.replaceState(entryState(id), '', address(id)),
  go: (delta) => history.go(delta),
};

/** Opens a stored screen as one edit. */
export function takeQuery(query: string, id: string): void {
  const { text, off, view } = readAddress(query, DEFAULT_IDS);
  dismissText();
  takeScreen(text, off);
  state.view = asRef(view);
  state.linked = null;
  state.opened = asRef({ id, text: screenText() });
  mirror();
}
