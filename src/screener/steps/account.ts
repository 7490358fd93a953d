/** Requests the account of the steps after each result; only the latest list counts. */

import { dateOf } from '../../engine/steps/asOf.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { Engine, Result } from '../../engine/worker/client.ts';
import { asRef, state } from '../state/store.ts';
import { warn } from '../state/warn.ts';

/** Debounce, so that typing and dragging are not slowed down. */
const REST_MS = 60;

let timer: ReturnType<typeof setTimeout> | undefined;
let known: { readonly steps: readonly Step[]; readonly version: number } | null = null;

/** Call with each result and the keys of its steps. */
export function accountSoon(engine: Engine, result: Result, keys: readonly number[]): void {
  clearTimeout(timer);
  if (known && known.steps === result.steps && known.version === result.version) return;
  known = null;
  state.account = null;
  if (state.universe.loading && dateOf(result.steps) === null) return;
  timer = setTimeout(() => {
    engine.ask('account', {}).done.then(({ version, account }) => {
      if (version !== result.version) return;
      known = { steps: result.steps, version };
      state.account = asRef({ ...account, keys });
    }, warn);
  }, REST_MS);
}
