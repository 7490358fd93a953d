/** Writes tables as a folder of CSV files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type TableRow = Readonly<Record<string, string | number | null | undefined>>;

const cell = (value: TableRow[string]): string => {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** @param header of a table without rows */
export function writeTable(folder: string, name: string, rows: readonly TableRow[], header: readonly string[] = []): void {
  mkdirSync(folder, { recursive: true });
  const columns = [...new Set([...header, ...rows.flatMap((row) => Object.keys(row))])];
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','));
  writeFileSync(join(folder, `${name}.csv`), `${[columns.join(','), ...lines].join('\n')}\n`);
}
