/** What the screener knows: the one state that its components read. Big arrays and lists that are replaced whole are held, not proxied. */
import { proxy, ref } from 'valtio';
import { columnById } from '../catalogue/catalogue.ts';
import type { Column, Display } from '../catalogue/column.ts';
import type { ColumnValues, StepCount, UniverseState } from '../engine/protocol.ts';
import type { Step } from '../engine/steps.ts';
import { readSetting, writeSetting } from '../shell/storage.ts';

/** A value that valtio passes through as it is. */
export type Held<T extends object> = T & { $$valtioSnapshot: T };

export function held<T extends object>(value: T): Held<T> {
  return ref(value) as Held<T>;
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
  readonly rows: Uint32Array;
  readonly columns: ReadonlyMap<string, ColumnValues>;
  readonly ms: number;
}

/** How the grid is laid out; null columns are the ones shown by default, in the catalogue's order. */
export interface View {
  readonly columns: readonly string[] | null;
  /** Widths in pixels that differ from the default. */
  readonly widths: Readonly<Record<string, number>>;
}

/** A text that could not be read, and at which character (counted from 0). */
export interface TextFault {
  readonly message: string;
  readonly at: number;
  readonly fromUrl: boolean;
}

/** Figures of the selected cells; sum, mean and median are NaN when none holds a number. */
export interface SelectionSummary {
  readonly cellCount: number;
  /** How the figures are shown: as the columns are when all of them are shown alike, else as plain numbers. */
  readonly display: Display | null;
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

export interface ScreenerState {
  steps: Held<readonly StepEntry[]>;
  /** The step whose form is open. */
  openKey: number | null;
  /** Ledger of the last result, by key of the step. */
  counts: Held<ReadonlyMap<number, StepCount>>;
  /** Text being edited; null while it is the canonical text of the steps. */
  draft: string | null;
  textFault: TextFault | null;
  view: Held<View>;
  universe: Held<UniverseState>;
  frame: Held<Frame> | null;
  selection: SelectionSummary | null;
  exporting: Held<ExportProgress> | null;
  exportFault: string | null;
  crash: string | null;
  panels: Record<Panel, boolean>;
  /** Last sentences for screen readers: what was done, and what came of it. */
  said: string;
  saidResult: string;
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
};

/** Narrower pages start without the panel of the columns. */
const BOTH_PANELS_FROM_PX = 1700;

function panelIsOpen(panel: Panel): boolean {
  const setting = readSetting(`panel.${panel}`);
  return setting === null ? panel === 'steps' || globalThis.innerWidth >= BOTH_PANELS_FROM_PX : setting === 'open';
}

export const state = proxy<ScreenerState>({
  steps: held<readonly StepEntry[]>([]),
  openKey: null,
  counts: held<ReadonlyMap<number, StepCount>>(new Map()),
  draft: null,
  textFault: null,
  view: held<View>({ columns: null, widths: {} }),
  universe: held(EMPTY_UNIVERSE),
  frame: null,
  selection: null,
  exporting: null,
  exportFault: null,
  crash: null,
  panels: { steps: panelIsOpen('steps'), columns: panelIsOpen('columns') },
  said: '',
  saidResult: '',
});

/** The column of that id, of the catalogue or of the server. */
export function columnOf(id: string): Column | undefined {
  return columnById(id) ?? state.universe.otherColumns.find((column) => column.id === id);
}

export function showPanel(panel: Panel, open: boolean): void {
  state.panels[panel] = open;
  writeSetting(`panel.${panel}`, open ? 'open' : 'closed');
}

/** Says a sentence to screen readers; the same one twice is said twice. */
export function say(text: string): void {
  state.said = text === state.said ? `${text}\u00a0` : text;
}
