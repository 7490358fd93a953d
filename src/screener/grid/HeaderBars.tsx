/** Pointer interaction with header bars: hover describes them; clicks and drags filter by them. */
import type { DataEditorRef, Rectangle } from '@glideapps/glide-data-grid';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type Column, isText } from '../../catalogue/column.ts';
import type { ColumnDistribution } from '../../engine/worker/protocol.ts';
import { afterPaint } from '../../shell/afterPaint.ts';
import { locale, t } from '../../shell/i18n.ts';
import { runsFromRight } from '../frame/direction.ts';
import { beginGesture, endGesture } from '../history/gesture.ts';
import { commonCurrency } from '../rows/money.ts';
import { figureIn } from '../rows/values.ts';
import { distributionOf } from '../state/distributions.ts';
import { state } from '../state/store.ts';
import { columnArrivals } from '../state/values.ts';
import { categoryText, wholeText } from '../state/words.ts';
import { filterByBins } from '../steps/binFilter.ts';
import { filterByCategories, keptCategories } from '../steps/categoryFilter.ts';
import { barCount, categoriesOf, drawCategories } from './categories.ts';
import { lateParts } from './lateParts.ts';
import { BAND_PX, binAt } from './spread.ts';
import { paintHeaders } from './staleHeaders.ts';

/** Tooltip at the pointer. */
interface BarNote {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** The bars under the pointer. */
interface Hit {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly barCount: number;
  /** Describes these bars. */
  words(first: number, last: number): string;
  /** Filters by these bars; `isAdded` also keeps those of the present filter. */
  keep(first: number, last: number, isAdded: boolean): void;
  /** Action of a click on the only kept bar; null where it filters as usual. */
  undo(bar: number): (() => void) | null;
}

type Placed = Pick<Hit, 'left' | 'bottom' | 'width'>;

const SLACK_PX = 2;
/** Maximum width of the tooltip. */
const NOTE_PX = 330;

function sum(counts: Uint32Array, first: number, last: number): number {
  let rows = 0;
  for (let bar = first; bar <= last; bar++) rows += counts[bar] ?? 0;
  return rows;
}

/** Bars of a number column: bins. */
function binsHit(column: Column, { universe, present }: ColumnDistribution, placed: Placed): Hit | null {
  if (universe.counts.length === 0) return null;
  const end = (value: number, open: number): string =>
    figureIn(column, Number.isFinite(value) ? value : open, commonCurrency(state.frame));
  return {
    ...placed,
    barCount: universe.counts.length,
    words: (first, last) =>
      t('header.bins', {
        low: end(universe.lows[first] ?? Number.NaN, universe.min),
        high: end(universe.highs[last] ?? Number.NaN, universe.max),
        rows: wholeText(sum(universe.counts, first, last)),
        left: wholeText(sum(present.counts, first, last)),
      }),
    keep: (first, last) => filterByBins(column.id, universe, first, last),
    undo: () => null,
  };
}

/** Bars of a text column: its largest categories. */
function categoriesHit({ id }: Column, placed: Placed): Hit | null {
  const bars = state.frame && categoriesOf(state.frame, id, barCount(placed.width));
  if (!bars) return null;
  const { labels, universe, present } = bars;
  return {
    ...placed,
    barCount: labels.length,
    words: (first, last) =>
      t('header.categories', {
        names: new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }).format(
          labels.slice(first, last + 1).map((label) => categoryText(id, label)),
        ),
        rows: wholeText(sum(universe, first, last)),
        left: wholeText(sum(present, first, last)),
      }),
    keep: (first, last, isAdded) => {
      const chosen = labels.slice(first, last + 1);
      filterByCategories(id, isAdded ? [...new Set([...(keptCategories(state.steps, id) ?? []), ...chosen])] : chosen);
    },
    undo: (bar) => {
      const kept = keptCategories(state.steps, id);
      return kept?.length === 1 && kept[0] === labels[bar] ? () => filterByCategories(id, []) : null;
    },
  };
}

interface HeaderBarsProps {
  readonly frame: RefObject<HTMLElement | null>;
  readonly grid: RefObject<DataEditorRef | null>;
  readonly region: RefObject<Rectangle>;
  readonly columns: readonly Column[];
  /** Indexes of the visible columns. */
  readonly places: () => readonly number[];
  readonly bandTopPx: number;
}

/** Bars at a point of the page. */
function hitAt({ grid, columns, places, bandTopPx }: HeaderBarsProps, x: number, y: number): Hit | null {
  for (const place of places()) {
    const column = columns[place];
    const bounds = column && grid.current?.getBounds(place, -1);
    if (!column || !bounds || x < bounds.x || x >= bounds.x + bounds.width) continue;
    const top = bounds.y + bandTopPx;
    // The grid resizes columns at their edges.
    const isEdge = x - bounds.x < 5 || bounds.x + bounds.width - x < 5;
    if (y < top - SLACK_PX || y > top + BAND_PX + SLACK_PX || isEdge) return null;
    const placed = { left: bounds.x, bottom: bounds.y + bounds.height, width: bounds.width };
    if (isText(column)) return categoriesHit(column, placed);
    const distribution = distributionOf(column.id);
    return distribution ? binsHit(column, distribution, placed) : null;
  }
  return null;
}

