/** Mutants that make no different program on this machine, or only a slower one, each with the reason: no test can notice them, so they are left out. */
const listed = (file, why, ...entries) => entries.map(([line, was, text]) => ({ file, why, line, was, text }));

const SIZE = 'const size = (value: number): number => (Number.isNaN(value) ? -1 : Math.abs(value));';
const MORE_TRADED = 'if (isFirst || compare(row, held - 1) < 0) best[issuer[row]!] = row + 1;';
const ENDIAN = 'const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;';
const ALIGNED = 'if (HOST_IS_LITTLE_ENDIAN && bytes.byteOffset % FLOAT_BYTES === 0) {';
const RESERVES = 'if (needed > this.#capacity) this.#reserve(Math.max(needed, this.#capacity * 2, CAPACITY_MIN));';
const KEPT =
  'const kept = needed.length === 0 ? rows : rows.filter((row) => needed.every((values) => !Number.isNaN(values[row]!)));';
const FILTERED = 'rows.filter((row) => needed.every((values) => !Number.isNaN(values[row]!)))';

export const EQUIVALENT = [
  ...listed('src/wire/vector.ts', 'a block is as large as is quick', ['const BLOCK_ROWS = 256;', '256', '(256 + 1)']),
  ...listed(
    'src/wire/vector.ts',
    'the values are copied one by one where they could be taken as they lie',
    [ENDIAN, '1', '(1 + 1)'],
    [ENDIAN, '0', '(0 + 1)'],
    [ENDIAN, '===', '!=='],
    [ALIGNED, 'HOST_IS_LITTLE_ENDIAN && bytes.byteOffset % FLOAT_BYTES === 0', 'false'],
    [ALIGNED, '%', '*'],
  ),
  ...listed(
    'src/engine/table.ts',
    'room is made earlier, or more of it than is needed',
    ['const CAPACITY_MIN = 4096;', '4096', '(4096 + 1)'],
    [RESERVES, 'needed > this.#capacity', 'true'],
    [RESERVES, '>', '>='],
    [RESERVES, '*', '/'],
    [RESERVES, '2', '(2 + 1)'],
  ),
  ...listed('src/engine/ranked.ts', 'a filter that lets all rows pass gives them back', [
    KEPT,
    `needed.length === 0 ? rows : ${FILTERED}`,
    `(${FILTERED})`,
  ]),
  ...listed('src/engine/load.ts', 'what is written and proved ahead is so when it is first needed', [
    'prepareRatios(this.#absent());',
    'prepareRatios(this.#absent());',
    ';',
  ]),
  ...listed('src/engine/separation.ts', 'any number below zero comes behind all sizes', [SIZE, '1', '(1 + 1)']),
  ...listed('src/engine/change.ts', 'the order of a table is looked at again at every edit', [
    'if (known === undefined) {',
    'known === undefined',
    'true',
  ]),
  ...listed('src/engine/parquet.ts', 'a row group is as large as readers like it', [
    'export const PARQUET_ROWS_AT_A_TIME = 65_536;',
    '65_536',
    '(65_536 + 1)',
  ]),
  ...listed(
    'src/engine/issuer.ts',
    'no two rows are equal: they compare by whole numbers, and at last by their places',
    [MORE_TRADED, '<', '<='],
    [MORE_TRADED, '0', '(0 + 1)'],
  ),
  ...listed('src/engine/range.ts', 'of a comparison the sign counts alone', [
    '.sort((a, b) => b.rowCount - a.rowCount || (a.label < b.label ? -1 : 1));',
    '1',
    '(1 + 1)',
  ]),
];
