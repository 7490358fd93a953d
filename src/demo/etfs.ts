import { SESSIONS_MAX } from '../ingest/figures/statistics.ts';
import type { Block } from './block.ts';
import { listingFields } from './company.ts';
import { drawFund } from './funds.ts';
import type { Home } from './home.ts';
import { drawCusip, drawNational, isinOf } from './identifiers.ts';
import { drawStaleSessions } from './issuer.ts';
import { drawFundListings, type Listing } from './listings.ts';
import { simulate } from './prices.ts';
import type { Random } from './random.ts';
import { quoted, RATES } from './rates.ts';

/** Price of a fund's unit in median share prices of its market. */
const PRICE_SHARES = 1.6;
const YOUNG_SHARE = 0.26;

/** Generates a fund and adds its listings to the block. */
export function addFund(block: Block, home: Home, random: Random): void {
  const fund = drawFund(home.region, home.place.city, random);
  const cusip = home.country === 'US' ? drawCusip(random) : null;
  const isin = isinOf(home.country, cusip ?? drawNational(random));
  const sessionCount = random.chance(YOUNG_SHARE) ? 3 + random.whole(SESSIONS_MAX - 3) : SESSIONS_MAX;
  const staleSessions = drawStaleSessions(random);
  const pathSeed = random.bits();
  const listings = drawFundListings(home.country, random);
  const first = RATES[(listings[0] as Listing).currency];
  const priceUsd = PRICE_SHARES * first.price * first.usd * random.spread(0.6);
  for (const listing of listings) {
    const { usd } = RATES[listing.currency];
    const close = quoted(priceUsd / usd, listing.currency);
    const shares = Math.round(fund.assetsUsd / usd / close / 1000 + 1) * 1000;
    const series = simulate(
      home.market[fund.sector],
      {
        close,
        beta: fund.beta,
        noise: fund.noise,
        drift: 0,
        sessionCount,
        staleSessions,
        medianVolume: shares * 0.006 * random.spread(1) * listing.activity,
        idleShare: fund.assetsUsd < 8e6 ? 0.25 : 0,
        dividendYield: fund.dividendYield,
        pathSeed,
      },
      random,
    );
    const fields = {
      symbol: home.symbols.draw(listing.exchange, home.country, fund.root, random),
      name: fund.name,
      type: 'Etf',
      country: home.country,
      sector: 'Miscellaneous',
      industry: 'Exchange-Traded Funds',
      cusip,
      isin,
      website: `https://www.${fund.root.toLowerCase()}-funds.example`,
      description: fund.description,
      ...listingFields(listing),
    };
    const figures = {
      close,
      volume: series.volumes.at(-1) ?? 0,
      date: home.dates[home.dates.length - 1 - staleSessions] ?? home.asOf,
      usdRate: usd,
      marketCapitalization: close * shares,
      commonStockSharesOutstanding: shares,
      dividendPerShare: close * fund.dividendYield,
      ...(sessionCount > 252 && { beta: fund.beta * random.spread(0.08) }),
      ...(sessionCount === SESSIONS_MAX && { fiveYearsDividendsYield: fund.dividendYield * random.spread(0.1) }),
    };
    if (!block.add(fields, figures, series)) return;
  }
}
