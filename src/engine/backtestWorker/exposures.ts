import { monthlyReturns } from '../backtest/calendar.ts';
import { type Exposures, exposuresOf } from '../backtest/exposures.ts';
import { readFactors } from '../backtest/factors.ts';
import type { Run } from './run.ts';

/** How much of a run's monthly returns a file's factors explain; null for too few months in common. @throws RangeError for a file without months */
export function exposures({ found: { simulation, days, hold } }: Run, text: string): Exposures | null {
  return exposuresOf(monthlyReturns(simulation.curves.shown, days, hold.every), readFactors(text));
}
