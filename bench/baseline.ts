/** The tuned baseline in plain JavaScript: columns as typed arrays, one pass per step, radix sort on order-preserving keys. */
import { ROW_RATIOS } from '../kernels/compute.ts';
import type { Formula } from '../src/catalogue/formula.ts';
import { type Contender, rowsTask, sampled } from './contender.ts';
import { REFERENCE } from './reference.ts';
import { type Category, DESCRIBED, type Universe } from './universe.ts';
import { BINS, type Workloads } from './workloads.ts';

type Column = Float32Array;
type LimitStep = (rows: Uint32Array) => Uint32Array;

const SUMMARY_FIGURES = 5;

function between(values: Column, low: number, high: number): LimitStep {
  return (rows) => {
    const out = new Uint32Array(rows.length);
    let kept = 0;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const value = values[row]!;
      out[kept] = row;
      kept += Number(value >= low) & Number(value <= high);
    }
    return out.subarray(0, kept);
  };
}

function outside(values: Column, low: number, high: number): LimitStep {
  return (rows) => {
    const out = new Uint32Array(rows.length);
    let kept = 0;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const value = values[row]!;
      out[kept] = row;
      kept += Number(value < low) | Number(value > high);
    }
    return out.subarray(0, kept);
  };
}

function among(codes: Uint32Array, allowed: Uint8Array): LimitStep {
  return (rows) => {
    const out = new Uint32Array(rows.length);
    let kept = 0;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      out[kept] = row;
      kept += allowed[codes[row]!]!;
    }
    return out.subarray(0, kept);
  };
}

function sortKeys(values: Column, rows: Uint32Array, descending: boolean): Uint32Array {
  const n = rows.length;
  const floats = new Float32Array(n);
  for (let i = 0; i < n; i++) floats[i] = values[rows[i]!]! + 0;
  const keys = new Uint32Array(floats.buffer);
  const flip = descending ? 0xffffffff : 0;
  for (let i = 0; i < n; i++) {
    const bits = keys[i]!;
    keys[i] = (bits & 0x7fffffff) > 0x7f800000 ? 0xffffffff : (bits & 0x80000000 ? ~bits : bits | 0x80000000) ^ flip;
  }
  return keys;
}

function radixSort(rows: Uint32Array, keys: Uint32Array): Uint32Array {
  const n = rows.length;
  const counts = new Uint32Array(3 * 2048);
  for (let i = 0; i < n; i++) {
    const key = keys[i]!;
    counts[key & 2047]!++;
    counts[2048 | ((key >>> 11) & 2047)]!++;
    counts[4096 | (key >>> 22)]!++;
  }
  let [fromRows, fromKeys, toRows, toKeys] = [rows, keys, new Uint32Array(n), new Uint32Array(n)];
  let [spareRows, spareKeys] = [new Uint32Array(n), new Uint32Array(n)];
  for (let pass = 0; pass < 3; pass++) {
    const shift = 11 * pass;
    const next = counts.subarray(2048 * pass, 2048 * (pass + 1));
    if (n > 0 && next[(keys[0]! >>> shift) & 2047] === n) continue;
    for (let digit = 0, sum = 0; digit < 2048; digit++) {
      const count = next[digit]!;
      next[digit] = sum;
      sum += count;
    }
    for (let i = 0; i < n; i++) {
      const key = fromKeys[i]!;
      const to = next[(key >>> shift) & 2047]!++;
      toRows[to] = fromRows[i]!;
      toKeys[to] = key;
    }
    [fromRows, fromKeys] = [toRows, toKeys];
    [toRows, toKeys, spareRows, spareKeys] = [spareRows, spareKeys, toRows, toKeys];
  }
  return fromRows;
}

