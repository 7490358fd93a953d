import { WINDOWS, type Window } from './codes.ts';
import type { Better, ColumnRow, Display, Unit } from './column.ts';

interface Metric {
  readonly name: string;
  readonly unit: Unit;
  readonly display: Display;
  readonly better: Better;
  readonly definedAs: string;
  readonly source: string;
  readonly windows: readonly Window[];
}

/** The price statistics, each over the last w sessions of a split- and dividend-adjusted close. */
export const METRICS: readonly Metric[] = [
  {
    name: 'rateBack',
    unit: 'ratio',
    display: 'rateBack',
    better: 'higher',
    definedAs: 'close[t] / close[t-w]',
    source: 'definition of a gross holding-period return; CFA Quantitative Methods',
    windows: WINDOWS,
  },
  {
    name: 'rsi',
    unit: 'score',
    display: 'number',
    better: 'neutral',
    definedAs: '100 * G / (G + L), Wilder-smoothed average gain G and loss L, period 21',
    source: 'Wilder (1978)',
    windows: [21],
  },
  {
    name: 'momentumZscore',
    unit: 'score',
    display: 'score',
    better: 'higher',
    definedAs: 'sum(ln r) / (sd(ln r) * sqrt(w)), over the last w daily log returns',
    source:
      't-statistic of the mean daily log return; Moskowitz, Ooi & Pedersen (2012) volatility-scaled momentum; MSCI Momentum methodology for the name',
    windows: WINDOWS,
  },
  {
    name: 'pemstd',
    unit: 'percent',
    display: 'percent',
    better: 'lower',
    definedAs:
      'per day: exponentially weighted sample sd of the last w simple daily returns, alpha = 2/(w+1); times sqrt(252) per year',
    source: 'pandas ewm(span=w).std(); RiskMetrics (1996)',
    windows: WINDOWS,
  },
  {
    name: 'zscore',
    unit: 'score',
    display: 'score',
    better: 'neutral',
    definedAs: '(close[t] - mean) / sd, over the last w closes',
    source: 'standard score; Bollinger (2001) uses the same distance',
    windows: WINDOWS,
  },
  {
    name: 'rateToMax',
    unit: 'percent',
    display: 'percent',
    better: 'higher',
    definedAs: 'close[t] / max of the last w closes',
    source: 'George & Hwang (2004)',
    windows: WINDOWS,
  },
  {
    name: 'minToRate',
    unit: 'percent',
    display: 'percent',
    better: 'lower',
    definedAs: 'min of the last w closes / close[t]',
    source: 'mirror of rateToMax',
    windows: WINDOWS,
  },
  {
    name: 'illiq',
    unit: 'ratio',
    display: 'percentPerBillion',
    better: 'lower',
    definedAs: '1e6 * mean of |r| / (price * volume in US dollars) over the last w sessions',
    source: 'Amihud (2002)',
    windows: WINDOWS,
  },
];

/** Id of a price statistic, such as `stats.252.rateBack`. */
export function statisticId(window: Window, metric: string): string {
  return `stats.${window}.${metric}`;
}

/** The price statistics: seven metrics over five windows, and the RSI over 21 sessions. */
export const STATISTIC_COLUMNS: readonly ColumnRow[] = WINDOWS.flatMap((window) =>
  METRICS.filter((metric) => metric.windows.includes(window)).map(
    ({ name, unit, display, better, definedAs, source }): ColumnRow => ({
      id: statisticId(window, name),
      kind: 'statistic',
      group: 'PriceAggregates',
      unit,
      display,
      better,
      definedAs,
      missingWhen: 'too few sessions, or the stated denominator is 0',
      source,
    }),
  ),
);
