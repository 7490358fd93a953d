import { assert } from '../assert.ts';
import { kindOf, type Positions, readPositions } from './calls.ts';
import { type Coverage, readCoverage } from './coverage.ts';

/** A field's value on the wire. */
export type FieldValue = string | number | boolean | null;

/** A country's securities: row i describes row i of its vector. */
export interface Indexing {
  readonly rows: readonly (readonly FieldValue[])[];
  readonly header: Positions;
  /** The publisher's note on these data, such as that they are synthetic; null without one. */
  readonly note: string | null;
  /** Composition of these data; null when the publisher does not state it. */
  readonly coverage: Coverage | null;
}

/** A field of every security of a country: for row i, `labels[codes[i]]`, or `labels[i]` without codes. */
export interface FieldValues {
  readonly labels: readonly FieldValue[];
  readonly codes: readonly number[] | null;
}

/** A country's securities without their numbers, field by field. */
export interface CountryFields {
  readonly rowCount: number;
  readonly fields: ReadonlyMap<string, FieldValues>;
  readonly note: Indexing['note'];
  readonly coverage: Indexing['coverage'];
}

/** Converts rows to fields. A row shorter than the header lacks the rest. */
export function fieldsOf({ rows, header, note, coverage }: Indexing): CountryFields {
  const fields = new Map<string, FieldValues>();
  for (const [id, position] of Object.entries(header))
    fields.set(id, { labels: rows.map((row) => row[position] ?? null), codes: null });
  return { rowCount: rows.length, fields, note, coverage };
}

/** Longest note that is shown. */
const NOTE_CHARS_MAX = 200;

/**
 * Reads the answer of vector-indexing. The country's own headerIndex overrides the common one.
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
    note: readNote(note),
    coverage: readCoverage(coverage),
  };
}

/** The publisher's note, truncated; null without one. */
export function readNote(note: unknown): string | null {
  return typeof note === 'string' && note !== '' ? note.slice(0, NOTE_CHARS_MAX) : null;
}

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
