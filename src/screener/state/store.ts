/** The state of the screener. Large arrays and lists that are replaced as a whole are refs, not proxies. */
import { useSyncExternalStore } from 'react';
import { proxy, ref, subscribe } from 'valtio';
import { columnById } from '../../catalogue/catalogue.ts';
import type { Column, Display } from '../../catalogue/column.ts';
import type { Comparison, Part } from '../../engine/answers/comparison.ts';
import { dateOf } from '../../engine/steps/asOf.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { StepCount } from '../../engine/steps/stepCount.ts';
import type { ColumnValues } from '../../engine/table/columnValues.ts';
import { checkFormulas, isLet } from '../../engine/table/formulas.ts';
import { NO_HISTORY } from '../../engine/worker/noHistory.ts';
import type { Account, HistoryState, UniverseState } from '../../engine/worker/protocol.ts';
import { readSetting, writeSetting } from '../../shell/storage.ts';
import { dockWidth } from '../frame/dockWidth.ts';
import type { FramedView } from '../views/names.ts';
import { START_ZOOM, type Zoom } from '../zoom/level.ts';

/** A value that valtio does not proxy. */
export type Ref<T extends object> = T & { $$valtioSnapshot: T };

export function asRef<T extends object>(value: T): Ref<T> {
  return ref(value) as Ref<T>;
}

/** A step in the list. The key is stable across edits and moves. */
export interface StepEntry {
  readonly key: number;
  readonly on: boolean;
  readonly step: Step;
}

/** The painted result: rows in order and the columns copied so far, of one table version. */
export interface Frame {
  readonly version: number;
  /** The screen's date; null for today's universe. */
  readonly date: string | null;
  readonly rows: Uint32Array;
  /** Rows of the table, and how many of them are securities; the universe may have more while countries load. */
  readonly rowCount: number;
  readonly universeCount: number;
  readonly columns: ReadonlyMap<string, ColumnValues>;
  /** Number of applied steps that produced the rows. */
  readonly stepCount: number;
  readonly ms: number;
}

/** Rows within which the lens ranks a value: all, the same sector or country, or the result. */
export const LENS_SCOPES = ['universe', 'sector', 'country', 'rows'] as const;
export type LensScope = (typeof LENS_SCOPES)[number];

/** Text on the lens colors: values or percentiles. */
export const LENS_TEXTS = ['values', 'percentiles'] as const;
export type LensText = (typeof LENS_TEXTS)[number];

/** Number format: as specified, or adapted to each column's values. */
export const NUMBER_RULES = ['specified', 'adaptive'] as const;
export type NumberRule = (typeof NUMBER_RULES)[number];

/** Layout of the grid; null columns are the defaults, in catalogue order. */
export interface View {
  readonly columns: readonly string[] | null;
  readonly widths: Readonly<Record<string, number>>;
  /** Frozen columns, besides symbol and name. */
  readonly pinned: readonly string[];
  /** Groups folded to their first column. */
  readonly folded: readonly Column['group'][];
  /** Scope of the lens; null turns it off. */
  readonly lens: LensScope | null;
  readonly lensText: LensText;
  /** Display currency of amounts, or `own` for each row's; null for the common one (rows/shownMoney.ts). */
  readonly money: string | null;
  /** Text of the compared screen (B), or null. */
  readonly textB: string | null;
  /** Rows shown in a comparison. */
  readonly part: Part;
  readonly zoom: Zoom;
  /** Null for the default of the zoom level. */
  readonly numbers: NumberRule | null;
  /** The present view. At `table`, the zoom selects grid or panorama. */
  readonly shown: 'table' | FramedView;
  /** Settings of the views, keyed by view and name: `scatter.x`. */
  readonly settings: Readonly<Record<string, string>>;
}

export const START_VIEW: View = {
  columns: null,
  widths: {},
  pinned: [],
  folded: [],
  lens: null,
  lensText: 'values',
  money: null,
  textB: null,
  part: 'a',
  zoom: START_ZOOM,
  numbers: null,
  shown: 'table',
  settings: {},
};

/** A syntax error and its position (from 0). */
export interface TextFault {
  readonly message: string;
  readonly at: number;
  readonly fromUrl: boolean;
}

/** Summary of the selected cells; sum, mean and median are NaN without numbers. */
export interface SelectionSummary {
  readonly cellCount: number;
  /** The selected rows; of large selections the first ones. */
  readonly rows: readonly number[];
  /** Common display rule of the columns; null for plain numbers. */
  readonly display: Display | null;
  /** Common currency if all columns are amounts. */
  readonly currency: string | null;
  readonly sum: number;
  readonly mean: number;
  readonly median: number;
}

export interface ExportProgress {
  readonly share: number;
  readonly cancel: () => void;
}

