/** State and actions of the backtest view. Its worker lives from the first visit of the view. */
import { proxy, subscribe } from 'valtio';
import workerUrl from '../../engine/backtestWorker/backtests.ts?worker&url';
import { BacktestClient, type Ran } from '../../engine/backtestWorker/client.ts';
import { isAsOf } from '../../engine/steps/asOf.ts';
import { isHold } from '../../engine/steps/hold.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { printScreen } from '../../engine/steps/text.ts';
import { BASE } from '../../shell/base.ts';
import { trustedScriptUrl } from '../../shell/trusted.ts';
import { asRef, columnOf, type Ref, state } from '../state/store.ts';
import { appliedEntries } from '../steps/standing.ts';
import { noteLook, noteTrial } from '../trials/trials.ts';

export interface ShownRun extends Ran {
  readonly text: string;
}

interface BacktestState {
  /** The last result; outdated while `isPending`. */
  shown: Ref<ShownRun> | null;
  /** The result of the present text has not arrived. */
  isPending: boolean;
  /** The history is missing or still being built. */
  lacks: 'absent' | 'coming' | null;
  fault: string | null;
  /** Share of the bytes received; null while nothing is being fetched. */
  fetched: number | null;
}

export const backtest = proxy<BacktestState>({ shown: null, isPending: false, lacks: null, fault: null, fetched: null });

/** Retry interval while the history is being built. */
const AGAIN_MS = 5000;
let again: ReturnType<typeof setTimeout> | undefined;

let client: BacktestClient | null = null;
let asked: string | null = null;

function startBacktests(): Worker {
  return new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'backtests' });
}

export function backtests(): BacktestClient {
  client ??= new BacktestClient(startBacktests, BASE, {
    onRan(ran) {
      backtest.shown = asRef({ ...ran, text: printScreen(ran.steps) });
      backtest.isPending = false;
      backtest.fault = null;
      backtest.lacks = null;
      countTrial(backtest.shown);
    },
    onRefused(message, cause) {
      backtest.isPending = false;
      backtest.fault = cause === 'fault' ? message : null;
      backtest.lacks = cause === 'absent' || cause === 'coming' ? cause : null;
      if (cause === 'coming') again = setTimeout(retryRun, AGAIN_MS);
    },
    onFetching(done, total) {
      backtest.fetched = done < total ? done / total : null;
    },
  });
  return client;
}

function countTrial({ answer, text }: ShownRun): void {
  noteTrial(answer.history.id, text, answer.performance.sharpe);
}

/** The applied steps without a date. */
export function heldSteps(): readonly Step[] {
  return appliedEntries(state.steps, columnOf)
    .map(({ step }) => step)
    .filter((step) => !isAsOf(step));
}

/** Runs the present steps up to the hold-out, unless their result has arrived or is pending. */
export function runPresent(): void {
  const steps = heldSteps();
  const last = steps.at(-1);
  if (!last || !isHold(last)) return;
  const text = printScreen(steps);
  if (text !== asked) run(steps, text, false);
}

function run(steps: readonly Step[], text: string, isOpen: boolean): void {
  asked = text;
  backtest.isPending = true;
  backtest.fault = null;
  backtests().run(steps, isOpen);
}

/** Counts a look and runs the shown screen including the hold-out. The next edit closes it. */
export function openHoldOut(): void {
  const { shown, isPending } = backtest;
  if (!shown || isPending || shown.text !== asked) return;
  noteLook(shown.answer.history.id);
  run(shown.steps, shown.text, true);
}

/** Runs the shown screen without the hold-out. */
export function shutHoldOut(): void {
  const { shown, isPending } = backtest;
  if (shown && !isPending) run(shown.steps, shown.text, false);
}

/** Runs the steps after each edit until the view is closed. */
export function followSteps(): () => void {
  retryRun();
  const unsubscribe = subscribe(state, runPresent);
  return () => {
    unsubscribe();
    clearTimeout(again);
  };
}

export function retryRun(): void {
  clearTimeout(again);
  if (backtest.fault !== null || backtest.lacks !== null) asked = null;
  runPresent();
}
