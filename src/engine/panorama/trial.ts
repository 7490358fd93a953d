/** Decides whether WebGL draws: it must give the loops' pixels in hard cases, and be faster overall. */
import { CodeMatrix } from '../../../kernels/simd/bins.ts';
import { CODE_COUNT } from '../../../kernels/statistics/percentileCodes.ts';
import { MISSING, UNRANKED } from './codes.ts';
import type { PanoramaFrame } from './frame.ts';
import { drawFrame } from './raster.ts';
import { PENDING_SCALE, type Scene } from './scene.ts';

export interface Drawer {
  draw(frame: PanoramaFrame, scene: Scene): { close(): void };
}

export interface ReadableDrawer extends Drawer {
  read(frame: PanoramaFrame, scene: Scene): Uint32Array;
}

/** The outcome of the trial on this machine. */
export interface DrawerChoice {
  readonly chosen: 'webgl2' | 'cpu';
  /** Why WebGL was rejected; null when chosen. */
  readonly reason: string | null;
  /** Milliseconds per picture; for WebGL, those of a strip when even that was slower. NaN when not tried. */
  readonly cpuMs: number;
  readonly webglMs: number;
  /** Milliseconds of WebGL's first picture, a strip, including sending all codes and compiling the programs. */
  readonly webglFirstMs: number;
}

/** How much faster WebGL has to be. */
const FASTER = 1.25;
/** Pictures over which the first one's cost is spread: a second of zooming. */
const PICTURES = 60;
const ROUNDS = 3;
/** WebGL's first picture is a strip: one of this many parts. */
const STRIPS = 16;

/** More rows than a texture layer, and more than a line of the order's texture. */
const HARD_ROWS = 5000;
const HARD_COLUMNS = 70;

/** All kinds of codes: wide and narrow spreads, columns mostly missing or unranked, and a pending one. */
function hardScene(): Scene {
  let state = 12345;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return Math.floor(((state >>> 8) / 2 ** 24) * below);
  };
  const matrix = new CodeMatrix(HARD_ROWS, HARD_COLUMNS);
  const scales = new Uint8Array(matrix.stride).fill(PENDING_SCALE);
  for (let slot = 0; slot < HARD_COLUMNS; slot++) {
    const [level, width, holes] = [draw(CODE_COUNT), 1 + draw(CODE_COUNT), draw(101) ** 2];
    const hole = slot % 3 === 0 ? UNRANKED : MISSING;
    const ranked = (): number => Math.min(CODE_COUNT - 1, Math.max(0, level + draw(width) - (width >> 1)));
    const codes = Uint8Array.from({ length: HARD_ROWS }, () => (draw(10_000) < holes ? hole : ranked()));
    matrix.put(slot, codes);
    if (slot > 0) scales[slot] = slot % 6;
  }
  const rows = Uint32Array.from({ length: HARD_ROWS }, (_, row) => (row * 2753) % HARD_ROWS);
  const slots = Uint16Array.from({ length: HARD_COLUMNS }, (_, column) => (column * 33) % HARD_COLUMNS);
  const coverage = Uint8Array.from({ length: 10 * 5 * 9 }, () => draw(256));
  return {
    matrix,
    versions: new Uint32Array(matrix.stride).fill(1),
    rows,
    slots,
    scales,
    digits: { width: 5, height: 9, coverage },
  };
}

/** Every level, scrolled to whole and partial cells and beyond the end, in both orientations. */
function hardFrames(): PanoramaFrame[] {
  const frames: PanoramaFrame[] = [];
  for (const cellHeight of [16, 8, 13.37, 1, 0.731, 0.1, 200 / HARD_ROWS, 0.01]) {
    for (const transposed of [false, true]) {
      for (const [left, top] of [
        [0, 0],
        [3.3, 71.9],
        [HARD_COLUMNS - 4, HARD_ROWS - 3],
      ] as const) {
        const theme = transposed ? 'light' : 'dark';
        const size = { width: 203, height: 200 };
        frames.push({
          ...{ columns: [], left, top, cellWidth: 11.2, cellHeight, ...size },
          ...{ reference: 'universe', aroundZero: true, theme, digits: top === 0 && (left > 0 || 'mirrored'), transposed },
        });
      }
    }
  }
  return frames;
}

/**
 * Why a drawer's pictures of the hard cases differ from the loops'; null when all pixels are equal.
 * @param pause lets other work run between two pictures
 */
export async function hardCaseFault(drawer: ReadableDrawer, pause: () => Promise<void>): Promise<string | null> {
  const scene = hardScene();
  for (const frame of hardFrames()) {
    await pause();
    const expected = new Uint32Array(frame.width * frame.height);
    drawFrame(frame, scene, expected);
    const got = drawer.read(frame, scene);
    const at = got.findIndex((pixel, index) => pixel !== expected[index]);
    if (at >= 0) {
      const place = `${at % frame.width}, ${Math.floor(at / frame.width)}`;
      return `pixel ${place} of rows ${frame.cellHeight} high is ${got[at]!.toString(16)}, not ${expected[at]!.toString(16)}`;
    }
  }
  return null;
}

/**
 * Compares WebGL with the loops on the picture in view.
 * @param openWebgl throws an Error that says why WebGL is not available
 * @param pause lets other work run between two pictures
 */
export async function tryWebgl(
  openWebgl: () => ReadableDrawer,
  loops: Drawer,
  frame: PanoramaFrame,
  scene: Scene,
  { now, pause }: { now(): number; pause(): Promise<void> },
): Promise<DrawerChoice> {
  const timed = (drawer: Drawer, wanted = frame): number => {
    const from = now();
    drawer.draw(wanted, scene).close();
    return now() - from;
  };
  const median = async (drawer: Drawer): Promise<number> => {
    const times: number[] = [];
    while (times.length < ROUNDS) {
      await pause();
      times.push(timed(drawer));
    }
    return times.sort((a, b) => a - b)[ROUNDS >> 1]!;
  };
  const refused = (reason: string, figures: Partial<DrawerChoice> = {}): DrawerChoice => ({
    ...{ chosen: 'cpu', cpuMs: Number.NaN, webglMs: Number.NaN, webglFirstMs: Number.NaN },
    ...figures,
    reason,
  });
  try {
    const webgl = openWebgl();
    const fault = await hardCaseFault(webgl, pause);
    if (fault !== null) return refused(fault);
    const cpuMs = await median(loops);
    await pause();
    const strip = { ...frame, height: Math.ceil(frame.height / STRIPS) };
    const webglFirstMs = timed(webgl, strip);
    await pause();
    // When even a strip is slow, the whole is not tried, because the user would wait for it.
    const stripMs = timed(webgl, strip);
    if (stripMs > cpuMs) return refused('the loops are as fast', { cpuMs, webglMs: stripMs, webglFirstMs });
    const webglMs = await median(webgl);
    const figures = { cpuMs, webglMs, webglFirstMs };
    const cost = webglMs + Math.max(0, webglFirstMs - webglMs) / PICTURES;
    if (cost * FASTER > cpuMs) return refused('the loops are as fast', figures);
    return { chosen: 'webgl2', reason: null, ...figures };
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
}
