import type { ExportFormat } from '../engine/protocol.ts';

/** What a command says in one line, by column. */
export type Line = Readonly<Record<string, string | number | null>>;

/** Objects as JSON, else a table with a header. */
export function printLines(columns: readonly string[], lines: readonly Line[], format: ExportFormat): string {
  if (format === 'json') return `${JSON.stringify(lines, [...columns], 1)}\n`;
  const separator = format === 'csv' ? ',' : '\t';
  const printed = (value: string | number | null | undefined): string => {
    const text = String(value ?? '');
    return format === 'csv' && /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...lines.map((line) => columns.map((column) => printed(line[column])))]
    .map((cells) => `${cells.join(separator)}\n`)
    .join('');
}
