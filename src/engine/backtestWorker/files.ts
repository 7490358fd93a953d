/** Files of a run, the same as the command line's. */
import { CSV_TABLES } from '../backtest/files/csv.ts';
import type { Found } from '../backtest/files/found.ts';
import { jsonOf } from '../backtest/files/json.ts';
import type { Honesty } from '../backtest/honesty.ts';
import type { FileKind } from './protocol.ts';
import type { Run } from './run.ts';

/** @param looks into the hold-out @param honesty null when not computed */
export async function fileText(
  { history, backtests, steps, found }: Run,
  file: FileKind,
  looks: number,
  honesty: Honesty | null,
): Promise<string> {
  const whole: Found = { backtests, backtest: found, steps, exposures: null, honesty, nullTest: null, looks };
  return await backtests.ask(steps, () => (file === 'json' ? jsonOf(whole, history.manifest) : CSV_TABLES[file]!(whole)));
}
