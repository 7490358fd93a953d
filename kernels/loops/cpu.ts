import { type Formula, FUNCTIONS } from '../../src/catalogue/formula.ts';
import { LOOPS, type Loop, type LoopName, settledInput } from './loops.ts';

/** Rows that pass through the whole program at a time, so that intermediate results stay in the CPU cache. */
const BLOCK_ROWS = 2048;

/** A formula and the column for its result. */
export interface Target {
  readonly id: string;
  readonly formula: Formula;
}

export type Source =
  | { kind: 'column'; id: string }
  | { kind: 'register'; register: number }
  | { kind: 'constant'; value: number };

export interface Instruction {
  readonly name: LoopName;
  readonly a: Source;
  readonly b: Source;
  readonly out: { kind: 'column'; id: string } | { kind: 'register'; register: number };
}

/** Formulas compiled to loops: equal subtrees are computed once, and registers are reused after their last reader. */
export interface Program {
  readonly targets: readonly string[];
  /** Columns that the program reads and does not compute itself. */
  readonly inputs: readonly string[];
  readonly instructions: readonly Instruction[];
  readonly registerCount: number;
}

interface Node {
  readonly key: string;
  readonly name: LoopName;
  readonly a: NodeSource;
  readonly b: NodeSource;
  target: string | null;
}
type NodeSource = Node | { readonly id: string } | { readonly value: number };

const isNode = (source: NodeSource): source is Node => 'name' in source;

function sourceKey(source: NodeSource): string {
  if (isNode(source)) return `(${source.key})`;
  return 'id' in source ? `$${source.id}` : `#${source.value}`;
}

/** The tree as a graph of loops in order of computation, sharing equal subtrees. */
class GraphBuilder {
  readonly order: Node[] = [];
  readonly inputs = new Set<string>();
  readonly #byKey = new Map<string, Node>();
  readonly #computed = new Map<string, NodeSource>();

  source(formula: Formula): NodeSource {
    switch (formula.node) {
      case 'number':
        return { value: Math.fround(formula.value) };
      case 'column': {
        const computed = this.#computed.get(formula.id);
        if (computed) return computed;
        this.inputs.add(formula.id);
        return { id: formula.id };
      }
      case 'negate':
        return this.#node('negate', this.source(formula.operand));
      case 'binary': {
        const left = this.source(formula.left);
        const guard = formula.right.node === 'call' ? formula.right : null;
        if (formula.operator === '/' && guard && (guard.name === 'pos' || guard.name === 'nz') && guard.operands[0]) {
          return this.#node(`/${guard.name}`, left, this.source(guard.operands[0]));
        }
        return this.#node(formula.operator, left, this.source(formula.right));
      }
      case 'call': {
        const { name, operands } = formula;
        if (name === 'rankDesc') throw new Error('rankDesc ranks a whole column: compute.ts replaces it by a column of ranks');
        const [x, y] = operands.map((operand) => this.source(operand));
        if (!x || operands.length !== FUNCTIONS[name].arity) throw new Error(`${name} takes ${FUNCTIONS[name].arity} arguments`);
        return this.#node(name, x, y);
      }
    }
  }

  target(id: string, formula: Formula): void {
    let source = this.source(formula);
    // A target that is a bare column, a number or another target's value needs its own column: x * 1 copies it exactly.
    if (!isNode(source) || source.target !== null) source = this.#append('*', source, { value: 1 }, `copy ${id}`);
    (source as Node).target = id;
    this.#computed.set(id, source);
  }

  #node(name: LoopName, a: NodeSource, b: NodeSource = { value: 0 }): Node {
    const key = `${name} ${sourceKey(a)} ${sourceKey(b)}`;
    return this.#byKey.get(key) ?? this.#append(name, a, b, key);
  }

  #append(name: LoopName, a: NodeSource, b: NodeSource, key: string): Node {
    const node: Node = { key: `n${this.order.length}`, name, a, b, target: null };
    this.order.push(node);
    this.#byKey.set(key, node);
    return node;
  }
}

