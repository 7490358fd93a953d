/** Shapes of the digits, drawn by the browser's fonts. */
import type { Digits } from './digits.ts';

/** A digit's box as a share of the cell's height, and the font size as a share of the box's height. */
const BOX_SHARE = 0.75;
const TYPE_SHARE = 0.95;
/** Width of a digit's box as a share of its height. */
const WIDTH_SHARE = 0.62;
const FONT = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

const made = new Map<string, Digits>();

/** Digits for cells of this size in pixels; null when two do not fit. */
export function digitsFor(cellWidth: number, cellHeight: number, isMirrored: boolean): Digits | null {
  const height = Math.floor(Math.min(cellHeight * BOX_SHARE, cellWidth / (2 * WIDTH_SHARE)));
  const width = Math.floor(height * WIDTH_SHARE);
  if (height < 6 || 2 * width > cellWidth) return null;
  const key = `${width} ${height} ${isMirrored}`;
  const digits = made.get(key) ?? draw(width, height, isMirrored);
  if (digits) made.set(key, digits);
  return digits;
}

function draw(width: number, height: number, isMirrored: boolean): Digits | null {
  const context = new OffscreenCanvas(width, 10 * height).getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.font = `${height * TYPE_SHARE}px ${FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = '#fff';
  if (isMirrored) context.setTransform(-1, 0, 0, 1, width, 0);
  for (let digit = 0; digit < 10; digit++) context.fillText(String(digit), width / 2, (digit + 0.55) * height, width);
  const { data } = context.getImageData(0, 0, width, 10 * height);
  return { width, height, coverage: Uint8Array.from({ length: width * 10 * height }, (_, pixel) => data[4 * pixel + 3]!) };
}
