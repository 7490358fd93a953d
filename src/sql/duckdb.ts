/** DuckDB, from 1.3. */
import { type Dialect, decimal, LOOP_FACTOR, LOOP_TERM, LOW_BITS, ROTATED_BITS } from './dialect.ts';

const DUCKDB_BITS: Dialect['bits'] = {
  xor: (a, b) => `xor(${a}, ${b})`,
  and: (a, mask) => `((${a}) & ${mask}::UBIGINT)`,
  shiftRight: (a, by) => `((${a}) >> ${by})`,
  times: (a, factor) => `(${a}) * ${factor}::UBIGINT`,
};

const rotated = (value: string): string =>
  `(((${value} << ${ROTATED_BITS}) & ${LOW_BITS}::UBIGINT) | (${value} >> ${32 - ROTATED_BITS}))`;

const numbersIn = (blocks: string): string => `list_transform(string_split(${blocks}, ' '), lambda x: x::UBIGINT)`;

export const DUCKDB: Dialect = {
  name: 'duckdb',
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  text: (value) => `'${value.replaceAll("'", "''")}'`,
  float: (value) => `'${decimal(value)}'::FLOAT`,
  // A plain cast would refuse a double that is out of range.
  toFloat: (expression) => `TRY_CAST(${expression} AS FLOAT)`,
  infinity: "'infinity'::FLOAT",
  toDouble: (expression) => `(${expression})::DOUBLE`,
  date: (day) => `DATE '${day}'`,
  secondsOf: (date) => `epoch(${date})::FLOAT`,
  ln: (expression) => `ln(${expression})`,
  middle: (which, expression, window) =>
    which === 'lower'
      ? `quantile_disc(${expression}, 0.5) OVER (${window})`
      : `-quantile_disc(-(${expression}), 0.5) OVER (${window})`,
  barrier: '',
  // A condition on a formula would be moved down operation by operation, three times its text each.
  computed: 'AS MATERIALIZED',
  ending: '',
  // Letters from U+E000 to U+FFFF come after those beyond U+FFFF, which are two UTF-16 units below U+E000.
  textKey: (expression) =>
    `list_transform(range(1, length(${expression}) + 1), lambda i: CASE WHEN ord(substring(${expression}, i, 1)) BETWEEN 57344 AND 65535 THEN ord(substring(${expression}, i, 1)) + 1114112 ELSE ord(substring(${expression}, i, 1)) END)`,
  matches: (expression, pattern) => `regexp_matches(${expression}, ${DUCKDB.text(pattern)})`,
  bits: DUCKDB_BITS,
  mixedBlocks: (blocks, seed) =>
    `list_reduce(list_prepend(${seed}::UBIGINT, list_slice(${numbersIn(blocks)}, 1, -2)), lambda h, k: (${rotated('xor(h, k)')} * ${LOOP_FACTOR} + ${LOOP_TERM}) & ${LOW_BITS}::UBIGINT)`,
  lastBlock: (blocks) => `list_extract(${numbersIn(blocks)}, -1)`,
};
