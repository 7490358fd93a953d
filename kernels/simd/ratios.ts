/**
 * Programs of cpu.ts as WebAssembly vectors: four rows at a time, many formulas in one pass, the arithmetic of loops.ts. Generated from the
 * same instructions, so that there is one formula and one graph; used only after giving the loops' values for hard cases.
 */
import { NOISE_SHARE } from '../../src/catalogue/formula.ts';
import { type Instruction, type Program, run, type Source } from '../loops/cpu.ts';
import { LOOPS, type LoopName, settledInput } from '../loops/loops.ts';
import { OP, openWasm, unsigned, type WasmFunction } from './wasm.ts';

/** Rows that pass through the program at a time: all its columns then stay in the L2 cache. */
const BLOCK_ROWS = 1024;
const FLOAT_BYTES = 4;
const VECTOR_BYTES = 16;
/** Offset between columns, so that rows of the same number do not compete for L1 cache lines. */
const COLUMN_BYTES = BLOCK_ROWS * FLOAT_BYTES + 64;
/** Instructions per pass: with more, values no longer fit into registers; with fewer, columns are read more often. */
const PASS_INSTRUCTIONS = 24;
const SMALLEST_NORMAL = 2 ** -126;

/** Computed by the loops, because the bits depend on the engine. */
const HOST_LOOPS: ReadonlySet<LoopName> = new Set<LoopName>(['ln', 'exp']);

const bits = new Float32Array(1);
const bitBytes = new Uint8Array(bits.buffer);

function splat(value: number): number[] {
  bits[0] = value;
  return [...OP.vectorConst, ...bitBytes, ...bitBytes, ...bitBytes, ...bitBytes];
}

const ZERO = splat(0);
const ONE = splat(1);

/** Instructions that leave an operation's result on the stack; `fresh` is a vector that may be written. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one branch per operation
function operationBody(name: LoopName, x: readonly number[], y: readonly number[], fresh: number): number[] {
  const [set, get] = [
    [...OP.localTee, ...unsigned(fresh)],
    [...OP.localGet, ...unsigned(fresh)],
  ];
  /** value + (value − value): missing when out of range. */
  const whole = (value: readonly number[]): number[] => [...value, ...set, ...get, ...get, ...OP.subtract, ...OP.add];
  const flushed = (value: readonly number[]): number[] => [
    ...whole(value),
    ...get,
    ...OP.absolute,
    ...splat(SMALLEST_NORMAL),
    ...OP.less,
    ...OP.andNot,
  ];
  const itself = (value: readonly number[]): number[] => [...value, ...value, ...OP.subtract];
  const isPresent = (value: readonly number[]): number[] => [...itself(value), ...ZERO, ...OP.equal];
  const compared = (comparison: readonly number[]): number[] => [
    ...[...x, ...y, ...comparison, ...ONE, ...OP.and],
    ...[...itself(x), ...OP.add, ...itself(y), ...OP.add],
  ];
  switch (name) {
    case '+':
      return flushed([...x, ...y, ...OP.add]);
    case '-':
      return flushed([...x, ...y, ...OP.subtract]);
    case '*':
      return flushed([...x, ...y, ...OP.multiply]);
    case '/':
    case '/nz':
      return flushed([...x, ...y, ...OP.divide]);
    // All bits set is NaN.
    case '/pos':
      return flushed([...x, ...y, ...OP.divide, ...y, ...ZERO, ...OP.lessOrEqual, ...OP.or]);
    case 'negate':
      return [...x, ...OP.negate];
    case 'nz':
      return [...x, ...x, ...ZERO, ...OP.equal, ...OP.or];
    case 'pos':
      return [...x, ...x, ...ZERO, ...OP.lessOrEqual, ...OP.or];
    case 'opt':
      return [...x, ...isPresent(x), ...OP.and];
    case 'optIf':
      return [...x, ...itself(y), ...isPresent(x), ...OP.select];
    case 'add': {
      const both = [...x, ...y, ...OP.add, ...x, ...isPresent(y), ...OP.select];
      return flushed([...both, ...y, ...isPresent(x), ...OP.select]);
    }
    case 'avg':
      return flushed([...x, ...y, ...OP.add, ...splat(0.5), ...OP.multiply, ...x, ...isPresent(y), ...OP.select]);
    case 'diff': {
      const noise = [...x, ...OP.absolute, ...splat(NOISE_SHARE), ...OP.multiply];
      const isNoise = [...get, ...OP.absolute, ...noise, ...OP.lessOrEqual];
      return [...flushed([...x, ...y, ...OP.subtract]), ...isNoise, ...OP.andNot];
    }
    case 'taxRate': {
      const rate = [...x, ...y, ...OP.divide, ...y, ...ZERO, ...OP.lessOrEqual, ...OP.andNot, ...set];
      const limited = [...rate, ...splat(0.5), ...OP.smaller, ...get, ...splat(SMALLEST_NORMAL), ...OP.less, ...OP.andNot];
      return [...limited, ...itself(x), ...OP.add, ...itself(y), ...OP.add];
    }
    case 'gt':
      return compared(OP.greater);
    case 'lt':
      return compared(OP.less);
    case 'le':
      return compared(OP.lessOrEqual);
    case 'or1':
      return [...x, ...ONE, ...isPresent(x), ...OP.select];
    case 'max':
      return [...x, ...y, ...x, ...y, ...OP.greater, ...OP.select, ...itself(x), ...OP.add, ...itself(y), ...OP.add];
    case 'sqrt':
      return [...x, ...OP.squareRoot];
    case 'abs':
      return [...x, ...OP.absolute];
    case 'ln':
    case 'exp':
      throw new Error(`${name} is computed by its loop`);
  }
}

