import { describe, expect, it } from 'vitest';
import { colorIndex, type Palette, paletteOf } from '../../../src/engine/panorama/palette.ts';

type Triple = readonly [number, number, number];

/** What people without one kind of cone see, as linear light (Machado, Oliveira and Fernandes 2009, severity 1). */
const VISIONS: Readonly<Record<string, readonly Triple[]>> = {
  'full color vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(pixel: number): Triple {
  const light = (byte: number): number => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
  return [light(pixel & 255), light((pixel >>> 8) & 255), light((pixel >>> 16) & 255)];
}

const product = (rows: readonly Triple[], [x, y, z]: Triple): Triple => {
  const [a, b, c] = rows.map((row) => row[0] * x + row[1] * y + row[2] * z);
  return [a!, b!, c!];
};

/** OKLab from linear light (Ottosson 2020). */
function lab(light: Triple): Triple {
  const cones = product(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    light.map((channel) => Math.max(0, channel)) as unknown as Triple,
  ).map(Math.cbrt) as unknown as Triple;
  return product(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

/** Perceived difference of two pixels; 1 is that of black and white. */
function apart(vision: readonly Triple[], a: number, b: number): number {
  const [of, other] = [lab(product(vision, linear(a))), lab(product(vision, linear(b)))];
  return Math.hypot(of[0] - other[0], of[1] - other[1], of[2] - other[2]);
}

const cases = Object.entries(VISIONS).flatMap(([name, vision]) =>
  (['dark', 'light'] as const).map((theme) => ({ name, vision, theme, palette: paletteOf(theme) })),
);
const at = ({ colors }: Palette, scale: number, spread: number, code: number): number =>
  colors[colorIndex(scale, spread) + code]!;

describe.each(cases)('colors for $name, $theme', ({ vision, palette }) => {
  it.each([0, 1, 2, 3, 4, 5])('of scale %i are distinct at the ends, in the middle and at the steps between', (scale) => {
    for (const spread of [0, 7]) {
      const shown = (code: number): number => at(palette, scale, spread, code);
      expect(apart(vision, shown(0), shown(199))).toBeGreaterThan(0.2);
      for (const [end, side] of [
        [0, -1],
        [199, 1],
      ] as const) {
        expect(apart(vision, shown(end), shown(100))).toBeGreaterThan(0.2);
        for (let step = 0; step < 90; step += 10) {
          const [near, far] = [100 + side * step, 100 + side * (step + 9)];
          expect(apart(vision, shown(far), shown(100))).toBeGreaterThan(apart(vision, shown(near), shown(100)));
        }
      }
    }
  });

  it('show the side of zero of a value, however near', () => {
    for (const scale of [3, 4, 5])
      expect(apart(vision, at(palette, scale, 0, 99), at(palette, scale, 0, 101))).toBeGreaterThan(0.08);
  });

  it('distinguish bad to good from low to high', () => {
    for (const code of [0, 199]) expect(apart(vision, at(palette, 0, 0, code), at(palette, 1, 0, code))).toBeGreaterThan(0.05);
  });

  it('show a mixed bin in another lightness than one of equal rows, and missing values by visible lines', () => {
    for (let code = 0; code < 200; code += 20)
      expect(apart(vision, at(palette, 1, 0, code), at(palette, 1, 7, code))).toBeGreaterThan(0.05);
    expect(apart(vision, palette.missingGround, palette.missingLine)).toBeGreaterThan(0.1);
    expect(apart(vision, palette.unranked, palette.missingLine)).toBeGreaterThan(0.05);
    expect(apart(vision, palette.unranked, palette.ground)).toBeGreaterThan(0.08);
  });
});

describe('digits over colors', () => {
  const luminance = (pixel: number): number => {
    const [red, green, blue] = linear(pixel);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  it('have the contrast of text everywhere', () => {
    for (const theme of ['dark', 'light'] as const) {
      const palette = paletteOf(theme);
      for (let scale = 0; scale < 6; scale++) {
        for (let code = 0; code < 200; code++) {
          const ground = luminance(at(palette, scale, 0, code)) + 0.05;
          const isDark = palette.darkInk[colorIndex(scale, 0) + code] === 1;
          expect(isDark ? ground / 0.05 : 1.05 / ground).toBeGreaterThan(4.5);
        }
      }
    }
  });
});

describe('scales', () => {
  it('of a column that is better when lower are those of one that is better when higher, reversed', () => {
    const palette = paletteOf('dark');
    for (let code = 0; code < 200; code++) expect(at(palette, 2, 3, code)).toBe(at(palette, 1, 3, 199 - code));
  });
});
