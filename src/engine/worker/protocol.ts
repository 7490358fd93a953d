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

/** Load state of one listed country. */
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
  /** Incremented whenever row numbers change meaning or values change; values and rows of an older version are void. */
  readonly version: number;
  /** Columns the server sent that the catalogue does not have. */
  readonly otherColumns: readonly Column[];
  /** Ids of the catalogue's wire columns that no server answer names: missing for every row. */
  readonly absentColumns: readonly string[];
  /** Why nothing can be loaded at all (the countries or index calls failed), or null. */
  readonly failure: string | null;
  /** The server's note on the data, such as that they are synthetic; null without one. */
  readonly note: string | null;
  /** Coverage of the data, over the countries that state it; null when none does. */
  readonly coverage: Coverage | null;
}

/** What is known of the history next to the current universe. */
export interface HistoryState {
  /** `coming`: the server is building it; it is retried. `failed`: it cannot be read. */
  readonly status: 'looking' | 'absent' | 'coming' | 'there' | 'failed';
  readonly every: 'month' | 'week' | 'day';
  /** ISO dates of all snapshots, ascending. */
  readonly dates: readonly string[];
  /** One per date. */
  readonly coverage: readonly SnapshotCoverage[];
  /** Company columns that have today's value at every date. */
  readonly todays: readonly string[];
  /** Columns of its snapshots that the catalogue does not have; those of earlier dates are added when fetched. */
  readonly otherColumns: readonly Column[];
  readonly digest: string;
  /** Stays the same when snapshots are added; see historyId. */
  readonly id: string;
  /** First ISO day of the hold-out; null for a history that is too short for one. */
  readonly holdOut: string | null;
  /** A note that must be shown with all its figures. */
  readonly note: string | null;
  /** Why it cannot be opened, or part of it cannot be fetched; else null. */
  readonly reason: string | null;
}

/** A screen at a snapshot. */
export interface AtDate {
  /** Position of the snapshot in the history's dates. */
  readonly place: number;
  /** Rows that the screen keeps. */
  readonly kept: number;
  /** Fate of the requested security, else null. */
  readonly fate: Fate | null;
}

/** One value of a text column and how many of the rows have it. */
export interface CategoryCount {
  readonly label: string;
  readonly rowCount: number;
}

/** Range of a numeric column, money in US dollars. min and max are NaN without finite values. */
export interface ColumnRange {
  readonly min: number;
  readonly max: number;
  readonly missing: number;
  /** Distinct values in ascending order: all if few, else with equally many rows between them. */
  readonly knots: Float32Array;
}

/** A column's distribution over the universe and the current rows, in the same bins. */
export interface ColumnDistribution {
  readonly universe: UniverseDistribution;
  readonly present: PresentDistribution;
}

/** Which back end does what, and the outcome for each; see kernels/choose.ts. */
export type BackendChoice = Choice;
/** The back ends that a user may force. */
export const BACKEND_NAMES: readonly BackendName[] = BACKENDS;

/** Everything reported about a result and its steps. */
export interface Account {
  readonly lines: readonly LedgerLine[];
  /** For an empty result, the smallest sets of steps without which there are rows, most rows first. */
  readonly emptying: readonly Relaxation[];
  readonly marks: readonly OrderMark[];
}

/** A screen compared with the applied one, and which part of both screens' rows is wanted. */
export interface ComparedScreen {
  readonly steps: readonly Step[];
  readonly part: Part;
}

/** The receipt of a result, its short form for a link, and its comparison with a link's receipt. */
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
/** A question about rows of one version of the table: refused when the table has changed. */
interface OfVersion {
  readonly version: number;
}
/** The rows after the first `stepCount` steps of the last applied list. */
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

