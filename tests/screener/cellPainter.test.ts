// @vitest-environment happy-dom
/** What a cell costs to draw, counted: a frame of a table that is scrolled has hundreds of new ones. */
import { describe, expect, it } from 'vitest';
import { cellPainter } from '../../src/screener/grid/cellPainter.ts';
import { FigureCell, MISSING } from '../../src/screener/grid/figureCell.ts';
import { layoutOf } from '../../src/screener/grid/layout.ts';
import type { GridTheme } from '../../src/screener/grid/theme.ts';

const INKS = { text: '#111', quiet: '#222', faint: '#333', accent: '#444', line: '#555', spread: '#666', missing: '#777' };
const RECT = { x: 100, y: 50, width: 80, height: 25 };
const OWN = { textDark: '#111', baseFontFull: '12px sans' };

type Args = Parameters<ReturnType<typeof cellPainter>>[0];

/** Draws cells into a context that writes down what is called and set. */
function painter(fontFamily: string): (cell: FigureCell) => readonly string[] {
  const theme = { layout: layoutOf(1), inks: INKS, mirror: null, fontFamily } as Partial<GridTheme> as GridTheme;
  const draw = cellPainter(theme);
  let log: string[] = [];
  const context = new Proxy({} as Record<string, unknown>, {
    get: (_, name) => (first?: unknown) => {
      log.push(name === 'fillText' || name === 'measureText' ? `${name} ${first}` : String(name));
      const width = 7 * String(first).length;
      return { width, actualBoundingBoxAscent: 8, actualBoundingBoxDescent: 2 };
    },
    set: (_, name, value) => log.push(`${String(name)} = ${value}`) > 0,
  });
  const args = { ctx: context, rect: RECT, theme: { ...OWN, baseFontFull: `12px ${fontFamily}` } } as unknown as Args;
  return (cell) => {
    log = [];
    draw(args, cell);
    return log;
  };
}

const figure = (text: string): FigureCell => new FigureCell(text, 'right', Number(text));

function name(text: string): FigureCell {
  const cell = new FigureCell(text, 'left', text);
  cell.isText = true;
  return cell;
}

describe('the painter of cells', () => {
  it('draws a figure as one text with one alignment and no other call', () => {
    const paint = painter('figures');
    paint(figure('1.00'));
    expect(paint(figure('12.34'))).toEqual(['textAlign = right', 'fillText 12.34']);
  });

  it('adds to the color of a lens two changes of color and one rectangle', () => {
    const paint = painter('lens');
    paint(figure('1.00'));
    const cell = figure('12.34');
    cell.tint = 'red';
    expect(paint(cell)).toEqual(['fillStyle = red', 'fillRect', 'fillStyle = #111', 'textAlign = right', 'fillText 12.34']);
  });

  it('changes the font only for a unit, and back', () => {
    const paint = painter('units');
    paint(figure('1.00'));
    const cell = figure('12.34');
    cell.unit = 'EUR';
    const fonts = paint(cell).filter((line) => line.startsWith('font'));
    expect(fonts).toEqual(['font = 10px units', 'font = 12px units']);
  });

  it('measures no name whose characters it knows', () => {
    const paint = painter('names');
    for (const known of ['ac', 'ef', 'hk', 'mn', 'or', 'st', 'w ', 'far too long']) paint(name(known));
    const [align, drawn, ...more] = paint(name('a name of known characters'));
    expect([align, more]).toEqual(['textAlign = left', []]);
    expect(drawn).toBe('fillText a name of…');
  });

  it('draws a text from right to left at the other edge', () => {
    const lines = painter('hebrew')(name('שלום'));
    expect(lines.slice(-4)).toEqual(['textAlign = right', 'direction = rtl', 'fillText שלום', 'direction = inherit']);
  });

  it('draws a missing value faintly, and nothing for an empty text', () => {
    const paint = painter('missing');
    paint(figure('1.00'));
    expect(paint(MISSING.right)).toEqual(['fillStyle = #333', 'textAlign = right', 'fillText —', 'fillStyle = #111']);
    expect(paint(new FigureCell('', 'left', ''))).toEqual([]);
  });
});

describe('a cell', () => {
  it('copies the shortest decimal, the ISO date and the guarded text', () => {
    expect(new FigureCell('0.10', 'right', Math.fround(0.1)).copyData).toBe('0.1');
    expect(new FigureCell('Nov 19, 2026', 'right', Date.UTC(2026, 10, 19) / 1000, true).copyData).toBe('2026-11-19');
    expect(name('=SUM(A1)').copyData).toBe("'=SUM(A1)");
    expect(MISSING.left.copyData).toBe('');
  });

  it('stays as it is when a copy of it gets a color', () => {
    const marked = MISSING.right.with({ tint: 'red', sign: '!' });
    expect(marked).toMatchObject({ tint: 'red', sign: '!', isFaint: true, displayData: '—', copyData: '' });
    expect(MISSING.right).toMatchObject({ tint: '', sign: '' });
  });

  it('has the same fields whatever it shows', () => {
    const fields = Object.keys(figure('1')).join();
    for (const cell of [name('a'), MISSING.left, MISSING.right, MISSING.right.with({ tint: 'red' })])
      expect(Object.keys(cell).join()).toBe(fields);
  });
});
