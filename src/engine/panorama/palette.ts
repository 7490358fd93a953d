/**
 * Colors of codes. Bad to good runs from orange to blue, and neutral low to high from violet to yellow-green: pairs that remain
 * distinct under protanopia, deuteranopia and tritanopia. The middle of both is the ground, so that unusual values stand out.
 * Colors are in OKLCH (Ottosson 2020).
 */
import { CODE_COUNT } from '../../../kernels/statistics/percentileCodes.ts';
import type { CodedColumn } from './codes.ts';
import type { PanoramaFrame } from './frame.ts';

export type Theme = PanoramaFrame['theme'];

/** Levels of spread of the codes in a bin. */
export const SPREADS = 8;
/** Codes per line of the table, a power of two for fast indexing. */
const LINE = 256;
/** Neutral, higher is better, lower is better; then the same around zero. */
const SCALE_COUNT = 6;
export const AROUND_ZERO = 3;
const SCALES = ['neutral', 'higher', 'lower'] as const;

/** Lightness 0 … 1, chroma, hue in degrees. */
type Oklch = readonly [lightness: number, chroma: number, hue: number];

interface Hues {
  readonly middle: number;
  readonly bad: Oklch;
  readonly good: Oklch;
  readonly low: Oklch;
  readonly high: Oklch;
  /** Added to the lightness of the most mixed bins. */
  readonly spread: number;
  readonly missing: readonly [ground: Oklch, line: Oklch];
  readonly unranked: Oklch;
  readonly ground: Oklch;
}

const HUES: Readonly<Record<Theme, Hues>> = {
  dark: {
    middle: 0.21,
    bad: [0.68, 0.16, 58],
    good: [0.6, 0.19, 260],
    low: [0.5, 0.13, 310],
    high: [0.72, 0.11, 108],
    spread: 0.1,
    missing: [
      [0.25, 0, 0],
      [0.45, 0, 0],
    ],
    unranked: [0.32, 0, 0],
    ground: [0.2, 0.008, 260],
  },
  light: {
    middle: 0.975,
    bad: [0.66, 0.17, 55],
    good: [0.47, 0.2, 262],
    low: [0.44, 0.15, 310],
    high: [0.74, 0.13, 108],
    spread: -0.1,
    missing: [
      [0.93, 0, 0],
      [0.76, 0, 0],
    ],
    unranked: [0.87, 0, 0],
    ground: [1, 0, 0],
  },
};

/** Strength of the smallest step away from zero, so that the sign is visible. */
const SIGN_STRENGTH = 0.4;

