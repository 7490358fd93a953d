import type { Random } from '../random.ts';

const NASTY: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e9,
  4294967296,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  '__proto__',
  'constructor',
  'symbol',
  '\u202e',
  [],
  {},
  new Float32Array(3),
  new Uint32Array(12).fill(9),
];

type Tree = Record<string, unknown>;

/** A copy that shares nothing: of plain objects, arrays and typed arrays. */
function copyOf(value: unknown): unknown {
  return structuredClone(value);
}

/** All objects and arrays below a value, itself the first. */
function below(value: unknown, found: Tree[] = []): Tree[] {
  if (typeof value !== 'object' || value === null || found.length > 500) return found;
  found.push(value as Tree);
  if (!ArrayBuffer.isView(value)) for (const child of Object.values(value)) below(child, found);
  return found;
}

/** One to four changes of a structured value: a part left out, taken from elsewhere, of another kind, or a number of an array changed. */
export function mutateTree(random: Random, value: unknown, others: readonly unknown[]): unknown {
  let changed = copyOf(value);
  for (let change = 1 + random.below(4); change > 0; change--) {
    const nodes = below(changed);
    if (nodes.length === 0) return copyOf(random.pick(others));
    const node = random.pick(nodes);
    const keys = ArrayBuffer.isView(node) ? ['0', '1', '2'] : Object.keys(node);
    const key = keys.length > 0 ? random.pick(keys) : 'more';
    const part = random.pick(below(random.pick(others)).concat([{}]));
    const put = (next: unknown): void => {
      if (ArrayBuffer.isView(node)) (node as unknown as Float32Array)[Number(key)] = random.below(50) - 5;
      else Object.defineProperty(node, key, { value: next, writable: true, enumerable: true, configurable: true });
    };
    [
      () => put(copyOf(random.pick(NASTY))),
      () => put(copyOf(part)),
      () => Array.isArray(node) && node.splice(random.below(node.length + 1), random.below(2), copyOf(part)),
      () => !ArrayBuffer.isView(node) && !Array.isArray(node) && Reflect.deleteProperty(node, key),
      () => typeof node[key] === 'number' && put((node[key] as number) + random.below(3) - 1),
      () => {
        if (random.chance(0.1)) changed = copyOf(random.pick(others));
      },
    ][random.below(6)]!();
  }
  return changed;
}
