import type { Choice } from '../../../kernels/choose.ts';
import { BACKENDS, type BackendName } from '../../../kernels/gpu/device.ts';
import type { Correlations } from '../../../kernels/statistics/correlation.ts';
import type { Column } from '../../catalogue/column.ts';
import type { FlagCounts } from '../../catalogue/flag.ts';
import type { Coverage } from '../../wire/coverage.ts';
import type { Coverage as SnapshotCoverage } from '../../wire/history.ts';
import type { Comparison, Part } from '../answers/comparison.ts';
import type { PresentDistribution, UniverseDistribution } from '../answers/distribution.ts';
import type { LedgerLine } from '../answers/ledger.ts';
import type { Lineage } from '../answers/lineage.ts';
import type { OrderMark, Swap } from '../answers/order.ts';
import type { Fate } from '../answers/overDates.ts';
import type { Scope } from '../answers/percentile.ts';
import type { ColumnProfile } from '../answers/profile.ts';
import type { Receipt } from '../answers/receipt.ts';
import type { Verdict } from '../answers/receiptLink.ts';
import type { Reference } from '../answers/reference.ts';
import type { Relaxation } from '../answers/relaxation.ts';
import type { Since } from '../answers/since.ts';
import type { Snapshot } from '../answers/snapshot.ts';
import type { TraceReport } from '../answers/traceReport.ts';
import type { ColumnBlock } from '../panorama/columnOrder.ts';
import type { ColumnOrder, RowOrder } from '../panorama/frame.ts';
import type { Step } from '../steps/registry.ts';
import type { StepCount } from '../steps/stepCount.ts';
import type { ColumnValues } from '../table/columnValues.ts';
import type { Portfolio } from '../table/holdings.ts';

/** What happened to one listed country. */
export interface CountryState {
  readonly country: string;
  readonly updated: number;
  readonly status: 'waiting' | 'loading' | 'loaded' | 'failed';
  readonly rowCount: number;
  /** Why it failed, in the user's language; null otherwise. */
  readonly reason: string | null;
}

/** State of the universe. `loading` starts true and becomes false once every listed country has loaded or failed. */
export interface UniverseState {
  readonly loading: boolean;
  readonly countries: readonly CountryState[];
  readonly rowCount: number;
  /** Raised whenever row numbers get another meaning or values change; column values and rows of an older version are void. */
  readonly version: number;
  /** Columns the server sent and the catalogue doesn't know. */
  readonly otherColumns: readonly Column[];
  /** Ids of the catalogue's wire columns that no server answer names: missing for every row. */
  readonly absentColumns: readonly string[];
  /** Why nothing can be loaded at all (the countries or index calls failed), or null. */
  readonly failure: string | null;
  /** What the server says of the data, such as that they are synthetic; null when it says nothing. */
  readonly note: string | null;
  /** What the data are made of, over the countries that say so; null when none does. */
  readonly coverage: Coverage | null;
}

/** What is known of the history beside the universe of today. */
export interface HistoryState {
  /** `coming`: the server is making it, and is asked again. `failed`: there is one that can't be read. */
  readonly status: 'looking' | 'absent' | 'coming' | 'there' | 'failed';
  readonly every: 'month' | 'week' | 'day';
  /** ISO dates of all snapshots, rising. */
  readonly dates: readonly string[];
  /** One per date. */
  readonly coverage: readonly SnapshotCoverage[];
  /** Company columns that have today's value at every date. */
  readonly todays: readonly string[];
  /** Columns of its snapshots that the catalogue doesn't know; those of earlier dates come with them. */
  readonly otherColumns: readonly Column[];
  readonly digest: string;
  /** The same while snapshots are added; see historyId. */
  readonly id: string;
  /** First ISO day of the hold-out; null for a history that is too short for one. */
  readonly holdOut: string | null;
  /** What has to be said of its figures wherever they are shown. */
  readonly note: string | null;
  /** Why it can't be opened, or why something of it can't be fetched; null otherwise. */
  readonly reason: string | null;
}

/** A screen at a snapshot. */
export interface AtDate {
  /** Place of the snapshot among the dates of the history. */
  readonly place: number;
  /** Rows that the screen keeps. */
  readonly kept: number;
  /** What became of the security that was asked for; null when none was. */
  readonly fate: Fate | null;
}

/** One value of a text column and how many of the rows have it. */
export interface CategoryCount {
  readonly label: string;
  readonly rowCount: number;
}

/** Spread of a numeric column, money in US dollars. min and max are NaN when it has no finite value. */
export interface ColumnRange {
  readonly min: number;
  readonly max: number;
  readonly missing: number;
  /** Ascending values, each once: all of them when they are few, else such as have equally many rows between them. */
  readonly knots: Float32Array;
}

