import { describe, expect, it } from 'vitest';
import { drawFrame } from '../../src/engine/panorama/raster.ts';
import type { Scene } from '../../src/engine/panorama/scene.ts';
import { ContextLost, WebglCanvas } from '../../src/engine/panorama/webgl.ts';
import { randomFrame, randomScene, shuffled } from '../engine/panorama/random-scene.ts';
import { Random } from '../random.ts';

function byLoops(frame: Parameters<typeof drawFrame>[0], scene: Scene): Uint32Array {
  const pixels = new Uint32Array(frame.width * frame.height);
  drawFrame(frame, scene, pixels);
  return pixels;
}

/** The first pixel that differs, in words. */
function difference(frame: Parameters<typeof drawFrame>[0], got: Uint32Array, expected: Uint32Array): string | null {
  const at = got.findIndex((pixel, index) => pixel !== expected[index]);
  if (at < 0) return null;
  const place = `pixel ${at % frame.width}, ${Math.floor(at / frame.width)}`;
  return `${place}: ${got[at]!.toString(16)} for ${expected[at]!.toString(16)} in ${JSON.stringify({ ...frame, columns: frame.columns.length })}`;
}

describe('pictures by WebGL in this browser', () => {
  it('have the pixels of the loops for 200 random universes, orders and zooms', () => {
    const random = new Random(17);
    const canvas = new WebglCanvas();
    for (let round = 0; round < 200; round++) {
      const scene = randomScene(random);
      for (let zoom = 0; zoom < 4; zoom++) {
        const frame = randomFrame(random, scene);
        expect(difference(frame, canvas.read(frame, scene), byLoops(frame, scene)), `universe ${round}, zoom ${zoom}`).toBeNull();
      }
    }
    canvas.close();
  });

  it('are panned and zoomed without sending anything', () => {
    const random = new Random(18);
    const canvas = new WebglCanvas();
    const scene = randomScene(random, 5000);
    const theme = 'dark';
    canvas.read({ ...randomFrame(random, scene), theme, digits: true }, scene);
    const sent = canvas.sentBytes;
    expect(sent).toBeGreaterThan(0);
    for (let round = 0; round < 50; round++) canvas.read({ ...randomFrame(random, scene), theme, digits: true }, scene);
    expect(canvas.sentBytes).toBe(sent);
    // An order is sent alone.
    const rows = Uint32Array.from(shuffled(random, scene.rows.length));
    canvas.read({ ...randomFrame(random, scene), theme, digits: true }, { ...scene, rows });
    expect(canvas.sentBytes - sent).toBeLessThan(4 * 8192);
    canvas.close();
  });

  it('are right or refused if the context is lost during a zoom, 20 times', async () => {
    const random = new Random(19);
    let restored: () => void = () => {};
    const canvas = new WebglCanvas(() => restored());
    const scene = randomScene(random, 4000);
    let refused = 0;
    for (let loss = 0; loss < 20; loss++) {
      const back = new Promise<void>((resolve) => {
        restored = resolve;
      });
      const { loss: handle } = canvas;
      for (let zoom = 0; zoom < 6; zoom++) {
        const frame = randomFrame(random, scene);
        if (zoom === 3) handle?.loseContext();
        try {
          expect(difference(frame, canvas.read(frame, scene), byLoops(frame, scene)), `loss ${loss}`).toBeNull();
          canvas.draw(frame, scene).close();
        } catch (error) {
          if (!(error instanceof ContextLost)) throw error;
          refused++;
        }
      }
      await new Promise((resolve) => setTimeout(resolve));
      handle?.restoreContext();
      await back;
    }
    expect(refused).toBe(60);
    canvas.close();
  });
});