export type Panel = 'steps' | 'columns';

export type Side = 'left' | 'right';

/** Side and width of a panel; a null width is the default. */
export interface DockPlace {
  side: Side;
  width: number | null;
}

/** Tabs of the right panel. */
export const TABS = ['columns', 'row', 'compare', 'comparison', 'saved'] as const;
export type Tab = (typeof TABS)[number];

/** Sheets that cover the grid. */
export type Sheet = 'columns' | 'keys' | 'data' | 'format' | 'serverScreen';

/** The grid's cursor; `row` is a table row, `position` its index in the result. */
export interface Cursor {
  readonly columnId: string;
  readonly row: number;
  readonly position: number;
}

export interface LineageCell {
  readonly version: number;
  readonly row: number;
  readonly columnId: string;
}

/** Rows of one table version. */
export interface VersionedRows {
  readonly version: number;
  readonly rows: readonly number[];
}

/** The engine's account of the steps with these `keys`. */
export interface StepAccount extends Account {
  readonly keys: readonly number[];
}

/** Comparison of the last result; `sides` by table row: 1 is A, 2 is B, 3 both. */
export interface ShownComparison {
  readonly version: number;
  readonly stepsA: readonly Step[];
  readonly stepsB: readonly Step[];
  readonly found: Comparison;
  readonly sides: Uint8Array;
}

/** Receipt from the address and the text it belongs to. */
export interface LinkedText {
  readonly receipt: string;
  readonly text: string;
}

/** The opened saved screen and its text. */
export interface OpenedScreen {
  readonly id: string;
  readonly text: string;
}

export interface ScreenerState {
  steps: Ref<readonly StepEntry[]>;
  /** Columns that the steps refer to, in order; frozen during a gesture. */
  screenIds: Ref<readonly string[]>;
  openKey: number | null;
  /** Ledger of the last result by step key. */
  counts: Ref<ReadonlyMap<number, StepCount>>;
  /** Null while pending. */
  account: Ref<StepAccount> | null;
  /** The step whose output is shown; null for the final result. */
  travelKey: number | null;
  /** The step whose swap with its successor is previewed. */
  swapKey: number | null;
  /** Text being edited; null while it equals the canonical text. */
  draft: string | null;
  textFault: TextFault | null;
  view: Ref<View>;
  universe: Ref<UniverseState>;
  history: Ref<HistoryState>;
  /** Number of looks into the hold-out, including the present result; null outside of it. */
  looks: number | null;
  /** Progress of the history download in bytes; null when idle. */
  fetching: Ref<{ readonly done: number; readonly total: number }> | null;
  comparison: Ref<ShownComparison> | null;
  linked: Ref<LinkedText> | null;
  opened: Ref<OpenedScreen> | null;
  frame: Ref<Frame> | null;
  selection: SelectionSummary | null;
  exporting: Ref<ExportProgress> | null;
  exportFault: string | null;
  crash: string | null;
  /** The engine does not respond. */
  isEngineSilent: boolean;
  /** Contents of the second window. */
  second: 'panels' | FramedView | null;
  /** The browser blocked the second window. */
  secondBlocked: boolean;
  panels: Record<Panel, boolean>;
  docks: Record<Panel, DockPlace>;
  tab: Tab;
  sheet: Sheet | null;
  /** Scope of the open palette. */
  palette: 'all' | 'rows' | null;
  /** Whether the next key selects a group. */
  awaitsGroup: boolean;
  /** Whether single-character shortcuts are on; off helps users of voice control. */
  singleKeys: boolean;
  cursor: Ref<Cursor> | null;
  /** The row in the detail panel. */
  detail: Ref<VersionedRows> | null;
  compared: Ref<VersionedRows>;
  lineageCell: Ref<LineageCell> | null;
  /** Groups collapsed in the column panel. */
  closedGroups: readonly string[];
  /** The user's column sets as last written, to re-render; null before. */
  userSets: Ref<readonly object[]> | null;
  /** The watchlists as last written, to re-render; null before. */
  watchlists: Ref<readonly object[]> | null;
  canUndo: boolean;
  canRedo: boolean;
  /** Last announcements for screen readers: of actions and of results. */
  announcement: string;
  resultAnnouncement: string;
}

const EMPTY_UNIVERSE: UniverseState = {
  loading: true,
  countries: [],
  rowCount: 0,
  version: 0,
  otherColumns: [],
  absentColumns: [],
  failure: null,
  note: null,
  coverage: null,
};

/** Narrower pages start with the panel closed. */
const OPEN_FROM_PX: Readonly<Record<Panel, number>> = { steps: 821, columns: 1700 };

