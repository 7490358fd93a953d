import { assert } from '../assert.ts';

/** A missing value on the wire. */
const MISSING_ON_WIRE = Number.NEGATIVE_INFINITY;
/** Larger magnitudes are not figures but mark missing values, for which kernels need a number that no figure has. */
const MAGNITUDE_MAX = Math.fround(3.4028e38);
const SMALLEST_NORMAL = 2 ** -126;
const [MAGNITUDE_MAX_BITS, SMALLEST_NORMAL_BITS] = new Uint32Array(
  Float32Array.of(MAGNITUDE_MAX, SMALLEST_NORMAL).buffer,
) as unknown as [number, number];
/** All bits of a float32 but the sign: magnitudes are ordered by these, followed by infinity and NaN. */
const MAGNITUDE_BITS = 0x7fff_ffff;
const FLOAT_BYTES = 4;
/** Rows transposed at a time, so that they stay in the CPU cache. */
const BLOCK_ROWS = 256;

const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** The bytes as little-endian float32 on any machine. Copies only if the alignment or byte order requires it. */
function asFloats(bytes: Uint8Array): Float32Array {
  if (HOST_IS_LITTLE_ENDIAN && bytes.byteOffset % FLOAT_BYTES === 0) {
    return new Float32Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength / FLOAT_BYTES);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / FLOAT_BYTES }, (_, index) => view.getFloat32(index * FLOAT_BYTES, true));
}

/**
 * Decodes a country's vector. Negative infinity, and every other value that is not finite or at the end of float32's range (3.4028e38),
 * becomes NaN.
 * @param bytes little-endian float32, rowCount × width values, in layout `by`
 * @param targets for each position in a row, the array for the column's values from `at` on; undefined to skip it
 * @returns positions of columns with a nonzero magnitude below the smallest normal float32
 * @throws for a length other than 4 × rowCount × width bytes
 */
export function decodeVector(
  bytes: Uint8Array,
  rowCount: number,
  width: number,
  targets: readonly (Float32Array | undefined)[],
  at = 0,
  by: 'row' | 'column' = 'row',
): ReadonlySet<number> {
  const tiny = new Set<number>();
  checkVectorLength(bytes, rowCount, width);
  const values = asFloats(bytes);
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const [rowStride, columnStride] = by === 'row' ? [width, 1] : [1, rowCount];
  for (let from = 0; from < rowCount; from += BLOCK_ROWS) {
    const to = Math.min(from + BLOCK_ROWS, rowCount);
    for (let position = 0; position < width; position++) {
      const target = targets[position];
      if (!target) continue;
      let tinyCount = 0;
      for (let row = from, index = from * rowStride + position * columnStride; row < to; row++, index += rowStride) {
        const magnitude = bits[index]! & MAGNITUDE_BITS;
        target[at + row] = magnitude < MAGNITUDE_MAX_BITS ? values[index]! : Number.NaN;
        // Zero wraps around to the largest number.
        tinyCount += Number((magnitude - 1) >>> 0 < SMALLEST_NORMAL_BITS - 1);
      }
      if (tinyCount > 0) tiny.add(position);
    }
  }
  return tiny;
}

export function vectorBytes(rowCount: number, width: number): number {
  return FLOAT_BYTES * rowCount * width;
}

/** Transposes a vector from rows to columns. */
export function vectorByColumn(bytes: Uint8Array, rowCount: number, width: number): Uint8Array {
  checkVectorLength(bytes, rowCount, width);
  const from = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const to = new DataView(new ArrayBuffer(bytes.byteLength));
  for (let row = 0, at = 0; row < rowCount; row++)
    for (let column = 0; column < width; column++, at += FLOAT_BYTES)
      to.setUint32(FLOAT_BYTES * (column * rowCount + row), from.getUint32(at));
  return new Uint8Array(to.buffer);
}

/** Throws with got and expected when the vector is not 4 × rowCount × width bytes long. */
export function checkVectorLength(bytes: Uint8Array, rowCount: number, width: number): void {
  const expected = vectorBytes(rowCount, width);
  assert(
    bytes.byteLength === expected,
    `vector: got ${bytes.byteLength} bytes, expected ${expected} (${rowCount} rows × ${width} columns × ${FLOAT_BYTES} bytes)`,
  );
}

/**
 * Encodes a country's vector: one Float32Array of rowCount values per position, NaN for missing.
 * @throws for a column of another length, or with positive infinity, which is never produced
 */
export function encodeVector(columns: readonly Float32Array[], rowCount: number): Uint8Array {
  const width = columns.length;
  const view = new DataView(new ArrayBuffer(vectorBytes(rowCount, width)));
  for (const [position, values] of columns.entries()) {
    assert(values.length === rowCount, `vector: column ${position} has ${values.length} rows, expected ${rowCount}`);
    for (let row = 0; row < rowCount; row++) {
      const value = values[row]!;
      assert(value !== Number.POSITIVE_INFINITY, `vector: row ${row} of column ${position} is infinite`);
      view.setFloat32(FLOAT_BYTES * (row * width + position), Number.isNaN(value) ? MISSING_ON_WIRE : value, true);
    }
  }
  return new Uint8Array(view.buffer);
}
