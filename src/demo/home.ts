import type { Symbols } from './identifiers.ts';
import type { Place } from './places.ts';
import type { CountryMarket } from './prices.ts';

/** Shared by all securities of a country. */
export interface Home {
  readonly country: string;
  readonly region: string;
  readonly place: Place;
  readonly market: CountryMarket;
  readonly symbols: Symbols;
  readonly seed: number;
  /** Epoch seconds of the last session, and of all sessions. */
  readonly asOf: number;
  readonly dates: Float64Array;
}
