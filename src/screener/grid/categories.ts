/** Category bars of text columns: the universe in grey, the present rows in the accent color, each scaled to its own maximum. */
import type { Rectangle } from '@glideapps/glide-data-grid';
import type { ColumnValues } from '../../engine/table/columnValues.ts';
import type { Frame } from '../state/store.ts';
import { BAND_PX, bars } from './spread.ts';
import type { Inks } from './theme.ts';

/** The largest categories with their row counts. */
export interface Categories {
  readonly labels: readonly string[];
  readonly universe: Uint32Array;
  readonly present: Uint32Array;
}

const BAR_PX = 8;
const BARS_MAX = 24;
/** Columns with more categories hold names and get no bars. */
const CATEGORY_SHARE_MAX = 0.05;

/** Number of bars that fit a header. */
export function barCount(width: number): number {
  return Math.min(BARS_MAX, Math.floor(bars(width).width / BAR_PX));
}

type Text = Extract<ColumnValues, { readonly kind: 'text' }>;

/** Row counts by code; code 0 means missing. */
function countsOf({ codes, labels }: Text, rows: Uint32Array | null): Uint32Array {
  const counts = new Uint32Array(labels.length);
  const count = (code: number): void => {
    counts[code] = (counts[code] ?? 0) + 1;
  };
  if (rows) for (const row of rows) count(codes[row] ?? 0);
  else for (const code of codes) count(code);
  return counts;
}

interface Counted {
  readonly all: Uint32Array;
  /** Codes by row count in the universe, descending. */
  readonly order: readonly number[];
  rows: Uint32Array | null;
  present: Uint32Array;
}

const counted = new WeakMap<Uint32Array, Counted | null>();

/** Null for a column of names, whose counts would take memory and are never shown. */
function countedOf(text: Text): Counted | null {
  const known = counted.get(text.codes);
  if (known !== undefined) return known;
  const all = countsOf(text, null);
  const order = [...all.keys()].filter((code) => text.labels[code] !== '' && (all[code] ?? 0) > 0);
  const isNames = order.length > Math.max(BARS_MAX, CATEGORY_SHARE_MAX * text.codes.length);
  if (!isNames) order.sort((a, b) => (all[b] ?? 0) - (all[a] ?? 0) || a - b);
  const made = isNames ? null : { all, order, rows: null, present: all };
  counted.set(text.codes, made);
  return made;
}

function presentOf(text: Text, known: Counted, rows: Uint32Array): Uint32Array {
  if (known.rows !== rows) Object.assign(known, { rows, present: countsOf(text, rows) });
  return known.present;
}

/** At most `max` of the largest categories; null for columns of names and columns not loaded. */
export function categoriesOf(frame: Frame, id: string, max: number): Categories | null {
  const text = frame.columns.get(id);
  if (text?.kind !== 'text') return null;
  const known = countedOf(text);
  if (!known || known.order.length < 2 || max < 2) return null;
  const { all, order } = known;
  const present = presentOf(text, known, frame.rows);
  const codes = order.slice(0, max);
  return {
    labels: codes.map((code) => text.labels[code] ?? ''),
    universe: Uint32Array.from(codes, (code) => all[code] ?? 0),
    present: Uint32Array.from(codes, (code) => present[code] ?? 0),
  };
}

/** Draws the bars at the top of `rect` and marks those that a filter keeps. */
export function drawCategories(
  context: CanvasRenderingContext2D,
  rect: Pick<Rectangle, 'x' | 'y' | 'width'>,
  { labels, universe, present }: Categories,
  kept: readonly string[] | null,
  inks: Inks,
): void {
  const area = bars(rect.width);
  const step = area.width / labels.length;
  for (const [counts, ink, alpha] of [
    [universe, inks.spread, 1],
    [present, inks.accent, 0.62],
  ] as const) {
    const most = Math.max(...counts);
    context.fillStyle = ink;
    context.globalAlpha = alpha;
    for (const [bar, count] of counts.entries()) {
      const height = count === 0 ? 0 : Math.max(1, (BAND_PX * count) / most);
      context.fillRect(rect.x + area.left + bar * step, rect.y + BAND_PX - height, step - 1, height);
    }
  }
  context.globalAlpha = 1;
  context.fillStyle = inks.accent;
  for (const [bar, label] of labels.entries()) {
    if (kept?.includes(label)) context.fillRect(rect.x + area.left + bar * step, rect.y + BAND_PX, step - 1, 2);
  }
}
