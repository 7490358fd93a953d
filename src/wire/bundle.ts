/**
 * Bundles: the answers for several countries in one, ready to use, in place of many requests of the five calls. For each country
 * a bundle has the length of a JSON text (uint32, little-endian), the text, zeros up to a multiple of four bytes, and the vector by column
 * as float32, little-endian. The text has every field's labels, and one code per row where labels repeat.
 */
import { assert } from '../assert.ts';
import { type CountryUpdate, kindOf } from './calls.ts';
import { type Coverage, readCoverage } from './coverage.ts';
import { type CountryFields, type FieldValue, type FieldValues, fieldsOf, type Indexing, readNote } from './indexing.ts';
import { vectorByColumn, vectorBytes } from './vector.ts';

/** A country of a bundle. */
export interface BundlePart {
  readonly country: string;
  readonly rowCount: number;
}

/** Most rows of all countries in an answer. */
const ROWS_MAX = 5_000_000;
const LENGTH_BYTES = 4;
const ALIGNMENT = 4;

const aligned = (length: number): number => Math.ceil(length / ALIGNMENT) * ALIGNMENT;

/** The answer of the bundles call: each bundle's countries in order, with their row counts. */
export function writeBundles(bundles: readonly (readonly BundlePart[])[]): readonly Readonly<Record<string, number>>[] {
  return bundles.map((parts) => Object.fromEntries(parts.map(({ country, rowCount }) => [country, rowCount])));
}

/** Reads the answer of the bundles call. Throws unless it names exactly these countries in this order. */
export function readBundles(answer: unknown, countries: readonly CountryUpdate[]): BundlePart[][] {
  assert(Array.isArray(answer), `bundles: expected an array, got ${kindOf(answer)}`);
  const bundles = answer.map((parts: unknown) =>
    Object.entries(parts ?? {}).map(([country, rowCount]) => {
      assert(Number.isSafeInteger(rowCount) && rowCount >= 0, `bundles: the rows of ${country.slice(0, 40)} are not a count`);
      return { country, rowCount: rowCount as number };
    }),
  );
  const parts = bundles.flat();
  const isSame = parts.length === countries.length && parts.every(({ country }, at) => country === countries[at]!.country);
  assert(isSame, 'bundles: other countries than those of the countries call');
  const total = parts.reduce((sum, { rowCount }) => sum + rowCount, 0);
  assert(total <= ROWS_MAX, `bundles: ${total} rows, more than ${ROWS_MAX}`);
  return bundles;
}

function writeField({ labels }: FieldValues): FieldValue[] | { labels: FieldValue[]; codes: number[] } {
  const codeOf = new Map<FieldValue, number>();
  const codes = labels.map((label) => codeOf.get(label) ?? codeOf.set(label, codeOf.size).size - 1);
  return 2 * codeOf.size > labels.length ? [...labels] : { labels: [...codeOf.keys()], codes };
}

/**
 * Encodes the answers of the five calls for some countries as a bundle.
 * @param write encodes JSON as UTF-8
 */
export function encodeBundle(
  countries: readonly { indexing: Indexing; vector: Uint8Array }[],
  width: number,
  write: (value: unknown) => Uint8Array,
): Uint8Array {
  const chunks = countries.flatMap(({ indexing, vector }) => {
    const { rowCount, fields, note, coverage } = fieldsOf(indexing);
    const written = Object.fromEntries([...fields].map(([id, values]) => [id, writeField(values)]));
    const text = write({ fields: written, note, coverage });
    const head = new Uint8Array(LENGTH_BYTES + aligned(text.byteLength));
    new DataView(head.buffer).setUint32(0, text.byteLength, true);
    head.set(text, LENGTH_BYTES);
    return [head, vectorByColumn(vector, rowCount, width)];
  });
  const bundle = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    bundle.set(chunk, at);
    at += chunk.byteLength;
  }
  return bundle;
}

function readField(id: string, given: unknown, rowCount: number): FieldValues {
  const { labels, codes } = (Array.isArray(given) ? { labels: given, codes: null } : (given ?? {})) as Partial<FieldValues>;
  const name = id.slice(0, 40);
  assert(Array.isArray(labels), `bundle: ${name} has no labels`);
  if (codes === null) assert(labels.length === rowCount, `bundle: ${name} has ${labels.length} of ${rowCount} rows`);
  else {
    assert(Array.isArray(codes) && codes.length === rowCount, `bundle: ${name} has no list of one code per row`);
    const isCode = (code: number): boolean => Number.isInteger(code) && code >= 0 && code < labels.length;
    assert(codes.every(isCode), `bundle: ${name} has a code without a label`);
  }
  return { labels, codes: codes ?? null };
}

/** Fields and vector of a country of a bundle. */
export interface BundledCountry extends CountryFields {
  readonly country: string;
  /** Column by column. */
  readonly vector: Uint8Array;
}

/**
 * Decodes a bundle of these countries, with vectors of `width` columns. Throws with what is wrong.
 * @param read decodes JSON from UTF-8
 */
export function decodeBundle(
  bytes: Uint8Array,
  parts: readonly BundlePart[],
  width: number,
  read: (text: Uint8Array) => unknown,
): BundledCountry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (length: number): Uint8Array => {
    assert(length <= bytes.byteLength - at, `bundle: got ${bytes.byteLength} bytes, expected ${at + length} or more`);
    at += length;
    return bytes.subarray(at - length, at);
  };
  const countries = parts.map(({ country, rowCount }) => {
    const length = view.getUint32(take(LENGTH_BYTES).byteOffset - bytes.byteOffset, true);
    const text = take(aligned(length)).subarray(0, length);
    const vector = take(vectorBytes(rowCount, width));
    const head = read(text) as {
      readonly fields?: Readonly<Record<string, unknown>>;
      readonly note?: unknown;
      readonly coverage?: unknown;
    } | null;
    const fields = new Map(Object.entries(head?.fields ?? {}).map(([id, given]) => [id, readField(id, given, rowCount)]));
    const coverage: Coverage | null = readCoverage(head?.coverage);
    return { country, rowCount, fields, vector, note: readNote(head?.note), coverage };
  });
  assert(at === bytes.byteLength, `bundle: got ${bytes.byteLength} bytes, expected ${at}`);
  return countries;
}
