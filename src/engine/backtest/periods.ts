/** Caches returns between trades: all backtests of a history read the same periods. */
import { firstAtLeast, type Market } from './market.ts';
import { type Fate, type PeriodReturn, periodReturn, SEARCH_SESSIONS, tradeAt } from './periodReturn.ts';

/** Cached periods: about 110 MB for 12,000 securities. */
const PERIODS_MAX = 1024;

/** Outcomes of a security in a period; 0 until computed. */
export const NO_CLOSE = 1;
export const SOLD = 2;
/** The period ended without a sale, with the same return on all curves. */
export const ENDED = 3;
/** As the previous two, with returns that differ between the curves. */
export const SOLD_BETWEEN = 4;
export const ENDED_BETWEEN = 5;

function outcomeOf({ fate, low, shown, high }: PeriodReturn): number {
  const isCertain = low === shown && shown === high;
  if (fate === 'sold') return isCertain ? SOLD : SOLD_BETWEEN;
  return isCertain ? ENDED : ENDED_BETWEEN;
}

/** Returns between two trades by security. */
export interface Period {
  /** One of the constants above. */
  readonly outcomes: Uint8Array;
  readonly shown: Float64Array;
  /** Where the curves differ. */
  readonly between: Map<number, { readonly low: number; readonly high: number; readonly fate: Fate }>;
  /** True once all securities are computed. */
  isFilled: boolean;
}

export class Periods {
  readonly market: Market;
  /** Session numbers of each security's first and last close; the last is −1 without any close. */
  readonly #firstSessions: Int32Array;
  readonly #lastSessions: Int32Array;
  readonly #periods = new Map<number, Period>();

  constructor(market: Market) {
    this.market = market;
    const { sessions, histories } = market;
    this.#firstSessions = Int32Array.from(histories, ({ days }) => (days.length > 0 ? firstAtLeast(sessions, days[0]!) : 0));
    this.#lastSessions = Int32Array.from(histories, ({ days }) => (days.length > 0 ? firstAtLeast(sessions, days.at(-1)!) : -1));
  }

  /** As {@link tradeAt}. */
  positionOf(security: number, session: number): number {
    const first = this.#firstSessions[security]!;
    if (session > this.#lastSessions[security]! || session + SEARCH_SESSIONS < first) return -1;
    const { sessions, histories } = this.market;
    const history = histories[security]!;
    // Without gaps, the position follows from the first session.
    const guess = session - first;
    const isGuessed = guess >= 0 && guess < history.days.length && history.days[guess] === sessions[session];
    return isGuessed ? guess : tradeAt(sessions, history, session);
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

  /** The period between two sessions, with the returns of `securities` computed. */
  between(from: number, to: number, securities: ArrayLike<number>): Period {
    const period = this.#periodOf(from, to);
    if (period.isFilled) return period;
    const { outcomes } = period;
    for (let i = 0; i < securities.length; i++) {
      const security = securities[i]!;
      if (outcomes[security] !== 0) continue;
      this.#fill(period, security, this.positionOf(security, from), this.positionOf(security, to), to);
    }
    return period;
  }

  /**
   * Fills the periods between dates for all securities, one security after the other, because its closes are contiguous in memory.
   * Too many periods are filled on demand instead.
   */
  fill(dates: readonly { readonly session: number }[]): void {
    if (dates.length > PERIODS_MAX / 2) return;
    const periods = dates.slice(1).map(({ session }, at) => this.#periodOf(dates[at]!.session, session));
    if (periods.every(({ isFilled }) => isFilled)) return;
    const sessions = Int32Array.from(dates, ({ session }) => session);
    for (let security = 0; security < this.market.histories.length; security++) this.#fillAll(security, sessions, periods);
    for (const period of periods) period.isFilled = true;
  }

  #fillAll(security: number, sessions: Int32Array, periods: readonly Period[]): void {
    const { days, wealth, quotedWealth } = this.market.histories[security]!;
    const [first, last] = [this.#firstSessions[security]!, this.#lastSessions[security]!];
    const hasAllCloses = days.length === last - first + 1 && wealth === quotedWealth;
    for (let at = 0; at < periods.length; at++) {
      const { outcomes, shown } = periods[at]!;
      const [from, to] = [sessions[at]!, sessions[at + 1]!];
      if (hasAllCloses && from >= first && to <= last) {
        outcomes[security] = SOLD;
        shown[security] = wealth[to - first]! / wealth[from - first]! - 1;
      } else if (outcomes[security] === 0)
        this.#fill(periods[at]!, security, this.positionOf(security, from), this.positionOf(security, to), to);
    }
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