/** The steps of a workload as passes. */
function passesOf({ columns, categories }: Universe, steps: Workloads['steps'][number][]): LimitStep[] {
  return steps.map((step) => {
    if (step.operatorType === 'slice') {
      const [, end] = step.operatorValues;
      return (rows) => rows.subarray(0, step.sliceIsPercentage ? Math.ceil((end * rows.length) / 100) : end + 1);
    }
    const category = categories.get(step.columnId);
    if (step.operatorType === 'sort') {
      if (category) return (rows) => radixSort(rows, categoryKeys(category, rows));
      const values = columns.get(step.columnId)!;
      return (rows) => radixSort(rows, sortKeys(values, rows, step.sortOperator === 'Descending'));
    }
    const [low = 0, high = 0] = step.operatorValues as readonly number[];
    if (category) {
      const wanted = new Set<unknown>(step.operatorValues);
      const allowed = Uint8Array.from(category.labels, (label) => (wanted.has(label) === (step.operator === 'In') ? 1 : 0));
      return among(category.codes, allowed);
    }
    const values = columns.get(step.columnId)!;
    switch (step.operator) {
      case 'NotBetween':
        return outside(values, low, high);
      case 'LessThanOrEquals':
        return between(values, Number.NEGATIVE_INFINITY, low);
      case 'GreaterThanOrEquals':
        return between(values, low, Number.POSITIVE_INFINITY);
      default:
        return between(values, low, high);
    }
  });
}

function categoryKeys({ codes, labels }: Category, rows: Uint32Array): Uint32Array {
  const rank = labelRank(labels);
  const keys = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) keys[i] = rank[codes[rows[i]!]!]!;
  return keys;
}

const ranks = new WeakMap<readonly string[], Uint32Array>();
function labelRank(labels: readonly string[]): Uint32Array {
  let found = ranks.get(labels);
  if (!found) {
    const sorted = [...labels].sort();
    found = Uint32Array.from(labels, (label) => sorted.indexOf(label));
    ranks.set(labels, found);
  }
  return found;
}

/** A formula as statements of a loop's body, one rounded operation each; the rules are those of kernels/loops/loops.ts. */
function statementsOf(formula: Formula, lines: string[]): string {
  const place = (text: string): string => {
    lines.push(`const t${lines.length} = ${text};`);
    return `t${lines.length - 1}`;
  };
  const whole = (x: string): string => `${x} + (${x} - ${x})`;
  const flushed = (x: string): string => `Math.abs(${x}) < ${2 ** -126} ? 0 : ${whole(x)}`;
  const visit = (node: Formula): string => {
    switch (node.node) {
      case 'number':
        return String(Math.fround(node.value));
      case 'column':
        return place(`column[${JSON.stringify(node.id)}][i]`);
      case 'negate':
        return place(`-${visit(node.operand)}`);
      case 'binary': {
        const raw = place(`Math.fround(${visit(node.left)} ${node.operator} ${visit(node.right)})`);
        return place(flushed(raw));
      }
      case 'call': {
        const [x = '', y = ''] = node.operands.map(visit);
        switch (node.name) {
          case 'nz':
            return place(`${x} === 0 ? NaN : ${x}`);
          case 'pos':
            return place(`${x} <= 0 ? NaN : ${x}`);
          case 'opt':
            return place(`${x} - ${x} === 0 ? ${x} : 0`);
          case 'optIf':
            return place(`${x} - ${x} === 0 ? ${x} : ${y} - ${y}`);
          case 'add':
            return place(flushed(place(`Math.fround(${x} - ${x} === 0 ? (${y} - ${y} === 0 ? ${x} + ${y} : ${x}) : ${y})`)));
          case 'avg':
            return place(flushed(place(`${y} - ${y} === 0 ? Math.fround(Math.fround(${x} + ${y}) / 2) : ${x}`)));
          case 'diff': {
            const raw = place(`Math.fround(${x} - ${y})`);
            return place(`Math.abs(${raw}) <= Math.fround(Math.abs(${x}) * ${2 ** -20}) ? 0 : ${flushed(raw)}`);
          }
          case 'taxRate': {
            const rate = place(`${y} <= 0 ? 0 : Math.fround(${x} / ${y})`);
            return place(`(${rate} < ${2 ** -126} ? 0 : Math.min(${rate}, 0.5)) + (${x} - ${x}) + (${y} - ${y})`);
          }
          case 'gt':
          case 'lt':
          case 'le':
            return place(`(${x} ${{ gt: '>', lt: '<', le: '<=' }[node.name]} ${y} ? 1 : 0) + (${x} - ${x}) + (${y} - ${y})`);
          case 'or1':
            return place(`${x} - ${x} === 0 ? ${x} : 1`);
          case 'max':
            return place(`(${x} > ${y} ? ${x} : ${y}) + (${x} - ${x}) + (${y} - ${y})`);
          case 'ln':
            return place(whole(place(`Math.fround(Math.log(${x}))`)));
          case 'sqrt':
            return place(`Math.fround(Math.sqrt(${x}))`);
          case 'exp': {
            const power = place(`Math.fround(Math.exp(${x}))`);
            return place(`${power} < ${2 ** -126} ? 0 : ${whole(power)}`);
          }
          case 'abs':
            return place(`Math.abs(${x})`);
          case 'rankDesc':
            throw new Error('no ratio of a row ranks');
        }
      }
    }
  };
  return visit(formula);
}

