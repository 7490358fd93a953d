/** Seriation: hierarchical clustering with average linkage, its leaves ordered so that neighbors are close. */

/** A tree: a leaf, or two trees. */
type Tree = number | readonly [Tree, Tree];

/** Distance assumed when unknown (NaN): nothing in common. */
const FAR = 1;

/** Nearest-neighbor chain (Murtagh 1983): average linkage (Sokal and Michener 1958) in n² steps. */
class Links {
  readonly #distances: Float64Array;
  readonly #count: number;
  readonly #sizes: Float64Array;
  readonly #trees: Tree[];
  readonly #isLeft: Uint8Array;

  constructor(distances: Float32Array, count: number) {
    this.#count = count;
    this.#distances = Float64Array.from(distances, (distance) => (Number.isNaN(distance) ? FAR : distance));
    this.#sizes = new Float64Array(count).fill(1);
    this.#trees = Array.from({ length: count }, (_, index) => index);
    this.#isLeft = new Uint8Array(count).fill(1);
  }

  /** The nearest of the remaining; among equals `preferred`, else the first. */
  #nearest(of: number, preferred: number): number {
    let nearest = preferred;
    let least = preferred >= 0 ? this.#distances[of * this.#count + preferred]! : Number.POSITIVE_INFINITY;
    for (let other = 0; other < this.#count; other++) {
      if (other === of || this.#isLeft[other] === 0) continue;
      const distance = this.#distances[of * this.#count + other]!;
      if (distance < least) {
        least = distance;
        nearest = other;
      }
    }
    return nearest;
  }

  #merge(a: number, b: number): void {
    const [sizeA, sizeB] = [this.#sizes[a]!, this.#sizes[b]!];
    for (let other = 0; other < this.#count; other++) {
      if (other === a || other === b || this.#isLeft[other] === 0) continue;
      const [toA, toB] = [this.#distances[a * this.#count + other]!, this.#distances[b * this.#count + other]!];
      const mean = (sizeA * toA + sizeB * toB) / (sizeA + sizeB);
      this.#distances[a * this.#count + other] = mean;
      this.#distances[other * this.#count + a] = mean;
    }
    this.#sizes[a] = sizeA + sizeB;
    this.#trees[a] = [this.#trees[a]!, this.#trees[b]!];
    this.#isLeft[b] = 0;
  }

  *tree(): Generator<undefined, Tree> {
    const chain: number[] = [];
    for (let left = this.#count; left > 1; ) {
      if (chain.length === 0) chain.push(this.#isLeft.indexOf(1));
      const last = chain[chain.length - 1]!;
      const before = chain[chain.length - 2] ?? -1;
      const nearest = this.#nearest(last, before);
      if (nearest !== before) {
        chain.push(nearest);
        continue;
      }
      chain.length -= 2;
      this.#merge(Math.min(last, before), Math.max(last, before));
      left--;
      yield;
    }
    return this.#trees[this.#isLeft.indexOf(1)]!;
  }
}

/** The leaves of a tree, and of its two sides. */
interface Best {
  readonly leaves: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/**
 * The order of the leaves with the smallest sum of distances between neighbors, among all that the tree allows
 * (Bar-Joseph, Gifford and Jaakkola 2001). At most n³ steps.
 */
class LeafOrder {
  readonly #distances: Float32Array;
  readonly #count: number;
  /** Shortest length from leaf i to leaf j over the leaves of the tree that they are on either side of; and the leaves where its sides meet. */
  readonly #lengths: Float64Array;
  readonly #meets: Int32Array;

  constructor(distances: Float32Array, count: number) {
    this.#distances = distances;
    this.#count = count;
    this.#lengths = new Float64Array(count * count);
    this.#meets = new Int32Array(count * count).fill(-1);
  }

  #distance(a: number, b: number): number {
    const distance = this.#distances[a * this.#count + b]!;
    return Number.isNaN(distance) ? FAR : distance;
  }

  /** Computes the shortest length over the tree's leaves for every pair of ends on its two sides. */
  *#measure(tree: Tree): Generator<undefined, Best> {
    if (typeof tree === 'number') return { leaves: [tree], left: [tree], right: [tree] };
    const left = yield* this.#measure(tree[0]);
    const right = yield* this.#measure(tree[1]);
    for (const from of left.leaves) {
      // For each first leaf of the right side: the shortest path from `from` through the left side.
      for (const start of right.leaves) {
        let least = Number.POSITIVE_INFINITY;
        let at = -1;
        for (const end of this.#otherEnds(left, from)) {
          const length = this.#lengths[from * this.#count + end]! + this.#distance(end, start);
          if (length < least) [least, at] = [length, end];
        }
        this.#joined[start] = least;
        this.#joinedAt[start] = at;
      }
      for (const to of right.leaves) {
        let least = Number.POSITIVE_INFINITY;
        let at = -1;
        for (const start of this.#otherEnds(right, to)) {
          const length = this.#joined[start]! + this.#lengths[start * this.#count + to]!;
          if (length < least) [least, at] = [length, start];
        }
        this.#put(from, to, least, this.#joinedAt[at]!, at);
      }
      yield;
    }
    return { leaves: [...left.leaves, ...right.leaves], left: left.leaves, right: right.leaves };
  }

  readonly #joined: Record<number, number> = {};
  readonly #joinedAt: Record<number, number> = {};

  /** The possible last leaves of an order that begins with `leaf`: those of the other side, or itself when it is alone. */
  #otherEnds({ leaves, left, right }: Best, leaf: number): readonly number[] {
    if (leaves.length === 1) return leaves;
    return left.includes(leaf) ? right : left;
  }

  #put(from: number, to: number, length: number, endOfFirst: number, startOfSecond: number): void {
    const n = this.#count;
    this.#lengths[from * n + to] = length;
    this.#lengths[to * n + from] = length;
    this.#meets[from * n + to] = endOfFirst;
    this.#meets[to * n + from] = startOfSecond;
  }

  *order(tree: Tree): Generator<undefined, number[]> {
    const { leaves, left, right } = yield* this.#measure(tree);
    if (leaves.length === 1) return [...leaves];
    let [from, to, least] = [-1, -1, Number.POSITIVE_INFINITY];
    for (const a of left) {
      for (const b of right) {
        const length = this.#lengths[a * this.#count + b]!;
        if (length < least) [from, to, least] = [a, b, length];
      }
    }
    return this.#walk(from, to);
  }

  /** The leaves from one end to the other. */
  #walk(from: number, to: number): number[] {
    if (from === to) return [from];
    const endOfFirst = this.#meets[from * this.#count + to]!;
    const startOfSecond = this.#meets[to * this.#count + from]!;
    return [...this.#walk(from, endOfFirst), ...this.#walk(startOfSecond, to)];
  }
}

/** Things in their order, and the distance between each one and the next. */
export interface Seriation {
  readonly order: readonly number[];
  readonly gaps: readonly number[];
}

/**
 * Orders things so that similar ones are adjacent. Yields often, so that other work can run or the caller can stop.
 * @param distances count × count, symmetric; NaN for unknown, which counts as 1
 */
export function* seriate(distances: Float32Array, count: number): Generator<undefined, Seriation> {
  if (count === 0) return { order: [], gaps: [] };
  const tree = yield* new Links(distances, count).tree();
  const order = yield* new LeafOrder(distances, count).order(tree);
  const gaps = order.slice(1).map((thing, index) => {
    const distance = distances[order[index]! * count + thing]!;
    return Number.isNaN(distance) ? FAR : distance;
  });
  return { order, gaps };
}
