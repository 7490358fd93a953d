import { describe, expect, it } from 'vitest';
import type { Step } from '../../../src/engine/steps/registry.ts';
import { Cancelled, Engine, type Result } from '../../../src/engine/worker/client.ts';
import type { Answer, Answered, Asked, QuestionKind, Request } from '../../../src/engine/worker/protocol.ts';

/** A worker that answers when the test tells it to. */
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
    this.say({
      kind: 'applied',
      ticket,
      version: 1,
      rowCount: out,
      universeCount: out,
      rows: new Uint32Array(out),
      columns: [],
      counts: [],
      stepCount: 0,
      ms: 0,
    });
  }
}

function setUp() {
  const workers: ScriptedWorker[] = [];
  const universes: unknown[] = [];
  const choices: unknown[] = [];
  const results: Result[] = [];
  const crashes: string[] = [];
  const engine = new Engine(
    () => {
      workers.push(new ScriptedWorker());
      return workers.at(-1) as unknown as Worker;
    },
    {
      onUniverse: (universe) => universes.push(universe),
      onHistory: () => {},
      onFetching: () => {},
      onBackends: (choice) => choices.push(choice),
      onResult: (result) => results.push(result),
      onCrash: (message) => crashes.push(message),
      onSilence: () => {},
    },
  );
  const asked = (kind: Request['kind']) =>
    workers.at(-1)!.asked.filter((request) => request.kind === kind) as Extract<Request, { ticket: number }>[];
  return { engine, workers, universes, choices, results, crashes, asked };
}

const sort = (columnId: string): Step[] => [{ operatorType: 'sort', columnId, sortOperator: 'Ascending' }];

