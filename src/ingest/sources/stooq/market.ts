/** What the path and the ticker of a file of Stooq's archive say of a security. */

interface Market {
  readonly country: string;
  /** What its prices are quoted in, where all of them are. */
  readonly currency: string | null;
  /** The unit of those in the country's own currency, where it is a hundredth. */
  readonly unit?: string;
  /** The symbol as Yahoo and FinanceDatabase write it. */
  symbol(ticker: string): string;
}

/** By the suffix of the ticker; Polish ones have none. Symbols become those of Yahoo, so that sources join. */
const MARKETS: Readonly<Record<string, Market>> = {
  us: { country: 'US', currency: 'USD', symbol: (ticker) => ticker },
  uk: { country: 'GB', currency: null, unit: 'GBX', symbol: (ticker) => `${ticker}.L` },
  de: { country: 'DE', currency: 'EUR', symbol: (ticker) => `${ticker}.DE` },
  jp: { country: 'JP', currency: 'JPY', symbol: (ticker) => `${ticker}.T` },
  hk: { country: 'HK', currency: 'HKD', symbol: (ticker) => `${ticker.padStart(4, '0')}.HK` },
  hu: { country: 'HU', currency: 'HUF', symbol: (ticker) => `${ticker}.BD` },
  pl: { country: 'PL', currency: 'PLN', symbol: (ticker) => `${ticker}.WA` },
};
/** Word before “stocks” or “etfs” in the folder's name → exchange; the “bse” of Hungary is Budapest's. */
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
/** Folders of what is neither a stock nor a fund. */
export const OTHER_FOLDER =
  /(?:^|\/)(?:[a-z0-9 ]*)(?:indices|currencies|cryptocurrencies|bonds|futures|money market|commodities|macro)[^/]*\//i;
const TICKER = /^(?<ticker>[A-Z0-9^&_-]{1,24})(?:\.(?<suffix>[A-Z]{2}))?$/;

/** What the path and the ticker say of a security, or why it is none of ours. */
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