/** A run of instructions in one function, or one instruction as a loop. */
type Pass =
  | { readonly kind: 'vectors'; readonly from: number; readonly to: number }
  | { readonly kind: 'loop'; readonly at: number };

function passesOf(instructions: readonly Instruction[]): Pass[] {
  const passes: Pass[] = [];
  let from = 0;
  for (let at = 0; at <= instructions.length; at++) {
    const isHost = at < instructions.length && HOST_LOOPS.has(instructions[at]!.name);
    if (at > from && (isHost || at === instructions.length || at - from === PASS_INSTRUCTIONS)) {
      passes.push({ kind: 'vectors', from, to: at });
      from = at;
    }
    if (isHost) {
      passes.push({ kind: 'loop', at });
      from = at + 1;
    }
  }
  return passes;
}

const placeKey = (source: Exclude<Source, { kind: 'constant' }>): string =>
  source.kind === 'column' ? `column ${source.id}` : `register ${source.register}`;

/** One pass over the rows of a block: every column is read once, a register only if another pass wrote it. */
function passFunction(
  instructions: readonly Instruction[],
  from: number,
  to: number,
  offsetOf: (key: string) => number,
): WasmFunction {
  const BLOCK_END = 0;
  const AT = 1;
  const FIRST_VECTOR = 2;
  const vectorOf = new Map<string, number>();
  let vectorCount = 0;
  const fresh = (): number => FIRST_VECTOR + vectorCount++;
  const body: number[] = [...OP.loop];
  const address = (key: string): number[] => [0x02, ...unsigned(offsetOf(key))];
  const operand = (source: Source): number[] => {
    if (source.kind === 'constant') return splat(source.value);
    const key = placeKey(source);
    let place = vectorOf.get(key);
    if (place === undefined) {
      place = fresh();
      vectorOf.set(key, place);
      body.push(...OP.localGet, AT, ...OP.load, ...address(key), ...OP.localSet, ...unsigned(place));
    }
    return [...OP.localGet, ...unsigned(place)];
  };
  for (const { name, a, b, out } of instructions.slice(from, to)) {
    const [x, y] = [operand(a), operand(b)];
    const key = placeKey(out);
    const place = fresh();
    body.push(...operationBody(name, x, y, fresh()), ...OP.localSet, ...unsigned(place));
    vectorOf.set(key, place);
    body.push(...OP.localGet, AT, ...OP.localGet, ...unsigned(place), ...OP.store, ...address(key));
  }
  const next = [...OP.localGet, AT, ...OP.i32Const, VECTOR_BYTES, ...OP.i32Add, ...OP.localTee, AT];
  body.push(...next, ...OP.localGet, BLOCK_END, ...OP.i32LessThan, ...OP.branchIf, 0, ...OP.end);
  return { parameterCount: 1, integerCount: 1, vectorCount, body };
}

/** Like run of cpu.ts, for one program. */
export type Runner = (
  columnOf: (id: string) => Float32Array | undefined,
  from: number,
  to: number,
  isSettled?: (id: string) => boolean,
) => void;

