import { describe, expect, it } from 'vitest';
import { MISSING, UNRANKED } from '../../../src/engine/panorama/codes.ts';
import { cellAt, columnAxis, type PanoramaFrame, pixelOf, rowAxis } from '../../../src/engine/panorama/frame.ts';
import { colorIndex, paletteOf } from '../../../src/engine/panorama/palette.ts';
import { drawFrame } from '../../../src/engine/panorama/raster.ts';
import { PENDING_SCALE, type Scene } from '../../../src/engine/panorama/scene.ts';
import { Random } from '../../random.ts';
import { randomFrame, randomScene } from './random-scene.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** What a pixel must show, computed alone: a code with its spread, and the pattern over it. */
function colorAt(codes: readonly number[], scale: number, theme: PanoramaFrame['theme'], isLine: boolean): number {
  const palette = paletteOf(theme);
  if (scale === PENDING_SCALE) return palette.ground;
  const ranked = codes.filter((code) => code < UNRANKED).sort((a, b) => a - b);
  const missing = codes.filter((code) => code === MISSING).length;
  const others = isLine ? palette.missingLine : palette.missingGround;
  if (ranked.length === 0) return 2 * missing >= codes.length ? others : palette.unranked;
  const median = ranked[Math.ceil(ranked.length / 2) - 1]!;
  const far = sum(ranked.map((code) => (Math.abs(code - median) > 50 ? 1 : 0)));
  const color = palette.colors[colorIndex(scale, Math.min(7, Math.floor((8 * far) / ranked.length))) + median]!;
  if (2 * ranked.length >= codes.length || !isLine) return color;
  return 2 * missing >= codes.length - ranked.length ? palette.missingLine : palette.unranked;
}

/** A cell's codes by its pixel in real numbers, without the digits; null where a rounding may decide. */
function naivePixel(frame: PanoramaFrame, scene: Scene, x: number, y: number): number | null {
  const [across, down] = frame.transposed ? [y, x] : [x, y];
  const { matrix, rows, slots, scales } = scene;
  const nearly = 0.02;
  const at = (start: number, size: number, pixel: number): number => start + pixel / size;
  const column = at(frame.left, frame.cellWidth, across);
  const isBin = frame.cellHeight < 1;
  const [from, to] = [at(frame.top, frame.cellHeight, down), at(frame.top, frame.cellHeight, down + 1)];
  const isNear = (place: number): boolean => Math.abs(place - Math.round(place)) < nearly;
  const isEdge = (place: number, start: number): boolean => isNear(place) && place !== start;
  if (isEdge(column, frame.left) || isEdge(from, frame.top) || (isBin && isNear(to))) return null;
  const palette = paletteOf(frame.theme);
  const slot = slots[Math.floor(column)];
  const seen = rows.subarray(Math.floor(from), isBin ? Math.floor(to) : Math.floor(from) + 1);
  if (slot === undefined || seen.length === 0) return palette.ground;
  const codes = Array.from(seen, (row) => matrix.codes[row * matrix.stride + slot]!);
  return colorAt(codes, scales[slot]!, frame.theme, (x + y) % 4 === 0);
}

