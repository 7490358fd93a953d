import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALLS, readCountries, readPositions, rowWidth, writeCountries } from '../../src/wire/calls.ts';
import { readIndexing, writeIndexing } from '../../src/wire/indexing.ts';
import { decodeVector, encodeVector } from '../../src/wire/vector.ts';

describe('a vector', () => {
  it('is sent as row-major little-endian float32, missing as negative infinity', () => {
    const bytes = encodeVector([Float32Array.of(1, Number.NaN), Float32Array.of(-2.5, 3)], 2);
    expect([...bytes]).toEqual([0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0, 0, 0, 0x80, 0xff, 0, 0, 0x40, 0x40]);
  });

  it('is read as it was written, from any alignment, in chunks and with columns left out alike', () => {
    const float = fc.float({ noDefaultInfinity: true, min: Math.fround(-3.4e38), max: Math.fround(3.4e38) });
    fc.assert(
      fc.property(fc.array(fc.tuple(float, float, float), { maxLength: 600 }), fc.nat(3), (rows, shift) => {
        const columns = [0, 1, 2].map((column) => Float32Array.from(rows, (row) => row[column]!));
        const bytes = encodeVector(columns, rows.length);
        const moved = new Uint8Array(bytes.length + shift);
        moved.set(bytes, shift);
        const back = [new Float32Array(rows.length + 1), undefined, new Float32Array(rows.length + 1)];
        decodeVector(moved.subarray(shift), rows.length, 3, back, 1);
        expect(back[0]!.subarray(1)).toEqual(columns[0]);
        expect(back[2]!.subarray(1)).toEqual(columns[2]);
      }),
      { seed: 1 },
    );
  });

  it('is refused with actual and expected lengths if its length is wrong, before a value is written', () => {
    const target = Float32Array.of(9, 9);
    expect(() => decodeVector(new Uint8Array(15), 2, 2, [target, undefined])).toThrow(
      'got 15 bytes, expected 16 (2 rows × 2 columns × 4 bytes)',
    );
    expect([...target]).toEqual([9, 9]);
    expect(() => encodeVector([Float32Array.of(Infinity)], 1)).toThrow('infinite');
    expect(() => encodeVector([Float32Array.of(1)], 2)).toThrow('expected 2');
  });
});

describe('a value of a vector', () => {
  const decoded = (...values: readonly number[]) => {
    const target = new Float32Array(values.length);
    const tiny = decodeVector(new Uint8Array(Float32Array.from(values).buffer), values.length, 1, [target]);
    return { values: [...target], isTiny: tiny.has(0) };
  };

  it("is missing if it is not finite, or at the end of float32's range", () => {
    const below = Math.fround(3.4027e38);
    const { values } = decoded(Infinity, -Infinity, Number.NaN, 3.4028e38, -3.4028e38, below, -below);
    expect(values).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN, below, -below]);
  });

  it('marks its column as one with tiny values below the smallest normal float32, except zero', () => {
    expect(decoded(1, 2 ** -127, 3).isTiny).toBe(true);
    expect(decoded(-(2 ** -149)).isTiny).toBe(true);
    expect(decoded(2 ** -126, -(2 ** -126), 0, -0, Number.NEGATIVE_INFINITY).isTiny).toBe(false);
  });

  it('marks only its own column, in any block of rows', () => {
    const [rowCount, width] = [1000, 3];
    for (const row of [0, 255, 256, 999]) {
      const values = new Float32Array(rowCount * width).fill(1);
      values[row * width + 1] = 1e-40;
      const targets = [0, 1, 2].map(() => new Float32Array(rowCount));
      expect([...decodeVector(new Uint8Array(values.buffer), rowCount, width, targets)]).toEqual([1]);
      expect(targets.map((target) => target[row])).toEqual([1, Math.fround(1e-40), 1]);
    }
  });
});

