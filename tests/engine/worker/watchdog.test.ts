import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Engine } from '../../../src/engine/worker/client.ts';
import type { Answer, Request } from '../../../src/engine/worker/protocol.ts';
import { GIVEN_UP_MS, SILENT_MS, Watchdog } from '../../../src/engine/worker/watchdog.ts';

const output: string[] = [];
const events = {
  onSilence: (isSilent: boolean) => output.push(isSilent ? 'silent' : 'speaks'),
  onGivenUp: () => output.push('given up'),
};

beforeEach(() => {
  output.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a worker with a request', () => {
  it('is reported within two seconds if it stays silent, and given up some time later', () => {
    const watchdog = new Watchdog(events);
    watchdog.heard(false);
    watchdog.asked();
    vi.advanceTimersByTime(SILENT_MS - 1);
    expect(output).toEqual([]);
    vi.advanceTimersByTime(2000 - SILENT_MS);
    expect(output).toEqual(['silent']);
    vi.advanceTimersByTime(GIVEN_UP_MS);
    expect(output).toEqual(['silent', 'given up']);
  });

  it('is watched from the first of several requests on', () => {
    const watchdog = new Watchdog(events);
    watchdog.heard(false);
    for (let time = 0; time < 2000; time += 100) {
      watchdog.asked();
      vi.advanceTimersByTime(100);
    }
    expect(output).toEqual(['silent']);
  });

  it('is not reported if it answers in time, and an earlier report is withdrawn', () => {
    const watchdog = new Watchdog(events);
    watchdog.heard(false);
    watchdog.asked();
    for (let time = 0; time < 5; time++) {
      vi.advanceTimersByTime(SILENT_MS - 1);
      watchdog.heard(true);
    }
    expect(output).toEqual([]);
    vi.advanceTimersByTime(SILENT_MS);
    watchdog.heard(false);
    vi.advanceTimersByTime(10 * GIVEN_UP_MS);
    expect(output).toEqual(['silent', 'speaks']);
  });

  it('is not watched while its script is loading', () => {
    const watchdog = new Watchdog(events);
    watchdog.asked();
    vi.advanceTimersByTime(10 * GIVEN_UP_MS);
    watchdog.heard(false);
    watchdog.replaced();
    watchdog.asked();
    vi.advanceTimersByTime(10 * GIVEN_UP_MS);
    expect(output).toEqual([]);
  });

  it('is not blamed for a page that was suspended itself, or a machine that slept', () => {
    const watchdog = new Watchdog(events);
    watchdog.heard(false);
    watchdog.asked();
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000);
    vi.advanceTimersByTime(SILENT_MS);
    expect(output).toEqual([]);
    vi.restoreAllMocks();
  });
});

/** A worker that answers when the test says so. */
class SilentWorker {
  readonly asked: Request[] = [];
  isTerminated = false;
  onmessage: ((event: { data: Answer }) => void) | null = null;
  postMessage(request: Request): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

it('an engine whose worker hangs in a loop starts another one, with the same steps, and reports it', () => {
  const workers: SilentWorker[] = [];
  const start = (): Worker => {
    const worker = new SilentWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  };
  const engine = new Engine(start, {
    onUniverse: () => {},
    onHistory: () => {},
    onFetching: () => {},
    onBackends: () => {},
    onResult: () => {},
    onCrash: (message) => output.push(`crash: ${message}`),
    onSilence: (isSilent) => output.push(isSilent ? 'silent' : 'speaks'),
  });
  engine.load('http://localhost/');
  workers[0]?.onmessage?.({ data: { kind: 'refused', ticket: 99, message: '', isOvertaken: true } });
  engine.apply([{ operatorType: 'slice', from: 1, to: 5, isPercentage: false }] as never);
  vi.advanceTimersByTime(GIVEN_UP_MS);
  expect(output).toEqual(['silent', 'speaks', 'crash: no answer']);
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  expect(workers[1]?.asked.map(({ kind }) => kind)).toEqual(['load', 'apply']);
});