/** A column over the universe and over the present rows, in the same bins. */
export interface ColumnDistribution {
  readonly universe: UniverseDistribution;
  readonly present: PresentDistribution;
}

/** Which back end does what, and what became of each; see kernels/choose.ts. */
export type BackendChoice = Choice;
/** The back ends that a user may force. */
export const BACKEND_NAMES: readonly BackendName[] = BACKENDS;

/** Everything that is said about a result and its steps. */
export interface Account {
  readonly lines: readonly LedgerLine[];
  /** Of an empty result, the smallest sets of steps without which there would be rows, most rows first. */
  readonly emptying: readonly Relaxation[];
  readonly marks: readonly OrderMark[];
}

/** Another screen beside the one that is applied, and which rows of the two are wanted. */
export interface ComparedScreen {
  readonly steps: readonly Step[];
  readonly part: Part;
}

/** The receipt of a result, as it is and short enough for a link, and what it says of the receipt of a link. */
export interface ReceiptAnswer {
  readonly receipt: Receipt;
  readonly short: string;
  readonly verdict: Verdict | null;
}

export type ExportFormat = 'csv' | 'tsv' | 'json' | 'parquet' | 'xlsx';

interface Question<Asked, Answered> {
  readonly asked: Asked;
  readonly answered: Answered;
}
type Nothing = Readonly<Record<never, never>>;
/** A question about rows of one version of the table: refused when the table is another one. */
interface OfVersion {
  readonly version: number;
}
/** The rows behind the first `stepCount` steps of the last applied list. */
interface OfRows {
  readonly stepCount: number;
}
interface OfColumn {
  readonly id: string;
}
interface OfColumns {
  readonly ids: readonly string[];
}
interface OverDates {
  readonly dates: readonly AtDate[];
  readonly isLast: boolean;
}
interface OfCell extends OfVersion, OfColumn {
  readonly row: number;
}

/** What may be asked and what is answered, by kind. A version in an answer is that of the table it was made over. */
export interface Questions {
  /** Values of a column for every row of the table. */
  column: Question<OfColumn, OfVersion & { readonly column: ColumnValues }>;
  /** Counts of a text column's values among the rows. */
  categories: Question<OfColumn & OfRows, { readonly categories: readonly CategoryCount[] }>;
  /** Columns over the universe and the rows, in parts; a later question of this kind overtakes it. */
  distributions: Question<
    OfColumns & OfRows,
    OfVersion & { readonly columns: readonly ColumnDistribution[]; readonly isLast: boolean }
  >;
  /** Percentile, 0 … 1, of every row of the table within the scope; NaN for a missing value and for rows outside. */
  percentiles: Question<OfColumn & OfRows & { readonly scope: Scope }, OfVersion & { readonly values: Float32Array }>;
  /** Rank correlation of every one of these number columns with every other over the rows. */
  correlation: Question<OfColumns & OfRows, OfVersion & { readonly correlations: Correlations }>;
  /** What sets the rows apart in these number columns, most different first; a later question of this kind overtakes it. */
  profile: Question<
    OfColumns & OfRows & { readonly reference: Reference },
    OfVersion & { readonly columns: readonly ColumnProfile[] }
  >;
  /** Number columns in an order of the panorama, in blocks; `difference` and `cluster` depend on the rows. */
  columnOrder: Question<
    OfColumns & OfRows & { readonly order: ColumnOrder },
    OfVersion & { readonly blocks: readonly ColumnBlock[] }
  >;
  /** A result's rows in an order of the panorama; `isOnePerIssuer` leaves of several listings of an issuer the most traded one. */
  rowOrder: Question<
    OfVersion & { readonly rows: Uint32Array; readonly order: RowOrder; readonly isOnePerIssuer: boolean },
    OfVersion & { readonly rows: Uint32Array }
  >;
  /** A number with its lineage. */
  lineage: Question<OfCell, { readonly lineage: Lineage }>;
  /** A text whole, of which a column's values may be the beginning. */
  text: Question<OfCell, { readonly text: string }>;
  /** How many of the rows have flags in a number column. */
  flags: Question<OfColumn & OfRows, { readonly counts: FlagCounts }>;
  range: Question<OfColumn, { readonly range: ColumnRange }>;
  /** What each step of the last applied list does, and where their order matters. The next list cancels it. */
  account: Question<Nothing, OfVersion & { readonly account: Account }>;
  /** The receipt of the last applied list, compared with that of a link when its text is given. */
  receipt: Question<{ readonly linked: string | null }, OfVersion & ReceiptAnswer>;
  /** The last applied list and the screen beside it; null when there is none. */
  comparison: Question<Nothing, OfVersion & { readonly comparison: Comparison | null }>;
  /** What the last applied list has seen, to be kept. Refused while countries are still coming. */
  snapshot: Question<Nothing, { readonly snapshot: Snapshot }>;
  /** What these steps have over the data of now and had over those of a snapshot. */
  since: Question<{ readonly steps: readonly Step[]; readonly snapshot: Snapshot }, OfVersion & { readonly since: Since }>;
  /** What became of a row of the table of this version; null when the table is another one by now. */
  trace: Question<OfVersion & { readonly row: number }, OfVersion & { readonly trace: TraceReport | null }>;
  /** Rows that a swap of a step (from 0) of the last applied list with the next one brings in and takes out, at most so many of each. */
  swap: Question<{ readonly at: number; readonly max: number }, OfVersion & { readonly swap: Swap }>;
  /**
   * How many rows these steps, without a date of their own, keep at every date of the history, in parts; a later question of this kind overtakes it. Dates of the
   * hold-out are left out unless `isOpen`.
   */
  dateCounts: Question<{ readonly steps: readonly Step[]; readonly isOpen: boolean }, OverDates>;
  /** The same, and what becomes of a security, by its id. */
  dateFates: Question<{ readonly steps: readonly Step[]; readonly isOpen: boolean; readonly security: string }, OverDates>;
  /** A file of these columns over a result's rows, made in time slices. */
  export: Question<
    OfVersion & { readonly format: ExportFormat; readonly columnIds: readonly string[]; readonly rows: Uint32Array },
    { readonly bytes: Uint8Array }
  >;
}
export type QuestionKind = keyof Questions;
export type Asked<Kind extends QuestionKind> = Questions[Kind]['asked'];
export type Answered<Kind extends QuestionKind> = Questions[Kind]['answered'];

