/** Computes a security's row: its company fields and every published number. */
import { FIELD_IDS, VECTOR_IDS } from '../../catalogue/catalogue.ts';
import { MONTHS } from '../../catalogue/codes.ts';
import { STATEMENT_CURRENCY } from '../../catalogue/company.ts';
import { type Flag, flagBit } from '../../catalogue/flag.ts';
import { STATISTIC_COLUMNS } from '../../catalogue/statistics.ts';
import type { FieldValue } from '../../wire/indexing.ts';
import { DAY_SECONDS } from '../formats/day.ts';
import type { Security } from '../join/securities.ts';
import { FORECAST_IDS, SNAPSHOT_IDS } from '../sources/schema.ts';
import { isCloseOfOldShares, isCountUnsure } from './closeShares.ts';
import { type Continuity, continuityOf } from './continuity.ts';
import { RATE_DAYS_MAX, type Rates } from './currency.ts';
import { dividendsYield, growthOf } from './growth.ts';
import { IS_MONEY, type Period, STATEMENT_IDS } from './period.ts';
import { changeOfCount, changeOfUnit } from './plausibility.ts';
import { closeNear, type Sessions, statisticsOf } from './prices.ts';
import { inLastShares, inOtherShares, lastCountDay, ratioSince, SHARE_IDS } from './splits.ts';
import { type Figures, figuresOf, type History, historyOf, type PeriodsBehind, periodsBehind } from './statements.ts';

/** A fiscal year that ends in the first days of a month belongs to the previous month, moved to a weekday. */
const MONTH_DRIFT_DAYS = 7;

const POSITIONS: ReadonlyMap<string, number> = new Map(VECTOR_IDS.map((id, index) => [id, index]));
const positionsOf = (ids: readonly string[]): readonly number[] => ids.map((id) => POSITIONS.get(id)!);
const STATEMENT_POSITIONS = positionsOf(STATEMENT_IDS);
const STATISTIC_POSITIONS = positionsOf(STATISTIC_COLUMNS.map(({ id }) => id));

export interface Row {
  /** In FIELD_IDS order, without the flags. */
  readonly fields: readonly FieldValue[];
  /** In VECTOR_IDS order, NaN for missing. */
  readonly values: Float64Array;
  /** Flag bits by column id. */
  readonly flags: Map<string, number>;
  /** Latest day of a price or statement, in days since 1970-01-01; negative infinity without either. */
  readonly latestDay: number;
  /** For a snapshot with statements: the periods of its figures. */
  readonly behind: PeriodsBehind | null;
}

/** Statistics that depend on the dollar rate. */
const DOLLAR_IDS = STATISTIC_COLUMNS.map(({ id }) => id).filter((id) => id.endsWith('.illiq'));
const PRICE_IDS = ['close', 'volume', 'marketCapitalization', 'analystTargetUpside', ...STATISTIC_COLUMNS.map(({ id }) => id)];
export const MONEY_IDS: readonly string[] = STATEMENT_IDS.filter((_, index) => IS_MONEY[index]);
/** If shares × price differ from the stated market value by more than this, one of them is in another unit. */
const CAPITALIZATION_FACTOR = 20;
/** Within this fraction of the stated market value, shares × price show that a depositary receipt is one share. */
const RECEIPT_SHARE = 0.25;

type Put = (id: string, value: number) => void;
type Doubt = (table: 'securities' | 'statements' | 'prices', finding: string) => void;

/** A row's numbers under construction, with their flags. */
class RowFigures {
  readonly values = new Float64Array(VECTOR_IDS.length).fill(Number.NaN);
  readonly flags = new Map<string, number>();

  readonly value = (id: string): number => this.values[POSITIONS.get(id)!] ?? Number.NaN;

  readonly put: Put = (id, value) => {
    const position = POSITIONS.get(id);
    if (position === undefined) throw new Error(`${id} does not travel`);
    this.values[position] = value;
  };

