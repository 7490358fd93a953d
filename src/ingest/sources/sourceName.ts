export const SOURCE_NAMES = [
  'tables',
  'sec',
  'sec-datasets',
  'alphavantage',
  'financedatabase',
  'stooq',
  'tiingo',
  'eodhd',
  'fails',
] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];
