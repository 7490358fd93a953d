/** The browser's part of the panorama measurements: the painter as in the page, each back end alone, and a bare canvas. */
import { CodeMatrix } from '../kernels/simd/bins.ts';
import { LoopCanvas } from '../src/engine/panorama/canvases.ts';
import type { DrawnFrame, PanoramaFrame } from '../src/engine/panorama/frame.ts';
import { paletteOf } from '../src/engine/panorama/palette.ts';
import { Panorama } from '../src/engine/panorama/panorama.ts';
import { drawFrame } from '../src/engine/panorama/raster.ts';
import type { Scene } from '../src/engine/panorama/scene.ts';
import { WebglCanvas } from '../src/engine/panorama/webgl.ts';
import { Random } from '../tests/random.ts';
import { median, quantile, type Result } from './results.ts';

const [WIDTH, HEIGHT] = [2560, 1440];
const FRAMES = 40;
const ROUNDS = 7;
const COLUMNS = 217;

function frameOf(columns: readonly string[], rows: number, cellHeight: number, top = 0): PanoramaFrame {
  const cellWidth = WIDTH / columns.length;
  return {
    ...{ columns, left: 0, top, cellWidth, cellHeight: Math.max(cellHeight, HEIGHT / rows), width: WIDTH, height: HEIGHT },
    ...{ reference: 'universe', aroundZero: false, theme: 'dark', digits: false, transposed: false },
  };
}

/** From cells of eight pixels out to all rows, step by step. */
function zoom(columns: readonly string[], rows: number): PanoramaFrame[] {
  const whole = HEIGHT / rows;
  return Array.from({ length: FRAMES }, (_, index) => frameOf(columns, rows, 8 * (whole / 8) ** (index / (FRAMES - 1))));
}

/** Over the universe at four rows a pixel. */
function pan(columns: readonly string[], rows: number): PanoramaFrame[] {
  const last = rows - 4 * HEIGHT;
  return Array.from({ length: FRAMES }, (_, index) => frameOf(columns, rows, 1 / 4, (last * index) / FRAMES));
}

interface Started {
  readonly panorama: Panorama;
  readonly ids: readonly string[];
  readonly version: number;
  /** Resolves with the drawn frame, with all codes if `isWhole`. */
  drawn(frame: PanoramaFrame, isWhole: boolean): Promise<DrawnFrame>;
}

async function start(rows: number): Promise<Started> {
  const engine = new Worker(new URL('./panorama-engine.ts', import.meta.url), { type: 'module' });
  const painter = new Worker(new URL('../src/engine/panorama/painter.ts', import.meta.url), { type: 'module' });
  const element = document.createElement('canvas');
  element.style.width = `${WIDTH}px`;
  document.body.append(element);
  const made = new Promise<{ version: number; ids: readonly string[] }>((resolve) => {
    engine.onmessage = ({ data }) => resolve(data);
  });
  let hear: (drawn: DrawnFrame) => void = () => {};
  const panorama = new Panorama(painter, (makePort) => engine.postMessage(rows, [makePort()]), {
    onDrawn: (drawn) => hear(drawn),
    onFailed: (message) => {
      throw new Error(message);
    },
  });
  panorama.attach(element.transferControlToOffscreen());
  const drawn = (frame: PanoramaFrame, isWhole: boolean): Promise<DrawnFrame> =>
    new Promise((resolve) => {
      hear = (found) => {
        const isWanted = found.frame.cellHeight === frame.cellHeight && found.frame.top === frame.top;
        if (isWanted && (!isWhole || found.pending === 0)) resolve(found);
      };
    });
  return { panorama, drawn, ...(await made) };
}

/** Milliseconds of the main thread, and until the picture is drawn, of each frame. */
async function play({ panorama, drawn }: Started, frames: readonly PanoramaFrame[]): Promise<{ main: number[]; all: number[] }> {
  const [main, all]: [number[], number[]] = [[], []];
  for (const frame of frames) {
    await new Promise(requestAnimationFrame);
    const done = drawn(frame, true);
    const from = performance.now();
    panorama.draw(frame);
    main.push(performance.now() - from);
    await done;
    all.push(performance.now() - from);
  }
  return { main, all };
}

function randomScene(rows: number, columnCount: number): Scene {
  const random = new Random(rows);
  const matrix = new CodeMatrix(rows, columnCount);
  const codes = new Uint8Array(rows);
  for (let column = 0; column < columnCount; column++) {
    for (let row = 0; row < rows; row++) codes[row] = random.chance(0.12) ? 255 : random.below(200);
    matrix.put(column, codes);
  }
  return {
    matrix,
    versions: new Uint32Array(matrix.stride).fill(1),
    rows: Uint32Array.from({ length: rows }, (_, row) => (row * 7919) % rows),
    slots: Uint16Array.from({ length: columnCount }, (_, column) => column),
    scales: new Uint8Array(matrix.stride),
    digits: null,
  };
}

