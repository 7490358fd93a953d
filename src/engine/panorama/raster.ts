/** Draws by loops. This defines every pixel; the GPU program must produce the same. */
import { CODE_COUNT, MISSING_VALUE_CODE } from '../../../kernels/statistics/percentileCodes.ts';
import { digitsOf } from './digits.ts';
import { type Axis, cellAt, columnAxis, type PanoramaFrame, pixelOf, rowAxis } from './frame.ts';
import { colorIndex, isScaleAroundZero, type Palette, paletteOf, spreadOf } from './palette.ts';
import { PENDING_SCALE, type Scene } from './scene.ts';

/** Every HATCH-th diagonal of the canvas's pixels is a line. */
export const HATCH = 4;

/** Cells or bins along an axis: the one under each pixel, and how many there are. */
interface Entries {
  readonly ofPixel: Uint32Array;
  readonly count: number;
}

/** One entry per pixel when binned, else per cell in view. Pixels beyond the last cell have entry `count`. */
function entriesOf(axis: Axis, pixels: number, cellCount: number): Entries {
  const ofPixel = new Uint32Array(pixels);
  let count = 0;
  for (let pixel = 0; pixel < pixels; pixel++) {
    const cell = cellAt(axis, pixel);
    if (cell < cellCount) count = 1 + (axis.isBinned ? pixel : cell - axis.first);
    ofPixel[pixel] = cell < cellCount ? count - 1 : count;
  }
  return { ofPixel, count };
}

/** The ground and hatching colors of every entry, by row entry, then column entry. */
interface Colors {
  readonly stride: number;
  readonly grounds: Uint32Array;
  readonly lines: Uint32Array;
  /** By row entry: 1 when one of its cells is hatched. */
  readonly hatched: Uint8Array;
}

class Tinter {
  readonly #palette: Palette;
  readonly #scene: Scene;
  /** Column of the matrix by column entry. */
  readonly #slots: Uint16Array;
  readonly colors: Colors;

  constructor(scene: Scene, palette: Palette, first: number, columnCount: number, rowEntries: number) {
    this.#scene = scene;
    this.#palette = palette;
    this.#slots = scene.slots.subarray(first, first + columnCount);
    // One more of each, for pixels beyond the last cell.
    const stride = columnCount + 1;
    const size = stride * (rowEntries + 1);
    this.colors = {
      stride,
      grounds: new Uint32Array(size).fill(palette.ground),
      lines: new Uint32Array(size).fill(palette.ground),
      hatched: new Uint8Array(rowEntries + 1),
    };
  }

  #put(entry: number, column: number, ground: number, line: number): void {
    const { stride, grounds, lines, hatched } = this.colors;
    grounds[entry * stride + column] = ground;
    lines[entry * stride + column] = line;
    if (ground !== line) hatched[entry] = 1;
  }

  cells(entry: number, row: number): void {
    const { matrix, scales } = this.#scene;
    const { colors, missingGround, missingLine, unranked } = this.#palette;
    const from = row * matrix.stride;
    for (let column = 0; column < this.#slots.length; column++) {
      const slot = this.#slots[column]!;
      const scale = scales[slot]!;
      if (scale === PENDING_SCALE) continue;
      const code = matrix.codes[from + slot]!;
      if (code < CODE_COUNT) {
        const color = colors[colorIndex(scale, 0) + code]!;
        this.#put(entry, column, color, color);
      } else if (code === MISSING_VALUE_CODE) this.#put(entry, column, missingGround, missingLine);
      else this.#put(entry, column, unranked, unranked);
    }
  }

  /** A bin shows its median if at least half of its rows are ranked, else the median hatched with what most others are. */
  bin(entry: number, from: number, to: number): void {
    const { matrix, scales, rows } = this.#scene;
    const { colors, missingGround, missingLine, unranked } = this.#palette;
    const { median, ranked, missing, far } = matrix.bin(rows, from, to);
    const count = to - from;
    for (let column = 0; column < this.#slots.length; column++) {
      const slot = this.#slots[column]!;
      const scale = scales[slot]!;
      if (scale === PENDING_SCALE) continue;
      const known = ranked[slot]!;
      const areMissing = 2 * missing[slot]! >= count - known;
      const color = known === 0 ? 0 : colors[colorIndex(scale, spreadOf(far[slot]!, known)) + median[slot]!]!;
      if (2 * known >= count) this.#put(entry, column, color, color);
      else if (known > 0) this.#put(entry, column, color, areMissing ? missingLine : unranked);
      else if (areMissing) this.#put(entry, column, missingGround, missingLine);
      else this.#put(entry, column, unranked, unranked);
    }
  }
}

function tint(scene: Scene, palette: Palette, axis: Axis, entryCount: number, columnCount: number, first: number): Colors {
  const tinter = new Tinter(scene, palette, first, columnCount, entryCount);
  const { rows } = scene;
  for (let entry = 0; entry < entryCount; entry++) {
    if (axis.isBinned) tinter.bin(entry, cellAt(axis, entry), Math.min(rows.length, cellAt(axis, entry + 1)));
    else tinter.cells(entry, rows[axis.first + entry]!);
  }
  return tinter.colors;
}

