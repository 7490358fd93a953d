/** Simulates holding a screen's rows: trades, value and costs of every period. */
import { type PeriodReturn, periodReturn } from './periodReturn.ts';
import { type CashReturn, ENDED_BETWEEN, NO_CLOSE, type Period, type Periods, SOLD, SOLD_BETWEEN } from './periods.ts';
import type { Rebalancing } from './schedule.ts';
import type { Target } from './weights.ts';

/** Worst case, shown, and best case. */
export const CURVES = ['low', 'shown', 'high'] as const;
export type Curve = (typeof CURVES)[number];

/** A number, such as a weight, by security. */
export type BySecurity = ReadonlyMap<number, number>;

/** What a rebalancing aims for: securities by number, in the order of the screen, and their target. */
export interface Selection {
  readonly securities: ArrayLike<number>;
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
  /** Securities bought after the trade's session, and the day. */
  readonly late: BySecurity;
  /** Returns of what was bought over the following period; empty for the last trade. */
  readonly returns: ReadonlyMap<number, PeriodReturn>;
  readonly weights: BySecurity;
  /** Weights just before the trade, of securities that can still be traded. */
  readonly drifted: BySecurity;
  /** Weight of cash after the trade. */
  readonly cash: number;
  /** One-way: ½ Σ |target − drifted|. */
  readonly turnover: number;
  /** Share of the value. */
  readonly cost: number;
  /** Return of the period that follows, before and after the cost of this trade; null for the last trade. */
  readonly grossReturn: number | null;
  readonly return: number | null;
}

/** What a backtest earned, without its trades. */
export interface Outcome {
  /** Value at each trade before its cost, the last one after the final sale; 1 at the first. */
  readonly curves: Readonly<Record<Curve, Float64Array>>;
  /** Return of cash in each period. */
  readonly cashReturns: Float64Array;
  /** Σ |target − drifted| of each trade on each curve. */
  readonly traded: Readonly<Record<Curve, Float64Array>>;
  /** Share of the value that each trade buys: 1 less the cash. */
  readonly invested: Float64Array;
}

export interface Simulation extends Outcome {
  readonly trades: readonly Trade[];
}

export interface SimulationOptions {
  /** Share of the traded value that a trade costs (10 bp: 0.001). */
  readonly cost: number;
  readonly cashReturn: CashReturn;
}

const NOTHING: Selection = { securities: [], target: { weights: new Float64Array(0), infeasible: [] } };
const NO_ROWS = new Uint32Array(0);
const NO_WEIGHTS = new Float64Array(0);

/** What was bought: securities without a close and weights of 0 are left out. */
interface Bought {
  readonly securities: Uint32Array;
  readonly weights: Float64Array;
  readonly invested: number;
}

const NOTHING_BOUGHT: Bought = { securities: NO_ROWS, weights: NO_WEIGHTS, invested: 0 };

function boughtOf({ securities, target }: Selection, { outcomes }: Period): Bought {
  const kept = new Uint32Array(securities.length);
  const weights = new Float64Array(securities.length);
  let count = 0;
  let invested = 0;
  for (let i = 0; i < securities.length; i++) {
    const weight = target.weights[i]!;
    if (weight === 0 || outcomes[securities[i]!] === NO_CLOSE) continue;
    kept[count] = securities[i]!;
    weights[count++] = weight;
    invested += weight;
  }
  return { securities: kept.subarray(0, count), weights: weights.subarray(0, count), invested };
}

/** Weight of cash next to `count` weights; a rounding error of their sum counts as 0. */
export function cashOf(invested: number, count: number): number {
  const cash = 1 - invested;
  return Math.abs(cash) < Number.EPSILON * (count + 1) ? 0 : cash;
}

/** State of one curve between trades: its value, and the tradable securities with their drifted weights. */
interface Book {
  readonly curve: Curve;
  value: number;
  held: Uint32Array;
  drifted: Float64Array;
}

/** Σ |target − drifted|. @param scratch zeros, one per security; zeros again on return */
function tradedOf({ securities, weights }: Bought, { held, drifted }: Book, scratch: Float64Array): number {
  for (let i = 0; i < held.length; i++) scratch[held[i]!] = drifted[i]!;
  let sum = 0;
  for (let i = 0; i < securities.length; i++) {
    sum += Math.abs(weights[i]! - scratch[securities[i]!]!);
    scratch[securities[i]!] = 0;
  }
  for (let i = 0; i < held.length; i++) {
    sum += scratch[held[i]!]!;
    scratch[held[i]!] = 0;
  }
  return sum;
}

function returnOn(period: Period, security: number, curve: Curve): number {
  const isBetween = curve !== 'shown' && period.outcomes[security]! >= SOLD_BETWEEN;
  return isBetween ? period.between.get(security)![curve] : period.shown[security]!;
}

/** Applies a period's returns to what was bought. Returns the growth, cash included. */
function drift(book: Book, { securities, weights }: Bought, cash: number, period: Period): number {
  const { curve } = book;
  const grown = new Float64Array(securities.length);
  let growth = cash;
  for (let i = 0; i < securities.length; i++) {
    grown[i] = weights[i]! * (1 + returnOn(period, securities[i]!, curve));
    growth += grown[i]!;
  }
  const held = new Uint32Array(securities.length);
  let count = 0;
  for (let i = 0; i < securities.length && growth > 0; i++) {
    const outcome = period.outcomes[securities[i]!];
    if (outcome !== SOLD && outcome !== SOLD_BETWEEN) continue;
    held[count] = securities[i]!;
    grown[count++] = grown[i]! / growth;
  }
  book.held = held.subarray(0, count);
  book.drifted = grown.subarray(0, count);
  return growth;
}