/** Gives every node that is not a target a register, and frees it after its last reader. */
function allocate(order: readonly Node[]): { places: Map<Node, Source>; registerCount: number } {
  const lastUse = new Map<Node, number>();
  for (const [index, node] of order.entries()) {
    for (const source of [node.a, node.b]) if (isNode(source)) lastUse.set(source, index);
  }
  const places = new Map<Node, Source>();
  const free: number[] = [];
  let registerCount = 0;
  for (const [index, node] of order.entries()) {
    const place: Source =
      node.target !== null ? { kind: 'column', id: node.target } : { kind: 'register', register: free.pop() ?? registerCount++ };
    places.set(node, place);
    // Freed only now, so that no loop writes where it reads at another offset.
    for (const source of new Set([node.a, node.b])) {
      if (!isNode(source) || lastUse.get(source) !== index) continue;
      const read = places.get(source);
      if (read?.kind === 'register') free.push(read.register);
    }
  }
  return { places, registerCount };
}

/** Compiles formulas. A target may read earlier targets. Throws on rankDesc and on a wrong number of arguments. */
export function compile(targets: readonly Target[]): Program {
  const builder = new GraphBuilder();
  for (const { id, formula } of targets) builder.target(id, formula);
  const { places, registerCount } = allocate(builder.order);
  const place = (source: NodeSource): Source => {
    if (isNode(source)) return places.get(source)!;
    return 'id' in source ? { kind: 'column', id: source.id } : { kind: 'constant', value: source.value };
  };
  const instructions = builder.order.map((node): Instruction => {
    const out = places.get(node)!;
    if (out.kind === 'constant') throw new Error('a constant is no place for a result');
    return { name: node.name, a: place(node.a), b: place(node.b), out };
  });
  return { targets: targets.map(({ id }) => id), inputs: [...builder.inputs], instructions, registerCount };
}

/**
 * Runs a program over the rows [from, to).
 * @param isSettled true for an input known to have no infinity and no tiny magnitude, which then is not checked
 * @param columnOf values of an input or the array for a target's result; undefined for an input missing in every row
 */
export function run(
  program: Program,
  columnOf: (id: string) => Float32Array | undefined,
  from: number,
  to: number,
  isSettled: (id: string) => boolean = () => false,
): void {
  const inputs = new Map<string, Float32Array>();
  for (const id of program.inputs) {
    const values = columnOf(id);
    if (values) inputs.set(id, isSettled(id) ? values : settledInput(values, from, to));
  }
  const registers = Array.from({ length: program.registerCount }, () => new Float32Array(BLOCK_ROWS));
  const constants = new Map<number, Float32Array>();
  const constant = (value: number): Float32Array => {
    let array = constants.get(value);
    if (!array) {
      array = new Float32Array(BLOCK_ROWS).fill(value);
      constants.set(value, array);
    }
    return array;
  };
  const arrayOf = (source: Source): { array: Float32Array; moves: boolean } => {
    if (source.kind === 'register') return { array: registers[source.register]!, moves: false };
    if (source.kind === 'constant') return { array: constant(source.value), moves: false };
    const array = inputs.get(source.id) ?? columnOf(source.id);
    return array ? { array, moves: true } : { array: constant(Number.NaN), moves: false };
  };
  // Every array once, with a view per block that starts at the block: loops without offsets are a quarter faster.
  const arrays: { array: Float32Array; moves: boolean }[] = [];
  const places = new Map<Float32Array, number>();
  const placeOf = (source: Source): number => {
    const found = arrayOf(source);
    let place = places.get(found.array);
    if (place === undefined) {
      place = arrays.push(found) - 1;
      places.set(found.array, place);
    }
    return place;
  };
  const bound = program.instructions.map(({ name, a, b, out }) => ({
    loop: LOOPS[name] as Loop,
    a: placeOf(a),
    b: placeOf(b),
    out: placeOf(out),
  }));

  for (let at = from; at < to; at += BLOCK_ROWS) {
    const n = Math.min(BLOCK_ROWS, to - at);
    const views = arrays.map(({ array, moves }) => (moves ? array.subarray(at, at + n) : array));
    for (const { loop, a, b, out } of bound) loop(views[a]!, views[b]!, views[out]!, n);
  }
}