/** Questions and answers by kind. A version in an answer is that of its table. */
export interface Questions {
  /** Values of a column for every row of the table. */
  column: Question<OfColumn, OfVersion & { readonly column: ColumnValues }>;
  /** Counts of a text column's values among the rows. */
  categories: Question<OfColumn & OfRows, { readonly categories: readonly CategoryCount[] }>;
  /** Distributions over the universe and the rows, in parts; a later question of this kind overtakes it. */
  distributions: Question<
    OfColumns & OfRows,
    OfVersion & { readonly columns: readonly ColumnDistribution[]; readonly isLast: boolean }
  >;
  /** Percentile, 0 … 1, of every row of the table within the scope; NaN for a missing value and for rows outside. */
  percentiles: Question<OfColumn & OfRows & { readonly scope: Scope }, OfVersion & { readonly values: Float32Array }>;
  /** Rank correlations between all these number columns over the rows. */
  correlation: Question<OfColumns & OfRows, OfVersion & { readonly correlations: Correlations }>;
  /** How the rows differ in these number columns, most different first; a later question of this kind overtakes it. */
  profile: Question<
    OfColumns & OfRows & { readonly reference: Reference },
    OfVersion & { readonly columns: readonly ColumnProfile[] }
  >;
  /** Number columns in an order of the panorama, in blocks; `difference` and `cluster` depend on the rows. */
  columnOrder: Question<
    OfColumns & OfRows & { readonly order: ColumnOrder },
    OfVersion & { readonly blocks: readonly ColumnBlock[] }
  >;
  /** A result's rows in an order of the panorama; `isOnePerIssuer` keeps only the most traded listing of each issuer. */
  rowOrder: Question<
    OfVersion & { readonly rows: Uint32Array; readonly order: RowOrder; readonly isOnePerIssuer: boolean },
    OfVersion & { readonly rows: Uint32Array }
  >;
  /** A number with its lineage. */
  lineage: Question<OfCell, { readonly lineage: Lineage }>;
  /** A whole text, which a column's values may truncate. */
  text: Question<OfCell, { readonly text: string }>;
  /** How many of the rows have flags in a number column. */
  flags: Question<OfColumn & OfRows, { readonly counts: FlagCounts }>;
  range: Question<OfColumn, { readonly range: ColumnRange }>;
  /** What each step of the last applied list does, and where their order matters. The next list cancels it. */
  account: Question<Nothing, OfVersion & { readonly account: Account }>;
  /** The receipt of the last applied list, compared with a link's if given. */
  receipt: Question<{ readonly linked: string | null }, OfVersion & ReceiptAnswer>;
  /** Comparison of the last applied list with the compared screen; null without one. */
  comparison: Question<Nothing, OfVersion & { readonly comparison: Comparison | null }>;
  /** A snapshot of what the last applied list has seen. Refused while countries are loading. */
  snapshot: Question<Nothing, { readonly snapshot: Snapshot }>;
  /** What these steps give now, compared with a snapshot. */
  since: Question<{ readonly steps: readonly Step[]; readonly snapshot: Snapshot }, OfVersion & { readonly since: Since }>;
  /** The trace of a row; null when the table is no longer of this version. */
  trace: Question<OfVersion & { readonly row: number }, OfVersion & { readonly trace: TraceReport | null }>;
  /** Rows that enter and leave when a step (from 0) of the last applied list is swapped with the next, at most `max` of each. */
  swap: Question<{ readonly at: number; readonly max: number }, OfVersion & { readonly swap: Swap }>;
  /**
   * How many rows these steps, which have no date, keep at every date of the history, in parts; a later question of this kind overtakes
   * it. Dates in the hold-out are left out unless `isOpen`.
   */
  dateCounts: Question<{ readonly steps: readonly Step[]; readonly isOpen: boolean }, OverDates>;
  /** The same, with the fate of a security by its id. */
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
  /** `backend` is forced by the user, or null; `remembered` is an earlier choice of back ends. */
  | { readonly kind: 'load'; readonly base: string; readonly backend: BackendName | null; readonly remembered: Choice | null }
  | { readonly kind: 'retry'; readonly countries: readonly string[] }
  /** Adds the portfolio's columns to the table; null removes them. */
  | { readonly kind: 'hold'; readonly portfolio: Portfolio | null }
  /** Retries what could not be fetched of the history. */
  | { readonly kind: 'retryHistory' }
  /** Requests the rows after the first `stepCount` steps or, after all of them, a part of both screens' rows; counts are of all steps. */
  | {
      readonly kind: 'apply';
      readonly ticket: number;
      readonly steps: readonly Step[];
      readonly stepCount: number;
      readonly comparedScreen: ComparedScreen | null;
    }
  /** Columns on screen: a result over a new table is sent with their values. */
  | { readonly kind: 'watch'; readonly ids: readonly string[] }
  /** Rows have been painted while countries load. */
  | { readonly kind: 'shown' }
  /** The panorama's painter requests codes on the transferred port; see panorama/messages.ts. */
  | { readonly kind: 'painter' }
  /** The load has ended: its answers are sent to the transferred port or, without one, dropped. */
  | { readonly kind: 'keep' }
  | { readonly kind: 'cancel'; readonly ticket: number };

/** Worker → main thread. */
export type Answer =
  | { readonly kind: 'universe'; readonly universe: UniverseState }
  | { readonly kind: 'history'; readonly history: HistoryState }
  /** Bytes received and requested of the history. */
  | { readonly kind: 'fetching'; readonly isUnderWay: boolean; readonly done: number; readonly total: number }
  /** Which back end does what: after the self-test, and after one has failed. */
  | { readonly kind: 'backends'; readonly choice: Choice }
  | {
      readonly kind: 'applied';
      readonly ticket: number;
      readonly version: number;
      /** Rows of their table, and how many of those are securities. */
      readonly rowCount: number;
      readonly universeCount: number;
      readonly rows: Uint32Array;
      /** Values of the watched columns in the same table, if changed since the last result. */
      readonly columns: readonly ColumnValues[];
      readonly counts: readonly StepCount[];
      /** Number of steps applied to the rows. */
      readonly stepCount: number;
      readonly ms: number;
    }
  | { [Kind in QuestionKind]: { readonly kind: Kind; readonly ticket: number } & Answered<Kind> }[QuestionKind]
  | { readonly kind: 'progress'; readonly ticket: number; readonly done: number; readonly total: number }
  | {
      readonly kind: 'refused';
      readonly ticket: number;
      readonly message: string;
      /** It requested a formula's column that an edit has removed in the meantime. */
      readonly isOvertaken: boolean;
    };
