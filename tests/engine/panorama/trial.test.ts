import { describe, expect, it } from 'vitest';
import type { PanoramaFrame } from '../../../src/engine/panorama/frame.ts';
import { drawFrame } from '../../../src/engine/panorama/raster.ts';
import type { Scene } from '../../../src/engine/panorama/scene.ts';
import { hardCaseFault, type ReadableDrawer, tryWebgl } from '../../../src/engine/panorama/trial.ts';
import { Random } from '../../random.ts';
import { randomFrame, randomScene } from './random-scene.ts';

/** A drawer of this speed with a clock of its own; `spoil` may change what it draws. */
function drawer(
  clock: { ms: number },
  ms: number,
  firstMs = ms,
  spoil: (pixels: Uint32Array, frame: PanoramaFrame) => void = () => {},
): ReadableDrawer {
  let pictures = 0;
  const read = (frame: PanoramaFrame, scene: Scene): Uint32Array => {
    const pixels = new Uint32Array(frame.width * frame.height);
    drawFrame(frame, scene, pixels);
    spoil(pixels, frame);
    return pixels;
  };
  return {
    read,
    draw: () => {
      clock.ms += pictures++ === 0 ? firstMs : ms;
      return { close: () => {} };
    },
  };
}

const random = new Random(4);
const scene = randomScene(random, 100);
const frame = randomFrame(random, scene);

function tried(webgl: (clock: { ms: number }) => ReadableDrawer): ReturnType<typeof tryWebgl> {
  const clock = { ms: 0 };
  return tryWebgl(() => webgl(clock), drawer(clock, 20), frame, scene, { now: () => clock.ms, pause: async () => {} });
}

describe('the trial of WebGL', () => {
  it('accepts it if it is right and faster, including the first picture', async () => {
    expect(await tried((clock) => drawer(clock, 5, 200))).toEqual({
      ...{ chosen: 'webgl2', reason: null, cpuMs: 20, webglMs: 5, webglFirstMs: 200 },
    });
    expect(await tried((clock) => drawer(clock, 17))).toMatchObject({ chosen: 'cpu', webglMs: 17 });
    expect(await tried((clock) => drawer(clock, 21))).toMatchObject({ chosen: 'cpu', webglMs: 21 });
    expect(await tried((clock) => drawer(clock, 5, 2000))).toMatchObject({ chosen: 'cpu', webglFirstMs: 2000 });
  });

  it('refuses one wrong pixel of one hard case, however fast, and names the case', async () => {
    let spoilt = 0;
    const wrong = (pixels: Uint32Array, { cellHeight, transposed }: PanoramaFrame): void => {
      if (cellHeight > 0.5 || !transposed) return;
      spoilt++;
      pixels[pixels.length - 1]! ^= 0x10000;
    };
    const choice = await tried((clock) => drawer(clock, 1, 1, wrong));
    expect(spoilt).toBe(1);
    expect(choice).toMatchObject({ chosen: 'cpu', reason: expect.stringContaining('pixel 202, 199') });
  });

  it('gives the reason if there is no WebGL', async () => {
    const choice = await tried(() => {
      throw new Error('this browser has no WebGL 2');
    });
    expect(choice).toMatchObject({ chosen: 'cpu', reason: 'this browser has no WebGL 2' });
  });

  it('covers cells and bins with every kind of color in both themes', async () => {
    const seen = new Set<number>();
    const looking = drawer({ ms: 0 }, 0, 0, (pixels) => {
      for (const pixel of pixels) seen.add(pixel);
    });
    expect(await hardCaseFault(looking, async () => {})).toBeNull();
    expect(seen.size).toBeGreaterThan(2000);
  });
});
