/** One security's row: its company fields and every number that travels, from what the sources say of it. */
import { FIELD_IDS, VECTOR_IDS } from '../catalogue/catalogue.ts';
import { MONTHS } from '../catalogue/codes.ts';
import { SOURCE_FLAGS, STATEMENT_CURRENCY } from '../catalogue/company.ts';
import { STATISTIC_COLUMNS } from '../catalogue/statistics.ts';
import type { FieldValue } from '../wire/indexing.ts';
import { type SourceFlags, writeSourceFlags } from '../wire/sourceFlags.ts';
import type { Rates } from './currency.ts';
import { dividendsYield, growthOf } from './growth.ts';
import { type Period, STATEMENT_IDS } from './period.ts';
import { closeNear, type Sessions, statisticsOf } from './prices.ts';
import { FORECAST_IDS, SNAPSHOT_IDS } from './schema.ts';
import type { Security } from './securities.ts';
import { figuresOf, type History, historyOf } from './statements.ts';

const DAY_SECONDS = 86_400;
/** A fiscal year that ends in the first days of a month is one of the month before, moved to a weekday. */
const MONTH_DRIFT_DAYS = 7;

const POSITIONS: ReadonlyMap<string, number> = new Map(VECTOR_IDS.map((id, index) => [id, index]));
const positionsOf = (ids: readonly string[]): readonly number[] => ids.map((id) => POSITIONS.get(id)!);
const STATEMENT_POSITIONS = positionsOf(STATEMENT_IDS);
const STATISTIC_POSITIONS = positionsOf(STATISTIC_COLUMNS.map(({ id }) => id));

export interface Row {
  /** In FIELD_IDS order. */
  readonly fields: readonly FieldValue[];
  /** In VECTOR_IDS order, NaN for missing. */
  readonly values: Float64Array;
  /** Latest day that a price or a statement is of, in days since 1970-01-01; negative infinity when there is neither. */
  readonly latestDay: number;
}

/**
 * @param periods in the currency of the security
 * @param forecasts in the order of FORECAST_IDS, per share as prices are quoted
 * @param asOfDay nothing later counts; rates are of this day where there is no price
 */
export function rowOf(
  security: Security,
  periods: readonly Period[],
  sessions: Sessions,
  forecasts: readonly number[],
  rates: Rates,
  asOfDay: number,
): Row {
  const values = new Float64Array(VECTOR_IDS.length).fill(Number.NaN);
  const flags = new Map<string, number>();
  const put = (id: string, value: number): void => {
    const position = POSITIONS.get(id);
    if (position === undefined) throw new Error(`${id} does not travel`);
    values[position] = value;
  };
  const value = (id: string): number => values[POSITIONS.get(id)!] ?? Number.NaN;
  const fill = (id: string, filling: number): void => {
    if (Number.isNaN(value(id))) put(id, filling);
  };
  const history = historyOf(periods);
  if (history) putStatements(history, sessions, values, flags, put);
  for (const id of SNAPSHOT_IDS) if (id !== 'marketCapitalization') fill(id, security.snapshot[id]);
  const lastDay = sessions.days.at(-1);
  const usdRate = rates.usdRate(security.currency, lastDay ?? asOfDay);
  put('usdRate', usdRate);
  if (lastDay !== undefined) putPrices(sessions, lastDay, usdRate, values, put);
  const byShares = sessions.isLastAdjusted ? Number.NaN : value('close') * value('commonStockSharesOutstanding');
  const [marketCapitalization] = [security.snapshot.marketCapitalization, byShares, value('marketCapitalization')].filter(
    (cap) => cap > 0,
  );
  put('marketCapitalization', marketCapitalization ?? Number.NaN);
  const shareFlags = flags.get('commonStockSharesOutstanding');
  if (shareFlags !== undefined && marketCapitalization === byShares) flags.set('marketCapitalization', shareFlags);
  for (const [index, id] of FORECAST_IDS.entries()) {
    const forecast = forecasts[index] ?? Number.NaN;
    put(id, id === 'analystTargetPrice' ? forecast / security.divisor : forecast);
  }
  putDerivedForecasts(value, put);
  return {
    fields: fieldsOf(security, history, flags, asOfDay),
    values,
    latestDay: Math.max(lastDay ?? Number.NEGATIVE_INFINITY, history?.latestDay ?? Number.NEGATIVE_INFINITY),
  };
}

type Put = (id: string, value: number) => void;

function putStatements(history: History, sessions: Sessions, values: Float64Array, flags: Map<string, number>, put: Put): void {
  const figures = figuresOf(history);
  for (const [index, position] of STATEMENT_POSITIONS.entries()) {
    values[position] = figures.values[index]!;
    if (figures.flags[index] !== 0) flags.set(STATEMENT_IDS[index]!, figures.flags[index]!);
  }
  const growth = growthOf(history.annuals, history.quarters, history.latestDay);
  for (const [id, { rate, flags: bits }] of Object.entries(growth)) {
    put(id, rate);
    if (bits !== 0) flags.set(id, bits);
  }
  put(
    'fiveYearsDividendsYield',
    dividendsYield(history.annuals, (day) => closeNear(sessions, day)),
  );
}

function putPrices(sessions: Sessions, lastDay: number, usdRate: number, values: Float64Array, put: Put): void {
  put('close', sessions.lastClose);
  put('volume', sessions.volumes.at(-1)!);
  put('date', lastDay * DAY_SECONDS);
  const statistics = statisticsOf(sessions, usdRate);
  for (const [index, position] of STATISTIC_POSITIONS.entries()) values[position] = statistics[index]!;
}

const RATING_IDS = ['StrongSell', 'Sell', 'Hold', 'Buy', 'StrongBuy'].map((rating) => `analystRating${rating}`);

/** The two forecast columns that follow from the eight delivered ones (domain, section 3.2). */
function putDerivedForecasts(value: (id: string) => number, put: Put): void {
  const close = value('close');
  put('analystTargetUpside', close > 0 ? value('analystTargetPrice') / close - 1 : Number.NaN);
  const ratings = RATING_IDS.map(value);
  const count = ratings.reduce((sum, rating) => sum + rating, 0);
  const score = ratings.reduce((sum, rating, index) => sum + (index + 1) * rating, 0);
  put('analystRatingScore', count > 0 ? score / count : Number.NaN);
}

function fieldsOf(security: Security, history: History | null, flags: SourceFlags, asOfDay: number): FieldValue[] {
  const given = security.fields.get('latestQuarter') ?? null;
  const latestDay = history?.latestDay ?? (typeof given === 'number' && given <= asOfDay ? given : null);
  const isLatest = ({ day }: Period): boolean => day === history?.latestDay;
  const latest = history?.annuals.find(isLatest) ?? history?.halves.find(isLatest) ?? history?.quarters.find(isLatest);
  const yearEnd = history?.annuals.at(-1)?.day;
  return FIELD_IDS.map((id) => {
    const field = security.fields.get(id) ?? null;
    if (id === 'latestQuarter') return latestDay === null ? null : latestDay * DAY_SECONDS;
    if (id === SOURCE_FLAGS) return writeSourceFlags(flags);
    if (id === STATEMENT_CURRENCY) return latest?.currency ?? null;
    return id === 'fiscalYearEnd' && field === null && yearEnd !== undefined ? monthOfDay(yearEnd) : field;
  });
}

function monthOfDay(day: number): string | null {
  const date = new Date(day * DAY_SECONDS * 1000);
  const month = date.getUTCMonth() - (date.getUTCDate() <= MONTH_DRIFT_DAYS ? 1 : 0);
  return MONTHS.at(month) ?? null;
}
