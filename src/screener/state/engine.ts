/** The screener's engine: one worker per page, and the effects of its events on the state. */

import type { Step } from '../../engine/steps/registry.ts';
import type { StepCount } from '../../engine/steps/stepCount.ts';
import { Engine, NO_ANSWER, type Result } from '../../engine/worker/client.ts';
import type { ComparedScreen, UniverseState } from '../../engine/worker/protocol.ts';
import { afterPaint, latestAfterPaint } from '../../shell/afterPaint.ts';
import { BASE } from '../../shell/base.ts';
import { t } from '../../shell/i18n.ts';
import { readSetting } from '../../shell/storage.ts';
import { isInHoldOut } from '../asOf/holdOut.ts';
import { takeComparison } from '../comparison/answer.ts';
import { forcedBackend, rememberedChoice } from '../diagnostics/backendChoice.ts';
import { takeBackends } from '../diagnostics/backends.ts';
import { accountSoon } from '../steps/account.ts';
import { startWorker, takeEarly } from './start.ts';
import { asRef, state } from './store.ts';
import { connectValues, fetchAhead, takeResult, voidValues } from './values.ts';
import { wholeText } from './words.ts';

let running: Engine | null = null;
/** Keys of the steps in each list sent to the engine, for its ledger. */
const keysOf = new WeakMap<readonly Step[], readonly number[]>();

let lastKeys: readonly number[] = [];

export function appliedKeys(): readonly number[] {
  return lastKeys;
}

/** The engine, started on first use. */
export function engine(): Engine {
  if (!running) {
    const early = takeEarly();
    let first = early;
    const start = (): Worker => {
      const { worker, name } = first ?? startWorker();
      first = null;
      worker.addEventListener('message', () => void watchLife(worker, name), { once: true });
      return worker;
    };
    running = new Engine(start, {
      onUniverse: takeUniverse,
      onHistory: (history) => {
        state.history = asRef(history);
      },
      onFetching: (fetching) => {
        state.fetching = fetching && asRef(fetching);
      },
      onResult,
      onCrash,
      onSilence: (isSilent) => {
        state.isEngineSilent = isSilent;
      },
      onBackends: takeBackends,
    });
    connectValues(
      (id) => engine().ask('column', { id }).done,
      (ids) => engine().watch(ids),
      () => afterPaint(() => engine().shown()),
    );
    running.load(BASE, forcedBackend(), rememberedChoice(), early !== null);
    early?.replay();
    if (readSetting('portfolio'))
      void import('../watchlists/portfolio.ts').then(({ keptPortfolio }) => engine().hold(keptPortfolio()));
  }
  return running;
}

/** A worker killed by the system sends no event, but releases the lock that it holds while alive. Without locks (no https) this goes unnoticed. */
async function watchLife(worker: Worker, name: string): Promise<void> {
  const isHeld = async (): Promise<boolean> => (await navigator.locks.query()).held?.some((lock) => lock.name === name) === true;
  if (!('locks' in navigator) || !(await isHeld())) return;
  await navigator.locks.request(name, () => {});
  worker.dispatchEvent(new ErrorEvent('error', { message: t('crash.gone') }));
}

/** Requests the result of the first `stepCount` steps; `keys` identifies the steps in the ledger. */
export function applySteps(
  steps: readonly Step[],
  keys: readonly number[],
  stepCount: number,
  comparedScreen: ComparedScreen | null,
): void {
  keysOf.set(steps, keys);
  engine().apply(steps, stepCount, comparedScreen);
}

function takeUniverse(universe: UniverseState): void {
  const ended = state.universe.loading && !universe.loading;
  state.universe = asRef(universe);
  if (ended) fetchAhead();
}

let latest: Result | null = null;

/** Results inside the hold-out count as a look before they are shown. If the look cannot be recorded, the result is not shown. */
function onResult(result: Result): void {
  // Before the first country: whatever waits for rows would start now and delay them.
  if (result.universeCount === 0 && state.universe.loading) return;
  latest = result;
  if (!isInHoldOut(result.steps) && !isInHoldOut(result.comparedScreen?.steps ?? [])) {
    showResult(result, null);
    return;
  }
  import('../trials/trials.ts').then(
    ({ noteLook }) => latest === result && showResult(result, noteLook(state.history.id)),
    (error: unknown) => {
      state.crash = String(error);
    },
  );
}

/** What is beside the grid waits for its cells: a drag has a result in every frame. */
const besideGrid = latestAfterPaint();

function showResult(result: Result, looks: number | null): void {
  state.looks = looks;
  const keys = keysOf.get(result.steps) ?? [];
  lastKeys = keys;
  takeResult(result);
  accountSoon(engine(), result, keys);
  takeComparison(result, () => engine().ask('comparison', {}).done);
  besideGrid(() => showCounts(result, keys));
}

function showCounts(result: Result, keys: readonly number[]): void {
  const counts = new Map<number, StepCount>();
  for (const [index, key] of keys.entries()) {
    const count = result.counts[index];
    if (count) counts.set(key, count);
  }
  state.counts = asRef<ReadonlyMap<number, StepCount>>(counts);
  if (!state.universe.loading) {
    state.resultAnnouncement = t('announcement.result', {
      rows: wholeText(result.rows.length),
      total: wholeText(result.universeCount),
    });
  }
}

function onCrash(message: string): void {
  voidValues();
  state.crash = message === NO_ANSWER ? t('crash.silent') : message;
}
