/** Rows in ClickHouse's format RowBinary: one value after the other, in the order of the columns. */
import type { StoredColumn, StoredValues } from '../sql/table.ts';

/** Bytes collected before they are sent. */
const CHUNK_BYTES = 1 << 20;
/** Largest value of fixed length. */
const VALUE_BYTES_MAX = 16;
const LENGTH_BITS = 7;
const HALF_PAIR = /\p{Surrogate}/u;

/** ClickHouse's type of a column: missing numbers are NULL, missing texts empty. */
export function typeOf({ kind }: StoredColumn): string {
  if (kind === 'text') return 'LowCardinality(String)';
  return kind === 'count' ? 'UInt32' : 'Nullable(Float32)';
}

/** The length that precedes bytes, seven bits at a time. */
export function lengthOf(bytes: number): Uint8Array {
  const length: number[] = [];
  let rest = bytes;
  while (rest >= 1 << LENGTH_BITS) {
    length.push((rest & 127) | 128);
    rest >>>= LENGTH_BITS;
  }
  return Uint8Array.of(...length, rest);
}

class Chunks {
  #bytes = new Uint8Array(CHUNK_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;
  readonly #encoder = new TextEncoder();

  get isFull(): boolean {
    return this.#at + VALUE_BYTES_MAX > CHUNK_BYTES;
  }

  take(): Uint8Array {
    const chunk = this.#bytes.subarray(0, this.#at);
    this.#bytes = new Uint8Array(CHUNK_BYTES);
    this.#view = new DataView(this.#bytes.buffer);
    this.#at = 0;
    return chunk;
  }

  count(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  day(value: number): void {
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
  }

  number(value: number): void {
    this.#bytes[this.#at++] = Number.isNaN(value) ? 1 : 0;
    if (Number.isNaN(value)) return;
    this.#view.setFloat32(this.#at, value, true);
    this.#at += 4;
  }

  /** Returns the bytes of a text that no longer fit. */
  text(value: string): Uint8Array | null {
    const bytes = this.#encoder.encode(value);
    const length = lengthOf(bytes.length);
    this.#bytes.set(length, this.#at);
    this.#at += length.length;
    if (this.#at + bytes.length > CHUNK_BYTES) return bytes;
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
    return null;
  }
}

/**
 * The rows of a snapshot, each beginning with its day, in chunks of about a megabyte.
 * @param day days since 1970-01-01
 * @throws for a text that UTF-8 can't encode: half of a surrogate pair
 */
export function* rowBinary(
  day: number,
  rows: Iterable<number>,
  columns: readonly { readonly column: StoredColumn; readonly values: StoredValues }[],
): Generator<Uint8Array> {
  const chunks = new Chunks();
  for (const row of rows) {
    chunks.day(day);
    for (const { column, values } of columns) {
      if (chunks.isFull) yield chunks.take();
      const value = values(row);
      if (typeof value === 'string') {
        if (HALF_PAIR.test(value)) throw new Error(`a value of ${column.name} has half of a surrogate pair: UTF-8 can't hold it`);
        const rest = chunks.text(value);
        if (rest) {
          yield chunks.take();
          yield rest;
        }
      } else if (column.kind === 'count') chunks.count(value);
      else chunks.number(value);
    }
    if (chunks.isFull) yield chunks.take();
  }
  yield chunks.take();
}
