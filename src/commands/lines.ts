import { delimitedLine } from '../engine/answers/delimited.ts';
import type { TextFormat } from '../engine/answers/export.ts';

/** What a command says in one line, by column. */
export type Line = Readonly<Record<string, string | number | null>>;

/** Objects as JSON, else a table with a header. */
export function printLines(columns: readonly string[], lines: readonly Line[], format: TextFormat): string {
  if (format === 'json') return `${JSON.stringify(lines, [...columns], 1)}\n`;
  return [columns, ...lines.map((line) => columns.map((column) => line[column] ?? null))]
    .map((cells) => delimitedLine(cells, format))
    .join('');
}
