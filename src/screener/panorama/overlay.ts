/** The names, the crosshair and the rectangle over the picture: painted anew with every picture, and when they change. */
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { DrawnFrame } from '../../engine/panorama/frame.ts';
import { shownValue, textValue } from '../rows/values.ts';
import { columnOf } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';
import { drawLabels, type LabelInks, type Rectangle } from './labels.ts';
import { placeOf, type Scene } from './scene.ts';
import type { Cell } from './shape.ts';

interface Look {
  readonly inks: LabelInks;
  readonly font: string;
}

function readLook(): Look {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const inks: LabelInks = {
    text: token('text'),
    quiet: token('quiet'),
    line: token('line-strong'),
    ground: token('ground'),
    panel: token('panel'),
    accent: token('accent'),
    selected: token('selected'),
  };
  return { inks, font: token('font') };
}

/** What moves without a new picture. */
export interface Overlay {
  crosshair: Cell | null;
  isHeld: boolean;
  rectangle: Rectangle | null;
  /** The picture that the labels belong to: both move together. */
  drawn: DrawnFrame | null;
  paint(): void;
}

function paint(
  context: CanvasRenderingContext2D,
  { crosshair, isHeld, rectangle, drawn }: Overlay,
  scene: Scene,
  look: Look,
): void {
  const { frame, rows, size, scale } = scene;
  const shown = drawn?.frame;
  if (!shown || !frame) return;
  const [wide, high] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  if (context.canvas.width !== wide) context.canvas.width = wide;
  if (context.canvas.height !== high) context.canvas.height = high;
  const column = crosshair ? columnOf(crosshair.columnId) : undefined;
  drawLabels(context, {
    ...scene,
    ...look,
    frame: shown,
    columnCount: shown.columns.length,
    rowCount: rows.length,
    columnName: (place) => columnLabel(shown.columns[place] ?? ''),
    rowNames: (place) => {
      const row = rows[place];
      if (row === undefined) return ['', '', ''];
      return [textValue(frame, 'symbol', row), textValue(frame, 'name', row), column ? shownValue(frame, column, row) : ''];
    },
    crosshair: placeOf(scene, crosshair),
    isHeld,
    rectangle,
  });
}

export function useOverlay(canvas: RefObject<HTMLCanvasElement | null>, scene: Scene): Overlay {
  const now = useRef(scene);
  now.current = scene;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the inks depend on the theme that is shown
  const look = useMemo(readLook, [scene.theme]);
  const lookNow = useRef(look);
  lookNow.current = look;
  const overlay = useMemo<Overlay>(
    () => ({
      crosshair: null,
      isHeld: false,
      rectangle: null,
      drawn: null,
      paint: () => {
        const context = canvas.current?.getContext('2d');
        if (context) paint(context, overlay, now.current, lookNow.current);
      },
    }),
    [canvas],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: values that have come are written beside the rows
  useEffect(overlay.paint, [overlay, look, scene.frame]);
  return overlay;
}
