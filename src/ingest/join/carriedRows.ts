/** Usable rows of the small tables. */
import type { Rate } from '../figures/currency.ts';
import { isoDay } from '../formats/day.ts';
import { type Cell, type Database, quoteText } from '../formats/duckdb.ts';
import type { Report } from '../report/report.ts';
import { FORECAST_IDS } from '../sources/schema.ts';
import { EXCHANGE_NAMES, readSecurity, type Security } from './securities.ts';

/** Separates symbol and exchange in a key; neither contains it (securities.ts). */
const SEPARATOR = '\u001f';
const ANY_EXCHANGE = '*';
/** Index in `kept` of a symbol that several securities have. */
const AMBIGUOUS = -1;

export function symbolCounts(securities: readonly Security[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { symbol } of securities) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return counts;
}

/**
 * Creates the table `kept` (name, securityIndex) for joins: each security under symbol and exchange, and under its symbol alone if that is
 * unique.
 */
export async function keep(database: Database, securities: readonly Security[]): Promise<void> {
  const counts = symbolCounts(securities);
  const names = securities.flatMap(({ symbol, listedOn }, index): [string, number][] => [
    ...(listedOn === null ? [] : [[symbol + SEPARATOR + listedOn, index] as [string, number]]),
    ...(counts.get(symbol) === 1 ? [[symbol, index] as [string, number]] : []),
    ...(counts.get(symbol) === 1 && listedOn === null ? [[symbol + SEPARATOR + ANY_EXCHANGE, index] as [string, number]] : []),
  ]);
  const several = [...counts].flatMap(([symbol, count]): [string, number][] => (count > 1 ? [[symbol, AMBIGUOUS]] : []));
  await database.run('CREATE TABLE kept (name VARCHAR, securityIndex INTEGER)');
  await database.append('kept', [...names, ...several]);
}

/** SQL of the catalogue's code of an exchange, otherwise the source's in capitals. */
export function exchangeSql(exchange: string): string {
  const codes = [...EXCHANGE_NAMES].map(([name, code]) => `WHEN ${quoteText(name)} THEN ${quoteText(code)}`);
  return `CASE upper(${exchange}) ${codes.join(' ')} ELSE upper(${exchange}) END`;
}

/** SQL to look up symbol and exchange (both SQL) in `kept`: joins, the security's index, and the reasons for finding none. */
export function keptSql(
  symbol: string,
  exchange: string,
): { joins: string; securityIndex: string; reasons: Record<string, string> } {
  const code = exchangeSql(exchange);
  const key = (suffix: string): string => `${symbol} || chr(${SEPARATOR.charCodeAt(0)}) || ${suffix}`;
  return {
    joins: `LEFT JOIN kept AS listed ON listed.name = CASE WHEN ${exchange} IS NULL THEN ${symbol} ELSE ${key(code)} END
      LEFT JOIN kept AS single ON single.name = CASE WHEN ${exchange} IS NOT NULL THEN ${key(quoteText(ANY_EXCHANGE))} END`,
    securityIndex: 'COALESCE(listed.securityIndex, single.securityIndex)',
    reasons: {
      [SEVERAL_EXCHANGES]: `securityIndex = ${AMBIGUOUS}`,
      'symbol is not among the securities': 'securityIndex IS NULL',
    },
  };
}

const SEVERAL_EXCHANGES = 'symbol is on several exchanges: the row needs an exchange';

/** Usable securities, sorted by country, symbol and exchange. The first of two with the same symbol and exchange wins. */
export function securitiesOf(
  rows: readonly (readonly Cell[])[],
  symbols: ReadonlySet<string> | null,
  report: Report,
): Security[] {
  const byName = new Map<string, Security>();
  for (const row of rows) {
    const security = readSecurity(row);
    const place = `row ${row[0]} ${row[1] ?? ''}`.trim();
    const name = typeof security === 'string' ? '' : security.symbol + SEPARATOR + (security.listedOn ?? '');
    if (typeof security === 'string') report.drop('securities', security, [place]);
    else if (symbols && !symbols.has(security.symbol)) report.drop('securities', 'not in the list of symbols', [place]);
    else if (byName.has(name)) report.drop('securities', 'an earlier row has the same symbol', [place]);
    else {
      byName.set(name, security);
      for (const text of security.unknown) report.doubt('securities', `${text} is none of ours`, security.symbol);
    }
  }
  const keyOf = ({ country, symbol, listedOn }: Security): string => [country, symbol, listedOn ?? ''].join(SEPARATOR);
  return [...byName.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Forecasts by symbol, in the order of FORECAST_IDS. The later of two rows wins. */
export function forecastsOf(
  rows: readonly (readonly Cell[])[],
  known: ReadonlyMap<string, number>,
  report: Report,
): Map<string, number[]> {
  const forecasts = new Map<string, number[]>();
  for (const [line, symbol, ...cells] of rows) {
    const reason =
      symbol === null || symbol === undefined
        ? 'no symbol'
        : !known.has(String(symbol))
          ? 'symbol is not among the securities'
          : known.get(String(symbol)) === 1
            ? null
            : 'symbol is on several exchanges';
    if (reason !== null) report.drop('forecasts', reason, [`row ${line} ${symbol ?? ''}`.trim()]);
    else {
      if (forecasts.has(String(symbol))) report.drop('forecasts', 'a later row has the same symbol', [`${symbol}`]);
      forecasts.set(
        String(symbol),
        FORECAST_IDS.map((_, index) => Number(cells[index] ?? Number.NaN)),
      );
    }
  }
  return forecasts;
}

/** Rates up to a day. Drops and counts all other rows. */
export function ratesOf(rows: readonly (readonly Cell[])[], asOfDay: number, report: Report): Rate[] {
  return rows.flatMap(([line, currency, usdRate, date]) => {
    const drop = (reason: string): never[] => {
      report.drop('rates', reason, [`row ${line} ${currency ?? ''}`.trim()]);
      return [];
    };
    if (currency === null || currency === undefined) return drop('no currency');
    if (!(Number(usdRate) > 0)) return drop('usdRate is not above 0');
    const day = date === null || date === undefined ? Number.NEGATIVE_INFINITY : Number(date);
    return day > asOfDay
      ? drop(`later than ${isoDay(asOfDay)}`)
      : [{ currency: String(currency), usdRate: Number(usdRate), day }];
  });
}
