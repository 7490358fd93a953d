/** The clock by which a server looks again at what is published. */
import { vi } from 'vitest';

const now = performance.now.bind(performance);
let aheadMs = 0;

/** Puts the clock of this process forward, instead of waiting. */
export function putForward(ms: number): void {
  aheadMs += ms;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
}
