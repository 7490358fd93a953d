import { assert } from '../assert.ts';
import { kindOf, type Positions, readPositions } from './calls.ts';
import { type Coverage, readCoverage } from './coverage.ts';

/** What a field of a security may hold on the wire. */
export type FieldValue = string | number | boolean | null;

/** A country's securities: row i describes row i of its vector. */
export interface Indexing {
  readonly rows: readonly (readonly FieldValue[])[];
  readonly header: Positions;
  /** What the publisher says of these data, such as that they are synthetic; null when nothing. */
  readonly note: string | null;
  /** What these data are made of; null when the publisher doesn't say. */
  readonly coverage: Coverage | null;
}

/** Longest note that is shown. */
const NOTE_CHARS_MAX = 200;

/**
 * Reads the answer of vector-indexing. The country's own headerIndex goes before the common one.
 * A row may be shorter than the header (the rest is missing). Throws with what is wrong and in which row.
 */
export function readIndexing(answer: unknown, common: Positions): Indexing {
  assert(typeof answer === 'object' && answer !== null, `vector-indexing: expected an object, got ${kindOf(answer)}`);
  const { tickerIndex, headerIndex, note, coverage } = answer as Readonly<Record<string, unknown>>;
  assert(Array.isArray(tickerIndex), `vector-indexing: tickerIndex is ${kindOf(tickerIndex)}, not an array`);
  const header = headerIndex === undefined || headerIndex === null ? common : readPositions(headerIndex, 'headerIndex');
  for (const [row, fields] of tickerIndex.entries()) {
    assert(Array.isArray(fields), `vector-indexing: row ${row} is ${kindOf(fields)}, not an array`);
  }
  return {
    rows: tickerIndex as FieldValue[][],
    header,
    note: typeof note === 'string' && note !== '' ? note.slice(0, NOTE_CHARS_MAX) : null,
    coverage: readCoverage(coverage),
  };
}

/** The answer of vector-indexing for these securities. */
export function writeIndexing({ rows, header, note, coverage }: Indexing): {
  tickerIndex: Indexing['rows'];
  headerIndex: Positions;
  note?: string;
  coverage?: Coverage;
} {
  return {
    tickerIndex: rows,
    headerIndex: header,
    ...(note !== null && { note }),
    ...(coverage !== null && { coverage }),
  };
}
