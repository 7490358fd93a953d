/** The painter of the pictures: one worker for as long as the panorama is shown. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { DrawnFrame } from '../../engine/panorama/frame.ts';
import painterUrl from '../../engine/panorama/painter.ts?worker&url';
import { Panorama } from '../../engine/panorama/panorama.ts';
import { trustedScriptUrl } from '../../shell/trusted.ts';
import { engine } from '../state/engine.ts';
import { onColumnsVoid } from '../state/values.ts';

export interface Painter {
  readonly panorama: RefObject<Panorama | null>;
  /** Counts the panoramas that there have been. */
  readonly life: number;
  /** The picture that is on the canvas. */
  readonly drawn: RefObject<DrawnFrame | null>;
  /** Columns of it whose percentiles are still being computed. */
  readonly pending: number;
  readonly fault: string | null;
  readonly retry: () => void;
}

/** Puts a canvas into the host and draws on it; `onDrawn` is called with every picture. */
export function usePainter(host: RefObject<HTMLElement | null>, onDrawn: () => void): Painter {
  const panorama = useRef<Panorama | null>(null);
  const drawn = useRef<DrawnFrame | null>(null);
  const [life, setLife] = useState(0);
  const [pending, setPending] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another life is another canvas
  useEffect(() => {
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    host.current?.append(canvas);
    const worker = new Worker(trustedScriptUrl(painterUrl), { type: 'module', name: 'painter' });
    const started = new Panorama(worker, (makePort) => engine().connectPainter(makePort), {
      onDrawn: (picture) => {
        drawn.current = picture;
        setPending(picture.pending);
        onDrawn();
      },
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
      drawn.current = null;
    };
  }, [host, life, onDrawn]);
  const retry = (): void => {
    setFault(null);
    setLife(life + 1);
  };
  return { panorama, life, drawn, pending, fault, retry };
}
