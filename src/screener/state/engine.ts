/** The screener's engine: one worker for as long as the page is open, and what its events do to the state. */

import type { Step } from '../../engine/steps/registry.ts';
import type { StepCount } from '../../engine/steps/stepCount.ts';
import { Engine, NO_ANSWER, type Result } from '../../engine/worker/client.ts';
import type { ComparedScreen, HistoryState, UniverseState } from '../../engine/worker/protocol.ts';
import { BASE } from '../../shell/base.ts';
import { t } from '../../shell/i18n.ts';
import { readSetting } from '../../shell/storage.ts';
import { isHeldOut } from '../asOf/heldOut.ts';
import { takeComparison } from '../comparison/answer.ts';
import { forcedBackend, rememberedChoice } from '../diagnostics/backendChoice.ts';
import { takeBackends } from '../diagnostics/backends.ts';
import { accountSoon } from '../steps/account.ts';
import { startWorker, takeEarly } from './start.ts';
import { asRef, state } from './store.ts';
import { connectValues, fetchAhead, takeResult, voidValues } from './values.ts';
import { wholeText } from './words.ts';

let running: Engine | null = null;
/** Keys of the steps that a list sent to the engine was made from, for its ledger. */
const keysOf = new WeakMap<readonly Step[], readonly number[]>();

let lastKeys: readonly number[] = [];

/** Keys of the steps of the last result. */
export function appliedKeys(): readonly number[] {
  return lastKeys;
}

/** The engine; started on first use. */
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
      onHistory: takeHistory,
      onFetching: (fetching) => {
        state.fetching = fetching && asRef(fetching);
      },
      onResult,
      onCrash,
      onSilence,
      onBackends: takeBackends,
    });
    connectValues(
      (id) => engine().ask('column', { id }).done,
      (ids) => engine().watch(ids),
      // The frame of the display that paints them comes first.
      () => requestAnimationFrame(() => setTimeout(() => engine().shown())),
    );
    running.load(BASE, forcedBackend(), rememberedChoice(), early !== null);
    early?.replay();
    if (readSetting('portfolio'))
      void import('../watchlists/portfolio.ts').then(({ keptPortfolio }) => engine().hold(keptPortfolio()));
  }
  return running;
}

/** A worker that the system has ended says nothing: the lock that it held while it lived is free then. Without locks (no https) nobody notices. */
async function watchLife(worker: Worker, name: string): Promise<void> {
  const isHeld = async (): Promise<boolean> => (await navigator.locks.query()).held?.some((lock) => lock.name === name) === true;
  if (!('locks' in navigator) || !(await isHeld())) return;
  await navigator.locks.request(name, () => {});
  worker.dispatchEvent(new ErrorEvent('error', { message: t('crash.gone') }));
}

/** Asks for the result of the steps, or of the first ones of them, beside another screen or alone; `keys` names the steps in the ledger. */
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

function takeHistory(history: HistoryState): void {
  state.history = asRef(history);
}

/** The last result, shown or not. */
let latest: Result | null = null;

/** A result inside the hold-out counts as a look before it is shown; one that can't be counted is not shown. */
function onResult(result: Result): void {
  latest = result;
  if (!isHeldOut(result.steps) && !isHeldOut(result.comparedScreen?.steps ?? [])) {
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

function showResult(result: Result, looks: number | null): void {
  state.looks = looks;
  const counts = new Map<number, StepCount>();
  const keys = keysOf.get(result.steps) ?? [];
  lastKeys = keys;
  for (const [index, key] of keys.entries()) {
    const count = result.counts[index];
    if (count) counts.set(key, count);
  }
  state.counts = asRef<ReadonlyMap<number, StepCount>>(counts);
  takeResult(result);
  accountSoon(engine(), result, keys);
  takeComparison(result, () => engine().ask('comparison', {}).done);
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

function onSilence(isSilent: boolean): void {
  state.isEngineSilent = isSilent;
}
