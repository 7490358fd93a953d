/** Closed lists of the domain. Names of countries, currencies and months come from the platform's Intl, not from here. */

export const GROUPS = [
  'CompanyInformation',
  'PriceAggregates',
  'CondensedFundamentalData',
  'MarketValueRatios',
  'ProfitabilityRatios',
  'PerformanceRatios',
  'GrowthData',
  'ForecastData',
  'SpecialFormulas',
  'LiquidityRatios',
  'SolvencyRatios',
  'EfficiencyRatios',
  'CostRatios',
  'CashFlowRatios',
  'IncomeStatement',
  'CashFlowStatement',
  'BalanceSheet',
] as const;
export type Group = (typeof GROUPS)[number];

export const SECURITY_TYPES = ['Equity', 'Etf'] as const;
export type SecurityType = (typeof SECURITY_TYPES)[number];

/** Lengths of the price statistics, in trading days: about a week, a month, a quarter, a year, five years. */
export const WINDOWS = [5, 21, 63, 252, 1260] as const;
export type Window = (typeof WINDOWS)[number];

export const SECTORS = [
  'Miscellaneous',
  'Materials',
  'Communication Services',
  'Consumer Cyclical',
  'Consumer Defensive',
  'Energy',
  'Financials',
  'Health Care',
  'Industrials',
  'Real Estate',
  'Information Technology',
  'Utilities',
] as const;
export type Sector = (typeof SECTORS)[number];

/** Each industry belongs to one sector. */
export const INDUSTRIES = {
  Miscellaneous: ['Exchange-Traded Funds', 'Shell Companies & SPACs', 'Unclassified'],
  Materials: ['Chemicals', 'Construction Materials', 'Containers & Packaging', 'Metals & Mining', 'Paper & Forest Products'],
  'Communication Services': [
    'Diversified Telecommunication',
    'Wireless Telecommunication',
    'Media & Advertising',
    'Entertainment & Gaming',
    'Interactive Media & Platforms',
  ],
  'Consumer Cyclical': [
    'Automobile Manufacturers',
    'Automobile Components',
    'Household Durables & Homebuilding',
    'Leisure Products',
    'Textiles, Apparel & Luxury Goods',
    'Hotels, Restaurants & Leisure',
    'Education & Consumer Services',
    'Broadline & Online Retail',
    'Specialty Retail & Distributors',
  ],
  'Consumer Defensive': [
    'Food & Staples Retail',
    'Beverages',
    'Food Products',
    'Tobacco',
    'Household Products',
    'Personal Care Products',
  ],
  Energy: ['Energy Equipment & Services', 'Oil, Gas & Consumable Fuels'],
  Financials: ['Banks', 'Insurance', 'Capital Markets', 'Consumer Finance', 'Diversified Financial Services', 'Mortgage REITs'],
  'Health Care': [
    'Biotechnology',
    'Pharmaceuticals',
    'Health Care Equipment & Supplies',
    'Health Care Providers & Services',
    'Health Care Technology',
    'Life Sciences Tools & Services',
  ],
  Industrials: [
    'Aerospace & Defense',
    'Building Products',
    'Construction & Engineering',
    'Electrical Equipment',
    'Industrial Conglomerates',
    'Machinery',
    'Trading Companies & Distributors',
    'Commercial Services & Supplies',
    'Professional Services',
    'Air Freight & Logistics',
    'Passenger Airlines',
    'Marine Transportation',
    'Ground Transportation',
    'Transportation Infrastructure',
  ],
  'Real Estate': [
    'Diversified & Specialized REITs',
    'Industrial REITs',
    'Office REITs',
    'Residential REITs',
    'Retail REITs',
    'Real Estate Management & Development',
  ],
  'Information Technology': [
    'IT Services',
    'Software',
    'Communications Equipment',
    'Computer Hardware & Storage',
    'Electronic Equipment & Components',
    'Semiconductors & Equipment',
  ],
  Utilities: [
    'Electric Utilities',
    'Gas Utilities',
    'Water Utilities',
    'Multi-Utilities',
    'Independent & Renewable Power Producers',
  ],
} as const satisfies Record<Sector, readonly string[]>;

export interface Exchange {
  readonly code: string;
  readonly mic: readonly string[];
  readonly countries: readonly string[];
  readonly currency: string;
  readonly timezone: string;
  /** Regular session in local time. */
  readonly session: string;
}