/** A handwritten loop per ratio: columns as local names, all in one pass. */
function loopOf({ id, formula }: { id: string; formula: Formula }): (columns: Record<string, Column>, n: number) => void {
  const lines: string[] = [];
  const result = statementsOf(formula, lines);
  const names = [...new Set([...lines.join().matchAll(/column\["([^"]+)"\]/g)].map((match) => match[1]!))];
  const body = lines.join('\n').replaceAll(/column\["([^"]+)"\]/g, (_, name: string) => `c${names.indexOf(name)}`);
  const locals = names.map((name, index) => `const c${index} = columns[${JSON.stringify(name)}];`).join('\n');
  const text = `${locals}\nconst out = columns[${JSON.stringify(id)}];\nfor (let i = 0; i < n; i++) {\n${body}\nout[i] = ${result};\n}`;
  return new Function('columns', 'n', text) as (columns: Record<string, Column>, n: number) => void;
}

/** Count, missing, min, max, mean and a histogram of one column over the rows: a pass for the ends, one for the bins. */
function summary(values: Column, rows: Uint32Array, figures: Float64Array, at: number): void {
  let count = 0;
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]!]!;
    if (Number.isNaN(value)) continue;
    count++;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  figures[at] = count;
  figures[at + 1] = rows.length - count;
  figures[at + 2] = min;
  figures[at + 3] = max;
  figures[at + 4] = sum / count;
  const factor = BINS / (max - min);
  const bins = figures.subarray(at + SUMMARY_FIGURES, at + SUMMARY_FIGURES + BINS);
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]!]!;
    if (!Number.isNaN(value)) bins[Math.min(((value - min) * factor) | 0, BINS - 1)]!++;
  }
}

/** Σxy of every pair of columns of ranks, in blocks of rows that stay in the cache and tiles of 4 × 4 sums in registers. */
function rankProducts(columns: readonly Column[], rows: Uint32Array): Float64Array {
  const n = rows.length;
  const stride = Math.ceil(columns.length / 4) * 4;
  const centered = columns.map((values) => {
    const order = radixSort(rows, sortKeys(values, rows, false));
    let count = n;
    while (count > 0 && Number.isNaN(values[order[count - 1]!]!)) count--;
    const rank = new Float32Array(n);
    for (let from = 0; from < count; ) {
      let to = from + 1;
      while (to < count && values[order[to]!] === values[order[from]!]) to++;
      for (let i = from; i < to; i++) rank[order[i]!] = from + to - count;
      from = to;
    }
    return rank;
  });
  const sums = new Float64Array(stride * stride);
  const block = 512;
  const panel = new Float64Array(stride * block);
  for (let from = 0; from < n; from += block) {
    const size = Math.min(block, n - from);
    for (const [index, rank] of centered.entries()) {
      for (let i = 0, at = (index >> 2) * 4 * block + (index & 3); i < size; i++, at += 4) panel[at] = rank[from + i]!;
    }
    for (let a = 0; a < stride; a += 4)
      for (let b = a; b < stride; b += 4) tile(panel, a * block, b * block, size, sums, a * stride + b, stride);
  }
  return sums;
}

