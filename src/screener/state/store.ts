/** What the screener knows: the one state that its components read. Big arrays and lists that are replaced whole are refs, not proxied. */
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
import type { RoomName } from '../views/names.ts';
import { START_ZOOM, type Zoom } from '../zoom/level.ts';

/** A value that valtio passes through as it is. */
export type Ref<T extends object> = T & { $$valtioSnapshot: T };

export function asRef<T extends object>(value: T): Ref<T> {
  return ref(value) as Ref<T>;
}

/** A step in the list. The key stays with it whatever its place and wording. */
export interface StepEntry {
  readonly key: number;
  readonly on: boolean;
  readonly step: Step;
}

/** What the grid paints: rows in order, and the columns copied so far of the same version of the table. */
export interface Frame {
  readonly version: number;
  /** The date that the screen began with; null for the universe of today. */
  readonly date: string | null;
  readonly rows: Uint32Array;
  /** Rows of that table, and those of them that are securities; while countries come, the universe may have more. */
  readonly rowCount: number;
  readonly universeCount: number;
  readonly columns: ReadonlyMap<string, ColumnValues>;
  /** How many of the applied steps the rows have been through. */
  readonly stepCount: number;
  readonly ms: number;
}

/** Among which rows the lens ranks a value: all, those of the same sector or country, or those that are left. */
export const LENS_SCOPES = ['universe', 'sector', 'country', 'rows'] as const;
export type LensScope = (typeof LENS_SCOPES)[number];

/** Values stay on the colours of the lens, or percentiles take their place. */
export const LENS_TEXTS = ['values', 'percentiles'] as const;
export type LensText = (typeof LENS_TEXTS)[number];

/** Figures by the rule of the specification, or by one rule for each column, chosen from its values. */
export const NUMBER_RULES = ['specified', 'adaptive'] as const;
export type NumberRule = (typeof NUMBER_RULES)[number];

