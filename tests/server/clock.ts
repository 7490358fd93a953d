/** The clock for a server's checks of the published data. */
import { vi } from 'vitest';

const now = performance.now.bind(performance);
let aheadMs = 0;

/** Advances this process's clock, instead of waiting. */
export function putForward(ms: number): void {
  aheadMs += ms;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
}
