/** ClickHouse, from 24.3. */
import { type Dialect, decimal, LOOP_FACTOR, LOOP_TERM, LOW_BITS, ROTATED_BITS } from './dialect.ts';

const escaped = (text: string): string => text.replaceAll('\\', '\\\\');

const CLICKHOUSE_BITS: Dialect['bits'] = {
  xor: (a, b) => `bitXor(${a}, ${b})`,
  and: (a, mask) => `bitAnd(${a}, toUInt64(${mask}))`,
  shiftRight: (a, by) => `bitShiftRight(${a}, ${by})`,
  times: (a, factor) => `${a} * toUInt64(${factor})`,
};

const rotated = (value: string): string =>
  `bitOr(bitAnd(bitShiftLeft(${value}, ${ROTATED_BITS}), toUInt64(${LOW_BITS})), bitShiftRight(${value}, ${32 - ROTATED_BITS}))`;

const numbersIn = (blocks: string): string => `arrayMap(x -> toUInt64(x), splitByChar(' ', ${blocks}))`;

export const CLICKHOUSE: Dialect = {
  name: 'clickhouse',
  quote: (name) => `"${escaped(name).replaceAll('"', '\\"')}"`,
  text: (value) => `'${escaped(value).replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`,
  float: (value) => `toFloat32(${decimal(value)})`,
  toFloat: (expression) => `toFloat32(${expression})`,
  infinity: 'toFloat32(inf)',
  toDouble: (expression) => `toFloat64(${expression})`,
  date: (day) => `toDate('${day}')`,
  secondsOf: (date) => `toFloat32(toUInt64(toUInt16(${date})) * 86400)`,
  ln: (expression) => `log(${expression})`,
  middle: (which, expression, window) =>
    `quantileExact${which === 'lower' ? 'Low' : 'High'}(0.5)(${expression}) OVER (${window})`,
  // Looking for a use of its key, the server would expand a condition on a formula as a tree: seconds for a formula of ten operations.
  barrier: ' LIMIT 9223372036854775807',
  computed: 'AS',
  // Evaluated lazily, nested branches of CASE take gigabytes for 180 rows.
  ending: " SETTINGS short_circuit_function_evaluation = 'disable'",
  // In UTF-8 the letters from U+E000 to U+FFFF, which begin with EE or EF, come before those beyond U+FFFF, which begin with F0 to F4.
  textKey: (expression) => `replaceAll(replaceAll(${expression}, unhex('EE'), unhex('FE')), unhex('EF'), unhex('FF'))`,
  matches: (expression, pattern) => `match(${expression}, ${CLICKHOUSE.text(pattern)})`,
  bits: CLICKHOUSE_BITS,
  mixedBlocks: (blocks, seed) =>
    `arrayFold((h, k) -> bitAnd(${rotated('bitXor(h, k)')} * ${LOOP_FACTOR} + ${LOOP_TERM}, toUInt64(${LOW_BITS})), arrayPopBack(${numbersIn(blocks)}), toUInt64(${seed}))`,
  lastBlock: (blocks) => `arrayElement(${numbersIn(blocks)}, -1)`,
};