function times(rounds: number, work: () => void): number[] {
  return Array.from({ length: rounds }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
}

/** The same rectangles in the same given colors, on a 2D canvas. */
function bare(columnCount: number, lines: number): () => void {
  const context = new OffscreenCanvas(WIDTH, HEIGHT).getContext('2d')!;
  const colors = Array.from(paletteOf('dark').colors.subarray(0, 200), (pixel) => {
    return `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;
  });
  const random = new Random(3);
  const codes = Uint8Array.from({ length: columnCount * lines }, () => random.below(200));
  return () => {
    const [width, height] = [WIDTH / columnCount, HEIGHT / lines];
    for (let line = 0, at = 0; line < lines; line++) {
      for (let column = 0; column < columnCount; column++, at++) {
        context.fillStyle = colors[codes[at]!]!;
        context.fillRect(column * width, line * height, width, height);
      }
    }
    context.getImageData(0, 0, 1, 1);
  };
}

type Add = (workload: string, contender: string, all: readonly number[], note: string, limitMs?: number) => void;

function collector(rows: number): { results: Result[]; add: Add } {
  const results: Result[] = [];
  const add: Add = (workload, contender, all, note, limitMs) => {
    const medianMs = median(all);
    const bestMs = Math.min(...all);
    const vsLimit = limitMs === undefined ? null : medianMs / limitMs;
    const spread = all.length > 1 ? `p95 ${quantile(all, 0.95).toFixed(1)} ms; ` : '';
    results.push({ workload, rows, where: 'chromium', contender, medianMs, bestMs, vsLimit, note: `${spread}${note}` });
  };
  return { results, add };
}

/** The painter as in the page. It is kept, so that its memory can be measured. */
async function measurePainter(rows: number): Promise<Result[]> {
  const { results, add } = collector(rows);
  const started = await start(rows);
  const { panorama, ids, version } = started;
  const order = Uint32Array.from({ length: rows }, (_, row) => (row * 7919) % rows);
  const first = frameOf(ids, rows, 0);
  const [anything, from] = [started.drawn(first, false), performance.now()];
  panorama.show({ version, rowCount: rows, rows: order, remaining: order });
  panorama.draw(first);
  await anything;
  add('panorama, first picture begun', 'panscreen', [performance.now() - from], 'columns fill in as they come');
  await started.drawn(first, true);
  add('panorama, first picture', 'panscreen', [performance.now() - from], `${ids.length} columns ranked, sent and drawn`);
  const size = `${WIDTH} × ${HEIGHT}, ${ids.length} columns`;
  for (const [name, frames] of [
    ['zoom', zoom(ids, rows)],
    ['pan', pan(ids, rows)],
  ] as const) {
    const { main, all } = await play(started, frames);
    add(`panorama, ${name}: main thread`, 'panscreen', main, 'of a frame; goal 8 ms', 8);
    add(`panorama, ${name}: picture`, 'panscreen', all, `from asking to drawn, ${size}; goal 50 ms`, 50);
  }
  return results;
}

/** Each back end alone, and a bare canvas. */
async function measureDrawers(rows: number): Promise<Result[]> {
  const { results, add } = collector(rows);
  const ids = Array.from({ length: COLUMNS }, (_, column) => String(column));
  const scene = randomScene(rows, COLUMNS);
  const loops = new LoopCanvas();
  const pixels = new Uint32Array(WIDTH * HEIGHT);
  for (const [name, frame, lines] of [
    ['universe', frameOf(ids, rows, 0), HEIGHT],
    ['heat of cells', frameOf(ids, rows, 8), HEIGHT / 8],
  ] as const) {
    const picture = `panorama, ${name}: picture`;
    add(
      `panorama, ${name}: compute`,
      'loops',
      times(ROUNDS, () => drawFrame(frame, scene, pixels)),
      `${WIDTH} × ${HEIGHT}, ${COLUMNS} columns`,
    );
    add(
      picture,
      'loops',
      times(ROUNDS, () => loops.draw(frame, scene).close()),
      'computed and handed over',
    );
    add(picture, 'bare canvas', times(ROUNDS, bare(COLUMNS, lines)), `${COLUMNS * lines} rectangles, their colors given`);
    const webgl = new WebglCanvas();
    const [first = Number.NaN] = times(1, () => webgl.draw(frame, scene).close());
    add(`panorama, ${name}: first picture`, 'webgl2', [first], `${webgl.sentBytes} bytes sent, programs compiled`);
    add(
      picture,
      'webgl2',
      times(ROUNDS, () => webgl.draw(frame, scene).close()),
      'one pixel read back and compared',
    );
    add(
      `panorama, ${name}: read back`,
      'webgl2',
      times(ROUNDS, () => webgl.read(frame, scene)),
      'drawn, all pixels read back',
    );
    webgl.close();
  }
  return results;
}

Object.assign(globalThis, { measurePainter, measureDrawers });
