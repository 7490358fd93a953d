import type { Random } from './random.ts';

const HARD_VALUES = [0, -0, 1, -1, 1e-38, -1e-40, 3e38, -3e38, 1e13, 16777217, 0.1, -0.1];

/** How a random column is spread, so that every kind of scale and of tie is met. */
const SHAPES = ['amounts', 'signed amounts', 'normal', 'few', 'mostly zero', 'dates', 'edges', 'constant', 'missing'] as const;

/** A column of one of the shapes, some of it missing. */
export function randomNumbers(random: Random, length: number): Float32Array {
  const shape = random.pick(SHAPES);
  const missing = random.pick([0, 0.1, 0.6]);
  const draw = (): number => {
    switch (shape) {
      case 'amounts':
        return Math.exp(10 + 3 * random.normal());
      case 'signed amounts':
        return (random.chance(0.3) ? -1 : 1) * Math.exp(10 + 3 * random.normal());
      case 'normal':
        return 5 + random.normal();
      case 'few':
        return random.below(10) - 3;
      case 'mostly zero':
        return random.chance(0.9) ? 0 : random.normal();
      case 'dates':
        return 1735603200 + 86400 * random.below(300);
      case 'edges':
        return random.pick(HARD_VALUES);
      case 'constant':
        return 7;
      case 'missing':
        return Number.NaN;
    }
  };
  return Float32Array.from({ length }, () => (random.chance(missing) ? Number.NaN : draw()));
}

/** Factors per row, NaN where none is known; or null. */
export function randomRates(random: Random, length: number): Float32Array | null {
  return random.chance(0.5) ? null : Float32Array.from({ length }, () => random.pick([1, 0.0067, 1.1, 1.27, Number.NaN]));
}

/** Some of the rows of a table, in any order. */
export function randomRows(random: Random, length: number): Uint32Array {
  const share = random.pick([0, 0.02, 0.5, 1]);
  const rows = Uint32Array.from({ length }, (_, row) => row).filter(() => random.chance(share));
  for (let i = rows.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [rows[i], rows[j]] = [rows[j]!, rows[i]!];
  }
  return rows;
}