describe('the client of the engine', () => {
  it('requests the ledger of a result and the trace of a row', async () => {
    const { engine, workers, asked } = setUp();
    const account = {
      lines: [],
      emptying: [],
      marks: [{ at: 0, entered: 1, left: 1, moved: 0 }],
    };
    const given = engine.ask('account', {}).done;
    workers[0]!.say({ kind: 'account', ticket: asked('account')[0]!.ticket, version: 3, account });
    expect(await given).toMatchObject({ version: 3, account });
    const way = engine.ask('trace', { row: 5, version: 2 }).done;
    workers[0]!.say({ kind: 'trace', ticket: asked('trace')[0]!.ticket, version: 3, trace: null });
    expect(await way).toMatchObject({ trace: null });
  });

  it('stops a comparison when a later one is requested', async () => {
    const { engine, workers, asked } = setUp();
    const shares: number[] = [];
    const first = engine.ask('profile', { ids: ['beta'], stepCount: 1, reference: 'universe' });
    const second = engine.ask(
      'profile',
      { ids: ['beta'], stepCount: 1, reference: 'sector' },
      { onProgress: (done, total) => shares.push(done / total) },
    );
    await expect(first.done).rejects.toBeInstanceOf(Cancelled);
    const [before, ticket] = asked('profile').map((request) => request.ticket);
    expect(asked('cancel').map((request) => request.ticket)).toEqual([before]);
    workers[0]!.say({ kind: 'progress', ticket: ticket!, done: 1, total: 2 });
    workers[0]!.say({ kind: 'profile', ticket: ticket!, version: 3, columns: [] });
    expect(await second.done).toMatchObject({ version: 3, columns: [] });
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

  it('continues after a refusal', () => {
    const { engine, workers, results, asked } = setUp();
    engine.apply(sort('a'));
    engine.apply(sort('b'));
    workers[0]!.say({ kind: 'refused', ticket: asked('apply')[0]!.ticket, message: 'no', isOvertaken: false });
    workers[0]!.applied(asked('apply')[1]!.ticket, 2);
    expect(results.length).toBe(1);
  });

  it('distinguishes a question superseded by an edit from one that failed', async () => {
    const { engine, workers, asked } = setUp();
    const questions = ['own', 'beta'].map((id) => engine.ask('range', { id }).done);
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

  it('restarts a crashed worker with the same steps, and rejects pending requests', async () => {
    const { engine, workers, crashes, asked } = setUp();
    engine.load('https://example.org/');
    engine.apply(sort('a'));
    const range = engine.ask('range', { id: 'beta' }).done;
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
    const job = engine.ask(
      'export',
      { format: 'csv', columnIds: ['symbol'], version: 1, rows: new Uint32Array(4) },
      { onProgress: (done, total) => seen.push(done / total) },
    );
    const { ticket } = asked('export')[0]!;
    workers[0]!.say({ kind: 'progress', ticket, done: 2, total: 4 });
    job.cancel();
    await expect(job.done).rejects.toBeInstanceOf(Cancelled);
    expect(seen).toEqual([0.5]);
    expect(workers[0]!.asked.at(-1)).toEqual({ kind: 'cancel', ticket });
  });

  it("passes on the worker's reports on the universe and the back ends", () => {
    const { workers, universes, choices } = setUp();
    workers[0]!.say({ kind: 'universe', universe: 'loaded' as never });
    workers[0]!.say({ kind: 'backends', choice: 'proved' as never });
    expect([universes, choices]).toEqual([['loaded'], ['proved']]);
  });

  it('gives up after three restarts in succession, and resets the count after a load', () => {
    const { engine, workers, crashes } = setUp();
    engine.load('http://localhost/');
    const crash = (): void => workers.at(-1)!.onerror?.({ message: '' });
    for (let times = 1; times <= 3; times++) crash();
    expect([crashes.length, workers.length]).toEqual([3, 4]);
    workers.at(-1)!.say({ kind: 'universe', universe: {} as never });
    for (let times = 1; times <= 4; times++) crash();
    expect([crashes.length, workers.length]).toEqual([7, 7]);
    expect(new Set(crashes)).toEqual(new Set(['the worker stopped']));
  });

  it('after a crash loads with the forced back end, unless nothing was loaded; an unreadable message counts as a crash', () => {
    const { engine, workers, asked, crashes } = setUp();
    workers[0]!.onmessageerror?.();
    expect([workers.length, asked('load').length, crashes]).toEqual([2, 0, ['the worker sent something that cannot be read']]);
    engine.load('http://localhost/', 'webasm', null, true);
    expect(asked('load')).toEqual([]);
    workers[1]!.onmessageerror?.();
    expect(asked('load')).toEqual([{ kind: 'load', base: 'http://localhost/', backend: 'webasm', remembered: null }]);
  });

  it('names the countries to load again', () => {
    const { engine, workers } = setUp();
    engine.retry(['DE']);
    expect(workers[0]!.asked).toEqual([{ kind: 'retry', countries: ['DE'] }]);
  });

  it('when closed, ends the worker and rejects pending requests', async () => {
    const { engine, workers } = setUp();
    const range = engine.ask('range', { id: 'beta' }).done;
    engine.close();
    await expect(range).rejects.toBeInstanceOf(Cancelled);
    expect(workers[0]!.terminated).toBe(true);
  });

  it('no longer waits for the ledger of a list that another has replaced', async () => {
    const { engine, workers, asked } = setUp();
    const early = engine.ask('account', {}).done;
    engine.apply(sort('a'));
    await expect(early).rejects.toBeInstanceOf(Cancelled);
    expect(asked('cancel').length).toBe(1);
    const late = engine.ask('account', {}).done;
    workers[0]!.say({ kind: 'account', ticket: asked('account')[1]!.ticket, version: 3, account: {} as never });
    await late;
    engine.apply(sort('b'));
    expect(asked('cancel').length).toBe(1);
  });

  it('holds a result back while a later list waits, and passes on the rows of the screen together with it', () => {
    const { engine, workers, results, asked } = setUp();
    const comparedScreen = { steps: sort('b'), part: 'both' as const };
    engine.apply([...sort('a'), ...sort('c')], 1, comparedScreen);
    expect(asked('apply')[0]).toMatchObject({ stepCount: 1, comparedScreen });
    workers[0]!.applied(asked('apply')[0]!.ticket, 2);
    expect(results).toMatchObject([{ comparedScreen, steps: [...sort('a'), ...sort('c')] }]);
  });

  it('ignores the answer to a list that is not the one in flight, and an unrequested one', () => {
    const { engine, workers, results, asked } = setUp();
    workers[0]!.applied(0, 1);
    workers[0]!.say({ kind: 'progress', ticket: 99, done: 1, total: 2 });
    workers[0]!.say({ kind: 'refused', ticket: 99, message: 'nobody asked', isOvertaken: false });
    expect(results).toEqual([]);
    engine.apply(sort('a'));
    engine.apply(sort('b'));
    workers[0]!.applied(0, 1);
    expect([asked('apply').length, results.length]).toEqual([1, 0]);
  });

  it('delivers distributions in parts until the last one, and stops those that a later call supersedes', async () => {
    const { engine, workers, asked } = setUp();
    const seen: string[] = [];
    const onPart = ({ version, columns }: Answered<'distributions'>): void => {
      seen.push(`${version} ${columns.length}`);
    };
    const first = engine.ask('distributions', { ids: ['a'], stepCount: 0 }, { onPart });
    const second = engine.ask('distributions', { ids: ['a', 'b', 'c'], stepCount: 1 }, { onPart });
    await expect(first.done).rejects.toBeInstanceOf(Cancelled);
    const { ticket } = asked('distributions')[1]!;
    workers[0]!.say({ kind: 'distributions', ticket, version: 4, columns: [{}, {}] as never, isLast: false });
    workers[0]!.say({ kind: 'distributions', ticket, version: 4, columns: [{}] as never, isLast: true });
    await second.done;
    expect(seen).toEqual(['4 2', '4 1']);
    expect(asked('distributions')[1]).toMatchObject({ ids: ['a', 'b', 'c'], stepCount: 1 });
  });
});

/** Every question with an answer. */
const QUESTIONS: { readonly [Kind in QuestionKind]: readonly [asked: Asked<Kind>, answered: object] } = {
  column: [{ id: 'a' }, { column: 'c' }],
  categories: [{ id: 'a', stepCount: 2 }, { categories: ['c'] }],
  distributions: [
    { ids: ['a'], stepCount: 2 },
    { columns: [], isLast: true },
  ],
  percentiles: [{ id: 'a', scope: 'sector', stepCount: 2 }, { values: 'v' }],
  correlation: [{ ids: ['a'], stepCount: 2 }, { correlations: 'c' }],
  profile: [{ ids: ['a'], stepCount: 2, reference: 'sector' }, { columns: 'c' }],
  columnOrder: [{ ids: ['a'], order: 'cluster', stepCount: 2 }, { blocks: 'b' }],
  rowOrder: [{ version: 7, rows: Uint32Array.of(2), order: 'sector', isOnePerIssuer: true }, { rows: 'r' }],
  lineage: [{ version: 7, row: 3, id: 'a' }, { lineage: 'p' }],
  text: [{ version: 7, row: 3, id: 'a' }, { text: 't' }],
  flags: [{ id: 'a', stepCount: 2 }, { counts: 'c' }],
  range: [{ id: 'a' }, { range: 'r' }],
  account: [{}, { account: 'a' }],
  receipt: [{ linked: 'l' }, { receipt: 'r' }],
  comparison: [{}, { comparison: null }],
  snapshot: [{}, { snapshot: 's' }],
  since: [{ steps: sort('a'), snapshot: 's' as never }, { since: 's' }],
  trace: [{ row: 3, version: 7 }, { trace: 't' }],
  swap: [{ at: 1, max: 5 }, { swap: 's' }],
  dateCounts: [
    { steps: sort('a'), isOpen: false },
    { dates: [], isLast: true },
  ],
  dateFates: [
    { steps: sort('a'), isOpen: false, security: 'i' },
    { dates: [], isLast: true },
  ],
  export: [{ format: 'csv', columnIds: ['a'], version: 7, rows: Uint32Array.of(2) }, { bytes: 'b' }],
};

describe.each(Object.keys(QUESTIONS) as QuestionKind[])('the question for %s', (kind) => {
  const [question, answer] = QUESTIONS[kind];
  it('is sent once, and answered with what the worker returns', async () => {
    const { engine, workers, asked } = setUp();
    const answered = engine.ask(kind, question).done;
    const { ticket } = asked(kind)[0]!;
    expect(workers[0]!.asked).toEqual([{ kind, ticket, ...question }]);
    workers[0]!.say({ kind, ...answer, ticket, version: 7 } as unknown as Answer);
    expect(await answered).toMatchObject({ ...answer, version: 7 });
  });

  it('is refused with the reason of the worker, and ignores the answer to another question', async () => {
    const { engine, workers, asked } = setUp();
    const refused = engine.ask(kind, question).done;
    workers[0]!.say({
      kind: 'refused',
      ticket: asked(kind)[0]!.ticket,
      message: 'no such column',
      isOvertaken: false,
    });
    await expect(refused).rejects.toThrow('no such column');
    const mistaken = engine.ask(kind, question).done;
    workers[0]!.say({ kind: 'done', ticket: asked(kind)[1]!.ticket } as unknown as Answer);
    await expect(mistaken).rejects.toThrow('got done');
  });
});
