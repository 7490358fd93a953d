// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { PanoramaFrame } from '../../src/engine/panorama/frame.ts';
import { drawHead, type LabelFacts } from '../../src/screener/panorama/labels.ts';
import { marginsOf, SLANTED_FROM_PX } from '../../src/screener/panorama/shape.ts';

const SIZE = { width: 800, height: 600 };

/** The fonts of the texts above a picture. */
function fontsAbove(cellPx: number): readonly string[] {
  const margins = marginsOf(SIZE, cellPx, false);
  const frame: PanoramaFrame = {
    columns: Array.from({ length: 40 }, (_, index) => `column ${index}`),
    left: 0,
    top: 0,
    cellWidth: cellPx,
    cellHeight: 8,
    width: SIZE.width - margins.strip,
    height: SIZE.height - margins.head,
    reference: 'universe',
    aroundZero: false,
    theme: 'dark',
    digits: false,
    transposed: false,
  };
  const inks = { text: '', quiet: '', line: '', ground: '', panel: '', selected: '' };
  const facts: LabelFacts = {
    ...{ size: SIZE, margins, frame, scale: 1, columnCount: 40, rowCount: 100, value: '', blocks: [], sectors: [] },
    ...{ columnName: (place) => `column ${place}`, rowNames: () => ['A', 'name'], crosshair: { column: 3, row: 3 } },
    ...{ inks, font: 'sans-serif' },
  };
  const fonts: string[] = [];
  const context = new Proxy({ font: '' } as Record<string, unknown>, {
    get: (own, name) => {
      if (name === 'font') return own.font;
      if (name === 'measureText') return (text: string) => ({ width: 6 * text.length });
      return () => name === 'fillText' && fonts.push(own.font as string);
    },
  });
  drawHead(context as unknown as CanvasRenderingContext2D, facts);
  return fonts;
}

describe('names above the panorama', () => {
  it.each([4, 9, 10, SLANTED_FROM_PX, 11, 12, 14, 24])('have at least 10 px in columns of %d px', (cellPx) => {
    const sizes = fontsAbove(cellPx).map((font) => Number.parseFloat(font));
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(10);
  });

  it('are those of all columns at the usual width of level 4, and of the pointed one alone where they would overlap', () => {
    expect(fontsAbove(11).length).toBe(40);
    expect(fontsAbove(10).length).toBe(1);
  });
});
