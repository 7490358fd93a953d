/** Seeded universes of codes, orders and zooms for the pictures. */
import { CodeMatrix } from '../../../kernels/simd/bins.ts';
import { MISSING, UNRANKED } from '../../../src/engine/panorama/codes.ts';
import type { PanoramaFrame } from '../../../src/engine/panorama/frame.ts';
import { PENDING_SCALE, type Scene } from '../../../src/engine/panorama/scene.ts';
import type { Random } from '../../random.ts';

export function shuffled(random: Random, length: number): number[] {
  const numbers = Array.from({ length }, (_, index) => index);
  for (let at = length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [numbers[at], numbers[other]] = [numbers[other]!, numbers[at]!];
  }
  return numbers;
}

/** A column around its own level, in runs of rows, some of them missing or unranked. */
export function randomCodes(random: Random, rowCount: number): Uint8Array {
  const [level, width, holes, peers] = [random.next(), random.next() ** 2, random.next() ** 3, random.next() ** 4];
  return Uint8Array.from({ length: rowCount }, () => {
    if (random.chance(holes)) return random.chance(peers) ? UNRANKED : MISSING;
    return Math.floor(200 * Math.min(0.999, Math.max(0, level + width * (random.next() - 0.5))));
  });
}

export function randomScene(random: Random, rowCount = 1 + random.below(random.pick([40, 3000, 6000]))): Scene {
  const columnCount = 1 + random.below(random.pick([5, 70]));
  const matrix = new CodeMatrix(rowCount, columnCount, random.chance(0.5) ? 'vectors' : 'loops');
  const scales = new Uint8Array(matrix.stride).fill(PENDING_SCALE);
  const versions = new Uint32Array(matrix.stride);
  for (let slot = 0; slot < columnCount; slot++) {
    matrix.put(slot, randomCodes(random, rowCount));
    versions[slot] = 1;
    if (random.chance(0.95)) scales[slot] = random.below(6);
  }
  const digits = { width: 3 + random.below(4), height: 6 + random.below(6) };
  const coverage = Uint8Array.from({ length: digits.width * digits.height * 10 }, () =>
    random.pick([0, 0, 255, random.below(256)]),
  );
  return {
    matrix,
    versions,
    rows: Uint32Array.from(shuffled(random, rowCount)).subarray(0, 1 + random.below(rowCount)),
    slots: Uint16Array.from(shuffled(random, columnCount)).subarray(0, 1 + random.below(columnCount)),
    scales,
    digits: random.chance(0.8) ? { ...digits, coverage } : null,
  };
}

/** A frame at one of the levels, somewhere in the scene, or beyond its end. */
export function randomFrame(random: Random, { rows, slots }: Scene): PanoramaFrame {
  const [width, height] = [1 + random.below(160), 1 + random.below(120)];
  const transposed = random.chance(0.3);
  const alongRows = transposed ? width : height;
  const cellHeight = random.pick([
    1,
    8,
    16,
    1 + random.next() * 40,
    1 / (1 + random.next() * 3),
    // All rows at once, and more than all.
    alongRows / rows.length,
    (0.5 + random.next()) * (alongRows / rows.length),
  ]);
  const whole = (fraction: number): number => (random.chance(0.5) ? Math.floor(fraction) : fraction);
  return {
    columns: [...slots].map(String),
    left: random.chance(0.3) ? 0 : whole(random.next() * slots.length),
    top: random.chance(0.3) ? 0 : whole(random.next() * rows.length),
    cellWidth: random.pick([1, 2, 11, 28, 1 + random.next() * 40]),
    cellHeight,
    width,
    height,
    reference: 'universe',
    aroundZero: random.chance(0.5),
    theme: random.pick(['dark', 'light']),
    digits: random.chance(0.5) && (random.chance(0.5) || 'mirrored'),
    transposed,
  };
}