  fill(id: string, filling: number): void {
    if (Number.isNaN(this.value(id))) this.put(id, filling);
  }

  /** Flags those columns that have a value. */
  flag(ids: readonly string[], name: Flag): void {
    for (const id of ids) if (!Number.isNaN(this.value(id))) this.addBits(id, flagBit(name));
  }

  addBits(id: string, bits: number): void {
    this.flags.set(id, (this.flags.get(id) ?? 0) | bits);
  }
}

/** Known facts of a historical snapshot. Its rates are of `asOfDay`. */
export interface Known {
  /** Implies that the periods are already on the share basis of the last close. */
  readonly continuity: Continuity;
}

/**
 * @param periods in the currency of the security
 * @param forecasts in the order of FORECAST_IDS, per share as prices are quoted
 * @param asOfDay nothing later counts; day of the rates if there is no price
 * @param freshDay first day on which a last price counts as current
 * @param doubt called with each finding
 * @param known for a historical snapshot, what an ingest has to infer
 */
export function rowOf(
  security: Security,
  periods: readonly Period[],
  sessions: Sessions,
  forecasts: readonly number[],
  rates: Rates,
  asOfDay: number,
  freshDay: number,
  doubt: Doubt,
  known: Known | null = null,
): Row {
  const figures = new RowFigures();
  const continuity = known?.continuity ?? continuityOf(sessions, periods);
  const own = inListedShares(security, known ? periods : inLastShares(periods, continuity.splits));
  const { history, statements, behind } = known ? knownFigures(own) : reported(own, false);
  if (history && statements) putStatements(history, statements, continuity, figures);
  flagChangesOfUnit(figures, periods, own, doubt);
  if (security.shareKind === 'preferred') {
    for (const id of [...SHARE_IDS, 'commonStockSharesOutstandingPriorYear', 'fiveYearsDividendsYield'])
      figures.put(id, Number.NaN);
    doubt('securities', 'a preferred share: no share count, amount per share or market value of the common shares');
  }
  for (const id of SNAPSHOT_IDS) if (id !== 'marketCapitalization') figures.fill(id, security.snapshot[id]);
  const lastDay = sessions.days.at(-1);
  const rateDay = known ? asOfDay : (lastDay ?? asOfDay);
  const usdRate = rates.usdRate(security.currency, rateDay);
  figures.put('usdRate', usdRate);
  if (lastDay !== undefined) putPrices(continuity, lastDay, usdRate, figures);
  putMarketValue(figures, security, sessions, periods, continuity, doubt);
  if (Number.isFinite(continuity.unsettledDay))
    doubt('prices', 'a close that changes by the ratio of a split and is not adjusted: statistics over it are missing');
  for (const [index, id] of FORECAST_IDS.entries()) {
    const forecast = forecasts[index] ?? Number.NaN;
    figures.put(id, id === 'analystTargetPrice' ? forecast / security.divisor : forecast);
  }
  putDerivedForecasts(figures.value, figures.put);
  if (lastDay !== undefined && lastDay < freshDay) {
    figures.flag(PRICE_IDS, 'stalePrice');
    doubt('prices', 'the last price is older than ten sessions of its market: flagged');
  }
  if (rates.ageDays(security.currency, rateDay) > RATE_DAYS_MAX) figures.flag(['usdRate', ...DOLLAR_IDS], 'stalePrice');
  return {
    fields: fieldsOf(security, history, asOfDay),
    values: figures.values,
    flags: figures.flags,
    latestDay: Math.max(lastDay ?? Number.NEGATIVE_INFINITY, history?.latestDay ?? Number.NEGATIVE_INFINITY),
    behind,
  };
}

