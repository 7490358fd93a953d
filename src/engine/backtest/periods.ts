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

/** Return of cash between the closes of two days. */
export type CashReturn = (from: number, to: number) => number;

/** Returns between two trades by security. Money that waits for a late close, or has been paid out before the second trade, is cash. */
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
  readonly #cashReturn: CashReturn;
  /** Session numbers of each security's first and last close; the last is −1 without any close. */
  readonly #firstSessions: Int32Array;
  readonly #lastSessions: Int32Array;
  readonly #periods = new Map<number, Period>();

  constructor(market: Market, cashReturn: CashReturn) {
    this.market = market;
    this.#cashReturn = cashReturn;
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
      this.#fill(period, security, from, to);
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
      } else if (outcomes[security] === 0) this.#fill(periods[at]!, security, from, to);
    }
  }

  #fill(period: Period, security: number, from: number, to: number): void {
    const [bought, sold] = [this.positionOf(security, from), this.positionOf(security, to)];
    if (bought < 0) {
      period.outcomes[security] = NO_CLOSE;
      period.shown[security] = Number.NaN;
      return;
    }
    const history = this.market.histories[security]!;
    const { days, wealth, quotedWealth } = history;
    const day = this.market.sessions[from]!;
    if (sold >= 0 && quotedWealth === wealth && days[bought] === day) {
      period.outcomes[security] = SOLD;
      period.shown[security] = wealth[sold]! / wealth[bought]! - 1;
      return;
    }
    const found = this.#withCash(periodReturn(this.market, history, bought, to), day, this.market.sessions[to]!);
    const { low, high, fate, shown } = found;
    period.outcomes[security] = outcomeOf(found);
    period.shown[security] = shown;
    if (low !== shown || high !== shown) period.between.set(security, { low, high, fate });
  }

  /** A return with that of the cash before a late purchase, and behind an end. */
  #withCash(found: PeriodReturn, from: number, to: number): PeriodReturn {
    const { start, end, fate } = found;
    const waiting = start > from ? this.#cashReturn(from, Math.min(start, to)) : 0;
    const idle = fate !== 'sold' && end < to ? this.#cashReturn(end, to) : 0;
    if (waiting === 0 && idle === 0) return found;
    const grown = (value: number): number => (1 + value) * (1 + waiting) * (1 + idle) - 1;
    return { ...found, low: grown(found.low), shown: grown(found.shown), high: grown(found.high) };
  }
}