function tile(panel: Float64Array, a: number, b: number, size: number, sums: Float64Array, at: number, stride: number): void {
  let [s00, s01, s02, s03, s10, s11, s12, s13] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [s20, s21, s22, s23, s30, s31, s32, s33] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = a, j = b, end = a + 4 * size; i < end; i += 4, j += 4) {
    const [x0, x1, x2, x3] = [panel[i]!, panel[i + 1]!, panel[i + 2]!, panel[i + 3]!];
    const [y0, y1, y2, y3] = [panel[j]!, panel[j + 1]!, panel[j + 2]!, panel[j + 3]!];
    s00 += x0 * y0;
    s01 += x0 * y1;
    s02 += x0 * y2;
    s03 += x0 * y3;
    s10 += x1 * y0;
    s11 += x1 * y1;
    s12 += x1 * y2;
    s13 += x1 * y3;
    s20 += x2 * y0;
    s21 += x2 * y1;
    s22 += x2 * y2;
    s23 += x2 * y3;
    s30 += x3 * y0;
    s31 += x3 * y1;
    s32 += x3 * y2;
    s33 += x3 * y3;
  }
  const tileSums = [s00, s01, s02, s03, s10, s11, s12, s13, s20, s21, s22, s23, s30, s31, s32, s33];
  for (let k = 0; k < 16; k++) sums[at + (k >> 2) * stride + (k & 3)]! += tileSums[k]!;
}

export const limit: Contender = {
  name: 'limit in JavaScript',
  version: '',
  async load(universe, { filters, sortOne, sortTwo, steps, dragLast, dragFirst, dragSorted }) {
    const { rows: n, columns } = universe;
    const all = Uint32Array.from({ length: n }, (_, row) => row);
    const outputs = new Map(REFERENCE.map(({ id }) => [id, new Float32Array(n)]));
    const ratios = new Map(ROW_RATIOS.map(({ id }) => [id, new Float32Array(n)]));
    const named: Record<string, Column> = Object.fromEntries([...columns, ...ratios]);
    const loops = ROW_RATIOS.map(loopOf);
    const derive = (): void => {
      for (const loop of loops) loop(named, n);
    };
    derive();
    const described = DESCRIBED.map((id) => named[id]!);
    const passes = (list: Workloads['steps'][number][]): (() => Uint32Array) => {
      const made = passesOf(universe, list);
      return () => made.reduce<Uint32Array>((rows, pass) => pass(rows), all);
    };
    const [runFilters, runOne, runTwo, runSteps] = [filters, sortOne, sortTwo, steps].map((list) => passes([...list]));
    const drag = (lists: readonly (readonly unknown[])[]) => {
      const made = lists.map((list) => passes([...list] as Workloads['steps'][number][]));
      return rowsTask((round) => made[round % made.length]!());
    };
    const filtered = runFilters!();
    return {
      W1: {
        run: () => {
          for (const { id, compute } of REFERENCE) compute((input) => columns.get(input)!, outputs.get(id)!);
        },
        answer: () => sampled([...outputs.values()]),
      },
      'W1 catalogue': { run: derive, answer: () => sampled([...ratios.values()]) },
      W2: rowsTask(runFilters!),
      W3a: rowsTask(runOne!),
      W3b: rowsTask(runTwo!),
      W4: rowsTask(runSteps!),
      W5: {
        run: () => {
          const figures = new Float64Array(described.length * (SUMMARY_FIGURES + BINS));
          for (const [index, values] of described.entries()) summary(values, filtered, figures, index * (SUMMARY_FIGURES + BINS));
          return figures;
        },
        answer: (figures) => figures as Float64Array,
      },
      'W6 last': drag(dragLast),
      'W6 first': drag(dragFirst),
      'W6 sorted': drag(dragSorted),
      correlation: { run: () => rankProducts(described, all), answer: () => [] },
    };
  },
};
