import type { DataEditorRef } from '@glideapps/glide-data-grid';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { columnById } from '../../src/catalogue/catalogue.ts';
import { notePainted, paintHeaders } from '../../src/screener/grid/staleHeaders.ts';

const IDS = ['symbol', 'name', 'beta', 'close', 'volume'];
const COLUMNS = IDS.map((id) => columnById(id)!);
/** Frozen columns, and one that is scrolled to. */
const REGION = { current: { x: 2, y: 0, width: 1, height: 9 } };

let frames: (() => void)[] = [];
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => frames.push(call));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.splice(id - 1, 1, () => {}));
});
afterEach(() => vi.unstubAllGlobals());

/** A grid, and the headers that each of its paints was of. */
function grid() {
  const painted: string[][] = [];
  const updateCells = (cells: readonly { readonly cell: readonly [number, number] }[]) =>
    painted.push(cells.map(({ cell: [place, line] }) => `${IDS[place]} ${line}`));
  return { painted, ref: { current: { updateCells } as unknown as DataEditorRef } };
}

function nextFrame(): void {
  const due = frames;
  frames = [];
  for (const call of due) call();
}

it('paints what is asked for within a frame at once, and of it only what is in view', () => {
  const { painted, ref } = grid();
  paintHeaders(ref, REGION, COLUMNS, (id) => id === 'beta');
  paintHeaders(ref, REGION, COLUMNS, (id) => id !== 'symbol');
  expect(painted).toEqual([]);
  nextFrame();
  expect(painted).toEqual([['name -1', 'beta -1', 'close -1']]);
  nextFrame();
  expect(painted.length).toBe(1);
});

it('leaves out what a picture of the whole grid has painted before, and paints it again when it changes once more', () => {
  const { painted, ref } = grid();
  paintHeaders(ref, REGION, COLUMNS, (id) => id === 'beta');
  notePainted('beta');
  nextFrame();
  expect(painted).toEqual([]);
  paintHeaders(ref, REGION, COLUMNS, (id) => id === 'beta');
  nextFrame();
  expect(painted).toEqual([['beta -1']]);
});