function flagChangesOfUnit(figures: RowFigures, periods: readonly Period[], own: readonly Period[], doubt: Doubt): void {
  if (changeOfUnit(periods)) {
    figures.flag(MONEY_IDS, 'inconsistent');
    doubt('statements', 'amounts are in another unit than those of the report before: flagged');
  }
  if (changeOfCount(own)) {
    figures.flag(SHARE_IDS, 'inconsistent');
    doubt('statements', 'share counts are in another unit than those of the report before: flagged');
  }
}

/** Market value as stated, otherwise shares × last close, flagged if the two disagree or the share count is doubtful. */
function putMarketValue(
  figures: RowFigures,
  security: Security,
  sessions: Sessions,
  periods: readonly Period[],
  { unsettledDay, unsureDay }: Continuity,
  doubt: Doubt,
): void {
  const { value, flags } = figures;
  const countDay = lastCountDay(periods);
  const isUnsettled = Number.isFinite(countDay) && unsettledDay > countDay;
  // Without volumes a split can't be told from a fall: count and close may be on different share bases.
  const isUntold = isUnsettled && sessions.volumes.every(Number.isNaN);
  const isOld = isCloseOfOldShares(periods, sessions);
  const byShares =
    sessions.isLastAdjusted || isUntold || isOld ? Number.NaN : value('close') * value('commonStockSharesOutstanding');
  const stated = [security.snapshot.marketCapitalization, value('marketCapitalization')].find((cap) => cap > 0) ?? Number.NaN;
  const isPreferred = security.shareKind === 'preferred';
  const isUnknownReceipt =
    security.shareKind === 'receipt' && Number.isNaN(security.adrRatio) && !(Math.abs(byShares / stated - 1) <= RECEIPT_SHARE);
  const isOwnCount = !isPreferred && !isUnknownReceipt;
  const [marketCapitalization] = [security.snapshot.marketCapitalization, isOwnCount ? byShares : Number.NaN, stated].filter(
    (cap) => cap > 0,
  );
  figures.put('marketCapitalization', marketCapitalization ?? Number.NaN);
  if (isPreferred) figures.flag(['marketCapitalization', ...SHARE_IDS], 'inconsistent');
  if (isUnknownReceipt) {
    figures.flag([...SHARE_IDS, 'fiveYearsDividendsYield'], 'inconsistent');
    doubt(
      'securities',
      'a depositary receipt without adrRatio: no market value is made of its price, and amounts per share are flagged',
    );
  }
  const apart = Math.abs(Math.log(byShares / stated));
  const isUnsure = isCountUnsure(periods, sessions) || (Number.isFinite(countDay) && unsureDay > countDay);
  if (isUnsettled || isOld || isUnsure) figures.flag(SHARE_IDS, 'inconsistent');
  if (isOld)
    doubt('prices', 'a close before a split that a later filing tells of: no market value, figures per share are flagged');
  if (isUnsure && !isOld)
    doubt('prices', 'the close and the share count may be on both sides of a split: figures per share are flagged');
  if (isOwnCount && apart > Math.log(CAPITALIZATION_FACTOR)) figures.flag([...SHARE_IDS, 'close'], 'inconsistent');
  // Flows newer than the share count don't make the count doubtful.
  const shareFlags = (flags.get('commonStockSharesOutstanding') ?? 0) & ~flagBit('mixedPeriods');
  if (shareFlags !== 0 && marketCapitalization === byShares) figures.addBits('marketCapitalization', shareFlags);
  if (apart > Math.log(CAPITALIZATION_FACTOR)) figures.flag(['marketCapitalization'], 'inconsistent');
}

/** Converts share counts and per-share amounts to depositary receipts where the listing is one. */
function inListedShares({ shareKind, adrRatio }: Security, periods: readonly Period[]): readonly Period[] {
  return shareKind === 'receipt' && adrRatio > 0 ? periods.map((period) => inOtherShares(period, 1 / adrRatio)) : periods;
}

interface Reported {
  readonly history: History | null;
  readonly statements: Figures | null;
  readonly behind: PeriodsBehind | null;
}

