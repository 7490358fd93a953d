import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { US } from '../../src/fetch/addresses.ts';
import { Semaphore } from '../../src/fetch/fetch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SEC = US.find(({ id }) => id === 'companyfacts')!.owner;

/** How many of twenty requests were sent within a second. */
async function withinASecond(mirror: string | undefined): Promise<number> {
  const turns = new Semaphore(mirror);
  const { signal } = new AbortController();
  void Promise.all(Array.from({ length: 20 }, () => turns.take(SEC, signal)));
  await vi.advanceTimersByTimeAsync(999);
  return turns.count;
}

it('the SEC gets five requests a second, and so does a mirror; one on this machine gets them without pauses', async () => {
  expect(await withinASecond(undefined)).toBe(5);
  expect(await withinASecond('https://mirror.example.org/sec')).toBe(5);
  for (const own of ['http://127.0.0.1:8081', 'http://localhost/x', 'http://[::1]:80']) expect(await withinASecond(own)).toBe(20);
});