function hasDifferingCurves({ securities }: Bought, { outcomes }: Period): boolean {
  for (let i = 0; i < securities.length; i++)
    if (outcomes[securities[i]!] === SOLD_BETWEEN || outcomes[securities[i]!] === ENDED_BETWEEN) return true;
  return false;
}

const perCurve = (count: number): Record<Curve, Float64Array> => ({
  low: new Float64Array(count),
  shown: new Float64Array(count),
  high: new Float64Array(count),
});

/** A rebalancing as recorded: the shown curve's state before the trade, and the trade. */
interface Step {
  readonly at: number;
  readonly selection: Selection;
  readonly bought: Bought;
  readonly before: BySecurity | null;
  readonly cash: number;
  readonly traded: number;
  readonly grossReturn: number | null;
}

/** True for a held security that can still be traded. */
export type IsHeld = (security: number) => boolean;
export type Select = (date: Rebalancing, isHeld: IsHeld) => Selection;

function run(
  periods: Periods,
  dates: readonly Rebalancing[],
  select: Select,
  { cost, cashReturn }: SimulationOptions,
  record: ((step: Step) => void) | null,
): Outcome {
  const { sessions, histories } = periods.market;
  const scratch = new Float64Array(histories.length);
  const curves = perCurve(dates.length);
  const traded = perCurve(dates.length);
  const invested = new Float64Array(dates.length);
  const cashReturns = new Float64Array(Math.max(dates.length - 1, 0));
  const shown: Book = { curve: 'shown', value: 1, held: NO_ROWS, drifted: NO_WEIGHTS };
  // All curves are the same until a return differs between them.
  let books: readonly Book[] = [shown];
  for (const [at, date] of dates.entries()) {
    const next = dates[at + 1];
    let held: Set<number> | null = null;
    const isHeld: IsHeld = (security) => {
      held ??= new Set(shown.held);
      return held.has(security);
    };
    const before = record && new Map(Array.from(shown.held, (security, i) => [security, shown.drifted[i]!]));
    const selection = next ? select(date, isHeld) : NOTHING;
    const period = next ? periods.between(date.session, next.session, selection.securities) : null;
    const bought = period ? boughtOf(selection, period) : NOTHING_BOUGHT;
    const cash = cashOf(bought.invested, bought.weights.length);
    invested[at] = 1 - cash;
    if (next) cashReturns[at] = cashReturn(sessions[date.session]!, sessions[next.session]!);
    if (period && books.length === 1 && hasDifferingCurves(bought, period))
      books = CURVES.map((curve) => (curve === 'shown' ? shown : { ...shown, curve }));
    let grossReturn: number | null = null;
    for (const book of books) {
      const { curve } = book;
      traded[curve][at] = book.value > 0 ? tradedOf(bought, book, scratch) : 0;
      const after = book.value * (1 - cost * traded[curve][at]);
      curves[curve][at] = next ? book.value : after;
      book.value = after;
      if (!period) continue;
      const growth = drift(book, bought, cash * (1 + cashReturns[at]!), period);
      book.value *= growth;
      if (curve === 'shown') grossReturn = growth - 1;
    }
    if (books.length === 1)
      for (const curve of ['low', 'high'] as const) {
        curves[curve][at] = curves.shown[at]!;
        traded[curve][at] = traded.shown[at]!;
      }
    record?.({ at, selection, bought, before, cash, traded: traded.shown[at]!, grossReturn });
  }
  return { curves, cashReturns, traded, invested };
}

/** As {@link simulate}, without the trades: for benchmarks and variants of a screen. */
export function outcomeOf(periods: Periods, dates: readonly Rebalancing[], select: Select, options: SimulationOptions): Outcome {
  return run(periods, dates, select, options, null);
}

function tradeOf(periods: Periods, dates: readonly Rebalancing[], cost: number, step: Step): Trade {
  const { market } = periods;
  const { at, selection, bought, cash, traded, grossReturn } = step;
  const date = dates[at]!;
  const next = dates[at + 1];
  const securities = Array.from(selection.securities);
  const targets = selection.target.weights;
  const weights = new Map(Array.from(bought.securities, (security, i) => [security, bought.weights[i]!]));
  const returns = new Map<number, PeriodReturn>();
  const late = new Map<number, number>();
  for (const security of weights.keys()) {
    const history = market.histories[security]!;
    const position = periods.positionOf(security, date.session);
    if (history.days[position] !== market.sessions[date.session]) late.set(security, history.days[position]!);
    if (next) returns.set(security, periodReturn(market, history, position, next.session));
  }
  const drifted = step.before ?? new Map<number, number>();
  const paid = cost * traded;
  return {
    ...date,
    securities,
    infeasible: selection.target.infeasible,
    entered: [...weights.keys()].filter((security) => !drifted.has(security)),
    left: [...drifted.keys()].filter((security) => !weights.has(security)),
    notFound: securities.filter((security, i) => targets[i]! > 0 && periods.positionOf(security, date.session) < 0),
    late,
    returns,
    weights,
    drifted,
    cash,
    turnover: traded / 2,
    cost: paid,
    grossReturn,
    return: grossReturn === null ? null : (1 - paid) * (1 + grossReturn) - 1,
  };
}

/**
 * Holds the selection of each rebalancing until the next; the last one sells everything. Values start at 1. For the rules see
 * docs/backtest.md. `select` is told which securities are still held.
 */
export function simulate(
  periods: Periods,
  dates: readonly Rebalancing[],
  select: Select,
  options: SimulationOptions,
): Simulation {
  const trades: Trade[] = [];
  const outcome = run(periods, dates, select, options, (step) => trades.push(tradeOf(periods, dates, options.cost, step)));
  return { ...outcome, trades };
}
