/** The rows of the small tables that can be carried. */
import { type Rate, Rates } from './currency.ts';
import { isoDay } from './day.ts';
import type { Cell, Database } from './duckdb.ts';
import type { Report } from './report.ts';
import { FORECAST_IDS } from './schema.ts';
import { readSecurity, type Security } from './securities.ts';

/** Symbols of the securities that are carried, for the joins in the database. */
export async function keep(database: Database, securities: readonly Security[]): Promise<void> {
  await database.run('CREATE TABLE kept (symbol VARCHAR, securityIndex INTEGER)');
  await database.append(
    'kept',
    securities.map(({ symbol }, index) => [symbol, index]),
  );
}

/** Securities that can be carried, by country and symbol. Of two of a symbol the first counts. */
export function securitiesOf(
  rows: readonly (readonly Cell[])[],
  symbols: ReadonlySet<string> | null,
  report: Report,
): Security[] {
  const bySymbol = new Map<string, Security>();
  for (const row of rows) {
    const security = readSecurity(row);
    const place = `row ${row[0]} ${row[1] ?? ''}`.trim();
    if (typeof security === 'string') report.drop('securities', security, [place]);
    else if (symbols && !symbols.has(security.symbol)) report.drop('securities', 'not in the list of symbols', [place]);
    else if (bySymbol.has(security.symbol)) report.drop('securities', 'an earlier row has the same symbol', [place]);
    else bySymbol.set(security.symbol, security);
  }
  return [...bySymbol.values()].sort((a, b) =>
    a.country === b.country ? (a.symbol < b.symbol ? -1 : 1) : a.country < b.country ? -1 : 1,
  );
}

/** The forecasts by symbol, in the order of FORECAST_IDS. Of two rows of a symbol the latter counts. */
export function forecastsOf(
  rows: readonly (readonly Cell[])[],
  known: ReadonlySet<string>,
  report: Report,
): Map<string, number[]> {
  const forecasts = new Map<string, number[]>();
  for (const [line, symbol, ...cells] of rows) {
    const reason =
      symbol === null || symbol === undefined
        ? 'no symbol'
        : known.has(String(symbol))
          ? null
          : 'symbol is not among the securities';
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

/** The rates of a table, and the reference rates before them. */
export function ratesOf(rows: readonly (readonly Cell[])[], reference: readonly Rate[], asOfDay: number, report: Report): Rates {
  const usable = rows.flatMap(([line, currency, usdRate, date]) => {
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
  return new Rates([...reference, ...usable]);
}