function build(program: Program): Runner | null {
  const { instructions, inputs, targets } = program;
  const places = new Map<string, number>();
  const offsetOf = (key: string): number => {
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place * COLUMN_BYTES;
  };
  const keyOf = (id: string): string => `column ${id}`;
  for (const id of [...inputs, ...targets]) offsetOf(keyOf(id));
  const passes = passesOf(instructions);
  const functions = passes.flatMap((pass) =>
    pass.kind === 'vectors' ? [passFunction(instructions, pass.from, pass.to, offsetOf)] : [],
  );
  // The loops' operands and results need memory too; their constant operands are filled separately.
  const loopKeys = passes.flatMap((pass) =>
    pass.kind === 'loop'
      ? [instructions[pass.at]!.a, instructions[pass.at]!.out].filter((source) => source.kind !== 'constant').map(placeKey)
      : [],
  );
  for (const key of loopKeys) offsetOf(key);
  const wasm = openWasm(functions, places.size * COLUMN_BYTES);
  if (!wasm) return null;
  const blockOf = (source: Source): Float32Array =>
    source.kind === 'constant'
      ? new Float32Array(BLOCK_ROWS).fill(source.value)
      : new Float32Array(wasm.memory, offsetOf(placeKey(source)), BLOCK_ROWS);
  let used = 0;
  const work = passes.map((pass) => {
    if (pass.kind === 'vectors') return wasm.functions[used++]!;
    const { name, a, out } = instructions[pass.at]!;
    const [x, result] = [blockOf(a), blockOf(out)];
    return (bytes: number) => LOOPS[name](x, x, result, bytes / FLOAT_BYTES);
  });
  const inputBlocks = inputs.map((id) => new Float32Array(wasm.memory, offsetOf(keyOf(id)), BLOCK_ROWS));
  const targetBlocks = targets.map((id) => new Float32Array(wasm.memory, offsetOf(keyOf(id)), BLOCK_ROWS));

  return (columnOf, from, to, isSettled = () => false) => {
    const sources = inputs.map((id, index) => {
      const values = columnOf(id);
      if (!values) inputBlocks[index]!.fill(Number.NaN);
      return values && !isSettled(id) ? settledInput(values, from, to) : values;
    });
    const results = targets.map((id) => columnOf(id)!);
    for (let at = from; at < to; at += BLOCK_ROWS) {
      const n = Math.min(BLOCK_ROWS, to - at);
      for (let k = 0; k < sources.length; k++) {
        const values = sources[k];
        if (values) inputBlocks[k]!.set(values.subarray(at, at + n));
      }
      const bytes = Math.ceil((n * FLOAT_BYTES) / VECTOR_BYTES) * VECTOR_BYTES;
      for (let k = 0; k < work.length; k++) work[k]!(bytes);
      for (let k = 0; k < results.length; k++) {
        results[k]!.set(n === BLOCK_ROWS ? targetBlocks[k]! : targetBlocks[k]!.subarray(0, n), at);
      }
    }
  };
}

/** Hard cases, in an order that repeats with a different period for each column. */
const HARD_VALUES = [
  1,
  -1,
  0,
  -0,
  Number.NaN,
  0.5,
  3e38,
  -3e38,
  1e13,
  16777217,
  2 ** -126,
  -(2 ** -126),
  1e-20,
  12.25,
  -7e9,
  0.004,
  2e-5,
];
const PROOF_ROWS = 251;

/** True when a runner gives the loops' values, to the bit, for every target over the hard cases. */
export function equalsLoops(program: Program, runner: Runner): boolean {
  let state = 1;
  const inputs = new Map(
    program.inputs.map((id) => [
      id,
      Float32Array.from({ length: PROOF_ROWS }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) | 0;
        const draw = (state >>> 8) / 2 ** 24;
        return HARD_VALUES[Math.floor(draw * 256)] ?? Math.exp(draw * 60 - 20) * (state & 64 ? 1 : -1);
      }),
    ]),
  );
  const outputs = [runner, (...operands: Parameters<Runner>) => run(program, ...operands)].map((each) => {
    const columns = new Map(program.targets.map((id) => [id, new Float32Array(PROOF_ROWS)]));
    each(
      (id) => columns.get(id) ?? inputs.get(id),
      0,
      PROOF_ROWS,
      () => true,
    );
    return columns;
  });
  return program.targets.every((id) => {
    const [got, expected] = outputs.map((columns) => columns.get(id)!) as [Float32Array, Float32Array];
    return got.every((value, row) => Object.is(value, expected[row]));
  });
}

const runners = new WeakMap<Program, Runner | null>();

/** A program's vectors, compiled and tested on first use in a few milliseconds. Null when not available or not equal to the loops. */
export function vectorRunner(program: Program): Runner | null {
  let runner = runners.get(program);
  if (runner === undefined) {
    runner = build(program);
    if (runner && !equalsLoops(program, runner)) runner = null;
    runners.set(program, runner);
  }
  return runner;
}
