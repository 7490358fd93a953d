/** Reads rows of the securities table: maps company fields to the catalogue's values or returns why a row can't be used. */
import { HEADER_IDS } from '../../catalogue/catalogue.ts';
import { COUNTRIES, CURRENCIES, EXCHANGES, MONTHS, SECTORS, type SecurityType } from '../../catalogue/codes.ts';
import type { FieldValue } from '../../wire/indexing.ts';
import { majorUnit } from '../figures/currency.ts';
import type { Cell } from '../formats/duckdb.ts';
import { type SNAPSHOT_IDS, TABLE_COLUMNS } from '../sources/schema.ts';
import { type ShareKind, shareKindOf } from './shareKind.ts';

export interface Security {
  readonly symbol: string;
  /** Texts of fields that are none of the catalogue's values, such as `sector “Energie”`: the field is empty or Miscellaneous. */
  readonly unknown: readonly string[];
  /** Exchange: the catalogue's code, otherwise the source's in capitals; null if the source states none. */
  readonly listedOn: string | null;
  readonly country: string;
  readonly currency: string;
  /** Divisor of per-share amounts: 100 if they are in pence, cents or agorot. */
  readonly divisor: 1 | 100;
  /** Divisor of prices, whose unit may be stated separately; 0 if they are in another currency and can't be used. */
  readonly priceDivisor: 0 | 1 | 100;
  readonly shareKind: ShareKind;
  /** Common shares per depositary receipt; NaN if the source doesn't state it. */
  readonly adrRatio: number;
  /** Company fields by id; latestQuarter in days since 1970-01-01. */
  readonly fields: ReadonlyMap<string, FieldValue>;
  readonly snapshot: Readonly<Record<(typeof SNAPSHOT_IDS)[number], number>>;
}

/** Reported of prices with the divisor 0. */
export const OTHER_UNIT = "the prices are in another currency than the security's, or in an unknown unit: they are not used";

const SYMBOL_CHARS_MAX = 64;
/** Some vendors separate share classes by one slash; anything else that looks like a path is not a symbol. */
const PATH_SYMBOL = /[\\\p{Cc}]|^\/|\.\.|\/.*\//u;

const COUNTRY_CURRENCIES = new Map(COUNTRIES.map(({ code, currency }) => [code, currency]));
const EXCHANGE_CURRENCIES = new Map(EXCHANGES.map(({ code, currency }) => [code, currency]));
/** The catalogue's codes by vendors' codes and MICs. */
export const EXCHANGE_NAMES = new Map<string, string>([
  ...EXCHANGES.flatMap(({ code, mic }) => [code, ...mic].map((name) => [name, code] as const)),
  ...['NMS', 'NCM', 'NGM', 'NAS', 'XNGS', 'XNCM', 'XNMS'].map((name) => [name, 'NASDAQ'] as const),
  ...['NYQ', 'NYS'].map((name) => [name, 'NYSE'] as const),
  ...['ASE', 'PCX', 'NYSEARCA', 'NYSE ARCA', 'NYSE AMERICAN', 'NYSE MKT'].map((name) => [name, 'AMEX'] as const),
  ...['OTC', 'OTCMKTS', 'PINK'].map((name) => [name, 'PNK'] as const),
  ['GER', 'XETRA'],
  ['HKG', 'HKSE'],
  ['TOR', 'TSX'],
  ['NSI', 'NSE'],
  ['BOM', 'BSE'],
  ['TYO', 'JPX'],
  ...['PAR', 'AMS', 'BRU', 'LIS', 'ISE', 'MIL', 'OSL'].map((name) => [name, 'EURONEXT'] as const),
]);

/** Sectors by vendors' names (domain section 6.1), in lower case. */
export const SECTOR_NAMES = new Map<string, string>([
  ...SECTORS.map((sector) => [sector.toLowerCase(), sector] as const),
  ['technology', 'Information Technology'],
  ['healthcare', 'Health Care'],
  ['financial services', 'Financials'],
  ['financial', 'Financials'],
  ['basic materials', 'Materials'],
  ['consumer discretionary', 'Consumer Cyclical'],
  ['consumer staples', 'Consumer Defensive'],
  ['communication', 'Communication Services'],
  ['communications', 'Communication Services'],
  ['telecommunications', 'Communication Services'],
  ['telecommunication services', 'Communication Services'],
  ['telecommunications services', 'Communication Services'],
]);

const TYPE_NAMES: ReadonlyMap<string, SecurityType> = new Map([
  ['', 'Equity'],
  ['equity', 'Equity'],
  ['stock', 'Equity'],
  ['common stock', 'Equity'],
  ['etf', 'Etf'],
  ['exchange traded fund', 'Etf'],
]);
const TRUE_NAMES = ['true', 't', 'yes', 'y', '1'];
const FALSE_NAMES = ['false', 'f', 'no', 'n', '0'];

