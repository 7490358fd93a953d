/** The browser's part of the history measurements: in a worker, as in Panscreen. */
import type { Result } from './results.ts';

function inAWorker(base: string, months: number): Promise<readonly Result[]> {
  const worker = new Worker(new URL('./history-worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<readonly Result[]>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ base, months });
  });
}

Object.assign(globalThis, { measureHistoryHere: inAWorker });
