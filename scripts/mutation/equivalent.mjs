/**
 * Equivalent mutants, which no test can detect because the program behaves the same or is only slower, with the reason. A line alone stands
 * for all of its mutants.
 */
const listed = (file, why, ...entries) => entries.map(([line, was, text]) => ({ file, why, line, was, text }));

const SIZE = 'const size = (value: number): number => (Number.isNaN(value) ? -1 : Math.abs(value));';
const WEIGHTED = 'if (scratch.weighted.length <= rankCount) scratch.weighted = new Float64Array(rankCount + 1);';
const FEWER = 'if (count >= n - count) return { missing, count, listsPresent: false, positions: missingPositions };';
const SCALED = 'const scaled = exponent < 0 ? value * 10 ** -exponent : value / 10 ** exponent;';
const ENDIAN = 'const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;';
const ALIGNED = 'if (HOST_IS_LITTLE_ENDIAN && bytes.byteOffset % FLOAT_BYTES === 0) {';
const RESERVES = 'if (needed > this.#capacity) this.#reserve(Math.max(needed, this.#expected || this.#nextCapacity()));';
const GROWS = 'return this.#capacity === 0 ? CAPACITY_MIN : Math.max(this.#capacity * 2, CAPACITY_USUAL);';

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
    'src/engine/table/table.ts',
    'memory is allocated earlier, or more than is needed',
    [RESERVES, 'needed > this.#capacity', 'true'],
    [RESERVES, '>', '>='],
    [GROWS, '*', '/'],
    [GROWS, '2', '(2 + 1)'],
  ),
  ...listed('src/engine/load/loader.ts', 'what is written and tested ahead is so when it is first needed', [
    'prepareRatios(this.#absent());',
    'prepareRatios(this.#absent());',
    ';',
  ]),
  ...listed('src/engine/answers/profile.ts', 'any number below zero comes behind all sizes', [SIZE, '1', '(1 + 1)']),
  ...listed('src/engine/run/incremental.ts', 'the order of a table is checked again at every edit', [
    'if (known === undefined) {',
    'known === undefined',
    'true',
  ]),
  ...listed('src/engine/answers/parquet.ts', 'a row group is as large as readers like it', [
    'export const PARQUET_ROWS_AT_A_TIME = 65_536;',
    '65_536',
    '(65_536 + 1)',
  ]),
  ...listed('src/engine/answers/range.ts', 'of a comparison the sign counts alone', [
    '.sort((a, b) => b.rowCount - a.rowCount || (a.label < b.label ? -1 : 1));',
    '1',
    '(1 + 1)',
  ]),
  ...listed(
    'kernels/choose.ts',
    'hard values and trials are drawn somehow: others would prove and take as much',
    [
      'const HARD = [1, -1, 0, Number.NaN, 0.5, 3e38, 1e13, -3e38, 16777217, 2 ** -126, 1e-40, 12.25, -7e9, 0.004, 2e-5, 123456.7];',
    ],
    ['let state = seed * 2654435761 + 12345;'],
    ['state = (Math.imul(state, 1664525) + 1013904223) | 0;'],
    ['const draw = (state >>> 8) / 2 ** 24;'],
    ['const edge = HARD[Math.floor(draw * 64)];'],
    ['return edge ?? Math.exp(draw * 40 - 10) * (state & 64 ? 1 : -1);'],
    ['const SELF_TEST_ROWS = 196;'],
    ['const TRIAL_CORRELATED = 32;'],
    ['for (const id of trialInputs) filterNumbers(columnOf(id), null, allRows, 0, 1e9, true);'],
  ),
  ...listed(
    'kernels/simd/ratios.ts',
    'hard values are drawn somehow: others would prove as much',
    ['let state = 1;'],
    ['state = (Math.imul(state, 1664525) + 1013904223) | 0;'],
    ['const draw = (state >>> 8) / 2 ** 24;'],
    ['return HARD_VALUES[Math.floor(draw * 256)] ?? Math.exp(draw * 60 - 20) * (state & 64 ? 1 : -1);'],
    ['const PROOF_ROWS = 251;'],
    ...['1,', '-1,', '0,', '-0,', '0.5,', '3e38,', '-3e38,', '1e13,', '16777217,', '2 ** -126,', '-(2 ** -126),'].map((line) => [
      line,
    ]),
    ...['1e-20,', '12.25,', '-7e9,', '0.004,', '2e-5,'].map((line) => [line]),
  ),
  ...listed(
    'kernels/simd/ratios.ts',
    'blocks and passes are as large as is quick',
    ['const BLOCK_ROWS = 1024;', '1024', '(1024 + 1)'],
    ['const COLUMN_BYTES = BLOCK_ROWS * FLOAT_BYTES + 64;', '64', '(64 + 1)'],
    ['const PASS_INSTRUCTIONS = 24;', '24', '(24 + 1)'],
  ),
  ...listed('kernels/loops/cpu.ts', 'a block is as large as is quick', ['const BLOCK_ROWS = 2048;', '2048', '(2048 + 1)']),
  ...listed('kernels/loops/cpu.ts', 'an array that is seen twice gets two views of its block', [
    'places.set(found.array, place);',
    'places.set(found.array, place);',
    ';',
  ]),
  ...listed('kernels/statistics/distribution.ts', 'the search for a bin begins at an earlier one', [
    'guesses[cell] = bin;',
    'guesses[cell] = bin;',
    ';',
  ]),
  ...listed('kernels/compute.ts', 'the loops give the same bits', [
    'if (vectors) vectors(columnOf, from, to, isSettled);',
    'vectors',
    'false',
  ]),
  ...listed('kernels/statistics/correlation.ts', 'the rows are counted where their number is known', [
    'if (a.count === n || b.count === n) return Math.min(a.count, b.count);',
    'a.count === n || b.count === n',
    'false',
  ]),
  ...listed('src/catalogue/display.ts', 'nine digits always do', ['const DIGITS_NEEDED = 9;', '9', '(9 + 1)']),
  ...listed(
    'kernels/loops/filter.ts',
    'memory is allocated earlier than it is needed',
    ['if (scratch.length < count) scratch = new Uint32Array(count);', 'scratch.length < count', 'true'],
    ['if (scratch.length < count) scratch = new Uint32Array(count);', '<', '<='],
  ),
  ...listed(
    'kernels/statistics/distribution.ts',
    'an element that is not there is neither read nor written',
    ['const binEdges = new Float32Array(BINS_MAX + 1).fill(Number.NaN);', '+', '-'],
    ['const binEdges = new Float32Array(BINS_MAX + 1).fill(Number.NaN);', '1', '(1 + 1)'],
  ),
  ...listed(
    'kernels/statistics/distribution.ts',
    'the search for a bin begins at an earlier one, or a guess is made for more cells or of fewer bits',
    ['const GUESSES = 1 << 12;', '1', '(1 + 1)'],
    ['const GUESSES = 1 << 12;', '12', '(12 + 1)'],
    ['const GUESS_SHIFT = 20;', '20', '(20 + 1)'],
    ['for (let cell = 1, bin = 0; cell < GUESSES; cell++) {', '1', '(1 + 1)'],
    ['for (let cell = 1, bin = 0; cell < GUESSES; cell++) {', '<', '<='],
    ['while (smallest >= binEdges[bin]!) bin++;', '>=', '>'],
  ),
  ...listed(
    'kernels/statistics/distribution.ts',
    'what makes no difference is examined too',
    ['last = number;', 'last = number;', ';'],
    [
      'const distinct = filled <= BINS_MAX ? distinctOf(numbers) : null;',
      'filled <= BINS_MAX ? distinctOf(numbers) : null',
      '(distinctOf(numbers))',
    ],
    ['if (cells[cell] === 0) continue;', 'cells[cell] === 0', 'false'],
  ),
  ...listed(
    'kernels/statistics/profile.ts',
    'memory is allocated earlier, or more than is needed',
    ['if (scratch[name].length < length) scratch[name] = new Uint32Array(length);', 'scratch[name].length < length', 'true'],
    ['if (scratch[name].length < length) scratch[name] = new Uint32Array(length);', '<', '<='],
    [WEIGHTED, 'scratch.weighted.length <= rankCount', 'true'],
    [WEIGHTED, '1', '(1 + 1)'],
  ),
  ...listed('kernels/sort/top.ts', 'groups that nobody is in', [
    'const left = new Float64Array(groups ? groups.groupCount : 2);',
    '2',
    '(2 + 1)',
  ]),
  ...listed('kernels/statistics/composite.ts', 'a number that stands for a policy', ['const RENORMALISES = 2;', '2', '(2 + 1)']),
  ...listed(
    'kernels/statistics/correlation.ts',
    'either list of positions gives the same sums',
    [FEWER, 'count >= n - count', 'true'],
    [FEWER, 'count >= n - count', 'false'],
    [FEWER, '>=', '>'],
    [FEWER, '-', '+'],
  ),
  ...listed('kernels/statistics/correlation.ts', 'a word of bits more than is needed', [
    'const missing = new Uint32Array((n + 31) >>> 5);',
    '31',
    '(31 + 1)',
  ]),
  ...listed(
    'kernels/statistics/binning.ts',
    'by 1 is multiplied or divided alike',
    [SCALED, '<', '<='],
    [SCALED, '0', '(0 + 1)'],
  ),
  ...listed('kernels/compute.ts', 'the loops give the same bits', [
    "const vectors = backend === 'vectors' ? vectorRunner(program) : null;",
  ]),
  ...listed('kernels/gpu/operations.ts', 'no columns have no pairs', [
    'const rowCount = ranks[0]?.length ?? 0;',
    'ranks[0]?.length ?? 0',
    'ranks[0]?.length',
  ]),
  ...listed('kernels/loops/row.ts', 'an operation on one number does not look at the other', [
    'const [x = 0, y = 0] = operandsOf(formula).map((operand) => evaluateRow(operand, read));',
    '0',
    '(0 + 1)',
  ]),
  ...listed('kernels/loops/loops.ts', 'a quotient by zero is not finite by itself', [
    'const quotient = y <= 0 ? Number.NaN : Math.fround(a[i]! / y);',
    '<=',
    '<',
  ]),
  ...listed('kernels/choose.ts', 'hard values are drawn somehow: others would prove as much', [
    'values = isRatio.has(id) ? new Float32Array(length) : edgeColumn(columns.size + 1, length);',
    '+',
    '-',
  ]),
  ...listed('src/wire/vector.ts', 'a block without rows, or the same number once more', [
    'for (let from = 0; from < rowCount; from += BLOCK_ROWS) {',
    '<',
    '<=',
  ]),
  ...listed(
    'kernels/simd/products.ts',
    'a parameter that nobody gives is 0',
    ...['11', '5'].map((count) => [
      `return { parameterCount: 3, integerCount: 1, vectorCount: ${count}, body };`,
      '3',
      '(3 + 1)',
    ]),
  ),
  ...listed('src/engine/answers/receipt.ts', 'of a comparison the sign counts alone', [
    '.sort((a, b) => (a.country < b.country ? -1 : 1)),',
    '1',
    '(1 + 1)',
  ]),
  ...listed(
    'kernels/loops/loops.ts',
    'nothing is added or taken away where a value is there, which is never the negative zero',
    ...[
      'out[i] = logarithm + (logarithm - logarithm);',
      'out[i] = (x > y ? 1 : 0) + (x - x) + (y - y);',
      'out[i] = (x <= y ? 1 : 0) + (x - x) + (y - y);',
      'out[i] = limited + (tax - tax) + (profit - profit);',
      'out[i] = power < SMALLEST_NORMAL ? 0 : power + (power - power);',
    ].map((line) => [line, '+', '-']),
  ),
  ...listed(
    'kernels/gpu/operations.ts',
    'an element that is not there is not written',
    ['if (bin < counts.length) counts[bin]! += partial[thread]!;', 'bin < counts.length', 'true'],
    ['if (bin < counts.length) counts[bin]! += partial[thread]!;', '<', '<='],
  ),
  ...listed(
    'kernels/loops/loops.ts',
    'what lies behind the last row is not there, or is written over before it is read',
    ...[
      'for (let i = 0; i < n; i++) {',
      'for (let i = 0; i < n; i++) out[i] = -a[i]!;',
      'for (let i = 0; i < n; i++) out[i] = Math.abs(a[i]!);',
      'for (let i = 0; i < n; i++) out[i] = Math.sqrt(a[i]!);',
    ].map((line) => [line, '<', '<=']),
  ),
  ...listed(
    'kernels/sort/radix.ts',
    'an element that is not there is not written',
    ['if (rates) for (let i = 0; i < n; i++) floats[i] = values[rows[i]!]! * rates[rows[i]!]! + 0;', '<', '<='],
    ['else for (let i = 0; i < n; i++) floats[i] = values[rows[i]!]! + 0;', '<', '<='],
  ),
  ...listed('kernels/gpu/gpu.ts', 'as many kernels as a page keeps', ['const WEBASM_KERNELS_MAX = 32;', '32', '(32 + 1)']),
  ...listed('kernels/simd/products.ts', 'a list without positions is taken, and not read', [
    'if (at > first) sums.takeList(offsets, at - first);',
    '>',
    '>=',
  ]),
  ...listed('src/catalogue/display.ts', 'what is a whole unit rounds up to it anyway', ['if (size >= unit.from) {', '>=', '>']),
  ...listed('src/engine/table/currencyRates.ts', 'an element that is not there is not written', [
    'for (let row = 0; row < rowCount; row++) {',
    '<',
    '<=',
  ]),
  ...listed('kernels/statistics/correlation.ts', 'the first pattern is worked out again', [
    'return known >= 0 ? known : patterns.push(patternOf(column, n)) - 1;',
    '0',
    '(0 + 1)',
  ]),
  ...listed('kernels/gpu/gpu.ts', 'another kernel is dropped first', [
    "if (kernel && this.name === 'webasm') {",
    "kernel && this.name === 'webasm'",
    'false',
  ]),
  ...listed('kernels/simd/ratios.ts', 'what is written over is filled before', [
    'if (!values) inputBlocks[index]!.fill(Number.NaN);',
    '!values',
    'true',
  ]),
  ...listed('src/engine/answers/flags.ts', 'a difference from nothing is no number either', [
    'return Float32Array.from({ length: table.rowCount }, (_, row) => (newest - (reports?.[row] ?? Number.NaN)) / DAY_SECONDS);',
    'reports?.[row] ?? Number.NaN',
    'reports?.[row]',
  ]),
  ...listed('kernels/statistics/profile.ts', 'more memory is cleared than is needed, or what is as wide is taken for wider', [
    'if (gap > widest) widest = gap;',
    '>',
    '>=',
  ]),
  ...listed(
    'kernels/statistics/distribution.ts',
    'of missing values the median is missing too; a quantile that nobody asks for is below nothing; no bin is that far',
    ['if (bin === BINS_MAX) return Number.NaN;', 'bin === BINS_MAX', 'false'],
    ['for (let cell = 0; cell < CELLS && quantiles.length < SHARES.length; cell++) {', '<', '<='],
    [
      'while (quantiles.length < SHARES.length && below > SHARES[quantiles.length]! * (count - 1)) quantiles.push(numberOf(cell));',
      '<',
      '<=',
    ],
    ['const largest = new Float32Array(MISSING_CODE + 1).fill(Number.NEGATIVE_INFINITY);', '+', '-'],
    ['const largest = new Float32Array(MISSING_CODE + 1).fill(Number.NEGATIVE_INFINITY);', '1', '(1 + 1)'],
  ),
  ...listed('kernels/choose.ts', 'what is written over has been something else before', [
    'values = isRatio.has(id) ? new Float32Array(length) : edgeColumn(columns.size + 1, length);',
    'isRatio.has(id) ? new Float32Array(length) : edgeColumn(columns.size + 1, length)',
    '(edgeColumn(columns.size + 1, length))',
  ]),
  ...listed('kernels/loops/cpu.ts', 'a constant is written down again', ['if (!array) {', '!array', 'true']),
  ...listed('kernels/loops/filter.ts', 'a row that is not there is not counted', [
    'for (let i = 0; i < rows.length; i++) {',
    '<',
    '<=',
  ]),
];
