/** Draws many points as translucent discs, so that dense areas are darker. */

export interface Discs {
  /** Centers in pixels from the top left; NaN for none. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Palette index of each disc. */
  readonly colors: Uint8Array;
  readonly palette: readonly (readonly [red: number, green: number, blue: number])[];
  /** Radii in pixels; a single one applies to all. */
  readonly radii: Float32Array;
  /** Opacity, 0 … 1. */
  readonly alpha: number;
}

const RADIUS_STEP = 0.5;
const masks = new Map<number, { readonly size: number; readonly cover: Float32Array }>();

/** Pixel coverage of a centered disc. */
function maskOf(radius: number): { readonly size: number; readonly cover: Float32Array } {
  const step = Math.max(1, Math.round(radius / RADIUS_STEP));
  const known = masks.get(step);
  if (known) return known;
  const exact = step * RADIUS_STEP;
  const reach = Math.ceil(exact);
  const size = 2 * reach + 1;
  const cover = new Float32Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const distance = Math.hypot(column - reach, row - reach);
      cover[row * size + column] = Math.max(0, Math.min(1, exact + 0.5 - distance));
    }
  }
  const mask = { size, cover };
  masks.set(step, mask);
  return mask;
}

/** The background must be opaque. */
export function drawDiscs(
  picture: { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray },
  discs: Discs,
): void {
  const { width, height, data } = picture;
  const { x, y, colors, palette, radii, alpha } = discs;
  for (let index = 0; index < x.length; index++) {
    const [middleX, middleY] = [x[index]!, y[index]!];
    if (Number.isNaN(middleX) || Number.isNaN(middleY)) continue;
    const { size, cover } = maskOf(radii[radii.length === 1 ? 0 : index]!);
    const [red, green, blue] = palette[colors[index]!]!;
    const left = Math.round(middleX) - (size >> 1);
    const top = Math.round(middleY) - (size >> 1);
    const [fromRow, toRow] = [Math.max(0, -top), Math.min(size, height - top)];
    const [fromColumn, toColumn] = [Math.max(0, -left), Math.min(size, width - left)];
    for (let row = fromRow; row < toRow; row++) {
      let at = 4 * ((top + row) * width + left + fromColumn);
      for (let column = fromColumn; column < toColumn; column++, at += 4) {
        const share = alpha * cover[row * size + column]!;
        data[at] = data[at]! + (red - data[at]!) * share;
        data[at + 1] = data[at + 1]! + (green - data[at + 1]!) * share;
        data[at + 2] = data[at + 2]! + (blue - data[at + 2]!) * share;
      }
    }
  }
}
