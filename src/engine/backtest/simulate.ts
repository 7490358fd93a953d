/** What the rows of a screen would have earned: trades, value and costs of every holding period. */
import type { Market } from './market.ts';
import { type PeriodReturn, periodReturn, tradeAt } from './periodReturn.ts';
import type { Rebalancing } from './schedule.ts';
import type { Target } from './weights.ts';

/** Which of the values that can be true a curve takes: the worst, the shown or the best. */
export const CURVES = ['low', 'shown', 'high'] as const;
export type Curve = (typeof CURVES)[number];

/** A security and its weight, or another number of it. */
export type BySecurity = ReadonlyMap<number, number>;

/** What a rebalancing aims at: securities by number, in the order of the screen, and their target. */
export interface Selection {
  readonly securities: readonly number[];
  readonly target: Target;
}

/** One rebalancing. Figures are those of the shown curve. */
export interface Trade extends Rebalancing {
  readonly securities: readonly number[];
  readonly infeasible: Target['infeasible'];
  readonly entered: readonly number[];
  readonly left: readonly number[];
  /** Securities without a close in time: their weight stays cash. */
  readonly notFound: readonly number[];
  /** Securities that were bought after the session of the trade, and the day. */
  readonly late: BySecurity;
  /** Returns of the holding period that follows, of what was bought; empty for the last trade. */
  readonly returns: ReadonlyMap<number, PeriodReturn>;
  readonly weights: BySecurity;
  /** Weights just before the trade, of what has not ended. */
  readonly drifted: BySecurity;
  /** Weight of cash after the trade. */
  readonly cash: number;
  /** One-way: ½ Σ |target − drifted|. */
  readonly turnover: number;
  /** Share of the value that the trade costs. */
  readonly cost: number;
  /** Return of the period that follows, before and after the cost of this trade; null for the last trade. */
  readonly grossReturn: number | null;
  readonly return: number | null;
}

export interface Simulation {
  readonly trades: readonly Trade[];
  /** Value at each trade before its cost, the last one after the final sale; 1 at the first. */
  readonly curves: Readonly<Record<Curve, Float64Array>>;
  /** Return of cash in each period. */
  readonly cashReturns: Float64Array;
}

export interface SimulationOptions {
  /** Share of the traded value that a trade costs (10 bp: 0.001). */
  readonly cost: number;
  /** Return of cash between two days, from the close of the first to that of the second. */
  cashReturn(from: number, to: number): number;
}

const NOTHING: Selection = { securities: [], target: { weights: new Float64Array(0), infeasible: [] } };
const NONE: BySecurity = new Map();

/** What one curve carries from trade to trade. */
interface Holding {
  value: number;
  drifted: BySecurity;
}

function bought(market: Market, { securities, target }: Selection, session: number) {
  const positions = new Map<number, number>();
  const weights = new Map<number, number>();
  const late = new Map<number, number>();
  const notFound: number[] = [];
  for (const [i, security] of securities.entries()) {
    const history = market.histories[security]!;
    const at = tradeAt(market.sessions, history, session);
    if (at < 0) notFound.push(security);
    if (at < 0 || target.weights[i] === 0) continue;
    positions.set(security, at);
    weights.set(security, target.weights[i]!);
    if (history.days[at] !== market.sessions[session]) late.set(security, history.days[at]!);
  }
  return { positions, weights, late, notFound };
}

function traded(weights: BySecurity, drifted: BySecurity): number {
  let sum = 0;
  for (const [security, weight] of weights) sum += Math.abs(weight - (drifted.get(security) ?? 0));
  for (const [security, weight] of drifted) if (!weights.has(security)) sum += weight;
  return sum;
}

/** Growth of what was bought, cash included, and the weights that it leaves of what can still be traded. */
function drift(weights: BySecurity, cash: number, returns: ReadonlyMap<number, PeriodReturn>, curve: Curve) {
  let growth = cash;
  for (const [security, weight] of weights) growth += weight * (1 + returns.get(security)![curve]);
  const drifted = new Map<number, number>();
  for (const [security, weight] of weights) {
    const period = returns.get(security)!;
    if (period.fate === 'sold' && growth > 0) drifted.set(security, (weight * (1 + period[curve])) / growth);
  }
  return { growth, drifted };
}

function sumOf(weights: BySecurity): number {
  let sum = 0;
  for (const weight of weights.values()) sum += weight;
  return sum;
}

/**
 * Holds what `select` names from each rebalancing to the next; at the last one everything is sold. Values start at 1.
 * Rules: specification of `hold` (docs/backtest.md). `select` gets the securities that were held up to the rebalancing and have not ended.
 */
export function simulate(
  market: Market,
  dates: readonly Rebalancing[],
  select: (date: Rebalancing, held: BySecurity) => Selection,
  options: SimulationOptions,
): Simulation {
  const curves = {
    low: new Float64Array(dates.length),
    shown: new Float64Array(dates.length),
    high: new Float64Array(dates.length),
  };
  const holdings: Record<Curve, Holding> = {
    low: { value: 1, drifted: NONE },
    shown: { value: 1, drifted: NONE },
    high: { value: 1, drifted: NONE },
  };
  const cashReturns = new Float64Array(Math.max(dates.length - 1, 0));
  const trades = dates.map((date, i): Trade => {
    const next = dates[i + 1];
    const { drifted } = holdings.shown;
    const selection = next ? select(date, drifted) : NOTHING;
    const { positions, weights, late, notFound } = bought(market, selection, date.session);
    const uninvested = 1 - sumOf(weights);
    const cash = Math.abs(uninvested) < Number.EPSILON * (weights.size + 1) ? 0 : uninvested;
    const returns = new Map<number, PeriodReturn>();
    if (next) {
      cashReturns[i] = options.cashReturn(market.sessions[date.session]!, market.sessions[next.session]!);
      for (const [security, at] of positions)
        returns.set(security, periodReturn(market, market.histories[security]!, at, next.session));
    }
    const turnover = traded(weights, drifted) / 2;
    let grossReturn: number | null = null;
    for (const curve of CURVES) {
      const holding = holdings[curve];
      curves[curve][i] = holding.value;
      holding.value *= 1 - options.cost * traded(weights, holding.drifted);
      if (!next) {
        curves[curve][i] = holding.value;
        continue;
      }
      const after = drift(weights, cash * (1 + cashReturns[i]!), returns, curve);
      holding.value *= after.growth;
      holding.drifted = after.drifted;
      if (curve === 'shown') grossReturn = after.growth - 1;
    }
    const cost = options.cost * turnover * 2;
    return {
      ...date,
      securities: selection.securities,
      infeasible: selection.target.infeasible,
      entered: [...weights.keys()].filter((security) => !drifted.has(security)),
      left: [...drifted.keys()].filter((security) => !weights.has(security)),
      notFound,
      late,
      returns,
      weights,
      drifted,
      cash,
      turnover,
      cost,
      grossReturn,
      return: grossReturn === null ? null : (1 - cost) * (1 + grossReturn) - 1,
    };
  });
  return { trades, curves, cashReturns };
}