describe('a picture by loops', () => {
  it('shows at every pixel the cell or the bin at its position', () => {
    const random = new Random(901);
    let compared = 0;
    for (let round = 0; round < 150; round++) {
      const scene = randomScene(random);
      const frame = { ...randomFrame(random, scene), digits: false };
      const pixels = new Uint32Array(frame.width * frame.height);
      drawFrame(frame, scene, pixels);
      for (let look = 0; look < 400; look++) {
        const [x, y] = [random.below(frame.width), random.below(frame.height)];
        const expected = naivePixel(frame, scene, x, y);
        if (expected === null) continue;
        compared++;
        expect(pixels[y * frame.width + x]?.toString(16), `round ${round}, pixel ${x}, ${y}`).toBe(expected.toString(16));
      }
    }
    expect(compared).toBeGreaterThan(30_000);
  });

  it('writes digits that a mirror shows as they are', () => {
    const random = new Random(904);
    const size = { width: 4, height: 7 };
    const coverage = Uint8Array.from({ length: 280 }, () => random.below(256));
    const turned = coverage.map((_, at) => coverage[at - (at % 4) + 3 - (at % 4)]!);
    let differing = 0;
    for (let round = 0; round < 40; round++) {
      const scene = randomScene(random, 50);
      const frame = { ...randomFrame(random, scene), cellWidth: 20, cellHeight: 16, width: 20, height: 16, transposed: false };
      const from = { ...frame, left: 0, top: 0 };
      const slot = scene.slots[0]!;
      const code = scene.matrix.codes[scene.rows[0]! * scene.matrix.stride + slot]!;
      // The lines of missing values differ in a mirror.
      if (code >= UNRANKED || scene.scales[slot] === PENDING_SCALE) continue;
      const [straight, mirrored] = [new Uint32Array(320), new Uint32Array(320)];
      drawFrame({ ...from, digits: true }, { ...scene, digits: { ...size, coverage } }, straight);
      drawFrame({ ...from, digits: 'mirrored' }, { ...scene, digits: { ...size, coverage: turned } }, mirrored);
      for (let y = 4; y < 11; y++) {
        for (let x = 6; x < 14; x++) {
          expect(mirrored[20 * y + 19 - x]).toBe(straight[20 * y + x]);
          differing += mirrored[20 * y + x] === straight[20 * y + x] ? 0 : 1;
        }
      }
    }
    expect(differing).toBeGreaterThan(100);
  });

  it('writes two digits over a cell with space for them, and changes no pixel next to them', () => {
    const random = new Random(902);
    let written = 0;
    for (let round = 0; round < 60; round++) {
      const scene = { ...randomScene(random, 50), digits: { width: 4, height: 7, coverage: new Uint8Array(280).fill(255) } };
      const frame = { ...randomFrame(random, scene), cellWidth: 20, cellHeight: 16, transposed: false };
      const [plain, digits] = [new Uint32Array(frame.width * frame.height), new Uint32Array(frame.width * frame.height)];
      drawFrame({ ...frame, digits: false }, scene, plain);
      drawFrame({ ...frame, digits: true }, scene, digits);
      const [columns, rows] = [columnAxis(frame), rowAxis(frame)];
      for (let y = 0; y < frame.height; y++) {
        for (let x = 0; x < frame.width; x++) {
          const [column, row] = [cellAt(columns, x), cellAt(rows, y)];
          const [dx, dy] = [x - pixelOf(columns, column), y - pixelOf(rows, row)];
          const slot = scene.slots[column];
          const code = scene.matrix.codes[(scene.rows[row] ?? 0) * scene.matrix.stride + (slot ?? 0)]!;
          const isRanked =
            slot !== undefined && row < scene.rows.length && code < UNRANKED && scene.scales[slot] !== PENDING_SCALE;
          const isInk = isRanked && dx >= 6 && dx < 14 && dy >= 4 && dy < 11;
          const at = y * frame.width + x;
          if (isInk) {
            written++;
            expect([0xff000000, 0xffffffff]).toContain(digits[at]);
          } else expect(digits[at]).toBe(plain[at]);
        }
      }
    }
    expect(written).toBeGreaterThan(1000);
  });
});

describe('cells and pixels', () => {
  it('map to each other: the first pixel of a cell shows it, and the pixel before shows another', () => {
    const random = new Random(903);
    for (let round = 0; round < 3000; round++) {
      const scene = { rows: new Uint32Array(60_000), slots: new Uint16Array(217) } as unknown as Scene;
      const frame = randomFrame(random, scene);
      for (const axis of [columnAxis(frame), rowAxis(frame)]) {
        const cell = axis.first + 1 + random.below(500);
        const pixel = pixelOf(axis, cell);
        if (axis.isBinned) {
          expect(cellAt(axis, pixel)).toBeLessThanOrEqual(cell);
          expect(cellAt(axis, pixel + 1)).toBeGreaterThan(cell);
        } else {
          expect(cellAt(axis, pixel)).toBe(cell);
          expect(cellAt(axis, pixel - 1)).toBeLessThan(cell);
        }
      }
    }
  });
});
