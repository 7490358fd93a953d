import { delimitedLine } from '../engine/answers/delimited.ts';
import type { TextFormat } from '../engine/answers/export.ts';

/** A line of output by column. */
export type Line = Readonly<Record<string, string | number | null>>;

/** Formats lines as JSON, or as a table with a header. */
export function printLines(columns: readonly string[], lines: readonly Line[], format: TextFormat): string {
  if (format === 'json') return `${JSON.stringify(lines, [...columns], 1)}\n`;
  return [columns, ...lines.map((line) => columns.map((column) => line[column] ?? null))]
    .map((cells) => delimitedLine(cells, format))
    .join('');
}

/** Aligns rows of cells: names left, figures right. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  return rows.map((cells) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  );
}