function panelIsOpen(panel: Panel): boolean {
  const setting = readSetting(`panel.${panel}`);
  return setting === null ? globalThis.innerWidth >= OPEN_FROM_PX[panel] : setting === 'open';
}

function dockPlace(panel: Panel, side: Side): DockPlace {
  const width = dockWidth(Number.parseFloat(readSetting(`dock.${panel}.width`) ?? ''));
  const kept = readSetting(`dock.${panel}.side`);
  return { side: kept === 'left' || kept === 'right' ? kept : side, width };
}

export const state = proxy<ScreenerState>({
  steps: asRef<readonly StepEntry[]>([]),
  screenIds: asRef<readonly string[]>([]),
  openKey: null,
  counts: asRef<ReadonlyMap<number, StepCount>>(new Map()),
  account: null,
  travelKey: null,
  swapKey: null,
  draft: null,
  textFault: null,
  view: asRef(START_VIEW),
  universe: asRef(EMPTY_UNIVERSE),
  history: asRef(NO_HISTORY),
  looks: null,
  fetching: null,
  comparison: null,
  linked: null,
  opened: null,
  frame: null,
  selection: null,
  exporting: null,
  exportFault: null,
  crash: null,
  isEngineSilent: false,
  second: null,
  secondBlocked: false,
  panels: { steps: panelIsOpen('steps'), columns: panelIsOpen('columns') },
  docks: { steps: dockPlace('steps', 'left'), columns: dockPlace('columns', 'right') },
  tab: TABS.find((tab) => tab === readSetting('tab')) ?? 'columns',
  sheet: null,
  palette: null,
  awaitsGroup: false,
  singleKeys: readSetting('singleKeys') !== 'off',
  cursor: null,
  detail: null,
  compared: asRef<VersionedRows>({ version: -1, rows: [] }),
  lineageCell: null,
  closedGroups: (readSetting('closedGroups') ?? '').split(',').filter(Boolean),
  userSets: null,
  watchlists: null,
  canUndo: false,
  canRedo: false,
  announcement: '',
  resultAnnouncement: '',
});

/** The screen's date; null for today's universe. */
export function presentDate(steps: readonly StepEntry[] = state.steps): string | null {
  return dateOf(steps.flatMap(({ on, step }) => (on ? [step] : [])));
}

/** Server columns outside the catalogue, for today or for the history. */
export function otherColumns(isDated = presentDate() !== null): readonly Column[] {
  return isDated ? state.history.otherColumns : state.universe.otherColumns;
}

/** A column of the catalogue or the server; formulas cannot use its name. */
export function sentColumnOf(id: string): Column | undefined {
  return columnById(id) ?? otherColumns().find((column) => column.id === id);
}

/** Cache of the columns of formulas, with its inputs. */
let made = { key: '', sent: EMPTY_UNIVERSE.otherColumns, columns: EMPTY_UNIVERSE.otherColumns };

/** Columns outside the catalogue: of the screen's formulas, then of the server. The same array until they change. */
export function addedColumns(): readonly Column[] {
  const sent = otherColumns();
  const formulas = state.steps.flatMap(({ on, step }) => (on && isLet(step) && step.columnId ? [step] : []));
  const key = JSON.stringify(formulas);
  if (key !== made.key || sent !== made.sent) {
    const own = checkFormulas(formulas, sentColumnOf).columns.map(({ column }) => column);
    made = { key, sent, columns: own.length > 0 ? [...own, ...sent] : sent };
  }
  return made.columns;
}

const onChange = (call: () => void): (() => void) => subscribe(state, call);

/** Re-renders only when these columns change, not with every step and country. */
export function useAddedColumns(): readonly Column[] {
  return useSyncExternalStore(onChange, addedColumns);
}

/** A column of the catalogue, the server or a formula. */
export function columnOf(id: string): Column | undefined {
  return columnById(id) ?? addedColumns().find((column) => column.id === id);
}

export function showPanel(panel: Panel, open: boolean): void {
  state.panels[panel] = open;
  writeSetting(`panel.${panel}`, open ? 'open' : 'closed');
}

export function showTab(tab: Tab): void {
  state.tab = tab;
  writeSetting('tab', tab);
  showPanel('columns', true);
}

export function allowSingleKeys(allowed: boolean): void {
  state.singleKeys = allowed;
  writeSetting('singleKeys', allowed ? null : 'off');
}

/** Assigns properties of the state. */
export function change(part: Partial<ScreenerState>): void {
  Object.assign(state, part);
}

export function changeView(change: Partial<View>): void {
  state.view = asRef({ ...state.view, ...change });
}

/** Announces a sentence to screen readers, repeatedly if repeated. */
export function say(text: string): void {
  state.announcement = text === state.announcement ? `${text}\u00a0` : text;
}
