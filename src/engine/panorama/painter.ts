/** The worker that draws the panorama: keeps the codes and hands whole pictures to the page's canvas. */
import { LoopCanvas, PageCanvas } from './canvases.ts';
import type { CodesAnswer, CodesRequest } from './codes.ts';
import type { Digits } from './digits.ts';
import type { PanoramaFrame } from './frame.ts';
import { digitsFor } from './glyphs.ts';
import type { PaintAnswer, PaintRequest } from './messages.ts';
import { type Scene, SceneKeeper } from './scene.ts';
import { type DrawerChoice, hardCaseFault, tryWebgl } from './trial.ts';
import { ContextLost, WebglCanvas } from './webgl.ts';

/** Interval between pictures while codes arrive. */
const CODES_MS = 60;
/** The trial waits for this long without requests, and this long between its pictures. */
const IDLE_MS = 1000;
const BETWEEN_MS = 50;

const scope = self as unknown as DedicatedWorkerGlobalScope;

let engine: MessagePort | null = null;
let page: PageCanvas | null = null;
let columns: readonly string[] = [];
let frame: PanoramaFrame | null = null;
let frameNumber = 0;
let isScheduled = false;
let drawnAt = 0;
let askedAt = 0;
let hasTried = false;
let webgl: WebglCanvas | null = null;
/** True once WebGL has proved to draw correctly and faster. */
let isAdmitted = false;

const loops = new LoopCanvas();
const keeper = new SceneKeeper((request: CodesRequest) => engine?.postMessage(request));

function post(answer: PaintAnswer): void {
  scope.postMessage(answer);
}

function schedule(afterMs = 0): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    try {
      draw();
    } catch (error) {
      post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }, afterMs);
}

function digitsOf({ digits, cellWidth, cellHeight, transposed }: PanoramaFrame): Digits | null {
  if (!digits) return null;
  const isMirrored = digits === 'mirrored';
  return transposed ? digitsFor(cellHeight, cellWidth, isMirrored) : digitsFor(cellWidth, cellHeight, isMirrored);
}

function byWebgl(wanted: PanoramaFrame, scene: Scene): ImageBitmap | null {
  if (!isAdmitted || !webgl) return null;
  try {
    return webgl.draw(wanted, scene);
  } catch (error) {
    if (!(error instanceof ContextLost)) throw error;
    isAdmitted = false;
    return null;
  }
}

function draw(): void {
  if (!frame || !page || frame.width < 1 || frame.height < 1) return;
  const from = performance.now();
  const scene = keeper.sceneOf(frame, digitsOf(frame));
  if (!scene) return;
  const picture = byWebgl(frame, scene);
  page.show(picture ?? loops.draw(frame, scene));
  drawnAt = performance.now();
  const pending = keeper.pendingOf(frame);
  const { codesVersion } = keeper;
  const drawn = { pending, codesVersion, backend: picture ? 'webgl2' : 'cpu', ms: drawnAt - from } as const;
  post({ kind: 'drawn', number: frameNumber, drawn });
  if (pending === 0 && !hasTried) void tryDrawers();
}

/** Resolves after this long without a request. */
async function idle(idleMs: number): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, Math.max(0, askedAt + idleMs - performance.now())));
  while (performance.now() < askedAt + idleMs);
}

function openWebgl(): WebglCanvas {
  // A restored context has to pass the test again.
  const opened = new WebglCanvas(async () => {
    const fault = await hardCaseFault(opened, () => idle(0));
    isAdmitted = webgl === opened && fault === null;
  });
  webgl = opened;
  return opened;
}

async function tryDrawers(): Promise<void> {
  hasTried = true;
  await idle(IDLE_MS);
  const wanted = frame;
  const scene = wanted && keeper.sceneOf(wanted, digitsOf(wanted));
  if (!wanted || !scene) return;
  const clock = { now: () => performance.now(), pause: () => idle(BETWEEN_MS) };
  const choice: DrawerChoice = await tryWebgl(openWebgl, loops, wanted, scene, clock);
  isAdmitted = choice.chosen === 'webgl2';
  if (!isAdmitted) {
    webgl?.close();
    webgl = null;
  }
  post({ kind: 'chosen', choice });
}

function connect(port: MessagePort): void {
  engine?.close();
  engine = port;
  port.onmessage = ({ data }: MessageEvent<CodesAnswer>) => {
    if (keeper.receive(data)) schedule(Math.max(0, drawnAt + CODES_MS - performance.now()));
  };
  keeper.askAnew();
  schedule();
}

function answer(request: PaintRequest, port: MessagePort | undefined): void {
  switch (request.kind) {
    case 'engine':
      if (port) connect(port);
      break;
    case 'canvas':
      page = new PageCanvas(request.canvas);
      schedule();
      break;
    case 'rows':
      keeper.show(request.rows);
      schedule();
      break;
    case 'columns':
      columns = request.columns;
      break;
    case 'frame':
      frame = { ...request.frame, columns };
      frameNumber = request.number;
      askedAt = performance.now();
      schedule();
      break;
    case 'forget':
      keeper.forget(request.ids);
      schedule();
      break;
    case 'cell':
      post({ kind: 'cell', ticket: request.ticket, cell: keeper.cell(request.row, request.id) });
  }
}

scope.onmessage = ({ data, ports }: MessageEvent<PaintRequest>) => {
  try {
    answer(data, ports[0]);
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
