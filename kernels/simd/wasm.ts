/** WebAssembly modules written byte by byte: integer functions over one memory, with 128-bit vectors. */

/** Opcodes used here (WebAssembly 2.0, section 5.4). */
export const OP = {
  block: [0x02, 0x40],
  loop: [0x03, 0x40],
  end: [0x0b],
  branchIf: [0x0d],
  localGet: [0x20],
  localSet: [0x21],
  localTee: [0x22],
  pick: [0x1b],
  i32Load: [0x28],
  i32Const: [0x41],
  i32LessThan: [0x49],
  i32Add: [0x6a],
  i32Subtract: [0x6b],
  load: [0xfd, 0x00],
  load64Splat: [0xfd, 0x0a],
  store: [0xfd, 0x0b],
  vectorConst: [0xfd, 0x0c],
  and: [0xfd, 0x4e],
  andNot: [0xfd, 0x4f],
  or: [0xfd, 0x50],
  select: [0xfd, 0x52],
  equalBytes: [0xfd, 0x23],
  lessBytes: [0xfd, 0x26],
  greaterBytes: [0xfd, 0x28],
  lessShorts: [0xfd, 0x30],
  narrowShorts: [0xfd, 0x65],
  shiftBytesRight: [0xfd, 0x6d],
  addBytes: [0xfd, 0x6e],
  subtractBytes: [0xfd, 0x71],
  subtractBytesToZero: [0xfd, 0x73],
  widenLowBytes: [0xfd, 0x89, 0x01],
  widenHighBytes: [0xfd, 0x8a, 0x01],
  shiftShortsRight: [0xfd, 0x8d, 0x01],
  addShorts: [0xfd, 0x8e, 0x01],
  equal: [0xfd, 0x41],
  less: [0xfd, 0x43],
  greater: [0xfd, 0x44],
  lessOrEqual: [0xfd, 0x45],
  absolute: [0xfd, 0xe0, 0x01],
  negate: [0xfd, 0xe1, 0x01],
  squareRoot: [0xfd, 0xe3, 0x01],
  add: [0xfd, 0xe4, 0x01],
  subtract: [0xfd, 0xe5, 0x01],
  multiply: [0xfd, 0xe6, 0x01],
  divide: [0xfd, 0xe7, 0x01],
  smaller: [0xfd, 0xe8, 0x01],
  addDoubles: [0xfd, 0xf0, 0x01],
  multiplyDoubles: [0xfd, 0xf2, 0x01],
} as const;

const I32 = 0x7f;
const V128 = 0x7b;
const PAGE_BYTES = 65_536;

/** Unsigned LEB128. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const digit = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? digit : digit | 0x80);
  } while (rest !== 0);
  return bytes;
}

/** A function without result: its parameters are i32, followed by i32 and vector locals. */
export interface WasmFunction {
  readonly parameterCount: number;
  readonly integerCount: number;
  readonly vectorCount: number;
  /** Instructions without the last `end`. */
  readonly body: readonly number[];
}

// Copied as a whole: spread element by element, the module of all ratios takes longer to write than to compile.
const joined = (...parts: readonly (readonly number[])[]): number[] => ([] as number[]).concat(...parts);
const vector = (parts: readonly (readonly number[])[]): number[] => joined(unsigned(parts.length), ...parts);
const sized = (bytes: readonly number[]): number[] => joined(unsigned(bytes.length), bytes);
const text = (name: string): number[] => sized([...name].map((letter) => letter.charCodeAt(0)));
const section = (id: number, parts: readonly (readonly number[])[]): number[] => joined([id], sized(vector(parts)));

function moduleBytes(functions: readonly WasmFunction[], pages: number): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameterCount }) => [0x60, ...vector(Array.from({ length: parameterCount }, () => [I32])), 0]);
  const codes = functions.map(({ integerCount, vectorCount, body }) =>
    sized(
      joined(
        vector([
          [...unsigned(integerCount), I32],
          [...unsigned(vectorCount), V128],
        ]),
        body,
        OP.end,
      ),
    ),
  );
  return new Uint8Array(
    joined(
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, types),
      section(2, [[...text('m'), ...text('m'), 0x02, 0x00, ...unsigned(pages)]]),
      section(
        3,
        functions.map((_, index) => unsigned(index)),
      ),
      section(
        7,
        functions.map((_, index) => [...text(`f${index}`), 0x00, ...unsigned(index)]),
      ),
      section(10, codes),
    ),
  );
}

/** The part of the WebAssembly interface used here; the core is compiled without the DOM types that declare it. */
interface Interface {
  readonly Memory: new (descriptor: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
}

export interface Wasm {
  readonly memory: ArrayBuffer;
  readonly functions: readonly ((...operands: number[]) => void)[];
}

/** Compiles the functions over a memory of at least so many bytes. Null when WebAssembly or its vectors are missing or forbidden. */
export function openWasm(functions: readonly WasmFunction[], bytes: number): Wasm | null {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  try {
    const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Interface };
    const memory = new wasm.Memory({ initial: pages });
    const { exports } = new wasm.Instance(new wasm.Module(moduleBytes(functions, pages)), { m: { m: memory } });
    return {
      memory: memory.buffer,
      functions: functions.map((_, index) => exports[`f${index}`] as (...operands: number[]) => void),
    };
  } catch {
    return null;
  }
}
