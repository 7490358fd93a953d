import { describe, expect, it } from 'vitest';
import { CodeMatrix } from '../../kernels/simd/bins.ts';
import { COLUMNS } from '../../src/catalogue/catalogue.ts';
import { isText } from '../../src/catalogue/column.ts';
import { loadTable } from '../../src/engine/load/loader.ts';
import { serveCodes } from '../../src/engine/panorama/codesPort.ts';
import { codedColumns } from '../../src/engine/panorama/coding.ts';
import type { DrawnFrame, PanoramaFrame } from '../../src/engine/panorama/frame.ts';
import { scaleOf } from '../../src/engine/panorama/palette.ts';
import { Panorama } from '../../src/engine/panorama/panorama.ts';
import { drawFrame } from '../../src/engine/panorama/raster.ts';
import { Random } from '../random.ts';
import { randomRows } from '../random-numbers.ts';
import { randomUniverse, wireSource } from '../universe.ts';

const table = await loadTable(wireSource(randomUniverse(8, 2, 300)));
const ids = COLUMNS.filter((column) => !isText(column)).map(({ id }) => id);
const host = {
  table: () => table,
  withColumns: async <T>(ask: () => T | Promise<T>) => await ask(),
  pause: () => new Promise<void>((resolve) => setTimeout(resolve)),
};
const remaining = randomRows(new Random(3), table.rowCount);

interface Painted {
  readonly panorama: Panorama;
  /** Resolves with the picture of a frame once no codes are pending. */
  picture(frame: PanoramaFrame): Promise<Uint32Array>;
  /** What the last picture said of itself. */
  last(): DrawnFrame;
}

function painted(): Painted {
  const element = document.createElement('canvas');
  const listeners = new Set<(drawn: DrawnFrame) => void>();
  const failures: string[] = [];
  let last: DrawnFrame | null = null;
  const worker = new Worker(new URL('../../src/engine/panorama/painter.ts', import.meta.url), { type: 'module' });
  const panorama = new Panorama(worker, (makePort) => serveCodes(makePort(), host), {
    onDrawn: (drawn) => {
      last = drawn;
      for (const listener of listeners) listener(drawn);
    },
    onFailed: (message) => failures.push(message),
  });
  panorama.attach(element.transferControlToOffscreen());
  panorama.show({ version: table.version, rowCount: table.rowCount, rows: remaining, remaining });
  const picture = async (frame: PanoramaFrame): Promise<Uint32Array> => {
    await new Promise<void>((resolve) => {
      const listener = (drawn: DrawnFrame): void => {
        if (drawn.pending > 0 || JSON.stringify(drawn.frame) !== JSON.stringify(frame)) return;
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
      panorama.draw(frame);
    });
    // A worker's picture reaches the page with its next frames.
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    const context = new OffscreenCanvas(frame.width, frame.height).getContext('2d');
    context?.drawImage(element, 0, 0);
    expect(failures).toEqual([]);
    return new Uint32Array(context!.getImageData(0, 0, frame.width, frame.height).data.buffer);
  };
  return { panorama, picture, last: () => last! };
}

function expected(frame: PanoramaFrame): Uint32Array {
  const matrix = new CodeMatrix(table.rowCount, ids.length, 'loops');
  const scales = new Uint8Array(matrix.stride);
  for (const coded of codedColumns(table, { ids: frame.columns, ...frame, remaining })) {
    matrix.put(ids.indexOf(coded.id), coded.codes);
    scales[ids.indexOf(coded.id)] = scaleOf(coded);
  }
  const slots = Uint16Array.from(frame.columns, (id) => ids.indexOf(id));
  const pixels = new Uint32Array(frame.width * frame.height);
  drawFrame(frame, { matrix, versions: new Uint32Array(0), rows: remaining, slots, scales, digits: null }, pixels);
  return pixels;
}

const first: PanoramaFrame = {
  columns: ids.slice(0, 60),
  ...{ left: 0, top: 0, cellWidth: 5, cellHeight: 3, width: 310, height: 200 },
  ...{ reference: 'universe', aroundZero: false, theme: 'dark', digits: false, transposed: false },
};

describe('the painter', () => {
  it('paints what its codes say: through changes of zoom, order, columns, reference, theme and size', async () => {
    const { panorama, picture } = painted();
    const frames: PanoramaFrame[] = [
      first,
      { ...first, top: 17.5, left: 3, cellHeight: 0.4 },
      { ...first, columns: ids.slice(20, 90).reverse(), reference: 'sector' },
      { ...first, reference: 'remaining', aroundZero: true, theme: 'light' },
      { ...first, columns: ids, reference: 'size', width: 700, cellHeight: 0.2, transposed: true },
      first,
    ];
    for (const [index, frame] of frames.entries()) expect(await picture(frame), `frame ${index}`).toEqual(expected(frame));
    panorama.close();
  });

  it('says when codes have changed, also to a page that only hears of the last picture', async () => {
    const { panorama, picture, last } = painted();
    await picture(first);
    const start = last().codesVersion;
    await picture({ ...first, top: 9, left: 2 });
    expect(last().codesVersion).toBe(start);
    let before = start;
    for (const frame of [
      { ...first, reference: 'sector' },
      { ...first, columns: ids.slice(0, 90) },
      { ...first, reference: 'size' },
    ] as PanoramaFrame[]) {
      await picture(frame);
      expect(last()).toMatchObject({ pending: 0 });
      expect(last().codesVersion).toBeGreaterThan(before);
      before = last().codesVersion;
    }
    panorama.forget([ids[5]!]);
    await picture({ ...first, top: 3 });
    expect(last().codesVersion).toBeGreaterThan(before);
    panorama.close();
  });

  it('gives the code of a cell, and none before its codes have arrived', async () => {
    const { panorama, picture } = painted();
    await picture(first);
    const [coded] = codedColumns(table, { ids: [ids[5]!], reference: 'universe', aroundZero: false, remaining: null });
    for (const row of [0, 1, 77]) expect(await panorama.cell(row, ids[5]!)).toMatchObject({ code: coded!.codes[row] });
    expect(await panorama.cell(0, ids[200]!)).toBeNull();
    panorama.forget([ids[5]!]);
    expect(await panorama.cell(0, ids[5]!)).toBeNull();
    panorama.close();
  });
});