/** How the grid is laid out; null columns are the ones shown by default, in the catalogue's order. */
export interface View {
  readonly columns: readonly string[] | null;
  /** Widths in pixels that differ from the default. */
  readonly widths: Readonly<Record<string, number>>;
  /** Columns that stay in place beside symbol and name while the others scroll. */
  readonly pinned: readonly string[];
  /** Groups of which only the first column is shown. */
  readonly folded: readonly Column['group'][];
  /** Among which rows values are ranked for the colour behind them; null is the plain grid. */
  readonly lens: LensScope | null;
  /** What stands on the colours of the lens. */
  readonly lensText: LensText;
  /** The currency that amounts are shown in, or `own` for that of the row; null is the common one, as rows/shownMoney.ts says. */
  readonly money: string | null;
  /** The text of the screen beside this one (B), or null. */
  readonly textB: string | null;
  /** Which rows of the two the grid shows. */
  readonly part: Part;
  readonly zoom: Zoom;
  /** How figures are written; null is the rule that suits the level of the zoom. */
  readonly numbers: NumberRule | null;
  /** What fills the room between the panels. At `table` the zoom says whether it is the grid or the panorama. */
  readonly shown: 'table' | RoomName;
  /** What was chosen in the views, by name of the view and the setting: `scatter.x`. Each view reads its own. */
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

/** A text that could not be read, and at which character (counted from 0). */
export interface TextFault {
  readonly message: string;
  readonly at: number;
  readonly fromUrl: boolean;
}

/** Figures of the selected cells; sum, mean and median are NaN when none holds a number. */
export interface SelectionSummary {
  readonly cellCount: number;
  /** The selected rows; of very many, the first ones. */
  readonly rows: readonly number[];
  /** How the figures are shown: as the columns are when all of them are shown alike, else as plain numbers. */
  readonly display: Display | null;
  /** The currency of the figures when all of them are amounts. */
  readonly currency: string | null;
  readonly sum: number;
  readonly mean: number;
  readonly median: number;
}

/** A file that is being made. */
export interface ExportProgress {
  readonly share: number;
  readonly cancel: () => void;
}

export type Panel = 'steps' | 'columns';

export type Side = 'left' | 'right';

/** Where a panel stands; a null width is the one that suits the page. */
export interface DockPlace {
  side: Side;
  width: number | null;
}

/** What the panel on the far side of the grid shows. */
export const TABS = ['columns', 'row', 'compare', 'comparison', 'saved'] as const;
export type Tab = (typeof TABS)[number];

/** What covers the grid until it is closed. */
export type Sheet = 'columns' | 'keys' | 'data' | 'format' | 'serverScreen';

/** Where the cursor of the grid stands; `row` is a row of the table, `position` its place among the present rows. */
export interface Cursor {
  readonly columnId: string;
  readonly row: number;
  readonly position: number;
}

/** The number whose lineage is shown. */
export interface LineageCell {
  readonly version: number;
  readonly row: number;
  readonly columnId: string;
}

/** Rows of one version of the table. */
export interface VersionedRows {
  readonly version: number;
  readonly rows: readonly number[];
}

/** What the engine says of the steps once their result is there; `keys` are those of the steps that it speaks of. */
export interface StepAccount extends Account {
  readonly keys: readonly number[];
}

/** The two screens of the last result, and by row of the table which of them has it: 1 is A, 2 is B, 3 both. */
export interface ShownComparison {
  readonly version: number;
  readonly stepsA: readonly Step[];
  readonly stepsB: readonly Step[];
  readonly found: Comparison;
  readonly sides: Uint8Array;
}

/** The receipt that came with the address, and the text of the screen that it belongs to. */
export interface LinkedText {
  readonly receipt: string;
  readonly text: string;
}

/** The saved screen that was opened, and its text. */
export interface OpenedScreen {
  readonly id: string;
  readonly text: string;
}

export interface ScreenerState {
  steps: Ref<readonly StepEntry[]>;
  /** Columns that the steps name, in their order; as before the gesture that goes on. */
  screenIds: Ref<readonly string[]>;
  /** The step whose form is open. */
  openKey: number | null;
  /** Ledger of the last result, by key of the step. */
  counts: Ref<ReadonlyMap<number, StepCount>>;
  /** Null while it is being computed. */
  account: Ref<StepAccount> | null;
  /** The step whose output is shown; null for the result. */
  travelKey: number | null;
  /** The step whose swap with the next one is previewed. */
  swapKey: number | null;
  /** Text being edited; null while it is the canonical text of the steps. */
  draft: string | null;
  textFault: TextFault | null;
  view: Ref<View>;
  universe: Ref<UniverseState>;
  history: Ref<HistoryState>;
  /** Looks into the hold-out of the history, that of the present result among them; null where its rows are others. */
  looks: number | null;
  /** Bytes of the history that have come and that are wanted; null when none is under way. */
  fetching: Ref<{ readonly done: number; readonly total: number }> | null;
  comparison: Ref<ShownComparison> | null;
  linked: Ref<LinkedText> | null;
  opened: Ref<OpenedScreen> | null;
  frame: Ref<Frame> | null;
  selection: SelectionSummary | null;
  exporting: Ref<ExportProgress> | null;
  exportFault: string | null;
  crash: string | null;
  /** The engine has been asked and says nothing. */
  isEngineSilent: boolean;
  /** What is in a window of its own: the panels, or a view. */
  second: 'panels' | RoomName | null;
  /** The browser allowed no second window. */
  secondBlocked: boolean;
  panels: Record<Panel, boolean>;
  docks: Record<Panel, DockPlace>;
  tab: Tab;
  sheet: Sheet | null;
  /** The palette when it is open: of everything, or of rows alone. */
  palette: 'all' | 'rows' | null;
  /** Waits for the letter of a group to go to. */
  awaitsGroup: boolean;
  /** Keys without Ctrl or Alt are off for those who speak or dictate to their machine. */
  singleKeys: boolean;
  cursor: Ref<Cursor> | null;
  /** The row that the detail shows. */
  detail: Ref<VersionedRows> | null;
  compared: Ref<VersionedRows>;
  lineageCell: Ref<LineageCell> | null;
  /** Groups that the panel of the columns shows closed. */
  closedGroups: readonly string[];
  /** The user's own sets of columns, as last written; null before. */
  userSets: Ref<readonly object[]> | null;
  /** The watchlists, as last written; null before. */
  watchlists: Ref<readonly object[]> | null;
  canUndo: boolean;
  canRedo: boolean;
  /** Last sentences for screen readers: what was done, and what came of it. */
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

/** Narrower pages start without the panel. */
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

/** The date that the screen begins with; null for the universe of today. */
export function presentDate(steps: readonly StepEntry[] = state.steps): string | null {
  return dateOf(steps.flatMap(({ on, step }) => (on ? [step] : [])));
}

/** Columns that the catalogue doesn't know: of the universe of today, or of the history. */
export function otherColumns(isDated = presentDate() !== null): readonly Column[] {
  return isDated ? state.history.otherColumns : state.universe.otherColumns;
}

/** The column of that id, of the catalogue or of the server; formulas can't be called so. */
export function sentColumnOf(id: string): Column | undefined {
  return columnById(id) ?? otherColumns().find((column) => column.id === id);
}

/** The columns that formulas make, and what they were made of. */
let made = { key: '', sent: EMPTY_UNIVERSE.otherColumns, columns: EMPTY_UNIVERSE.otherColumns };

/** Columns that are not the catalogue's: those of the screen's formulas, then the server's own. The same array until they change. */
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

/** The same, to render again when they change, and not with every step and country. */
export function useAddedColumns(): readonly Column[] {
  return useSyncExternalStore(onChange, addedColumns);
}

/** The column of that id, of the catalogue, of the server or of a formula of the screen. */
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

/** Says a sentence to screen readers; the same one twice is said twice. */
export function say(text: string): void {
  state.announcement = text === state.announcement ? `${text}\u00a0` : text;
}