/** Code, market identifiers, countries, currency, time zone and session. PNK is OTC Markets, AMEX is NYSE American with Arca's ETFs. */
const EXCHANGE_ROWS = [
  ['PNK', 'PINX OTCM', 'US', 'USD', 'America/New_York', '09:30-16:00'],
  ['NASDAQ', 'XNAS', 'US', 'USD', 'America/New_York', '09:30-16:00'],
  ['NYSE', 'XNYS', 'US', 'USD', 'America/New_York', '09:30-16:00'],
  ['BSE', 'XBOM', 'IN', 'INR', 'Asia/Kolkata', '09:15-15:30'],
  ['XETRA', 'XETR', 'DE', 'EUR', 'Europe/Berlin', '09:00-17:30'],
  ['LSE', 'XLON', 'GB', 'GBP', 'Europe/London', '08:00-16:30'],
  ['AMEX', 'XASE ARCX', 'US', 'USD', 'America/New_York', '09:30-16:00'],
  ['HKSE', 'XHKG', 'HK', 'HKD', 'Asia/Hong_Kong', '09:30-12:00, 13:00-16:00'],
  ['JPX', 'XTKS', 'JP', 'JPY', 'Asia/Tokyo', '09:00-11:30, 12:30-15:30'],
  ['ASX', 'XASX', 'AU', 'AUD', 'Australia/Sydney', '10:00-16:00'],
  ['SHZ', 'XSHE', 'CN', 'CNY', 'Asia/Shanghai', '09:30-11:30, 13:00-15:00'],
  ['NSE', 'XNSE', 'IN', 'INR', 'Asia/Kolkata', '09:15-15:30'],
  [
    'EURONEXT',
    'XPAR XAMS XBRU XLIS XDUB XMIL XOSL',
    'FR NL BE PT IE IT NO',
    'EUR (NOK in Oslo)',
    'Europe/Paris',
    '09:00-17:30 (CET)',
  ],
  ['SHH', 'XSHG', 'CN', 'CNY', 'Asia/Shanghai', '09:30-11:30, 13:00-15:00'],
  ['TSX', 'XTSE', 'CA', 'CAD', 'America/Toronto', '09:30-16:00'],
] as const;

// The page does not read the tables; without the marks their rows are in its first scripts.
export const EXCHANGES: readonly Exchange[] = /* @__PURE__ */ EXCHANGE_ROWS.map(
  ([code, mic, countries, currency, timezone, session]) => ({
    code,
    mic: mic.split(' '),
    countries: countries.split(' '),
    currency,
    timezone,
    session,
  }),
);

/** Trading currencies, ISO 4217. Securities that trade in others are not included. */
export const CURRENCIES = [
  'EUR',
  'USD',
  'CNY',
  'BRL',
  'CAD',
  'CHF',
  'GBP',
  'JPY',
  'HKD',
  'AUD',
  'INR',
  'SEK',
  'NOK',
  'DKK',
  'SGD',
  'KRW',
  'TWD',
  'NZD',
  'MXN',
  'ZAR',
  'ILS',
  'PLN',
  'THB',
  'IDR',
  'MYR',
  'PHP',
  'TRY',
  'RUB',
  'ARS',
] as const;
export type Currency = (typeof CURRENCIES)[number];

export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly region: string;
}

/** Countries with their currencies by region. */
const REGIONS: Readonly<Record<string, readonly string[]>> = {
  'Northern America': ['US USD, CA CAD, BM BMD, GL DKK'],
  'Latin America and the Caribbean': [
    'MX MXN, BR BRL, AR ARS, CL CLP, CO COP, PE PEN, UY UYU, VE VES, PA USD, CR CRC, PR USD, JM JMD, TT TTD, BB BBD',
    'BS BSD, BZ BZD, KY KYD, VG USD, CW XCG, FK FKP',
  ],
  Europe: [
    'GB GBP, IE EUR, DE EUR, FR EUR, NL EUR, BE EUR, LU EUR, AT EUR, CH CHF, LI CHF, IT EUR, ES EUR, PT EUR, GR EUR',
    'CY EUR, MT EUR, MC EUR, DK DKK, FO DKK, SE SEK, NO NOK, FI EUR, IS ISK, EE EUR, LV EUR, LT EUR, PL PLN, CZ CZK',
    'SK EUR, HU HUF, SI EUR, HR EUR, RS RSD, MK MKD, BG EUR, RO RON, UA UAH, RU RUB, GG GBP, JE GBP, IM GBP, GI GIP',
  ],
  'Middle East': ['TR TRY, IL ILS, SA SAR, AE AED, QA QAR, KW KWD, BH BHD, OM OMR, JO JOD'],
  'Central Asia and Caucasus': ['GE GEL, AZ AZN, KZ KZT, KG KGS'],
  Africa: [
    'EG EGP, MA MAD, TN TND, ZA ZAR, NA NAD, BW BWP, MZ MZN, ZM ZMW, MU MUR, KE KES, NG NGN, GH GHS, CI XOF, SN XOF',
    'GA XAF',
  ],
  Asia: [
    'CN CNY, HK HKD, MO MOP, TW TWD, JP JPY, KR KRW, MN MNT, IN INR, PK PKR, BD BDT, LK LKR, SG SGD, MY MYR, TH THB',
    'ID IDR, PH PHP, VN VND, KH KHR, MM MMK',
  ],
  Oceania: ['AU AUD, NZ NZD, PG PGK, MH USD'],
};

export const COUNTRIES: readonly Country[] = /* @__PURE__ */ Object.entries(REGIONS).flatMap(([region, lines]) =>
  lines.flatMap((line) =>
    line.split(', ').map((pair) => {
      const [code, currency] = pair.split(' ') as [string, string];
      return { code, currency, region };
    }),
  ),
);

/** Stored names of the fiscal year's last month. */
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
export type Month = (typeof MONTHS)[number];

export const SORT_DIRECTIONS = ['None', 'Ascending', 'Descending'] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];
