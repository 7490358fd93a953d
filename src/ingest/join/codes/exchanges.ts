/** Maps Yahoo's exchange codes, which FinanceDatabase also uses, to the catalogue's exchanges, countries and currencies. */

export interface Listing {
  /** Null for an exchange that the catalogue lacks. */
  readonly exchange: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 4217 code of the main trading currency. */
  readonly currency: string;
  /** Whether at least four in five of its companies are domestic, so that one without a stated country is assumed to be. */
  readonly isDomestic: boolean;
}

type Row = readonly [codes: string, exchange: string | null, country: string, currency: string, share: 'domestic' | 'mixed'];

/** Shares of domestic companies counted in FinanceDatabase's equities of August 2026. */
const ROWS: readonly Row[] = [
  ['NMS NCM NGM NAS NIM NAE', 'NASDAQ', 'US', 'USD', 'domestic'],
  ['NYQ NYS', 'NYSE', 'US', 'USD', 'domestic'],
  ['ASE PCX', 'AMEX', 'US', 'USD', 'mixed'],
  ['PNK OBB OQB OQX OEM OID', 'PNK', 'US', 'USD', 'mixed'],
  ['BTS', null, 'US', 'USD', 'mixed'],
  ['BSE BOM', 'BSE', 'IN', 'INR', 'domestic'],
  ['NSE NSI', 'NSE', 'IN', 'INR', 'domestic'],
  ['GER', 'XETRA', 'DE', 'EUR', 'mixed'],
  ['BER DUS FRA HAM HAN MUN STU', null, 'DE', 'EUR', 'mixed'],
  ['LSE IOB', 'LSE', 'GB', 'GBP', 'mixed'],
  ['AQS', null, 'GB', 'GBP', 'mixed'],
  ['HKG', 'HKSE', 'HK', 'HKD', 'mixed'],
  ['JPX', 'JPX', 'JP', 'JPY', 'domestic'],
  ['FKA SAP', null, 'JP', 'JPY', 'domestic'],
  ['ASX', 'ASX', 'AU', 'AUD', 'domestic'],
  ['SHZ', 'SHZ', 'CN', 'CNY', 'domestic'],
  ['SHH', 'SHH', 'CN', 'CNY', 'domestic'],
  ['TOR', 'TSX', 'CA', 'CAD', 'domestic'],
  ['VAN CNQ', null, 'CA', 'CAD', 'domestic'],
  ['NEO', null, 'CA', 'CAD', 'mixed'],
  ['PAR', 'EURONEXT', 'FR', 'EUR', 'domestic'],
  ['AMS', 'EURONEXT', 'NL', 'EUR', 'mixed'],
  ['BRU', 'EURONEXT', 'BE', 'EUR', 'domestic'],
  ['LIS', 'EURONEXT', 'PT', 'EUR', 'domestic'],
  ['ISE', 'EURONEXT', 'IE', 'EUR', 'domestic'],
  ['MIL', 'EURONEXT', 'IT', 'EUR', 'mixed'],
  ['ENX', 'EURONEXT', 'FR', 'EUR', 'mixed'],
  ['OSL', 'EURONEXT', 'NO', 'NOK', 'domestic'],
  ['TLO', null, 'IT', 'EUR', 'mixed'],
  ['VIE', null, 'AT', 'EUR', 'mixed'],
  ['EBS', null, 'CH', 'CHF', 'mixed'],
  ['MCE', null, 'ES', 'EUR', 'domestic'],
  ['ATH', null, 'GR', 'EUR', 'domestic'],
  ['HEL', null, 'FI', 'EUR', 'domestic'],
  ['STO SAT', null, 'SE', 'SEK', 'domestic'],
  ['CPH', null, 'DK', 'DKK', 'domestic'],
  ['ICE', null, 'IS', 'ISK', 'domestic'],
  ['TAL', null, 'EE', 'EUR', 'domestic'],
  ['RIS', null, 'LV', 'EUR', 'domestic'],
  ['LIT', null, 'LT', 'EUR', 'domestic'],
  ['BUD', null, 'HU', 'HUF', 'mixed'],
  ['PRA', null, 'CZ', 'CZK', 'mixed'],
  ['WSE', null, 'PL', 'PLN', 'domestic'],
  ['IST', null, 'TR', 'TRY', 'domestic'],
  ['MCX', null, 'RU', 'RUB', 'domestic'],
  ['TLV', null, 'IL', 'ILS', 'domestic'],
  ['SAU', null, 'SA', 'SAR', 'domestic'],
  ['DOH', null, 'QA', 'QAR', 'domestic'],
  ['CAI', null, 'EG', 'EGP', 'domestic'],
  ['JNB', null, 'ZA', 'ZAR', 'domestic'],
  ['KSC KOE', null, 'KR', 'KRW', 'domestic'],
  ['TAI TWO', null, 'TW', 'TWD', 'domestic'],
  ['SET', null, 'TH', 'THB', 'domestic'],
  ['JKT', null, 'ID', 'IDR', 'domestic'],
  ['KLS', null, 'MY', 'MYR', 'mixed'],
  ['SES', null, 'SG', 'SGD', 'domestic'],
  ['CSE', null, 'LK', 'LKR', 'mixed'],
  ['NZE', null, 'NZ', 'NZD', 'domestic'],
  ['SAO', null, 'BR', 'BRL', 'mixed'],
  ['MEX', null, 'MX', 'MXN', 'mixed'],
  ['BUE', null, 'AR', 'ARS', 'mixed'],
  ['SGO', null, 'CL', 'CLP', 'mixed'],
  ['CCS', null, 'VE', 'VES', 'mixed'],
];

export const LISTINGS: ReadonlyMap<string, Listing> = new Map(
  ROWS.flatMap(([codes, exchange, country, currency, share]) =>
    codes.split(' ').map((code) => [code, { exchange, country, currency, isDomestic: share === 'domestic' }] as const),
  ),
);
