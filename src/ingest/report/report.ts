/** What an ingest read, joined and dropped, and why, as text and as JSON. */

import type { Table } from '../sources/schema.ts';
import { Quality } from './quality.ts';

const EXAMPLES_MAX = 3;
const EXAMPLE_CHARS_MAX = 80;

interface Dropped {
  count: number;
  examples: string[];
}

export interface TableReport {
  readonly file: string;
  readCount: number;
  readonly dropped: Map<string, Dropped>;
  /** Findings about rows that are used in part or with a flag. */
  readonly doubts: Map<string, Dropped>;
  readonly ignoredColumns: string[];
  readonly notes: string[];
}

const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '�').slice(0, EXAMPLE_CHARS_MAX);
const counted = (count: number): string => count.toLocaleString('en-US');

export class Report {
  readonly quality = new Quality();
  readonly tables = new Map<Table, TableReport>();
  readonly notes: string[] = [];
  readonly countries = new Map<string, number>();
  readonly without = { statements: 0, prices: 0 };
  /** Rows without a value, by column. */
  readonly missing = new Map<string, number>();
  readonly #overflows = new Map<string, Dropped>();
  build: string | null = null;

  open(table: Table, file: string): TableReport {
    const report: TableReport = { file, readCount: 0, dropped: new Map(), doubts: new Map(), ignoredColumns: [], notes: [] };
    this.tables.set(table, report);
    return report;
  }

  drop(table: Table, reason: string, examples: readonly string[], count = 1): void {
    const report = this.tables.get(table);
    if (!report) throw new Error(`the report has no table ${table}`);
    add(report.dropped, reason, examples, count);
  }

  /** Counts rows that are used in part or with a flag. */
  doubt(table: Table, finding: string, example: string, count = 1): void {
    const report = this.tables.get(table) ?? this.open(table, 'all sources');
    add(report.doubts, finding, [example], count);
  }

  note(table: Table, line: string): void {
    this.tables.get(table)?.notes.push(line);
  }

  /** Counts a number beyond the range of float32, which counts as missing. */
  overflow(id: string, symbol: string): void {
    add(this.#overflows, id, [symbol], 1);
  }

  get rowCount(): number {
    return [...this.countries.values()].reduce((sum, count) => sum + count, 0);
  }

  tableLines(): string[] {
    const lines: string[] = [];
    for (const [table, report] of this.tables) {
      const droppedCount = droppedOf(report);
      lines.push(
        `${table}: ${report.file}: ${counted(report.readCount)} rows read, ${counted(report.readCount - droppedCount)} used, ${counted(droppedCount)} dropped`,
      );
      for (const [reason, { count, examples }] of report.dropped) {
        lines.push(`  dropped ${counted(count)}: ${reason} (${examples.join('; ')})`);
      }
      for (const [finding, { count, examples }] of report.doubts)
        lines.push(`  ${counted(count)}: ${finding} (${examples.join('; ')})`);
      for (const column of report.ignoredColumns) lines.push(`  column ${printable(column)} is ignored`);
      for (const note of report.notes) lines.push(`  ${note.replaceAll(/\p{Cc}/gu, '�')}`);
    }
    lines.push(...this.notes);
    return lines;
  }

  lines(): string[] {
    const lines = this.tableLines();
    const perCountry = [...this.countries].map(([country, count]) => `${country} ${counted(count)}`).join(', ');
    lines.push(`${counted(this.rowCount)} securities published${perCountry === '' ? '' : `: ${perCountry}`}`);
    lines.push(`${counted(this.without.statements)} of them without statements, ${counted(this.without.prices)} without prices`);
    for (const [id, { count, examples }] of this.#overflows)
      lines.push(
        `${counted(count)} values of ${id} are beyond the range of a 32-bit number and count as missing: ${examples.join(', ')}`,
      );
    lines.push(...this.#missingLines(), ...this.quality.lines());
    return lines;
  }

  #missingLines(): string[] {
    const shares = [...this.missing].filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
    const everywhere = shares.filter(([, count]) => count === this.rowCount).map(([id]) => id);
    const somewhere = shares.filter(([, count]) => count < this.rowCount);
    return [
      ...(everywhere.length > 0 ? [`missing in every row: ${everywhere.join(', ')}`] : []),
      ...somewhere.map(([id, count]) => `missing in ${((100 * count) / this.rowCount).toFixed(1)} % of the rows: ${id}`),
    ];
  }

  toJSON(): unknown {
    return {
      build: this.build,
      rowCount: this.rowCount,
      countries: Object.fromEntries(this.countries),
      withoutStatements: this.without.statements,
      withoutPrices: this.without.prices,
      tables: Object.fromEntries(
        [...this.tables].map(([table, report]) => [
          table,
          {
            file: report.file,
            read: report.readCount,
            used: report.readCount - droppedOf(report),
            dropped: Object.fromEntries(report.dropped),
            doubts: Object.fromEntries(report.doubts),
            ignoredColumns: report.ignoredColumns,
            notes: report.notes,
          },
        ]),
      ),
      notes: this.notes,
      missing: Object.fromEntries(this.missing),
      quality: this.quality,
    };
  }
}

function add(findings: Map<string, Dropped>, finding: string, examples: readonly string[], count: number): void {
  const known = findings.get(finding) ?? { count: 0, examples: [] };
  known.count += count;
  known.examples.push(...examples.slice(0, EXAMPLES_MAX - known.examples.length).map(printable));
  findings.set(finding, known);
}

function droppedOf(report: TableReport): number {
  return [...report.dropped.values()].reduce((sum, { count }) => sum + count, 0);
}
