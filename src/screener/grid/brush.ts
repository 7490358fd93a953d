/** A drag over the distribution in a header: the bins that it covers become the bounds of a filter, at once. */
import type { DataEditorRef } from '@glideapps/glide-data-grid';
import { type RefObject, useEffect, useState } from 'react';
import { type Column, isText } from '../../catalogue/column.ts';
import type { ColumnDistribution } from '../../engine/worker/protocol.ts';
import { locale, t } from '../../shell/i18n.ts';
import { beginGesture, endGesture } from '../history/gesture.ts';
import { distributionOf } from '../state/distributions.ts';
import { shownNumber } from '../state/figures.ts';
import { wholeText } from '../state/words.ts';
import { filterByBins } from '../steps/binFilter.ts';
import { BAND_PX, binAt } from './spread.ts';

/** What is under the pointer, told beside it. */
export interface BinNote {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

interface Hit {
  readonly column: Column;
  readonly distribution: ColumnDistribution;
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
}

const SLACK_PX = 2;
/** Room that a note takes at most. */
const NOTE_PX = 330;

/** The header whose bars are under a place of the page. */
function hitAt(
  grid: DataEditorRef | null,
  columns: readonly Column[],
  places: readonly number[],
  x: number,
  y: number,
  bandTopPx: number,
): Hit | null {
  for (const place of places) {
    const column = columns[place];
    const bounds = column && grid?.getBounds(place, -1);
    if (!column || !bounds || x < bounds.x || x >= bounds.x + bounds.width) continue;
    const top = bounds.y + bandTopPx;
    // Its edges belong to the grid, which makes columns wider there.
    const isEdge = x - bounds.x < 5 || bounds.x + bounds.width - x < 5;
    if (y < top - SLACK_PX || y > top + BAND_PX + SLACK_PX || isEdge) return null;
    const distribution = isText(column) ? undefined : distributionOf(column.id);
    if (!distribution || distribution.universe.counts.length === 0) return null;
    return { column, distribution, left: bounds.x, bottom: bounds.y + bounds.height, width: bounds.width };
  }
  return null;
}

function binOf(hit: Hit, x: number): number {
  return binAt(x - hit.left, hit.width, hit.distribution.universe.counts.length);
}

function sum(counts: Uint32Array, first: number, last: number): number {
  let rows = 0;
  for (let bin = first; bin <= last; bin++) rows += counts[bin] ?? 0;
  return rows;
}

function noteText({ column, distribution }: Hit, first: number, last: number): string {
  const { universe, present } = distribution;
  const [low = Number.NaN, high = Number.NaN] = [universe.lows[first], universe.highs[last]];
  const end = (value: number, open: number): string =>
    shownNumber(Number.isFinite(value) ? value : open, column.display, locale());
  return t('header.bins', {
    low: end(low, universe.min),
    high: end(high, universe.max),
    rows: wholeText(sum(universe.counts, first, last)),
    left: wholeText(sum(present.counts, first, last)),
  });
}

/** Listens on the frame of the grid; gives what to tell beside the pointer. */
export function useBrush(
  frame: RefObject<HTMLElement | null>,
  grid: RefObject<DataEditorRef | null>,
  columns: readonly Column[],
  places: () => readonly number[],
  bandTopPx: number,
): BinNote | null {
  const [note, setNote] = useState<BinNote | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let drag: { readonly hit: Hit; readonly start: number; end: number } | null = null;

    const tell = (hit: Hit, first: number, last: number, x: number): void => {
      const { left, top, width } = element.getBoundingClientRect();
      setNote({
        x: Math.max(0, Math.min(x - left, width - NOTE_PX)),
        y: hit.bottom - top,
        text: noteText(hit, Math.min(first, last), Math.max(first, last)),
      });
    };
    const hitOf = (event: MouseEvent): Hit | null =>
      hitAt(grid.current, columns, places(), event.clientX, event.clientY, bandTopPx);
    // The grid must not see a press here: it would move the column or sort by it.
    const keepFromGrid = (event: MouseEvent): void => {
      if (drag || hitOf(event)) event.stopPropagation();
    };
    const press = (event: PointerEvent): void => {
      const hit = event.button === 0 ? hitOf(event) : null;
      if (!hit) return;
      event.stopPropagation();
      event.preventDefault();
      const bin = binOf(hit, event.clientX);
      drag = { hit, start: bin, end: bin };
      tell(hit, bin, bin, event.clientX);
      beginGesture();
      window.addEventListener('pointermove', move, true);
      window.addEventListener('pointerup', release, true);
      window.addEventListener('pointercancel', release, true);
    };
    const move = (event: PointerEvent): void => {
      if (!drag) return;
      event.stopPropagation();
      const bin = binOf(drag.hit, event.clientX);
      tell(drag.hit, drag.start, bin, event.clientX);
      if (bin === drag.end) return;
      drag.end = bin;
      filterByBins(drag.hit.column.id, drag.hit.distribution.universe, drag.start, bin);
    };
    const release = (event: PointerEvent): void => {
      event.stopPropagation();
      // A press without a drag keeps the one bin.
      if (drag && event.type === 'pointerup') {
        filterByBins(drag.hit.column.id, drag.hit.distribution.universe, drag.start, drag.end);
      }
      window.removeEventListener('pointermove', move, true);
      window.removeEventListener('pointerup', release, true);
      window.removeEventListener('pointercancel', release, true);
      // The mouse event of the same release comes right behind.
      setTimeout(() => {
        drag = null;
        endGesture();
      });
      setNote(null);
    };
    const hover = (event: PointerEvent): void => {
      if (drag) return;
      const hit = hitOf(event);
      if (!hit) setNote(null);
      else tell(hit, binOf(hit, event.clientX), binOf(hit, event.clientX), event.clientX);
    };
    const leave = (): void => setNote(null);
    element.addEventListener('pointerdown', press, true);
    element.addEventListener('mousedown', keepFromGrid, true);
    element.addEventListener('mouseup', keepFromGrid, true);
    element.addEventListener('click', keepFromGrid, true);
    element.addEventListener('pointermove', hover);
    element.addEventListener('pointerleave', leave);
    return () => {
      element.removeEventListener('pointerdown', press, true);
      element.removeEventListener('mousedown', keepFromGrid, true);
      element.removeEventListener('mouseup', keepFromGrid, true);
      element.removeEventListener('click', keepFromGrid, true);
      element.removeEventListener('pointermove', hover);
      element.removeEventListener('pointerleave', leave);
    };
  }, [frame, grid, columns, places, bandTopPx]);
  return note;
}
