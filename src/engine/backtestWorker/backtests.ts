/** Runs backtests in a worker of their own, so that the grid never waits: one run at a time, and requests about the last run. */

import { monthlyReturns } from '../backtest/calendar.ts';
import { exposuresOf } from '../backtest/exposures.ts';
import { readFactors } from '../backtest/factors.ts';
import { CSV_TABLES } from '../backtest/files/csv.ts';
import type { Found } from '../backtest/files/found.ts';
import { jsonOf } from '../backtest/files/json.ts';
import type { Honesty } from '../backtest/honesty.ts';
import { LITERATURE, literatureColumns, type Replay, replayLiterature } from '../backtest/literature.ts';
import { heatMap, sensitivity } from '../backtest/sensitivity.ts';
import { startFan } from '../backtest/startFan.ts';
import { textNumbers } from '../backtest/variants.ts';
import { ColumnsNotFetched } from '../history/history.ts';
import { HistoryIsComing, NoHistory } from '../history/remoteHistory.ts';
import { DEFAULT_HOLD } from '../steps/hold.ts';
import { TimeSlicer } from '../worker/timeSlicer.ts';
import { backtestAnswer } from './answer.ts';
import { checkedSteps } from './checkedSteps.ts';
import { holdings, namesOf } from './holdings.ts';
import { honestyWork } from './honesty.ts';
import { openRemote } from './open.ts';
import type { Answer, Cause, FileKind, Replays, Request, RunAnswers, RunRequest } from './protocol.ts';
import type { Run } from './run.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const post = (answer: Answer): void => scope.postMessage(answer);
const slicer = new TimeSlicer();
/** Interval between partial answers. */
const PART_MS = 250;

let base = '';
let opening: ReturnType<typeof openRemote> | null = null;
let last: Run | null = null;
/** The finished honesty report of a run, for its files. */
let argued: { readonly ticket: number; readonly honesty: Honesty } | null = null;

