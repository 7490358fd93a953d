import { describe, expect, it } from 'vitest';
import { BacktestClient, type Ran } from '../../../src/engine/backtestWorker/client.ts';
import type { Answer, BacktestAnswer, Request } from '../../../src/engine/backtestWorker/protocol.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { Cancelled } from '../../../src/engine/worker/client.ts';

/** A worker that answers on demand. */
class FakeWorker {
  readonly requests: Request[] = [];
  onmessage: ((event: MessageEvent<Answer>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  terminated = false;
  postMessage(request: Request): void {
    this.requests.push(request);
  }
  terminate(): void {
    this.terminated = true;
  }
  say(answer: Answer): void {
    this.onmessage?.({ data: answer } as MessageEvent<Answer>);
  }
}

function started() {
  const workers: FakeWorker[] = [];
  const ran: Ran[] = [];
  const refused: string[] = [];
  const client = new BacktestClient(
    () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker as unknown as Worker;
    },
    'https://example.org/',
    { onRan: (each) => ran.push(each), onRefused: (message) => refused.push(message), onFetching: () => {} },
  );
  return { client, workers, ran, refused };
}

const steps = (cost: number) => parseScreen(`hold every month cost ${cost}bp`);
const ANSWER = {} as BacktestAnswer;
const runsOf = (worker: FakeWorker) => worker.requests.filter((request) => request.kind === 'run');

describe('the client of backtests', () => {
  it('has one run in flight and one waiting, and reports only the latest', () => {
    const { client, workers, ran } = started();
    const [worker] = workers;
    for (const cost of [1, 2, 3]) client.run(steps(cost), false);
    expect(runsOf(worker!)).toHaveLength(1);
    worker!.say({ kind: 'ran', ticket: runsOf(worker!)[0]!.ticket, answer: ANSWER });
    expect(ran).toEqual([]);
    expect(runsOf(worker!)).toHaveLength(2);
    worker!.say({ kind: 'ran', ticket: runsOf(worker!)[1]!.ticket, answer: ANSWER });
    expect(ran.map((each) => each.steps)).toEqual([steps(3)]);
  });

  it('cancels questions about an earlier run', async () => {
    const { client, workers } = started();
    client.run(steps(1), false);
    const { ticket } = runsOf(workers[0]!)[0]!;
    workers[0]!.say({ kind: 'ran', ticket, answer: ANSWER });
    const fan = client.ask(ticket, { kind: 'fan' });
    client.run(steps(2), false);
    await expect(fan.done).rejects.toBeInstanceOf(Cancelled);
    expect(workers[0]!.requests.some(({ kind }) => kind === 'cancel')).toBe(true);
  });

  it('restarts a terminated worker and reports why there is no result', () => {
    const { client, workers, refused } = started();
    client.run(steps(1), false);
    workers[0]!.onerror?.({ message: 'out of memory' } as ErrorEvent);
    expect([workers.length, workers[0]!.terminated, refused]).toEqual([2, true, ['out of memory']]);
    client.run(steps(2), false);
    expect(runsOf(workers[1]!)).toHaveLength(1);
  });
});
