// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { outward } from '../../src/screener/steps/outward.ts';
import { cellSize, hasDigits, START_ZOOM, type Viewport, type Zoom, zoomedBy, zoomedTo } from '../../src/screener/zoom/level.ts';
import { Random } from '../random.ts';

const VIEWPORT: Viewport = { columnCount: 217, rowCount: 60_000, columnsPx: 2350, rowsPx: 1200 };
const at = (level: Zoom['level']): Zoom => ({ ...START_ZOOM, level });

describe('the sizes of the levels', () => {
  it('fit two digits at level 3, and every column of 140 rows at level 4 at 2560 pixels', () => {
    expect(hasDigits(cellSize(at(3), VIEWPORT), false)).toBe(true);
    const [columnPx, rowPx] = cellSize(at(4), VIEWPORT);
    expect(columnPx * VIEWPORT.columnCount).toBeGreaterThan(2300);
    expect(columnPx * VIEWPORT.columnCount).toBeLessThanOrEqual(VIEWPORT.columnsPx + VIEWPORT.columnCount);
    expect(rowPx * 140).toBeLessThan(VIEWPORT.rowsPx);
  });

  it('show all columns of all rows at level 5', () => {
    const [columnPx, rowPx] = cellSize(at(5), VIEWPORT);
    expect(columnPx * VIEWPORT.columnCount).toBeLessThanOrEqual(VIEWPORT.columnsPx + 1e-6);
    expect(rowPx * VIEWPORT.rowCount).toBeLessThanOrEqual(VIEWPORT.rowsPx + 1e-6);
  });
});

describe('zooming by steps', () => {
  it('goes from the whole result to text through every level', () => {
    const met = new Set<number>();
    let zoom = at(5);
    for (let step = 0; step < 200 && zoom.level > 2; step++) {
      zoom = zoomedBy(zoom, 1.1, 'both', VIEWPORT);
      met.add(zoom.level);
    }
    expect([...met]).toEqual([5, 4, 3, 2]);
  });

  it('out and in by the same factor returns to the start, within the limits', () => {
    const random = new Random(20_261_123);
    for (let round = 0; round < 500; round++) {
      const zoom: Zoom = { ...at(4), cell: [8 + 10 * random.next(), 5 + 4 * random.next()] };
      const factor = 1 + random.next() / 4;
      const back = zoomedBy(zoomedBy(zoom, 1 / factor, 'both', VIEWPORT), factor, 'both', VIEWPORT);
      const [before, after] = [cellSize(zoom, VIEWPORT), cellSize(back, VIEWPORT)];
      expect(after[0]).toBeCloseTo(before[0], 1);
      expect(after[1]).toBeCloseTo(before[1], 1);
    }
  });

  it('of columns leaves the rows unchanged, and vice versa', () => {
    const [columnPx, rowPx] = cellSize(at(4), VIEWPORT);
    expect(cellSize(zoomedBy(at(4), 1.5, 'columns', VIEWPORT), VIEWPORT)).toEqual([columnPx * 1.5, rowPx]);
    expect(cellSize(zoomedBy(at(4), 1.5, 'rows', VIEWPORT), VIEWPORT)).toEqual([columnPx, rowPx * 1.5]);
  });

  it('into a rectangle fills the space with it', () => {
    const cell = cellSize(zoomedTo(at(5), 100, 200, VIEWPORT), VIEWPORT);
    expect(cell[0]).toBeCloseTo(23.5, 2);
    expect(cell[1]).toBeCloseTo(6, 2);
  });
});

describe('a rounded bound', () => {
  it('as the float32 number that steps compare never excludes the value, and has six digits', () => {
    const random = new Random(7);
    for (let round = 0; round < 5000; round++) {
      const value = (random.next() - 0.5) * 10 ** (random.next() * 30 - 12);
      for (const isUp of [false, true]) {
        const bound = outward(value, isUp);
        const compared = Math.fround(bound);
        expect(isUp ? compared >= value : compared <= value, `${bound} for ${value}`).toBe(true);
        expect(Math.abs(bound - value)).toBeLessThanOrEqual(2e-5 * Math.abs(value));
        expect(bound.toExponential().replace(/e.*$/, '').replace(/[-.]/g, '').length).toBeLessThanOrEqual(6);
      }
    }
  });
});