describe('the calls', () => {
  it('are those of the specification, whatever the name of a country', () => {
    expect(CALLS).toMatchObject({
      countries: 'api/screener/countries',
      reverseIndex: 'api/screener/reverse-index',
      headerIndex: 'api/screener/header-index',
    });
    expect([CALLS.vector('A/B'), CALLS.vectorIndexing('A?B')]).toEqual([
      'api/screener/vector/A%2FB',
      'api/screener/vector-indexing/A%3FB',
    ]);
  });
});

describe('the indexes', () => {
  it('keep the order of the countries', () => {
    const countries = [
      { country: 'US', updated: 1763596800 },
      { country: 'DE', updated: 1763596801 },
    ];
    expect(readCountries(JSON.parse(JSON.stringify(writeCountries(countries))))).toEqual(countries);
  });

  it.each([
    [null, 'expected an object, got null'],
    [[], 'got an array'],
    [{ US: 'today' }, 'the update time of US is a string'],
    [{ US: null }, 'the update time of US is null'],
    [{ US: Number.POSITIVE_INFINITY }, 'the update time of US is a number'],
    [7, 'got a number'],
    [{ '../x': 1 }, 'not a country code'],
    [{ '': 1 }, 'not a country code'],
    [{ abcdefghijklmnopq: 1 }, 'not a country code'],
  ])('countries %j are refused', (answer, message) => {
    expect(() => readCountries(answer)).toThrow(message);
  });

  it('have distinct whole positions', () => {
    const positions = readPositions(JSON.parse('{"a": 3, "__proto__": 1, "constructor": 0}'), 'reverse-index');
    expect(Object.entries(positions)).toEqual([
      ['a', 3],
      ['__proto__', 1],
      ['constructor', 0],
    ]);
    expect(rowWidth(positions)).toBe(4);
    for (const wrong of [-1, 0.5, '1', null, 1e9])
      expect(() => readPositions({ a: wrong }, 'reverse-index')).toThrow('the position of a');
    expect(() => readPositions({ a: 1, b: 1 }, 'reverse-index')).toThrow('b and a share position 1');
    expect(() => readPositions({ a: 10_000 }, 'reverse-index')).toThrow('the position of a is 10000');
    expect(readPositions({ a: 9999 }, 'reverse-index')).toEqual({ a: 9999 });
    expect(rowWidth({ b: 7, a: 2 })).toBe(8);
    expect(rowWidth({})).toBe(0);
  });

  it('of a country have precedence over the common one', () => {
    const rows = [['AAPL', 'Apple Inc.', null]];
    const indexing = { rows, header: { symbol: 0, name: 1, isAdr: 2 }, note: 'made up', coverage: null };
    expect(readIndexing(JSON.parse(JSON.stringify(writeIndexing(indexing))), { name: 0 })).toMatchObject(indexing);
    expect(readIndexing({ tickerIndex: rows }, { name: 0 })).toEqual({ rows, header: { name: 0 }, note: null, coverage: null });
    expect(() => readIndexing({ tickerIndex: {} }, {})).toThrow('tickerIndex is a object, not an array');
    expect(() => readIndexing({ tickerIndex: [[], 7] }, {})).toThrow('row 1 is a number');
    expect(() => readIndexing(null, {})).toThrow('got null');
  });

  it('of a country may have a note, of which 200 characters are kept', () => {
    const noted = (note: unknown) => readIndexing({ tickerIndex: [], headerIndex: null, note }, {}).note;
    expect([noted(''), noted(7), noted(undefined), noted('made up')]).toEqual([null, null, null, 'made up']);
    expect(noted('x'.repeat(300))).toBe('x'.repeat(200));
    expect(writeIndexing({ rows: [], header: {}, note: null, coverage: null })).toEqual({ tickerIndex: [], headerIndex: {} });
    expect(() => readIndexing('text', {})).toThrow('got a string');
    expect(() => readIndexing({ tickerIndex: [null] }, {})).toThrow('row 0 is null');
  });
});