function reported(periods: readonly Period[], isOfNewest: boolean): Reported {
  const history = historyOf(periods);
  return {
    history,
    statements: history && figuresOf(history, isOfNewest),
    behind: history && isOfNewest ? periodsBehind(history) : null,
  };
}

const knownReports = new WeakMap<readonly Period[], Reported>();
/** Several snapshots share the same periods. */
function knownFigures(periods: readonly Period[]): Reported {
  const known = knownReports.get(periods) ?? reported(periods, true);
  knownReports.set(periods, known);
  return known;
}

function putStatements(
  history: History,
  statements: Figures,
  { sessions, splits }: Continuity,
  { values, flags, put }: RowFigures,
): void {
  for (const [index, position] of STATEMENT_POSITIONS.entries()) {
    values[position] = statements.values[index]!;
    if (statements.flags[index] !== 0) flags.set(STATEMENT_IDS[index]!, statements.flags[index]!);
  }
  const rates = {
    ...growthOf(history.annuals, history.quarters, history.latestDay),
    fiveYearsDividendsYield: dividendsYield(history.annuals, (day) => closeNear(sessions, day) / ratioSince(splits, day)),
  };
  for (const [id, { rate, flags: bits }] of Object.entries(rates)) {
    put(id, rate);
    if (bits !== 0) flags.set(id, bits);
  }
}

function putPrices(
  { sessions, flags: doubts }: Continuity,
  lastDay: number,
  usdRate: number,
  { values, flags, put }: RowFigures,
): void {
  put('close', sessions.lastClose);
  put('volume', sessions.volumes.at(-1)!);
  put('date', lastDay * DAY_SECONDS);
  const statistics = statisticsOf(sessions, usdRate);
  for (const [index, position] of STATISTIC_POSITIONS.entries()) {
    values[position] = statistics[index]!;
    if (doubts[index] !== 0 && !Number.isNaN(statistics[index])) flags.set(STATISTIC_COLUMNS[index]!.id, doubts[index]!);
  }
}

const RATING_IDS = ['StrongSell', 'Sell', 'Hold', 'Buy', 'StrongBuy'].map((rating) => `analystRating${rating}`);

/** The two forecast columns derived from the eight delivered ones (domain section 3.2). */
function putDerivedForecasts(value: (id: string) => number, put: Put): void {
  const close = value('close');
  put('analystTargetUpside', close > 0 ? value('analystTargetPrice') / close - 1 : Number.NaN);
  const ratings = RATING_IDS.map(value);
  const count = ratings.reduce((sum, rating) => sum + rating, 0);
  const score = ratings.reduce((sum, rating, index) => sum + (index + 1) * rating, 0);
  put('analystRatingScore', count > 0 ? score / count : Number.NaN);
}

function fieldsOf(security: Security, history: History | null, asOfDay: number): FieldValue[] {
  const given = security.fields.get('latestQuarter') ?? null;
  const latestDay = history?.latestDay ?? (typeof given === 'number' && given <= asOfDay ? given : null);
  const isLatest = ({ day }: Period): boolean => day === history?.latestDay;
  const latest = history?.annuals.find(isLatest) ?? history?.halves.find(isLatest) ?? history?.quarters.find(isLatest);
  const yearEnd = history?.annuals.at(-1)?.day;
  return FIELD_IDS.map((id) => {
    const field = security.fields.get(id) ?? null;
    if (id === 'latestQuarter') return latestDay === null ? null : latestDay * DAY_SECONDS;
    if (id === STATEMENT_CURRENCY) return latest?.currency ?? null;
    return id === 'fiscalYearEnd' && field === null && yearEnd !== undefined ? monthOfDay(yearEnd) : field;
  });
}

function monthOfDay(day: number): string | null {
  const date = new Date(day * DAY_SECONDS * 1000);
  const month = date.getUTCMonth() - (date.getUTCDate() <= MONTH_DRIFT_DAYS ? 1 : 0);
  return MONTHS.at(month) ?? null;
}
