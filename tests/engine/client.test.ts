import { describe, expect, it } from 'vitest';
import { Cancelled, Engine, type Result } from '../../src/engine/client.ts';
import type { Answer, Request } from '../../src/engine/protocol.ts';
import type { Step } from '../../src/engine/steps.ts';

/** A worker whose answers the test gives by hand. */
class ScriptedWorker {
  readonly asked: Request[] = [];
  terminated = false;
  onmessage: ((event: { data: Answer }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  postMessage(request: Request): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.terminated = true;
  }
  say(answer: Answer): void {
    this.onmessage?.({ data: answer });
  }
  applied(ticket: number, out: number): void {
    this.say({ kind: 'applied', ticket, version: 1, rows: new Uint32Array(out), counts: [], stepCount: 0, ms: 0 });
  }
}

function setUp() {
  const workers: ScriptedWorker[] = [];
  const results: Result[] = [];
  const crashes: string[] = [];
  const engine = new Engine(
    () => {
      workers.push(new ScriptedWorker());
      return workers.at(-1) as unknown as Worker;
    },
    {
      onUniverse: () => {},
      onBackends: () => {},
      onResult: (result) => results.push(result),
      onCrash: (message) => crashes.push(message),
    },
  );
  const asked = (kind: Request['kind']) =>
    workers.at(-1)!.asked.filter((request) => request.kind === kind) as Extract<Request, { ticket: number }>[];
  return { engine, workers, results, crashes, asked };
}

const sort = (columnId: string): Step[] => [{ operatorType: 'sort', columnId, sortOperator: 'Ascending' }];

describe('the client of the engine', () => {
  it('asks for the account of a result and for the way of a symbol', async () => {
    const { engine, workers, asked } = setUp();
    const account = {
      lines: [],
      guilty: [],
      marks: [{ at: 0, entered: 1, left: 1, moved: 0 }],
      receipt: { dataDate: null, countryDates: [], universeCount: 0, rowCount: 0, digest: 'cbf29ce484222325' },
    };
    const given = engine.account();
    workers[0]!.say({ kind: 'account', ticket: asked('account')[0]!.ticket, version: 3, account });
    expect(await given).toEqual({ version: 3, account });
    const way = engine.where('NOBODY');
    workers[0]!.say({ kind: 'where', ticket: asked('where')[0]!.ticket, version: 3, trace: null });
    expect(await way).toBeNull();
  });

  it('a later comparison overtakes the one before, which is stopped', async () => {
    const { engine, workers, asked } = setUp();
    const shares: number[] = [];
    const first = engine.separation(['beta'], 1, 'universe', () => {});
    const second = engine.separation(['beta'], 1, 'sector', (done, total) => shares.push(done / total));
    await expect(first.done).rejects.toBeInstanceOf(Cancelled);
    const [before, ticket] = asked('separation').map((request) => request.ticket);
    expect(asked('cancel').map((request) => request.ticket)).toEqual([before]);
    workers[0]!.say({ kind: 'progress', ticket: ticket!, done: 1, total: 2 });
    workers[0]!.say({ kind: 'separation', ticket: ticket!, version: 3, columns: [] });
    expect(await second.done).toEqual({ version: 3, columns: [] });
    expect(shares).toEqual([0.5]);
  });

  it('has one list of steps in flight and one waiting: the latest wins, and stale results are dropped', () => {
    const { engine, workers, results, asked } = setUp();
    engine.apply(sort('a'));
    engine.apply(sort('b'));
    engine.apply(sort('c'));
    expect(asked('apply').length).toBe(1);
    workers[0]!.applied(asked('apply')[0]!.ticket, 1);
    expect(results).toEqual([]);
    expect(asked('apply').length).toBe(2);
    workers[0]!.applied(asked('apply')[1]!.ticket, 3);
    expect(results.map(({ steps, rows }) => [steps, rows.length])).toEqual([[sort('c'), 3]]);
  });

  it('passes on the rerun over a universe that has grown', () => {
    const { engine, workers, results, asked } = setUp();
    engine.apply(sort('a'));
    workers[0]!.applied(asked('apply')[0]!.ticket, 1);
    workers[0]!.applied(0, 2);
    expect(results.map(({ rows }) => rows.length)).toEqual([1, 2]);
  });

  it('goes on after a refusal', () => {
    const { engine, workers, results, asked } = setUp();
    engine.apply(sort('a'));
    engine.apply(sort('b'));
    workers[0]!.say({ kind: 'refused', ticket: asked('apply')[0]!.ticket, message: 'no', isOvertaken: false });
    workers[0]!.applied(asked('apply')[1]!.ticket, 2);
    expect(results.length).toBe(1);
  });

  it('tells a question that an edit has overtaken from one that went wrong', async () => {
    const { engine, workers, asked } = setUp();
    const questions = [engine.range('own'), engine.range('beta')];
    const [overtaken, wrong] = asked('range');
    workers[0]!.say({ kind: 'refused', ticket: overtaken!.ticket, message: 'there is no column own', isOvertaken: true });
    workers[0]!.say({ kind: 'refused', ticket: wrong!.ticket, message: 'no', isOvertaken: false });
    await expect(questions[0]).rejects.toBeInstanceOf(Cancelled);
    await expect(questions[1]).rejects.toThrow('no');
  });

  it('does not listen to a worker that it has replaced', () => {
    const { engine, workers, crashes } = setUp();
    engine.load('http://localhost/');
    workers[0]!.onerror?.({ message: 'gone' });
    workers[0]!.onerror?.({ message: 'gone again' });
    workers[0]!.onmessageerror?.();
    expect([crashes, workers.length, workers[1]!.terminated]).toEqual([['gone'], 2, false]);
  });

  it('starts a crashed worker again with the same steps, and rejects what was under way', async () => {
    const { engine, workers, crashes, asked } = setUp();
    engine.load('https://example.org/');
    engine.apply(sort('a'));
    const range = engine.range('beta');
    workers[0]!.onerror?.({ message: 'out of memory' });
    await expect(range).rejects.toBeInstanceOf(Cancelled);
    expect(crashes).toEqual(['out of memory']);
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(asked('load').length).toBe(1);
    expect(workers[1]!.asked.find((request) => request.kind === 'apply')).toMatchObject({ steps: sort('a') });
  });

  it('reports progress of an export and cancels it', async () => {
    const { engine, workers, asked } = setUp();
    const seen: number[] = [];
    const job = engine.export('csv', ['symbol'], { version: 1, rows: new Uint32Array(4) }, (done, total) =>
      seen.push(done / total),
    );
    const { ticket } = asked('export')[0]!;
    workers[0]!.say({ kind: 'progress', ticket, done: 2, total: 4 });
    job.cancel();
    await expect(job.done).rejects.toBeInstanceOf(Cancelled);
    expect(seen).toEqual([0.5]);
    expect(workers[0]!.asked.at(-1)).toEqual({ kind: 'cancel', ticket });
  });
});
