/** Colors and sizes of the points. */
import type { Column } from '../../catalogue/column.ts';
import { numberOf } from '../rows/numbers.ts';
import type { Frame } from '../state/store.ts';
import { sortedValues } from './axis.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

/** Meaning of the colors. */
export type Legend =
  | {
      readonly kind: 'categories';
      /** The largest categories with color and count; a null label means all others. */
      readonly entries: readonly { readonly label: string | null; readonly color: Rgb; readonly count: number }[];
    }
  | { readonly kind: 'ramp'; readonly low: number; readonly middle: number; readonly high: number };

export interface Colors {
  readonly codes: Uint8Array;
  readonly palette: readonly Rgb[];
  readonly legend: Legend | null;
}

const RAMP_STEPS = 41;

function mix(a: Rgb, b: Rgb, share: number): Rgb {
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])];
}

export interface Inks {
  readonly plain: Rgb;
  readonly other: Rgb;
  readonly categories: readonly Rgb[];
  /** From worst to best, or low to high. */
  readonly ramp: (better: Column['better']) => readonly [low: Rgb, middle: Rgb, high: Rgb];
}

export function plainColors(count: number, { plain }: Inks): Colors {
  return { codes: new Uint8Array(count), palette: [plain], legend: null };
}

/** Colors by a column; null until it is loaded. */
export function colorsOf(rows: Uint32Array, column: Column, frame: Frame, inks: Inks): Colors | null {
  const values = frame.columns.get(column.id);
  if (values?.kind === 'text') return categoryColors(rows, values.labels, values.codes, inks);
  const numberAt = numberOf(column.id, frame);
  if (!numberAt) return null;
  const places = placesOf(rows, numberAt);
  const [low, middle, high] = inks.ramp(column.better);
  const palette = Array.from({ length: RAMP_STEPS }, (_, step): Rgb => {
    const share = (2 * step) / (RAMP_STEPS - 1);
    return share < 1 ? mix(low, middle, share) : mix(middle, high, share - 1);
  });
  const codes = Uint8Array.from(places.places, (place) =>
    Number.isNaN(place) ? RAMP_STEPS : Math.round(place * (RAMP_STEPS - 1)),
  );
  const { sorted } = places;
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return { codes, palette: [...palette, inks.other], legend: { kind: 'ramp', low: at(0), middle: at(0.5), high: at(1) } };
}

function categoryColors(rows: Uint32Array, labels: readonly string[], codes: ArrayLike<number>, inks: Inks): Colors {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(codes[row] ?? 0, (counts.get(codes[row] ?? 0) ?? 0) + 1);
  const largest = [...counts]
    .filter(([code]) => (labels[code] ?? '') !== '')
    .sort(([, a], [, b]) => b - a)
    .slice(0, inks.categories.length);
  const placeOf = new Map(largest.map(([code], place) => [code, place]));
  const entries = largest.map(([code, count], place) => ({
    label: labels[code] ?? '',
    color: inks.categories[place] ?? inks.other,
    count,
  }));
  const others = rows.length - entries.reduce((sum, { count }) => sum + count, 0);
  return {
    codes: Uint8Array.from(rows, (row) => placeOf.get(codes[row] ?? 0) ?? largest.length),
    palette: [...entries.map(({ color }) => color), inks.other],
    legend: {
      kind: 'categories',
      entries: others > 0 ? [...entries, { label: null, color: inks.other, count: others }] : entries,
    },
  };
}

/** Ranks (0 … 1) of the rows' values; NaN when missing. */
function placesOf(rows: Uint32Array, numberAt: (row: number) => number): { places: Float32Array; sorted: Float64Array } {
  const values = new Float64Array(rows.length);
  for (const [index, row] of rows.entries()) values[index] = numberAt(row);
  const sorted = sortedValues(values);
  const last = Math.max(1, sorted.length - 1);
  const firstAt = new Map<number, number>();
  for (let place = sorted.length - 1; place >= 0; place--) firstAt.set(sorted[place] ?? 0, place);
  return { places: Float32Array.from(values, (value) => (firstAt.get(value) ?? Number.NaN) / last), sorted };
}

const RADIUS_MIN_PX = 1.5;
const RADIUS_MAX_PX = 13;

/** Radii by a column, with areas proportional to values; null until it is loaded. */
export function radiiOf(rows: Uint32Array, columnId: string, frame: Frame): Float32Array | null {
  const numberAt = numberOf(columnId, frame);
  if (!numberAt) return null;
  let most = 0;
  for (const row of rows) most = Math.max(most, numberAt(row) || 0);
  return Float32Array.from(rows, (row) => {
    const value = numberAt(row);
    return value > 0 ? Math.max(RADIUS_MIN_PX, RADIUS_MAX_PX * Math.sqrt(value / most)) : RADIUS_MIN_PX;
  });
}
