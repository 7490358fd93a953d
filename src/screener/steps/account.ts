/** Asks the engine for the account of the steps, after the answer and never before it: the latest list wins. */

import { dateOf } from '../../engine/steps/asOf.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { Cancelled, type Engine, type Result } from '../../engine/worker/client.ts';
import { asRef, state } from '../state/store.ts';

/** The steps have to rest for so long: someone who types or drags is not kept waiting. */
const REST_MS = 60;

let timer: ReturnType<typeof setTimeout> | undefined;
let known: { readonly steps: readonly Step[]; readonly version: number } | null = null;

/** Called with each result; `keys` are those of its steps. */
export function accountSoon(engine: Engine, result: Result, keys: readonly number[]): void {
  clearTimeout(timer);
  if (known && known.steps === result.steps && known.version === result.version) return;
  known = null;
  state.account = null;
  if (state.universe.loading && dateOf(result.steps) === null) return;
  timer = setTimeout(() => {
    engine.ask('account', {}).done.then(
      ({ version, account }) => {
        if (version !== result.version) return;
        known = { steps: result.steps, version };
        state.account = asRef({ ...account, keys });
      },
      (error: unknown) => {
        if (!(error instanceof Cancelled)) console.warn(error);
      },
    );
  }, REST_MS);
}
