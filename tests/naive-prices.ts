/** The twin of src/ingest/sources/stooq/rows.ts that splits texts. */

import { dayOfDigits } from '../src/ingest/formats/day.ts';
import { decimalOf } from '../src/ingest/formats/decimal.ts';
import { HEADER, type Span } from '../src/ingest/sources/stooq/rows.ts';

export interface NaiveRows {
  readonly refusal: string | null;
  /** Day, close, volume and whether there is an open, a high and a low; days rise. */
  readonly sessions: readonly (readonly number[])[];
  readonly refused: Readonly<Record<string, readonly number[]>>;
  readonly seenCount: number;
}

/** Reads the text of a file, as its bytes are in Latin-1. */
export function naiveRows(text: string, { fromDay, asOfDay, today }: Span): NaiveRows {
  const none = { sessions: [], refused: {}, seenCount: 0 };
  if (text.trim() === '') return { ...none, refusal: 'empty files' };
  const lines = text.split('\n');
  const header = lines[0]!
    .trim()
    .replace(/^\ufeff|^ï»¿/, '')
    .toUpperCase();
  if (header !== HEADER) return { ...none, refusal: `files without the header ${HEADER}` };
  const ticker = lines[1]?.split(',', 1)[0] ?? '';
  const refused: Record<string, number[]> = {};
  const sessions: number[][] = [];
  let seenCount = 0;
  for (const [index, raw] of lines.entries()) {
    const line = raw.trimEnd();
    if (index === 0 || line === '') continue;
    const refuse = (reason: string): void => {
      refused[reason] = [...(refused[reason] ?? []), index + 1];
    };
    const cells = line.split(',');
    const day = dayOfDigits(cells[2] ?? '');
    if (cells.length !== 10) refuse('rows that are cut off or have too many cells');
    else if (cells[0] !== ticker) refuse('rows of another symbol than the file');
    else if (cells[1] !== 'D') refuse('rows of another period than a day');
    else if (Number.isNaN(day)) refuse('rows whose date is not a date');
    else if (day > today) refuse('rows of a day in the future');
    else if (day > asOfDay) refuse('rows later than the day taken');
    else {
      seenCount++;
      if (day < fromDay) continue;
      const [open, high, low, close, volume] = cells.slice(4, 9).map(decimalOf) as [number, number, number, number, number];
      const has = [open, high, low].map((value) => Number(!Number.isNaN(value)));
      if (!(close > 0)) refuse('rows whose close is not above 0');
      else sessions.push([day, close, volume, ...has]);
    }
  }
  return { refusal: null, sessions: sessions.sort((a, b) => a[0]! - b[0]!), refused, seenCount };
}