/** Writes a line of pixels; `along` has the entry of each. */
function writeLine(
  pixels: Uint32Array,
  at: number,
  y: number,
  along: Uint32Array,
  base: number,
  step: number,
  { grounds, lines }: Colors,
  isHatched: boolean,
): void {
  const width = along.length;
  if (!isHatched) {
    for (let x = 0; x < width; x++) pixels[at + x] = grounds[base + step * along[x]!]!;
    return;
  }
  for (let x = 0; x < width; x++) {
    const entry = base + step * along[x]!;
    pixels[at + x] = (x + y) % HATCH === 0 ? lines[entry]! : grounds[entry]!;
  }
}

const CHANNEL_MAX = 255;

/** Ink over a color: each channel (ground × (255 − coverage) + ink × coverage + 127) / 255, rounded down. */
function blended(ground: number, ink: number, coverage: number): number {
  let pixel = 0;
  for (let shift = 0; shift < 32; shift += 8) {
    const [under, over] = [(ground >>> shift) & CHANNEL_MAX, (ink >>> shift) & CHANNEL_MAX];
    const mixed = Math.floor((under * (CHANNEL_MAX - coverage) + over * coverage + 127) / CHANNEL_MAX);
    pixel |= mixed << shift;
  }
  return pixel >>> 0;
}

const BLACK_INK = new Uint32Array(Uint8Array.of(0, 0, 0, 255).buffer)[0]!;
const WHITE_INK = new Uint32Array(Uint8Array.of(255, 255, 255, 255).buffer)[0]!;

/** Writes the two digits of the cells in view into the picture. */
function writeDigits(pixels: Uint32Array, frame: PanoramaFrame, scene: Scene, palette: Palette): void {
  const { digits, matrix, rows, slots, scales } = scene;
  const [columns, lines] = [columnAxis(frame), rowAxis(frame)];
  if (!digits || lines.isBinned) return;
  const { transposed, width, height } = frame;
  const [columnPixels, rowPixels] = transposed ? [height, width] : [width, height];
  const [glyphWidth, glyphHeight] = [digits.width, digits.height];
  const isMirrored = frame.digits === 'mirrored';
  for (let cell = lines.first; cell < rows.length && pixelOf(lines, cell) < rowPixels; cell++) {
    for (let column = columns.first; column < slots.length && pixelOf(columns, column) < columnPixels; column++) {
      const slot = slots[column]!;
      const scale = scales[slot]!;
      const code = matrix.codes[rows[cell]! * matrix.stride + slot]!;
      if (scale === PENDING_SCALE || code >= CODE_COUNT) continue;
      const [along, down] = [
        [pixelOf(columns, column), pixelOf(columns, column + 1)],
        [pixelOf(lines, cell), pixelOf(lines, cell + 1)],
      ] as const;
      const [[left, right], [top, bottom]] = transposed ? [down, along] : [along, down];
      const x0 = left + ((right - left - 2 * glyphWidth) >> 1);
      const y0 = top + ((bottom - top - glyphHeight) >> 1);
      if (right - left < 2 * glyphWidth || bottom - top < glyphHeight) continue;
      const number = digitsOf(code, isScaleAroundZero(scale));
      const ink = palette.darkInk[colorIndex(scale, 0) + code] === 1 ? BLACK_INK : WHITE_INK;
      for (let dy = 0; dy < glyphHeight; dy++) {
        const y = y0 + dy;
        if (y < 0 || y >= height) continue;
        for (let dx = 0; dx < 2 * glyphWidth; dx++) {
          const x = x0 + dx;
          const digit = dx < glyphWidth !== isMirrored ? Math.floor(number / 10) : number % 10;
          const coverage = digits.coverage[(digit * glyphHeight + dy) * glyphWidth + (dx % glyphWidth)]!;
          if (x < 0 || x >= width || coverage === 0) continue;
          pixels[y * width + x] = blended(pixels[y * width + x]!, ink, coverage);
        }
      }
    }
  }
}

/** @param pixels width × height, by line like ImageData; overwritten */
export function drawFrame(frame: PanoramaFrame, scene: Scene, pixels: Uint32Array): void {
  const { width, height, transposed } = frame;
  const palette = paletteOf(frame.theme);
  const [columns, rows] = [columnAxis(frame), rowAxis(frame)];
  const columnEntries = entriesOf(columns, transposed ? height : width, scene.slots.length);
  const rowEntries = entriesOf(rows, transposed ? width : height, scene.rows.length);
  const colors = tint(scene, palette, rows, rowEntries.count, columnEntries.count, columns.first);
  const isAnyHatched = colors.hatched.includes(1);
  const { ofPixel } = transposed ? columnEntries : rowEntries;
  for (let y = 0; y < height; y++) {
    const entry = ofPixel[y]!;
    const isHatched = transposed ? isAnyHatched : colors.hatched[entry] === 1;
    // Lines equal to an earlier one are copied.
    const like = y - (isHatched ? HATCH : 1);
    if (like >= 0 && ofPixel[like] === entry) pixels.copyWithin(y * width, like * width, (like + 1) * width);
    else if (transposed) writeLine(pixels, y * width, y, rowEntries.ofPixel, entry, colors.stride, colors, isHatched);
    else writeLine(pixels, y * width, y, columnEntries.ofPixel, entry * colors.stride, 1, colors, isHatched);
  }
  if (frame.digits) writeDigits(pixels, frame, scene, palette);
}
