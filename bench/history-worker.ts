import { remoteHistory } from '../src/engine/history/remoteHistory.ts';
import { measureReading } from './historyReading.ts';

const wallTime = () => {
  const from = performance.now();
  return () => performance.now() - from;
};

self.onmessage = async ({ data: { base, months } }: MessageEvent<{ base: string; months: number }>) => {
  self.postMessage(await measureReading('chromium', months, wallTime, () => remoteHistory(base, () => {}), null));
};
