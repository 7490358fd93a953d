/** CSV (RFC 4180 with \n) and TSV lines, safe to open in a spreadsheet. Shared by the page and all commands. */
import { guardFormula } from '../../catalogue/display.ts';

export type DelimitedFormat = 'csv' | 'tsv';

export const SEPARATORS: Readonly<Record<DelimitedFormat, string>> = { csv: ',', tsv: '\t' };

/** A text cell: prefixed with an apostrophe if a spreadsheet would run it; quoted in CSV, on one line in TSV. */
export function textCell(text: string, format: DelimitedFormat): string {
  const guarded = guardFormula(text);
  if (format === 'tsv') return guarded.replace(/[\t\r\n]+/g, ' ');
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** A line of texts and numbers, each number as JavaScript prints it; null is empty. */
export function delimitedLine(cells: readonly (string | number | null)[], format: DelimitedFormat): string {
  const texts = cells.map((cell) => (typeof cell === 'string' ? textCell(cell, format) : cell === null ? '' : String(cell)));
  return `${texts.join(SEPARATORS[format])}\n`;
}