/** Linear light of OKLab (Ottosson 2020). */
function linearOf(lightness: number, a: number, b: number): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** The transfer function of sRGB (IEC 61966-2-1). */
function encoded(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** sRGB bytes; chroma is lowered until the color can be shown. */
function bytesOf([lightness, chroma, hue]: Oklch): [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  for (let shown = chroma; ; shown -= 0.005) {
    const light = linearOf(lightness, shown * Math.cos(angle), shown * Math.sin(angle));
    const fits = light.every((channel) => channel >= -1e-4 && channel <= 1.0001);
    if (fits || shown <= 0) {
      return light.map((channel) => Math.round(255 * encoded(Math.min(1, Math.max(0, channel))))) as [number, number, number];
    }
  }
}

/** A pixel in the canvas's byte order. */
const pixelBytes = new Uint8Array(4);
const pixelWord = new Uint32Array(pixelBytes.buffer);

export function pixelOfBytes(red: number, green: number, blue: number): number {
  pixelBytes.set([red, green, blue, 255]);
  return pixelWord[0]!;
}

const packed = (color: Oklch): number => pixelOfBytes(...bytesOf(color));

export interface Palette {
  /** A pixel by `colorIndex` + code. */
  readonly colors: Uint32Array;
  /** 1 where dark digits are more legible than white ones. */
  readonly darkInk: Uint8Array;
  /** Hatching of missing values: ground and lines. */
  readonly missingGround: number;
  readonly missingLine: number;
  /** A value without peers. */
  readonly unranked: number;
  /** Where there is no cell, or its column has not arrived. */
  readonly ground: number;
}

/** Line of the table for a column: neutral, better or worse when higher, around the median or zero. */
export function scaleOf({ scale, isAroundZero }: Pick<CodedColumn, 'scale' | 'isAroundZero'>): number {
  return SCALES.indexOf(scale) + (isAroundZero ? AROUND_ZERO : 0);
}

export function isScaleAroundZero(scale: number): boolean {
  return scale >= AROUND_ZERO;
}

/** Index of the first color of a scale and spread. */
export function colorIndex(scale: number, spread: number): number {
  return (scale * SPREADS + spread) * LINE;
}

/** Spread of a bin's codes in SPREADS levels: the share of ranked rows far from the median. */
export function spreadOf(far: number, ranked: number): number {
  return Math.min(SPREADS - 1, Math.floor((SPREADS * far) / ranked));
}

function colorOf(hues: Hues, scale: number, spread: number, code: number): Oklch {
  const kind = SCALES[scale % AROUND_ZERO]!;
  const way = (2 * code - (CODE_COUNT - 1)) / (CODE_COUNT - 1);
  const ends = kind === 'neutral' ? [hues.low, hues.high] : kind === 'higher' ? [hues.bad, hues.good] : [hues.good, hues.bad];
  const end = ends[way < 0 ? 0 : 1]!;
  const distance = Math.abs(way);
  const isZero = scale >= AROUND_ZERO && code === CODE_COUNT / 2;
  const strength = scale < AROUND_ZERO ? distance : isZero ? 0 : SIGN_STRENGTH + (1 - SIGN_STRENGTH) * distance;
  const lightness = hues.middle + strength * (end[0] - hues.middle) + (hues.spread * spread) / (SPREADS - 1);
  return [Math.min(1, Math.max(0, lightness)), strength * end[1], end[2]];
}

/** Relative luminance (WCAG 2.2). */
function luminance(bytes: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = bytes.map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** At this luminance and above, black has the higher contrast: (1 + 0.05) / (y + 0.05) = (y + 0.05) / 0.05. */
const DARK_INK_FROM = Math.sqrt(1.05 * 0.05) - 0.05;

function makePalette(theme: Theme): Palette {
  const hues = HUES[theme];
  const colors = new Uint32Array(SCALE_COUNT * SPREADS * LINE);
  const darkInk = new Uint8Array(colors.length);
  for (let scale = 0; scale < SCALE_COUNT; scale++) {
    for (let spread = 0; spread < SPREADS; spread++) {
      for (let code = 0; code < CODE_COUNT; code++) {
        const bytes = bytesOf(colorOf(hues, scale, spread, code));
        const at = colorIndex(scale, spread) + code;
        colors[at] = pixelOfBytes(...bytes);
        darkInk[at] = luminance(bytes) >= DARK_INK_FROM ? 1 : 0;
      }
    }
  }
  const [missingGround, missingLine] = hues.missing;
  return {
    colors,
    darkInk,
    missingGround: packed(missingGround),
    missingLine: packed(missingLine),
    unranked: packed(hues.unranked),
    ground: packed(hues.ground),
  };
}

const made = new Map<Theme, Palette>();

export function paletteOf(theme: Theme): Palette {
  const palette = made.get(theme) ?? makePalette(theme);
  made.set(theme, palette);
  return palette;
}

/** The colors of a scale from the lowest to the highest code, as pixels. */
export function scaleColors(theme: Theme, scale: CodedColumn['scale']): Uint32Array {
  const first = colorIndex(scaleOf({ scale, isAroundZero: false }), 0);
  return paletteOf(theme).colors.subarray(first, first + CODE_COUNT);
}
