/** What the page has asked for last: the steps, how many of them are shown, the screen beside them and the columns on the page. */
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
  /** Whether a list of steps has been applied: before that nobody wants a result. */
  #isAsked = false;
  /** Steps that the rows that are wanted go through. */
  #shownCount = 0;
  #prefix: Prefix | null = null;
  #compared: ComparedScreen | null = null;
  #comparedPrefix: Prefix | null = null;
  /** Columns that the page has on its screen, and the version of the table that they were last sent of. */
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

  /** The date that the screen begins with; null for the universe of today. */
  get date(): string | null {
    return dateOf(this.#steps);
  }

  /** Whether the rows are, or will be, those of a snapshot. */
  get isOnSnapshot(): boolean {
    return this.date !== null && this.#past.mayHave(this.date);
  }

  /** Columns that are soon asked for: those of the steps, and those on the page. */
  get wantedIds(): readonly string[] {
    return [...this.#steps.flatMap((step) => stepColumns(step)), ...this.#watched];
  }

  /**
   * The universe of the screen's date with the columns of its formulas. That of today where there is no history of the date, in which
   * its step finds no rows.
   * @throws ColumnsNotFetched while the table is on its way
   */
  table(): Table {
    return this.tableFor(this.#steps);
  }

  /** The same for other steps than those that were applied last. */
  tableFor(steps: readonly Step[]): Table {
    const date = dateOf(steps);
    return withFormulas((date === null ? null : this.#past.table(date)) ?? this.#universe.table(), steps);
  }

  /** A load begins from the start: nothing that was computed holds. */
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

  /** Watches these columns. True when the first result may have gone out before anybody knew what to send with it. */
  watch(ids: readonly string[]): boolean {
    this.#watched = ids;
    return this.#isAsked && this.date === null && this.#watchedVersion < 0 && this.#universe.arrivingRowCount > 0;
  }

  /** Of the result and that of the screen beside it, the rows that are wanted. */
  #shownRows(table: Table, rows: Uint32Array): Uint32Array {
    if (!this.#compared || this.#compared.part === 'a') return rows;
    const other = this.tableFor(this.#compared.steps);
    const applied = applySteps(other, this.#compared.steps, this.#comparedPrefix);
    this.#comparedPrefix = applied.prefix;
    if (other.version !== table.version) return partRowsOfDates(table, rows, other, applied.rows, this.#compared.part);
    return partRows(rows, applied.rows, this.#compared.part, table.rowCount);
  }

  /** Takes a result of the steps; gives the rows of it that are wanted, to be given away, and how many steps they have been through. */
  takeApplied(table: Table, { rows, counts, prefix }: ReturnType<typeof applySteps>): Pick<Applied, 'rows' | 'stepCount'> {
    this.#prefix = prefix;
    const stepCount = Math.min(this.#shownCount, counts.length);
    const isWhole = stepCount === counts.length;
    const shown = isWhole ? this.#shownRows(table, rows) : outputBehind(prefix, stepCount);
    return { rows: shown.slice(), stepCount };
  }

  /** Values of the watched columns when those of this table have not been sent; none when it is the table no longer. */
  watchedColumns(table: Table): ColumnValues[] {
    if (table.version === this.#watchedVersion || this.table().version !== table.version) return [];
    const values = this.#watched.filter((id) => table.column(id)).map((id) => sentValues(table, id));
    if (values.length > 0) this.#watchedVersion = table.version;
    return values;
  }

  /** The result of the list that was applied last, whatever is shown of it. */
  ownRows(table: Table): Uint32Array {
    const applied = applySteps(table, this.#steps, this.#prefix);
    this.#prefix = applied.prefix;
    return applied.rows;
  }

  /** Rows behind the first `stepCount` steps of the list that was applied last; behind all of them, those that are shown. */
  rowsBehind(stepCount: number): Uint32Array {
    const table = this.table();
    const rows = this.ownRows(table);
    return stepCount >= this.#steps.length ? this.#shownRows(table, rows) : outputBehind(this.#prefix!, stepCount);
  }

  /** The list that was applied last and the screen beside it; null when there is none. */
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
