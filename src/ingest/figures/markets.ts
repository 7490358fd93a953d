/** How old a price may be, by the sessions of its market. */
import type { Database } from '../formats/duckdb.ts';
import type { OfSecurity } from '../join/placed.ts';
import type { Security } from '../join/securities.ts';
import type { KeptSeries } from '../sources/series.ts';

/** A price followed by more sessions of its market is stale. */
const SESSIONS_MAX = 10;
/** The same if only the last day of each series is known. */
const SERIES_DAYS_MAX = 15;
/** A whole market without a session for this many days is stale. */
const MARKET_DAYS_MAX = 30;
/** Closes delivered twice a month are at most six weeks old; the statements may reflect a split after older ones. */
const HALF_MONTH_DAYS_MAX = 60;

const marketOf = ({ fields, country, currency }: Security): string => String(fields.get('exchange') ?? `${country} ${currency}`);

/**
 * Returns the first day, by a security's index, on which its last price counts as current.
 */
export async function freshDays(
  database: Database,
  hasPrices: boolean,
  securities: readonly Security[],
  series: ReadonlyMap<number, OfSecurity<KeptSeries>>,
  asOfDay = Number.NEGATIVE_INFINITY,
): Promise<(securityIndex: number) => number> {
  const markets = securities.map(marketOf);
  const freshDay = new Map<string, number>();
  const newestDay = new Map<string, number>();
  const raise = (days: Map<string, number>, market: string, day: number): void => {
    days.set(market, Math.max(days.get(market) ?? Number.NEGATIVE_INFINITY, day));
  };
  if (hasPrices) {
    await database.run('CREATE TABLE market (name VARCHAR, securityIndex INTEGER)');
    await database.append(
      'market',
      markets.map((market, index) => [market, index]),
    );
    const rows = await database.rows(
      `SELECT name, max(day), min(day), count(*) FROM (
         SELECT name, day, row_number() OVER (PARTITION BY name ORDER BY day DESC) AS place FROM (
           SELECT DISTINCT name, "date" AS day FROM prices JOIN market ON market.securityIndex = prices.securityIndex
           WHERE reason IS NULL AND (close > 0 OR adjClose > 0)
         ) AS sessions
       ) AS placed WHERE place <= ${SESSIONS_MAX + 1} GROUP BY name ORDER BY name`,
    );
    for (const [market, newest, oldest, count] of rows) {
      raise(newestDay, String(market), Number(newest));
      if (Number(count) > SESSIONS_MAX) raise(freshDay, String(market), Number(oldest));
    }
  }
  for (const [index, bySource] of series) {
    for (const all of bySource.values())
      for (const { lastDay } of all) if (lastDay !== undefined) raise(newestDay, markets[index]!, lastDay);
  }
  for (const market of series.size > 0 ? newestDay.keys() : []) raise(freshDay, market, newestDay.get(market)! - SERIES_DAYS_MAX);
  const newest = [...newestDay.values()].reduce((latest, day) => Math.max(latest, day), Number.NEGATIVE_INFINITY);
  const ofHalfMonths = (index: number): boolean =>
    [...(series.get(index)?.values() ?? [])].flat().some((kept) => kept.isUnadjusted);
  return (index) =>
    Math.max(
      freshDay.get(markets[index]!) ?? Number.NEGATIVE_INFINITY,
      newest - MARKET_DAYS_MAX,
      ofHalfMonths(index) ? asOfDay - HALF_MONTH_DAYS_MAX : Number.NEGATIVE_INFINITY,
    );
}