const COLUMN_IDS = TABLE_COLUMNS.securities.map(({ id }) => id);

/**
 * @param row row number, then the table's columns in order
 * @returns the security, or the reason why it can't be used
 */
export function readSecurity(row: readonly Cell[]): Security | string {
  const cells = new Map(COLUMN_IDS.map((id, index) => [id, row[index + 1] ?? null]));
  const text = (id: string): string | null => (cells.get(id) === null ? null : String(cells.get(id)));
  const number = (id: string): number => Number(cells.get(id) ?? Number.NaN);
  const symbol = text('symbol');
  if (symbol === null) return 'no symbol';
  if (symbol.length > SYMBOL_CHARS_MAX) return 'the symbol is too long';
  if (PATH_SYMBOL.test(symbol)) return 'the symbol has a path in it';
  const country = text('country')?.toUpperCase() ?? null;
  if (country === null) return 'no country';
  const ofCountry = COUNTRY_CURRENCIES.get(country);
  if (ofCountry === undefined) return `country ${country} is not among ours`;
  const type = TYPE_NAMES.get(text('type')?.toLowerCase() ?? '');
  if (type === undefined) return `type ${text('type')} is neither Equity nor Etf`;
  const exchange = EXCHANGE_NAMES.get(text('exchange')?.toUpperCase() ?? '') ?? null;
  const code = text('currency') ?? currencyOf(exchange, ofCountry);
  const { currency, divisor } = majorUnit(code);
  const priceUnit = majorUnit(text('priceCurrency') ?? code);
  if (!CURRENCIES.includes(currency as (typeof CURRENCIES)[number])) return `currency ${code} is not among ours`;
  const read: Record<string, FieldValue> = {
    symbol,
    country,
    type,
    exchange,
    currency,
    sector: SECTOR_NAMES.get(text('sector')?.toLowerCase() ?? '') ?? 'Miscellaneous',
    industry: text('industry') ?? (type === 'Etf' ? 'Exchange-Traded Funds' : null),
    fiscalYearEnd: monthOf(text('fiscalYearEnd')),
    isAdr: truthOf(text('isAdr')),
    latestQuarter: cells.get('latestQuarter') ?? null,
  };
  const unknown = ['exchange', 'sector', 'fiscalYearEnd', 'isAdr'].flatMap((id) => {
    const isRead = id === 'sector' ? SECTOR_NAMES.has(text(id)?.toLowerCase() ?? '') : read[id] !== null;
    return text(id) === null || isRead ? [] : [`${id} “${text(id)}”`];
  });
  return {
    symbol,
    unknown,
    listedOn: exchange ?? text('exchange')?.toUpperCase() ?? null,
    country,
    currency,
    divisor,
    priceDivisor: priceUnit.currency === currency ? priceUnit.divisor : 0,
    shareKind: shareKindOf(symbol, text('name') ?? '', type === 'Etf', truthOf(text('isAdr'))),
    adrRatio: number('adrRatio') > 0 ? number('adrRatio') : Number.NaN,
    fields: new Map(HEADER_IDS.map((id) => [id, id in read ? (read[id] ?? null) : text(id)])),
    snapshot: {
      marketCapitalization: number('marketCapitalization'),
      dilutedEPSTTM: number('dilutedEPSTTM') / divisor,
      dividendPerShare: number('dividendPerShare') / divisor,
      beta: number('beta'),
    },
  };
}

/** An exchange's currency; the country's if the exchange has several or is unknown. */
function currencyOf(exchange: string | null, ofCountry: string): string {
  const ofExchange = exchange === null ? undefined : EXCHANGE_CURRENCIES.get(exchange);
  return ofExchange === undefined || ofExchange.includes(ofCountry) ? ofCountry : ofExchange.slice(0, 3);
}

function truthOf(text: string | null): boolean | null {
  const word = text?.toLowerCase() ?? '';
  return TRUE_NAMES.includes(word) ? true : FALSE_NAMES.includes(word) ? false : null;
}

/** Parses a month by name, its first three letters or number, also with a day as in 12-31. */
function monthOf(text: string | null): string | null {
  if (text === null) return null;
  const named = MONTHS.find((month) => text.length >= 3 && month.toLowerCase().startsWith(text.toLowerCase()));
  const number = /^-{0,2}(\d{1,2})(?:[-/]?\d{1,2})?$/.exec(text)?.[1];
  return named ?? MONTHS[Number(number ?? Number.NaN) - 1] ?? null;
}