/** The history, opened once; after a failure, the next run tries again. */
function opened(): ReturnType<typeof openRemote> {
  opening ??= openRemote(base, ({ done, total }) => post({ kind: 'fetching', done, total })).catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

async function run({ ticket, steps, isOpen }: Extract<Request, { kind: 'run' }>): Promise<void> {
  const { history, shut, open } = await opened();
  const named = await checkedSteps(history, steps);
  const backtests = isOpen ? await open() : shut;
  await backtests.ask(named, () => null);
  const startedAt = performance.now();
  const found = await backtests.backtest(named);
  const ms = performance.now() - startedAt;
  last = { ticket, history, backtests, steps: named, found };
  post({ kind: 'ran', ticket, answer: { ...backtestAnswer(last), ms } });
}

/** Runs work in slices and sends partial answers; starts again when it needs columns that are not fetched yet. */
async function inSlices<P extends { readonly done: number }, T>(
  ticket: number,
  { history }: Run,
  total: (part: P) => number,
  make: () => Generator<P, T>,
): Promise<T | null> {
  let toldAt = performance.now();
  const tell = (part: P): void => {
    if (performance.now() - toldAt < PART_MS) return;
    toldAt = performance.now();
    post({ kind: 'part', ticket, share: part.done / total(part), answer: part });
  };
  for (;;) {
    try {
      return await slicer.run(ticket, make(), tell);
    } catch (error) {
      if (!(error instanceof ColumnsNotFetched)) throw error;
      await history.fetch(error.ids);
    }
  }
}

function* literatureWork({ backtests: { runner } }: Run): Generator<Replays, Replays, void> {
  let replays: readonly Replay[] = [];
  for (const some of replayLiterature(runner, runner.datesOf(DEFAULT_HOLD))) {
    replays = [...some];
    yield { replays, done: replays.length };
  }
  return { replays, done: replays.length };
}

/** Files of a run, the same as the command line's. */
async function fileText({ ticket, history, backtests, steps, found }: Run, file: FileKind, looks: number): Promise<string> {
  const honesty = argued?.ticket === ticket ? argued.honesty : null;
  const whole: Found = { backtests, backtest: found, steps, exposures: null, honesty, nullTest: null, looks };
  return await backtests.ask(steps, () => (file === 'json' ? jsonOf(whole, history.manifest) : CSV_TABLES[file]!(whole)));
}

type Of<Kind extends RunRequest['kind']> = Extract<RunRequest, { kind: Kind }>;
type Handlers = {
  readonly [Kind in RunRequest['kind']]: (
    run: Run,
    request: Of<Kind>,
    ticket: number,
  ) => RunAnswers[Kind] | null | Promise<RunAnswers[Kind] | null>;
};

const HANDLERS: Handlers = {
  period: (run, { at }) => holdings(run, at),
  fan: (run, _, ticket) => {
    const { backtests, steps, found } = run;
    return inSlices(
      ticket,
      run,
      ({ starts }) => starts.length,
      () => startFan(backtests.runner, steps.slice(0, -1), found.hold, found),
    );
  },
  strip: (run, { number }, ticket) => {
    const asked = textNumbers(run.steps)[number]!;
    return inSlices(
      ticket,
      run,
      ({ values }) => values.length,
      () => sensitivity(run.backtests.runner, run.steps, asked),
    );
  },
  map: (run, { numbers: [first, second] }, ticket) => {
    const numbers = textNumbers(run.steps);
    return inSlices(
      ticket,
      run,
      ({ values: [rows, columns] }) => rows.length * columns.length,
      () => heatMap(run.backtests.runner, run.steps, [numbers[first]!, numbers[second]!]),
    );
  },
  honesty: async (run, { trials }, ticket) => {
    const found = await inSlices(
      ticket,
      run,
      ({ total }) => total,
      () => honestyWork(run, trials),
    );
    if (found) argued = { ticket: run.ticket, honesty: found.honesty };
    return found;
  },
  names: (run, { securities }) => namesOf(run, securities, run.history.dates.length - 1),
  literature: async (run, _, ticket) => {
    await run.backtests.fetch(['type', ...literatureColumns()]);
    return await inSlices(
      ticket,
      run,
      () => LITERATURE.length,
      () => literatureWork(run),
    );
  },
  exposures: ({ found: { simulation, days, hold } }, { text }) =>
    exposuresOf(monthlyReturns(simulation.curves.shown, days, hold.every), readFactors(text)),
  file: (run, { file, looks }) => fileText(run, file, looks),
};

async function answerAbout({ ticket, run, request }: Extract<Request, { kind: 'ask' }>): Promise<void> {
  if (!last || last.ticket !== run) throw new Overtaken();
  slicer.begin(ticket);
  const handle = HANDLERS[request.kind] as (run: Run, request: RunRequest, ticket: number) => unknown;
  const answer = await handle(last, request, ticket);
  slicer.end(ticket);
  if (answer === null && request.kind !== 'exposures') throw new Overtaken();
  post({ kind: 'answered', ticket, answer });
}

/** Another run replaced the requested one, or the work was cancelled. */
class Overtaken extends Error {}

function causeOf(error: unknown): Cause {
  if (error instanceof Overtaken) return 'overtaken';
  if (error instanceof NoHistory) return 'absent';
  return error instanceof HistoryIsComing ? 'coming' : 'fault';
}

scope.onmessage = ({ data }: MessageEvent<Request>) => {
  slicer.noteRequest();
  if (data.kind === 'open') {
    base = data.base;
    opening = null;
    return;
  }
  if (data.kind === 'cancel') {
    slicer.end(data.ticket);
    return;
  }
  const work = data.kind === 'run' ? run(data) : answerAbout(data);
  work.catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    post({ kind: 'refused', ticket: data.ticket, message, cause: causeOf(error) });
  });
};
