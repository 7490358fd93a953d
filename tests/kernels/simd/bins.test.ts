import { describe, expect, it } from 'vitest';
import { CodeMatrix, FAR_CODES } from '../../../kernels/simd/bins.ts';
import { CODE_COUNT, MISSING_VALUE_CODE, PENDING_CODE, UNRANKED_CODE } from '../../../kernels/statistics/percentileCodes.ts';
import { Random } from '../../random.ts';

const SPECIAL = [PENDING_CODE, UNRANKED_CODE, MISSING_VALUE_CODE, 0, CODE_COUNT - 1];

/** A column whose codes lie around a level of its own, some of them special. */
function randomCodes(random: Random, rowCount: number): Uint8Array {
  const [level, width, holes] = [random.next(), random.next(), random.next() ** 3];
  return Uint8Array.from({ length: rowCount }, () =>
    random.chance(holes)
      ? random.pick(SPECIAL)
      : Math.floor(CODE_COUNT * Math.min(0.999, Math.max(0, level + width * (random.next() - 0.5)))),
  );
}

function naiveBin(codes: readonly number[]): { median: number; ranked: number; missing: number; far: number } {
  const ranked = codes.filter((code) => code < CODE_COUNT).sort((a, b) => a - b);
  const median = ranked[Math.ceil(ranked.length / 2) - 1] ?? 0;
  return {
    median,
    ranked: ranked.length,
    missing: codes.filter((code) => code === MISSING_VALUE_CODE).length,
    far: ranked.filter((code) => Math.abs(code - median) > FAR_CODES).length,
  };
}

describe.each(['vectors', 'loops'] as const)('bins of rows by %s', (backend) => {
  it('show the lower median, the ranked, the missing and the far rows of every column', () => {
    const random = new Random(81);
    for (const [rowCount, columnCount, rounds] of [
      [1, 1, 3],
      [700, 70, 40],
      [2000, 33, 30],
    ] as const) {
      const matrix = new CodeMatrix(rowCount, columnCount, backend);
      const columns = Array.from({ length: columnCount }, () => randomCodes(random, rowCount));
      for (const [column, codes] of columns.entries()) matrix.put(column, codes);
      const rows = Uint32Array.from({ length: rowCount }, () => random.below(rowCount));
      for (let round = 0; round < rounds; round++) {
        const from = random.below(rowCount);
        const to = from + 1 + random.below(rowCount - from);
        const bin = matrix.bin(rows, from, to);
        for (const [column, codes] of columns.entries()) {
          const expected = naiveBin([...rows.subarray(from, to)].map((row) => codes[row]!));
          const { median, ranked, missing, far } = bin;
          const got = { median: median[column], ranked: ranked[column], missing: missing[column], far: far[column] };
          expect(got, `column ${column}, rows ${from} to ${to}`).toEqual(expected);
        }
      }
    }
  });

  it('count larger bins than fit in two bytes', () => {
    const rowCount = 70_000;
    const matrix = new CodeMatrix(rowCount, 2, backend);
    matrix.put(0, new Uint8Array(rowCount).fill(120, 30_000).fill(7, 0, 30_000));
    matrix.put(1, new Uint8Array(rowCount).fill(MISSING_VALUE_CODE));
    const rows = Uint32Array.from({ length: rowCount }, (_, row) => row);
    const { median, ranked, missing, far } = matrix.bin(rows, 0, rowCount);
    expect([median[0], ranked[0], missing[0], far[0]]).toEqual([120, rowCount, 0, 30_000]);
    expect([ranked[1], missing[1]]).toEqual([0, rowCount]);
  });
});
