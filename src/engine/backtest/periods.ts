/** What securities earn between trades, kept: all backtests of one history ask for the same periods. */
import { firstAtLeast, type Market } from './market.ts';
import { type Fate, type PeriodReturn, periodReturn, SEARCH_SESSIONS } from './periodReturn.ts';

const NOT_SEARCHED = -2;
const NOT_FOUND = -1;
/** Periods that are kept: of 12,000 securities some 110 MB. */
const PERIODS_MAX = 1024;

/** What is known of a security in a period; 0 until it has been asked for. */
export const NO_CLOSE = 1;
export const SOLD = 2;
/** The period ended otherwise than by a sale, with one return for all curves. */
export const ENDED = 3;
/** As the two before, with a return that differs between the curves. */
export const SOLD_BETWEEN = 4;
export const ENDED_BETWEEN = 5;

function outcomeOf({ fate, low, shown, high }: PeriodReturn): number {
  const isCertain = low === shown && shown === high;
  if (fate === 'sold') return isCertain ? SOLD : SOLD_BETWEEN;
  return isCertain ? ENDED : ENDED_BETWEEN;
}

/** The returns between two trades by security. */
export interface Period {
  /** One of the constants above. */
  readonly outcomes: Uint8Array;
  readonly shown: Float64Array;
  /** Where the curves differ. */
  readonly between: Map<number, { readonly low: number; readonly high: number; readonly fate: Fate }>;
  /** Whether all securities have been asked for. */
  isFilled: boolean;
}

export class Periods {
  readonly market: Market;
  /** Number of the session of each security's first close. */
  readonly #firstSessions: Int32Array;
  /** By session: position of the close at which each security is traded. */
  readonly #positions = new Map<number, Int32Array>();
  readonly #periods = new Map<number, Period>();

  constructor(market: Market) {
    this.market = market;
    const { sessions, histories } = market;
    this.#firstSessions = Int32Array.from(histories, ({ days }) => (days.length > 0 ? firstAtLeast(sessions, days[0]!) : 0));
  }

  #positionsOf(session: number): Int32Array {
    let positions = this.#positions.get(session);
    if (!positions) {
      positions = new Int32Array(this.market.histories.length).fill(NOT_SEARCHED);
      if (this.#positions.size >= PERIODS_MAX) this.#positions.clear();
      this.#positions.set(session, positions);
    }
    return positions;
  }

  /** By security: position of the close at which it is traded, negative where there is none; filled for some securities. As {@link tradeAt}. */
  positionsAt(session: number, securities: ArrayLike<number>): Int32Array {
    const positions = this.#positionsOf(session);
    for (let i = 0; i < securities.length; i++) {
      const security = securities[i]!;
      if (positions[security] === NOT_SEARCHED) positions[security] = this.#search(security, session);
    }
    return positions;
  }

  #search(security: number, session: number): number {
    const { sessions, histories } = this.market;
    const { days } = histories[security]!;
    const day = sessions[session]!;
    // Where no session is missing, the position follows from the first one.
    const guess = session - this.#firstSessions[security]!;
    if (days[guess] === day) return guess;
    const at = firstAtLeast(days, day);
    const last = sessions[Math.min(session + SEARCH_SESSIONS, sessions.length - 1)]!;
    return at < days.length && days[at]! <= last ? at : NOT_FOUND;
  }

  #periodOf(from: number, to: number): Period {
    const key = from * this.market.sessions.length + to;
    let period = this.#periods.get(key);
    if (!period) {
      const count = this.market.histories.length;
      period = { outcomes: new Uint8Array(count), shown: new Float64Array(count), between: new Map(), isFilled: false };
      if (this.#periods.size >= PERIODS_MAX) this.#periods.clear();
      this.#periods.set(key, period);
    }
    return period;
  }

  /** The period between two sessions, with what some securities earn in it. */
  between(from: number, to: number, securities: ArrayLike<number>): Period {
    const period = this.#periodOf(from, to);
    const { outcomes } = period;
    const [bought, sold] = [this.#positionsOf(from), this.#positionsOf(to)];
    for (let i = 0; i < securities.length; i++) {
      const security = securities[i]!;
      if (outcomes[security] !== 0) continue;
      this.#fill(period, security, this.#known(bought, security, from), this.#known(sold, security, to), to);
    }
    return period;
  }

  /**
   * Fills the periods between dates for all securities, those of one after the other: their closes lie side by side in memory. Too many
   * periods are left to be filled as they are asked for.
   */
  fill(dates: readonly { readonly session: number }[]): void {
    if (dates.length > PERIODS_MAX / 2) return;
    const positions = dates.map(({ session }) => this.#positionsOf(session));
    const periods = dates.slice(1).map(({ session }, at) => this.#periodOf(dates[at]!.session, session));
    if (periods.every(({ isFilled }) => isFilled)) return;
    const outcomes = periods.map((period) => period.outcomes);
    const shown = periods.map((period) => period.shown);
    for (let security = 0; security < this.market.histories.length; security++) {
      const { wealth, quotedWealth } = this.market.histories[security]!;
      const isPlain = wealth === quotedWealth;
      let bought = this.#known(positions[0]!, security, dates[0]!.session);
      for (let at = 0; at < periods.length; at++) {
        const { session } = dates[at + 1]!;
        const sold = this.#known(positions[at + 1]!, security, session);
        if (isPlain && bought >= 0 && sold >= 0) {
          outcomes[at]![security] = SOLD;
          shown[at]![security] = wealth[sold]! / wealth[bought]! - 1;
        } else if (outcomes[at]![security] === 0) this.#fill(periods[at]!, security, bought, sold, session);
        bought = sold;
      }
    }
    for (const period of periods) period.isFilled = true;
  }

  #known(positions: Int32Array, security: number, session: number): number {
    if (positions[security] === NOT_SEARCHED) positions[security] = this.#search(security, session);
    return positions[security]!;
  }

  #fill(period: Period, security: number, bought: number, sold: number, to: number): void {
    if (bought < 0) {
      period.outcomes[security] = NO_CLOSE;
      period.shown[security] = Number.NaN;
      return;
    }
    const history = this.market.histories[security]!;
    const { wealth, quotedWealth } = history;
    if (sold >= 0 && quotedWealth === wealth) {
      period.outcomes[security] = SOLD;
      period.shown[security] = wealth[sold]! / wealth[bought]! - 1;
      return;
    }
    const found = periodReturn(this.market, history, bought, to);
    const { low, high, fate } = found;
    period.outcomes[security] = outcomeOf(found);
    period.shown[security] = found.shown;
    if (low !== found.shown || high !== found.shown) period.between.set(security, { low, high, fate });
  }
}
