/** The identity of a security: a stable id, and its listings by symbol, exchange and period. */

export const END_REASONS = ['merged', 'delisted', 'bankrupt', 'renamed', 'expired'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Days are days since 1970-01-01, inclusive. */
export interface Listing {
  readonly id: string;
  readonly symbol: string;
  /** Our code of the exchange, else the source's in capitals; null when unknown. */
  readonly exchange: string | null;
  readonly from: number;
  /** Positive infinity while listed. */
  readonly to: number;
  readonly reason: EndReason | null;
  /** Delisting return: payout ÷ last close − 1; NaN when unknown. */
  readonly endReturn: number;
}

const order = (a: Listing, b: Listing): number => a.from - b.from || (a.id < b.id ? -1 : a.id > b.id ? 1 : a.to - b.to);
const meet = (a: Listing, b: Listing): boolean => a.from <= b.to && b.from <= a.to;

/** The listings of all securities. A security without any counts as listed whenever it has a close. */
export class Listings {
  readonly #byId = new Map<string, Listing[]>();
  readonly #bySymbol = new Map<string, Listing[]>();

  /** @throws when two securities share a symbol and an exchange on the same day */
  constructor(listings: Iterable<Listing>) {
    for (const listing of [...listings].sort(order)) {
      const named = this.#bySymbol.get(listing.symbol) ?? [];
      const rival = named.find(
        (other) =>
          other.id !== listing.id &&
          meet(other, listing) &&
          (other.exchange === listing.exchange || other.exchange === null || listing.exchange === null),
      );
      if (rival) throw new Error(`listings: the symbol ${listing.symbol} is of ${rival.id} and of ${listing.id} on the same day`);
      this.#bySymbol.set(listing.symbol, [...named, listing]);
      this.#byId.set(listing.id, [...(this.#byId.get(listing.id) ?? []), listing]);
    }
  }

  get ids(): Iterable<string> {
    return this.#byId.keys();
  }

  /** The listings of a security, by first day. */
  of(id: string): readonly Listing[] {
    return this.#byId.get(id) ?? [];
  }

  /** The listing in force on a day; null when there is none, undefined for a security without any listing. */
  at(id: string, day: number): Listing | null | undefined {
    const own = this.#byId.get(id);
    return own === undefined ? undefined : (own.find(({ from, to }) => from <= day && day <= to) ?? null);
  }

  /** The listings under a symbol, by first day. */
  named(symbol: string): readonly Listing[] {
    return this.#bySymbol.get(symbol) ?? [];
  }

  knows(symbol: string): boolean {
    return this.#bySymbol.has(symbol);
  }

  /**
   * The security listed under a symbol on a day; null for none, or if several exchanges list the symbol and none is given.
   * @param exchange as in a listing
   */
  idOf(symbol: string, day: number, exchange: string | null = null): string | null {
    const holders = (this.#bySymbol.get(symbol) ?? []).filter(
      (listing) =>
        listing.from <= day &&
        day <= listing.to &&
        (exchange === null || listing.exchange === null || listing.exchange === exchange),
    );
    const ids = new Set(holders.map(({ id }) => id));
    return ids.size === 1 ? holders[0]!.id : null;
  }
}
