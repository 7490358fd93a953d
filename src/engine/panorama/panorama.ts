/** The page's client of the painter, which draws the panorama in a worker. */
import type { CellCode } from './codes.ts';
import type { DrawnFrame, PanoramaFrame, PanoramaRows } from './frame.ts';
import type { PaintAnswer, PaintRequest } from './messages.ts';
import type { DrawerChoice } from './trial.ts';

export interface PanoramaEvents {
  onDrawn(drawn: DrawnFrame): void;
  /** Which back end draws on this machine, and how much faster it is. */
  onChosen?(choice: DrawerChoice): void;
  /** The painter has stopped: make a new canvas and a new panorama. */
  onFailed(message: string): void;
}

/** Draws pictures of one canvas at a time. */
export class Panorama {
  readonly #worker: Worker;
  readonly #cells = new Map<number, (cell: CellCode | null) => void>();
  #ticket = 0;
  #columns: readonly string[] | null = null;
  /** The last drawn frame and later requested ones, by number. */
  readonly #asked = new Map<number, PanoramaFrame>();
  #frameNumber = 0;

  /**
   * @param worker painter.ts, just started
   * @param connect gives the engine the other end of the painter's channel, now and whenever the engine restarts; see Engine.connectPainter
   */
  constructor(worker: Worker, connect: (makePort: () => MessagePort) => void, events: PanoramaEvents) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<PaintAnswer>) => {
      if (data.kind === 'drawn') events.onDrawn({ ...data.drawn, frame: this.#drawn(data.number) });
      else if (data.kind === 'chosen') events.onChosen?.(data.choice);
      else if (data.kind === 'failed') events.onFailed(data.message);
      else {
        this.#cells.get(data.ticket)?.(data.cell);
        this.#cells.delete(data.ticket);
      }
    };
    worker.onerror = ({ message }) => events.onFailed(message || 'the painter stopped');
    connect(() => {
      const { port1, port2 } = new MessageChannel();
      this.#post({ kind: 'engine' }, [port1]);
      return port2;
    });
  }

  /** Draws on this canvas from now on: `element.transferControlToOffscreen()`. */
  attach(canvas: OffscreenCanvas): void {
    this.#post({ kind: 'canvas', canvas }, [canvas]);
  }

  /** The rows of all following pictures. Copies them. */
  show(rows: PanoramaRows): void {
    this.#post({ kind: 'rows', rows });
  }

  /** Requests a picture; the latest wins. It is redrawn whenever percentiles of its columns arrive. */
  draw(frame: PanoramaFrame): void {
    const { columns, ...place } = frame;
    if (columns !== this.#columns) this.#post({ kind: 'columns', columns });
    this.#columns = columns;
    this.#asked.set(++this.#frameNumber, frame);
    this.#post({ kind: 'frame', number: this.#frameNumber, frame: place });
  }

  /** Returns a frame by number and drops earlier ones, which will not be drawn. */
  #drawn(number: number): PanoramaFrame {
    for (const asked of this.#asked.keys()) if (asked < number) this.#asked.delete(asked);
    return this.#asked.get(number)!;
  }

  /** Columns whose values have changed in the same table: those of formulas. */
  forget(ids: readonly string[]): void {
    this.#post({ kind: 'forget', ids });
  }

  /** What the picture shows for a row and column; null until the percentiles arrive. */
  cell(row: number, id: string): Promise<CellCode | null> {
    const ticket = ++this.#ticket;
    return new Promise((resolve) => {
      this.#cells.set(ticket, resolve);
      this.#post({ kind: 'cell', ticket, row, id });
    });
  }

  close(): void {
    this.#worker.terminate();
    for (const resolve of this.#cells.values()) resolve(null);
    this.#cells.clear();
  }

  #post(request: PaintRequest, transfer: Transferable[] = []): void {
    this.#worker.postMessage(request, transfer);
  }
}
