/** Derives a security from path and ticker of a file of Stooq's archive. */

interface Market {
  readonly country: string;
  /** Null if prices are quoted in several currencies. */
  readonly currency: string | null;
  /** Unit of prices in the country's own currency, if it is a hundredth. */
  readonly unit?: string;
  symbol(ticker: string): string;
}

/** By the ticker's suffix; Polish ones have none. Symbols are converted to Yahoo's, so that sources can be joined. */
const MARKETS: Readonly<Record<string, Market>> = {
  us: { country: 'US', currency: 'USD', symbol: (ticker) => ticker },
  uk: { country: 'GB', currency: null, unit: 'GBX', symbol: (ticker) => `${ticker}.L` },
  de: { country: 'DE', currency: 'EUR', symbol: (ticker) => `${ticker}.DE` },
  jp: { country: 'JP', currency: 'JPY', symbol: (ticker) => `${ticker}.T` },
  hk: { country: 'HK', currency: 'HKD', symbol: (ticker) => `${ticker.padStart(4, '0')}.HK` },
  hu: { country: 'HU', currency: 'HUF', symbol: (ticker) => `${ticker}.BD` },
  pl: { country: 'PL', currency: 'PLN', symbol: (ticker) => `${ticker}.WA` },
};
/** Exchange by market and the word before “stocks” or “etfs” in the folder's name; Hungary's “bse” is Budapest's. */
const EXCHANGES: Readonly<Record<string, string>> = {
  'us nasdaq': 'NASDAQ',
  'us nyse': 'NYSE',
  'us nysemkt': 'AMEX',
  'uk lse': 'LSE',
  'de xetra': 'XETRA',
  'jp tse': 'JPX',
  'hk hkex': 'HKSE',
};
const FOLDER = /(?:^|\/)(?<market>[a-z]{2})\/(?<exchange>[a-z0-9]*) ?(?<kind>stocks|etfs)(?:\s[^/]*)?\//i;
/** Folders of other instruments than stocks and funds. */
export const OTHER_FOLDER =
  /(?:^|\/)(?:[a-z0-9 ]*)(?:indices|currencies|cryptocurrencies|bonds|futures|money market|commodities|macro)[^/]*\//i;
const TICKER = /^(?<ticker>[A-Z0-9^&_-]{1,24})(?:\.(?<suffix>[A-Z]{2}))?$/;

/** Returns a security, or the reason why the file is skipped. */
export function securityOf(
  name: string,
  ticker: string,
): { readonly symbol: string; readonly row: Readonly<Record<string, string | null>> } | string {
  const found = TICKER.exec(ticker)?.groups;
  if (!found) return 'files whose name is not a ticker';
  const folder = FOLDER.exec(`/${name}`)?.groups;
  const suffix = (found.suffix ?? folder?.market ?? 'pl').toLowerCase();
  const market = Object.hasOwn(MARKETS, suffix) ? MARKETS[suffix] : undefined;
  if (!market) return `files of the market .${suffix}, which is not among ours`;
  const symbol = market.symbol(found.ticker!);
  return {
    symbol,
    row: {
      symbol,
      country: market.country,
      type: folder?.kind?.toLowerCase() === 'etfs' ? 'Etf' : 'Equity',
      exchange: EXCHANGES[`${suffix} ${folder?.exchange?.toLowerCase() ?? ''}`] ?? null,
      currency: market.currency,
      priceCurrency: market.unit ?? market.currency,
    },
  };
}
