/** The securities that one period holds or drops, with their names. */
import { type LeftBy, periodLedger } from '../backtest/ledger.ts';
import { labelAt } from '../table/table.ts';
import type { Holding, SecurityName } from './protocol.ts';
import type { Run } from './run.ts';

/** Symbols and names of the securities listed at a snapshot, by number. */
async function namesAt({ history, backtests }: Run, place: number): Promise<ReadonlyMap<number, SecurityName>> {
  const numbers = backtests.runner.view.securitiesAt(place);
  return await history.ask(place, (table) => {
    const [symbols, names] = [table.text('symbol'), table.text('name')];
    return new Map(
      Array.from(table.rows, (row) => [numbers[row]!, { symbol: labelAt(symbols, row), name: labelAt(names, row) }] as const),
    );
  });
}

/** Symbols and names of securities at their last snapshot up to `place`. */
export async function namesOf(run: Run, securities: Iterable<number>, place: number): Promise<ReadonlyMap<number, SecurityName>> {
  const missing = new Set(securities);
  const found = new Map<number, SecurityName>();
  for (let at = place; at >= 0 && missing.size > 0; at--) {
    const names = await namesAt(run, at);
    for (const security of missing) {
      const name = names.get(security);
      if (!name) continue;
      found.set(security, name);
      missing.delete(security);
    }
  }
  return found;
}

export async function holdings(run: Run, at: number): Promise<readonly Holding[]> {
  const { backtests, steps, found } = run;
  const trade = found.simulation.trades[at]!;
  const ledger = await backtests.ask(steps, (runner) => periodLedger(runner, steps.slice(0, -1), trade));
  const left = new Map<number, LeftBy>(ledger.left.map(({ security, by }) => [security, by]));
  const entered = new Set(trade.entered);
  // In the order of the screen, then those that left.
  const securities = [...new Set([...trade.securities, ...trade.left])];
  const names = await namesOf(run, securities, backtests.runner.placeOf(trade.snapshot));
  return securities.map((security) => {
    const period = trade.returns.get(security);
    const id = backtests.ids[security]!;
    return {
      id,
      symbol: names.get(security)?.symbol ?? id,
      name: names.get(security)?.name ?? '',
      before: trade.drifted.get(security) ?? 0,
      after: trade.weights.get(security) ?? 0,
      returns: period && trade.weights.has(security) ? { low: period.low, shown: period.shown, high: period.high } : null,
      fate: period && trade.weights.has(security) ? period.fate : null,
      left: left.get(security) ?? null,
      isNew: entered.has(security),
    };
  });
}
