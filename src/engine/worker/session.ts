/** What the page requested last: the steps, how many of them are shown, the compared screen and the columns on screen. */
import { comparison, partRows } from '../answers/comparison.ts';
import { comparisonOfDates, partRowsOfDates } from '../answers/datesComparison.ts';
import { applySteps, outputBehind, type Prefix } from '../run/apply.ts';
import { dateOf } from '../steps/asOf.ts';
import { stepColumns } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import type { ColumnValues } from '../table/columnValues.ts';
import type { Table } from '../table/table.ts';
import { withFormulas } from '../table/withFormulas.ts';
import type { Past } from './past.ts';
import type { Answer, ComparedScreen, Request } from './protocol.ts';
import { sentValues } from './sentValues.ts';
import type { Universe } from './universe.ts';

type Applied = Extract<Answer, { kind: 'applied' }>;

export class Session {
  readonly #universe: Universe;
  readonly #past: Past;
  #steps: readonly Step[] = [];
  /** True once a list of steps has been applied; before that, no result is wanted. */
  #isAsked = false;
  /** Number of steps applied to the wanted rows. */
  #shownCount = 0;
  #prefix: Prefix | null = null;
  #compared: ComparedScreen | null = null;
  #comparedPrefix: Prefix | null = null;
  /** Columns on screen, and the version of the table for which they were last sent. */
  #watched: readonly string[] = [];
  #watchedVersion = -1;

  constructor(universe: Universe, past: Past) {
    this.#universe = universe;
    this.#past = past;
  }

  get steps(): readonly Step[] {
    return this.#steps;
  }

  get prefix(): Prefix | null {
    return this.#prefix;
  }

  get isAsked(): boolean {
    return this.#isAsked;
  }

  get date(): string | null {
    return dateOf(this.#steps);
  }

  /** True when the rows are, or will be, those of a snapshot. */
  get isOnSnapshot(): boolean {
    return this.date !== null && this.#past.mayHave(this.date);
  }

  /** Columns needed soon: those of the steps, and those on screen. */
  get wantedIds(): readonly string[] {
    return [...this.#steps.flatMap((step) => stepColumns(step)), ...this.#watched];
  }

  /**
   * The universe at the screen's date, with the columns of its formulas. Without a history of that date it is the current universe,
   * in which the date step finds no rows.
   * @throws ColumnsNotFetched while the table is being fetched
   */
  table(): Table {
    return this.tableFor(this.#steps);
  }

  /** The same for other steps. */
  tableFor(steps: readonly Step[]): Table {
    const date = dateOf(steps);
    return withFormulas((date === null ? null : this.#past.table(date)) ?? this.#universe.table(), steps);
  }

  /** A load starts over: nothing that was computed holds. */
  forget(): void {
    this.#watchedVersion = -1;
    this.#prefix = null;
    this.#comparedPrefix = null;
  }

  take({ steps, stepCount, comparedScreen }: Extract<Request, { kind: 'apply' }>): void {
    this.#isAsked = true;
    this.#steps = steps;
    this.#shownCount = stepCount;
    this.#compared = comparedScreen;
  }

  /** Watches these columns. Returns true when they need a result of their own: while countries arrive, the last one may be of an older table. */
  watch(ids: readonly string[]): boolean {
    const isMore = this.#watchedVersion < 0 || ids.some((id) => !this.#watched.includes(id));
    this.#watched = ids;
    if (!isMore || !this.#isAsked || this.date !== null || this.#universe.arrivingRowCount === 0) return false;
    return this.#universe.table().version !== this.#watchedVersion;
  }

  /** The wanted rows of the result and the compared screen's. */
  #shownRows(table: Table, rows: Uint32Array): Uint32Array {
    if (!this.#compared || this.#compared.part === 'a') return rows;
    const other = this.tableFor(this.#compared.steps);
    const applied = applySteps(other, this.#compared.steps, this.#comparedPrefix);
    this.#comparedPrefix = applied.prefix;
    if (other.version !== table.version) return partRowsOfDates(table, rows, other, applied.rows, this.#compared.part);
    return partRows(rows, applied.rows, this.#compared.part, table.rowCount);
  }

  /** Stores a result; returns the wanted rows, to be transferred, and the number of steps applied to them. */
  takeApplied(table: Table, { rows, counts, prefix }: ReturnType<typeof applySteps>): Pick<Applied, 'rows' | 'stepCount'> {
    this.#prefix = prefix;
    const stepCount = Math.min(this.#shownCount, counts.length);
    const isWhole = stepCount === counts.length;
    const shown = isWhole ? this.#shownRows(table, rows) : outputBehind(prefix, stepCount);
    return { rows: shown.slice(), stepCount };
  }

  /** Values of the watched columns unless sent for this table; none when the table has changed. */
  watchedColumns(table: Table): ColumnValues[] {
    if (table.version === this.#watchedVersion || this.table().version !== table.version) return [];
    const values = this.#watched.filter((id) => table.column(id)).map((id) => sentValues(table, id));
    if (values.length > 0) this.#watchedVersion = table.version;
    return values;
  }

  /** All rows of the last applied list, whatever part is shown. */
  ownRows(table: Table): Uint32Array {
    const applied = applySteps(table, this.#steps, this.#prefix);
    this.#prefix = applied.prefix;
    return applied.rows;
  }

  /** Rows after the first `stepCount` steps of the last applied list; after all of them, the shown ones. */
  rowsBehind(stepCount: number): Uint32Array {
    const table = this.table();
    const rows = this.ownRows(table);
    return stepCount >= this.#steps.length ? this.#shownRows(table, rows) : outputBehind(this.#prefix!, stepCount);
  }

  /** Compares the last applied list with the compared screen; null without one. */
  comparison(table: Table): Extract<Answer, { kind: 'comparison' }>['comparison'] {
    if (!this.#compared) return null;
    const { steps } = this.#compared;
    const other = this.tableFor(steps);
    const [a, b] = [this.#prefix, this.#comparedPrefix];
    return other.version === table.version
      ? comparison(table, this.#steps, steps, { a, b })
      : comparisonOfDates({ table, steps: this.#steps, prefix: a }, { table: other, steps, prefix: b });
  }
}