/** Main thread → worker. A ticket comes back with the answer. */
export type Request =
  | { [Kind in QuestionKind]: { readonly kind: Kind; readonly ticket: number } & Asked<Kind> }[QuestionKind]
  /** `backend` is the one that the user forces, or null; `remembered` what was found out about the back ends before. */
  | { readonly kind: 'load'; readonly base: string; readonly backend: BackendName | null; readonly remembered: Choice | null }
  | { readonly kind: 'retry'; readonly countries: readonly string[] }
  /** The columns of this portfolio are to be in the table; null takes them from it. */
  | { readonly kind: 'hold'; readonly portfolio: Portfolio | null }
  /** What could not be fetched of the history is asked for again. */
  | { readonly kind: 'retryHistory' }
  /** The rows that are wanted are those behind the first `stepCount` steps, or behind all of them a part of both screens'; counts come of all. */
  | {
      readonly kind: 'apply';
      readonly ticket: number;
      readonly steps: readonly Step[];
      readonly stepCount: number;
      readonly comparedScreen: ComparedScreen | null;
    }
  /** Columns on the screen: the result over a table that is new goes out with its values of them. */
  | { readonly kind: 'watch'; readonly ids: readonly string[] }
  /** Rows have been painted while countries come. */
  | { readonly kind: 'shown' }
  /** The panorama's painter asks for codes on the port that comes with this; see panorama/messages.ts. */
  | { readonly kind: 'painter' }
  /** The load has ended: its answers go to whoever has the other end of the port that comes with this; without one they are let go. */
  | { readonly kind: 'keep' }
  | { readonly kind: 'cancel'; readonly ticket: number };

/** Worker → main thread. */
export type Answer =
  | { readonly kind: 'universe'; readonly universe: UniverseState }
  | { readonly kind: 'history'; readonly history: HistoryState }
  /** Bytes of the history that have come and that are wanted. */
  | { readonly kind: 'fetching'; readonly isUnderWay: boolean; readonly done: number; readonly total: number }
  /** Which back end does what: after the self-test, and when one has died. */
  | { readonly kind: 'backends'; readonly choice: Choice }
  | {
      readonly kind: 'applied';
      readonly ticket: number;
      readonly version: number;
      /** Rows of the table that they are of, and those of them that are securities. */
      readonly rowCount: number;
      readonly universeCount: number;
      readonly rows: Uint32Array;
      /** Those that are watched, of the same table, when it has changed since the last result. */
      readonly columns: readonly ColumnValues[];
      readonly counts: readonly StepCount[];
      /** Steps that the rows have been through. */
      readonly stepCount: number;
      readonly ms: number;
    }
  | { [Kind in QuestionKind]: { readonly kind: Kind; readonly ticket: number } & Answered<Kind> }[QuestionKind]
  | { readonly kind: 'progress'; readonly ticket: number; readonly done: number; readonly total: number }
  | {
      readonly kind: 'refused';
      readonly ticket: number;
      readonly message: string;
      /** It asked for a column of a formula that an edit has removed in the meantime. */
      readonly isOvertaken: boolean;
    };
