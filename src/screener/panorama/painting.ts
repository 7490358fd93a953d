/** The panorama's worker, alive while the panorama is mounted. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import painterUrl from '../../engine/panorama/painter.ts?worker&url';
import { Panorama } from '../../engine/panorama/panorama.ts';
import { trustedScriptUrl } from '../../shell/trusted.ts';
import { takeDrawer } from '../state/drawer.ts';
import { engine } from '../state/engine.ts';
import { onColumnsVoid } from '../state/values.ts';
import type { Overlay } from './overlay.ts';
import { frameOf, type Scene } from './scene.ts';

export interface Painter {
  readonly panorama: RefObject<Panorama | null>;
  /** Visible columns whose percentiles are pending. */
  readonly pending: number;
  /** Changes with the percentiles, also when they come between two renders. */
  readonly codesVersion: number;
  readonly fault: string | null;
  readonly retry: () => void;
  /** Requests the picture at the scroll position. */
  readonly draw: () => void;
}

/** Adds a canvas to the host and keeps its picture up to date. */
export function usePainter(
  host: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  scene: Scene,
  overlay: Overlay,
): Painter {
  const panorama = useRef<Panorama | null>(null);
  const now = useRef(scene);
  now.current = scene;
  const [life, setLife] = useState(0);
  const [pending, setPending] = useState(0);
  const [codesVersion, setCodesVersion] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  const draw = useRef(() => {
    if (now.current.size.width > 0) panorama.current?.draw(frameOf(now.current, scroller.current));
  }).current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each life has its own canvas
  useEffect(() => {
    const canvas = document.createElement('canvas');
    host.current?.append(canvas);
    const worker = new Worker(trustedScriptUrl(painterUrl), { type: 'module', name: 'painter' });
    const started = new Panorama(worker, (makePort) => engine().connectPainter(makePort), {
      onDrawn: (picture) => {
        overlay.drawn = picture;
        setPending(picture.pending);
        setCodesVersion(picture.codesVersion);
        overlay.paint();
      },
      onChosen: takeDrawer,
      onFailed: setFault,
    });
    started.attach(canvas.transferControlToOffscreen());
    panorama.current = started;
    const forgetVoid = onColumnsVoid((ids) => started.forget(ids));
    return () => {
      forgetVoid();
      started.close();
      canvas.remove();
      panorama.current = null;
      overlay.drawn = null;
    };
  }, [host, overlay, life]);
  const { frame, rows } = scene;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new painter needs the data again
  useEffect(() => {
    if (!frame) return;
    panorama.current?.show({ version: frame.version, rowCount: frame.rowCount, rows, remaining: frame.rows });
    draw();
  }, [frame?.version, frame?.rows, rows, life]);
  const { ids, zoom, theme, size, margins, columnPx, rowPx, scale } = scene;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the inputs of a picture
  useEffect(draw, [ids, zoom, theme, size, margins.strip, margins.head, columnPx, rowPx, scale, life]);
  const retry = (): void => {
    setFault(null);
    setLife(life + 1);
  };
  return { panorama, pending, codesVersion, fault, retry, draw };
}