function barOf({ left, width, barCount }: Hit, x: number): number {
  // Mirrored grids draw headers unflipped.
  const across = runsFromRight() ? left + width - x : x - left;
  return binAt(across, width, barCount);
}

/** Listens on the grid's frame. Returns the cleanup. */
function listen(element: HTMLElement, props: HeaderBarsProps, setNote: (note: BarNote | null) => void): () => void {
  let drag: { readonly hit: Hit; readonly start: number; readonly undo: (() => void) | null; end: number } | null = null;

  let pressing = new AbortController();

  const tell = (hit: Hit, first: number, last: number, x: number): void => {
    const { left, top, width } = element.getBoundingClientRect();
    setNote({
      x: Math.max(0, Math.min(x - left, width - NOTE_PX)),
      y: hit.bottom - top,
      text: hit.words(Math.min(first, last), Math.max(first, last)),
    });
  };
  const keep = ({ hit, start, end }: NonNullable<typeof drag>, event: PointerEvent): void =>
    hit.keep(Math.min(start, end), Math.max(start, end), event.ctrlKey || event.metaKey || event.shiftKey);
  // The grid would otherwise move the column or sort by it.
  const keepFromGrid = (event: MouseEvent): void => {
    if (drag || hitAt(props, event.clientX, event.clientY)) event.stopPropagation();
  };
  const press = (event: PointerEvent): void => {
    const hit = event.button === 0 ? hitAt(props, event.clientX, event.clientY) : null;
    if (!hit) return;
    event.stopPropagation();
    event.preventDefault();
    const bar = barOf(hit, event.clientX);
    drag = { hit, start: bar, undo: hit.undo(bar), end: bar };
    tell(hit, bar, bar, event.clientX);
    beginGesture();
    pressing = new AbortController();
    const options = { capture: true, signal: pressing.signal };
    window.addEventListener('pointermove', move, options);
    for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, release, options);
  };
  const move = (event: PointerEvent): void => {
    if (!drag) return;
    event.stopPropagation();
    const bar = barOf(drag.hit, event.clientX);
    tell(drag.hit, drag.start, bar, event.clientX);
    if (bar === drag.end) return;
    drag.end = bar;
    keep(drag, event);
  };
  const release = (event: PointerEvent): void => {
    event.stopPropagation();
    if (drag && event.type === 'pointerup') {
      // A click keeps one bar, or removes the filter.
      if (drag.undo && drag.start === drag.end) drag.undo();
      else keep(drag, event);
    }
    pressing.abort();
    // The mouse event of the same release follows.
    setTimeout(() => {
      drag = null;
      endGesture();
    });
    setNote(null);
  };
  const hover = (event: PointerEvent): void => {
    if (drag) return;
    const hit = hitAt(props, event.clientX, event.clientY);
    if (!hit) setNote(null);
    else tell(hit, barOf(hit, event.clientX), barOf(hit, event.clientX), event.clientX);
  };
  const leave = (): void => setNote(null);
  const ending = new AbortController();
  const { signal } = ending;
  element.addEventListener('pointerdown', press, { capture: true, signal });
  for (const type of ['mousedown', 'mouseup', 'click'] as const)
    element.addEventListener(type, keepFromGrid, { capture: true, signal });
  element.addEventListener('pointermove', hover, { signal });
  element.addEventListener('pointerleave', leave, { signal });
  return () => ending.abort();
}

/** Loaded after the first rows: until then headers have no category bars and bars are inactive. */
export function HeaderBars(props: HeaderBarsProps) {
  const { frame: outer, grid, region, columns, places, bandTopPx } = props;
  const { frame, steps } = useSnapshot(state);
  const [note, setNote] = useState<BarNote | null>(null);
  /** The result that the category bars count. It follows the cells by a frame, because counting takes time. */
  const counted = useRef(frame);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the props are compared by value
  useEffect(() => (outer.current ? listen(outer.current, props, setNote) : undefined), [outer, grid, columns, places, bandTopPx]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bars depend on rows and steps
  useEffect(() => {
    const texts = new Set(columns.flatMap((column) => (isText(column) ? [column.id] : [])));
    const paint = (): void => paintHeaders(grid, region, columns, (id) => texts.has(id));
    lateParts.drawCategories = (context, rect, id, inks) => {
      const bars = counted.current && categoriesOf(counted.current, id, barCount(rect.width));
      if (bars) drawCategories(context, rect, bars, keptCategories(state.steps, id), inks);
    };
    const stop = afterPaint(() => {
      counted.current = frame;
      paint();
    });
    const end = columnArrivals.add((id) => texts.has(id) && paint());
    return () => {
      stop();
      end();
    };
  }, [grid, region, columns, frame, steps]);
  return (
    note && (
      <p className="bin-note" style={{ insetInlineStart: note.x, insetBlockStart: note.y }} aria-hidden="true">
        {note.text}
      </p>
    )
  );
}
