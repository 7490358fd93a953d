import { describe, expect, it } from 'vitest';
import { decodeBundle, encodeBundle, readBundles, writeBundles } from '../../src/wire/bundle.ts';
import { fieldsOf, type Indexing } from '../../src/wire/indexing.ts';
import { encodeVector } from '../../src/wire/vector.ts';

const write = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const read = (text: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(text));

const indexing = (rows: Indexing['rows'], note: string | null = null): Indexing => ({
  rows,
  header: { symbol: 0, sector: 1 },
  note,
  coverage: null,
});
const US = indexing([
  ['ÄA', 'Energy'],
  ['BB', 'Energy'],
  ['CC', null],
  ['DD', 'Energy'],
]);
const DE = indexing([['7', 1]], 'made up');
const numbers = [
  [1, Number.NaN, 3, 4],
  [5, 6, 7, 8],
];
const parts = [
  { country: 'US', rowCount: 4 },
  { country: 'DE', rowCount: 1 },
];
const bundle = encodeBundle(
  [
    {
      indexing: US,
      vector: encodeVector(
        numbers.map((column) => Float32Array.from(column)),
        4,
      ),
    },
    { indexing: DE, vector: encodeVector([Float32Array.of(9), Float32Array.of(10)], 1) },
  ],
  2,
  write,
);

describe('a bundle', () => {
  it('has the fields of each country, and its vector column after column', () => {
    const [us, de] = decodeBundle(bundle, parts, 2, read);
    const text = (fields: typeof us, id: string): unknown[] => {
      const { labels, codes } = fields!.fields.get(id)!;
      return Array.from({ length: fields!.rowCount }, (_, row) => labels[codes ? codes[row]! : row]);
    };
    expect(text(us, 'symbol')).toEqual(['ÄA', 'BB', 'CC', 'DD']);
    expect(text(us, 'sector')).toEqual(['Energy', 'Energy', null, 'Energy']);
    expect(us!.fields.get('sector')!.labels).toEqual(['Energy', null]);
    expect([text(de, 'symbol'), text(de, 'sector'), de!.note]).toEqual([['7'], [1], 'made up']);
    const floats = (bytes: Uint8Array): number[] => [...new Float32Array(bytes.slice().buffer)];
    expect(floats(us!.vector)).toEqual([1, Number.NEGATIVE_INFINITY, 3, 4, 5, 6, 7, 8]);
    expect(floats(de!.vector)).toEqual([9, 10]);
    expect(fieldsOf(US).fields.get('sector')!.codes).toBeNull();
  });

  it('is refused if it is truncated anywhere, too long, or of other countries', () => {
    for (let length = 0; length < bundle.byteLength; length++)
      expect(() => decodeBundle(bundle.subarray(0, length), parts, 2, read), `${length} bytes`).toThrow('bundle: got');
    const longer = new Uint8Array(bundle.byteLength + 4);
    longer.set(bundle);
    expect(() => decodeBundle(longer, parts, 2, read)).toThrow('expected');
    expect(() => decodeBundle(bundle, [{ country: 'US', rowCount: 3 }], 2, read)).toThrow();
  });

  it.each<[string, unknown]>([
    ['no fields of the right length', { symbol: ['A'] }],
    ['a field that is null', { symbol: null }],
    ['a code without a label', { symbol: { labels: ['A'], codes: [0, 1] } }],
    ['a code that is no number', { symbol: { labels: ['A'], codes: [0, '0'] } }],
    ['too few codes', { symbol: { labels: ['A'], codes: [0] } }],
    ['no codes', { symbol: { labels: ['A', 'B'] } }],
  ])('is refused with %s', (_, fields) => {
    const text = write({ fields });
    const head = new Uint8Array(4 + 4 * Math.ceil(text.length / 4));
    new DataView(head.buffer).setUint32(0, text.length, true);
    head.set(text, 4);
    expect(() => decodeBundle(head, [{ country: 'US', rowCount: 2 }], 0, read)).toThrow('bundle: symbol has');
  });
});

describe('the answer of the bundles call', () => {
  const countries = parts.map(({ country }) => ({ country, updated: 1 }));

  it('is read as it was written', () => {
    const bundles = [[parts[0]!], [parts[1]!]];
    expect(readBundles(JSON.parse(JSON.stringify(writeBundles(bundles))), countries)).toEqual(bundles);
  });

  it.each<[string, unknown]>([
    ['an object', { US: 4 }],
    ['other countries', [{ US: 4, FR: 1 }]],
    ['another order', [{ DE: 1 }, { US: 4 }]],
    ['too few', [{ US: 4 }]],
    ['no count', [{ US: -1, DE: 1 }]],
    ['half a row', [{ US: 0.5, DE: 1 }]],
    ['more rows than there are securities', [{ US: 1e12, DE: 1 }]],
    ['nothing', [null]],
  ])('is refused with %s', (_, answer) => {
    expect(() => readBundles(answer, countries)).toThrow('bundles: ');
  });
});
