/**
 * Column copies for the grid. Rows and values of different table versions never mix: a result of a new version waits until the
 * visible columns have arrived, while the old one stays painted.
 */

import { dateOf } from '../../engine/steps/asOf.ts';
import { sameStep } from '../../engine/steps/language.ts';
import type { ColumnValues } from '../../engine/table/columnValues.ts';
import { isLet, type LetStep } from '../../engine/table/formulas.ts';
import type { Result } from '../../engine/worker/client.ts';
import { type Events, makeListeners } from '../../shell/listeners.ts';
import { asRef, type Frame, presentDate, state } from './store.ts';

interface Copies {
  readonly version: number;
  readonly columns: Map<string, ColumnValues>;
}

/** Windows of the page; each requests the columns it shows. */
export type WindowOfWish = 'first' | 'second';

interface Wish {
  readonly visible: readonly string[];
  readonly near: readonly string[];
  readonly all: readonly string[];
}

type AskForColumn = (id: string) => Promise<{ version: number; column: ColumnValues }>;

/** Maximum wait of a result for its columns. */
const PROMOTE_AFTER_MS = 250;
/** Delay before old copies are released: the grid library keeps references to what it drew. */
const LET_GO_MS = 2000;
/** Maximum of concurrent prefetches. */
const AHEAD_MAX = 4;
/** Memory limit of prefetched copies. */
const AHEAD_BYTES_MAX = 512 * 1024 * 1024;

let shown: Copies = { version: -1, columns: new Map() };
let next: Copies | null = null;
let waiting: Result | null = null;
const wishes = new Map<WindowOfWish, Wish>();
let visible: readonly string[] = [];
/** The visible columns last sent to the engine. */
let watched: readonly string[] = [];
let near: readonly string[] = [];
let all: readonly string[] = [];
let deadline: ReturnType<typeof setTimeout> | undefined;
let ask: AskForColumn | null = null;
let watch: (ids: readonly string[]) => void = () => {};
let onRows: () => void = () => {};
/** Formulas used for the present copies. */
let formulas: readonly LetStep[] = [];
const inFlight = new Set<string>();
const voids = makeListeners<[ids: readonly string[]]>();
const arrivals = makeListeners<[id: string]>();

/** Connects the source of columns, the receiver of visible columns, and the listener for rows painted while countries load. */
export function connectValues(source: AskForColumn, watcher: typeof watch, listener: typeof onRows): void {
  ask = source;
  watch = watcher;
  onRows = listener;
}

/** Arriving columns of the painted frame. */
export const columnArrivals: Events<[id: string]> = arrivals;

/** Calls back when columns become invalid because their formulas changed. */
export const onColumnsVoid = voids.add;

/** Sets the visible, nearby and all columns of a window, by priority. */
export function wantColumns(
  now: readonly string[],
  soon: readonly string[],
  ever: readonly string[],
  own: WindowOfWish = 'first',
): void {
  wishes.set(own, { visible: now, near: soon, all: ever });
  takeWishes();
}

export function dropWish(own: WindowOfWish): void {
  if (wishes.delete(own)) takeWishes();
}

const everyOf = (part: keyof Wish): readonly string[] => [...new Set([...wishes.values()].flatMap((wish) => wish[part]))];

function takeWishes(): void {
  const now = everyOf('visible');
  // Once all countries are loaded the table only changes with the date.
  if ((state.universe.loading || presentDate() !== null) && now.join() !== watched.join()) {
    watched = now;
    watch(now);
  }
  visible = now;
  near = everyOf('near');
  all = everyOf('all');
  fetchWanted();
}

/** Takes a new result and paints it once its columns have arrived. */
export function takeResult(result: Result): void {
  takeFormulas(result.steps.filter(isLet));
  if (result.version === shown.version) {
    for (const column of result.columns) shown.columns.set(column.id, column);
    waiting = null;
    paint(result, shown);
    // Earlier requests may have failed.
    fetchWanted();
    return;
  }
  waiting = result;
  if (next?.version !== result.version) next = { version: result.version, columns: new Map() };
  if (next.version === result.version) for (const column of result.columns) next.columns.set(column.id, column);
  fetchWanted();
  promoteIfReady();
  deadline ??= setTimeout(promote, PROMOTE_AFTER_MS);
}

/** Drops copies computed with other formulas; later requests use the new ones. */
function takeFormulas(now: readonly LetStep[]): void {
  const isSame = now.length === formulas.length && now.every((step, index) => sameStep(step, formulas[index] ?? step));
  if (isSame) return;
  const ids = [...new Set([...formulas, ...now].map((step) => step.columnId))];
  formulas = now;
  for (const id of ids) {
    shown.columns.delete(id);
    next?.columns.delete(id);
  }
  voids.tell(ids);
  fetchWanted();
}

/** Resets versions after a restart of the engine. The painted frame stays until a new one arrives. */
export function voidValues(): void {
  shown = { version: -1, columns: new Map() };
  next = null;
  waiting = null;
  inFlight.clear();
}

/** Prefetches columns that are not visible, for scrolling. */
export function fetchAhead(): void {
  if (inFlight.size >= AHEAD_MAX || state.universe.loading) return;
  const bytes = all.length * state.universe.rowCount * 4;
  // Each column of a history is a separate file.
  const wanted = bytes > AHEAD_BYTES_MAX || presentDate() !== null ? near : all;
  for (const id of wanted) {
    if (inFlight.size >= AHEAD_MAX) return;
    if (!newest().columns.has(id)) fetchColumn(id);
  }
}

function newest(): Copies {
  return next ?? shown;
}

function fetchWanted(): void {
  const { version, columns } = newest();
  // The first result includes the visible columns.
  if (version < 0) return;
  for (const id of visible) if (!columns.has(id)) fetchColumn(id);
  // While countries load, tables change often: copy only visible columns.
  if (!state.universe.loading) for (const id of near) if (!columns.has(id)) fetchColumn(id);
}

function fetchColumn(id: string): void {
  if (!ask || inFlight.has(id)) return;
  inFlight.add(id);
  ask(id).then(
    ({ version, column }) => {
      inFlight.delete(id);
      keep(version, column);
    },
    () => inFlight.delete(id),
  );
}

function keep(version: number, column: ColumnValues): void {
  if (next && version === next.version) next.columns.set(column.id, column);
  else if (!waiting && state.universe.loading && version > newest().version)
    next = { version, columns: new Map([[column.id, column]]) };
  else if (version === shown.version) {
    shown.columns.set(column.id, column);
    arrivals.tell(column.id);
  }
  if (next && version === shown.version && visible.includes(column.id) && !next.columns.has(column.id)) fetchColumn(column.id);
  promoteIfReady();
  fetchAhead();
}

function promoteIfReady(): void {
  const columns = next?.columns;
  if (columns && waiting?.version === next?.version && visible.every((id) => columns.has(id))) promote();
}

function promote(): void {
  clearTimeout(deadline);
  deadline = undefined;
  if (!waiting || !next || waiting.version !== next.version) return;
  const result = waiting;
  const last = shown;
  setTimeout(() => last.columns.clear(), LET_GO_MS);
  shown = next;
  next = null;
  waiting = null;
  paint(result, shown);
  fetchWanted();
  fetchAhead();
}

function paint(result: Result, copies: Copies): void {
  const { version, rows, rowCount, universeCount, stepCount, steps, ms } = result;
  const frame: Frame = { version, date: dateOf(steps), rows, rowCount, universeCount, columns: copies.columns, stepCount, ms };
  state.frame = asRef(frame);
  if (state.universe.loading && rowCount > 0) onRows();
}
