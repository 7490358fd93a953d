/** Lines of CSV (RFC 4180 with \n) and TSV, safe to open in a spreadsheet: one way for the page and for every command. */
import { guardFormula } from '../../catalogue/display.ts';

export type DelimitedFormat = 'csv' | 'tsv';

export const SEPARATORS: Readonly<Record<DelimitedFormat, string>> = { csv: ',', tsv: '\t' };

/** A text as a cell: with an apostrophe before what a spreadsheet would run; quoted in CSV, on one line in TSV. */
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
