/** Runs screens with holds over one history. Runs share results: rows of unchanged steps, returns of periods, benchmarks. */
import { runToEnd } from '../run/timeSlices.ts';
import type { Hold } from '../steps/hold.ts';
import type { Step } from '../steps/registry.ts';
import type { HistoryView } from './historyView.ts';
import { Periods } from './periods.ts';
import { type Rebalancing, rebalancings } from './schedule.ts';
import { Screenings } from './screenings.ts';
import { type Screened, selectionOf } from './selection.ts';
import { type Outcome, outcomeOf, type Select, type Simulation, type SimulationOptions, simulate } from './simulate.ts';

const BASIS_POINTS = 10_000;
/** Cached answers. */
const KEPT_MAX = 8;

/** Tells the user why a screen cannot be backtested. */
export class BacktestError extends RangeError {
  override name = 'BacktestError';
}

/** Work that yields after each slice, so that it can be cancelled. */
export type Sliced<Answer> = Generator<void, Answer, void>;

export class BacktestRunner {
  readonly view: HistoryView;
  readonly periods: Periods;
  readonly screenings: Screenings;
  readonly cashReturn: SimulationOptions['cashReturn'];
  readonly #places: ReadonlyMap<number, number>;
  readonly #kept = new Map<string, unknown>();

  /** @param cashReturn return of cash between two days; 0 by default */
  constructor(view: HistoryView, cashReturn: SimulationOptions['cashReturn'] = () => 0) {
    this.view = view;
    this.cashReturn = cashReturn;
    this.periods = new Periods(view.market, cashReturn);
    this.screenings = new Screenings(view);
    this.#places = new Map(Array.from(view.snapshots, (day, place) => [day, place]));
  }

  /** Position of the snapshot of a day. */
  placeOf(snapshot: number): number {
    return this.#places.get(snapshot)!;
  }

  /** @throws BacktestError when there are fewer than two rebalancings */
  datesOf(hold: Hold): readonly Rebalancing[] {
    const dates = rebalancings(this.view.market.sessions, this.view.snapshots, hold);
    if (dates.length < 2)
      throw new BacktestError(
        `a backtest needs two rebalancings; this history has ${dates.length} between the dates of the hold`,
      );
    return dates;
  }

  /** Returns the cached answer of a key, or makes it. */
  keep<Answer>(key: string, make: () => Answer): Answer {
    if (this.#kept.has(key)) return this.#kept.get(key) as Answer;
    const answer = make();
    if (this.#kept.size >= KEPT_MAX) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(key, answer);
    return answer;
  }

  /**
   * The rows at every rebalancing but the last, which only sells. Yields after each date.
   * @param fixed number of steps that many variants share; null for a single screen
   */
  *screen(steps: readonly Step[], hold: Hold, dates: readonly Rebalancing[], fixed: number | null = null): Sliced<Select> {
    const { view, screenings } = this;
    const screened = new Map<number, Screened>();
    for (const { snapshot } of dates.slice(0, -1)) {
      const place = this.placeOf(snapshot);
      const rows = fixed === null ? screenings.at(place, steps) : screenings.variantAt(place, steps, fixed);
      const ranked = hold.keepRank === null ? null : screenings.rankedAt(place, steps).rows;
      screened.set(snapshot, { ...rows, ranked });
      yield;
    }
    return ({ snapshot }, isHeld) =>
      selectionOf(screened.get(snapshot)!, view.securitiesAt(this.placeOf(snapshot)), hold, isHeld);
  }

  optionsOf(hold: Hold): SimulationOptions {
    return { cost: hold.costBp / BASIS_POINTS, cashReturn: this.cashReturn };
  }

  /** The outcome of one of many variants. @param fixed as for {@link screen}. @throws BacktestError */
  *outcome(steps: readonly Step[], hold: Hold, fixed: number | null): Sliced<Outcome> {
    const dates = this.datesOf(hold);
    return outcomeOf(this.periods, dates, yield* this.screen(steps, hold, dates, fixed), this.optionsOf(hold));
  }

  simulation(steps: readonly Step[], hold: Hold, dates: readonly Rebalancing[]): Simulation {
    return simulate(this.periods, dates, runToEnd(this.screen(steps, hold, dates)), this.optionsOf(hold));
  }
}
