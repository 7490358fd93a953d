/** Labels, crosshair and rectangle over the picture; each part repaints only when it changes. */
import { createRef, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { DrawnFrame, PanoramaFrame } from '../../engine/panorama/frame.ts';
import { language } from '../../shell/i18n.ts';
import { themeTokens } from '../../shell/theme.ts';
import { shownValue, textValue } from '../rows/values.ts';
import { columnOf } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';
import { drawHead, drawStrip, type LabelFacts, type LabelInks } from './labels.ts';
import { placeMarks, type Rectangle } from './marks.ts';
import { placeOf, type Scene } from './scene.ts';
import type { Cell } from './shape.ts';

interface Look {
  readonly inks: LabelInks;
  readonly font: string;
}

function readLook(): Look {
  const token = themeTokens();
  const inks: LabelInks = {
    text: token('text'),
    quiet: token('quiet'),
    line: token('line-strong'),
    ground: token('ground'),
    panel: token('panel'),
    selected: token('selected'),
  };
  return { inks, font: token('font') };
}

interface Parts {
  readonly head: RefObject<HTMLCanvasElement | null>;
  readonly strip: RefObject<HTMLCanvasElement | null>;
  readonly column: RefObject<HTMLDivElement | null>;
  readonly row: RefObject<HTMLDivElement | null>;
  readonly rectangle: RefObject<HTMLDivElement | null>;
}

/** State that changes without a new picture. */
export interface Overlay {
  readonly parts: Parts;
  crosshair: Cell | null;
  isHeld: boolean;
  rectangle: Rectangle | null;
  /** The picture that the labels describe: both move together. */
  drawn: DrawnFrame | null;
  paint(): void;
}

/** Column names, cached per language. */
class ColumnNames {
  #columns: readonly string[] = [];
  #language = '';
  #names: readonly string[] = [];

  of(columns: readonly string[]): readonly string[] {
    if (columns !== this.#columns || language() !== this.#language) {
      this.#columns = columns;
      this.#language = language();
      this.#names = columns.map(columnLabel);
    }
    return this.#names;
  }
}

/** A canvas that repaints only when its inputs change. */
class Canvas {
  #shown: readonly unknown[] = [];

  paint(
    canvas: HTMLCanvasElement | null,
    [width, height]: readonly [number, number],
    scale: number,
    shows: readonly unknown[],
    draw: (context: CanvasRenderingContext2D) => void,
  ): void {
    const all = [canvas, width, height, ...shows];
    if (all.every((each, index) => each === this.#shown[index])) return;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    this.#shown = all;
    const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== wide) canvas.width = wide;
    if (canvas.height !== high) canvas.height = high;
    draw(context);
  }
}

class Over {
  readonly #names = new ColumnNames();
  readonly #head = new Canvas();
  readonly #strip = new Canvas();

  paint({ parts, crosshair, isHeld, rectangle }: Overlay, shown: PanoramaFrame, scene: Scene, look: Look): void {
    const { frame, rows, size, scale, margins, blocks, sectors } = scene;
    if (!frame) return;
    const names = this.#names.of(shown.columns);
    const column = crosshair ? columnOf(crosshair.columnId) : undefined;
    const at = placeOf(scene, crosshair);
    const facts: LabelFacts = {
      ...{ size, margins, scale, blocks, sectors, ...look, frame: shown, crosshair: at },
      columnCount: shown.columns.length,
      rowCount: rows.length,
      columnName: (place) => names[place] ?? '',
      rowNames: (place) => {
        const row = rows[place];
        return row === undefined ? ['', ''] : [textValue(frame, 'symbol', row), textValue(frame, 'name', row)];
      },
      value: column && crosshair ? shownValue(frame, column, crosshair.row) : '',
    };
    const ofColumns = [shown.left, shown.cellWidth, names, blocks, at?.column];
    const texts = [frame.columns.get('symbol'), frame.columns.get('name'), facts.value];
    const ofRows = [shown.top, shown.cellHeight, rows, sectors, at?.row, ...texts];
    const [ofHead, ofStrip] = shown.transposed ? [ofRows, ofColumns] : [ofColumns, ofRows];
    const of = [look, scale, margins.head, margins.strip, shown.transposed];
    this.#head.paint(parts.head.current, [size.width, margins.head], scale, [...of, ...ofHead], (to) => drawHead(to, facts));
    const stripSize = [margins.strip, size.height - margins.head] as const;
    this.#strip.paint(parts.strip.current, stripSize, scale, [...of, ...ofStrip], (to) => drawStrip(to, facts));
    const elements = { column: parts.column.current, row: parts.row.current, rectangle: parts.rectangle.current };
    placeMarks(elements, { ...facts, isHeld, rectangle });
  }
}

export function useOverlay(scene: Scene): Overlay {
  const now = useRef(scene);
  now.current = scene;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the inks depend on the theme
  const look = useMemo(readLook, [scene.theme]);
  const lookNow = useRef(look);
  lookNow.current = look;
  const overlay = useMemo<Overlay>(() => {
    const over = new Over();
    return {
      parts: { head: createRef(), strip: createRef(), column: createRef(), row: createRef(), rectangle: createRef() },
      crosshair: null,
      isHeld: false,
      rectangle: null,
      drawn: null,
      paint() {
        if (this.drawn) over.paint(this, this.drawn.frame, now.current, lookNow.current);
      },
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: arrived values are shown next to the rows
  useEffect(() => overlay.paint(), [overlay, look, scene.frame]);
  return overlay;
}
