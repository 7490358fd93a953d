/** Published signals that the catalogue can express: each one's claim, and its performance over a history. */
import { stepColumns } from '../steps/language.ts';
import { parseScreen } from '../steps/text.ts';
import type { BacktestRunner } from './runner.ts';
import type { Rebalancing } from './schedule.ts';
import { type SignalReport, signalReport } from './signalReport.ts';

export interface Claim {
  /** Monthly return of the first group less the last, as a fraction; annual figures are divided by 12. Groups and weights are the paper's. */
  readonly spread: number;
  /** t statistic of the spread; null when the paper gives none. */
  readonly t: number | null;
}

export interface PublishedSignal {
  readonly name: string;
  /** A sort that puts the rows claimed to earn more first. */
  readonly text: string;
  /** Null when the figure has not been verified against the publication or a table of it; docs/backtest.md says how the others were. */
  readonly claim: Claim | null;
  /** First and last year of the sample. */
  readonly from: number;
  readonly to: number;
  /** Authors, title, journal, year. */
  readonly source: string;
  /** Table, groups and weights of the claim, and what was subtracted if it is not a plain difference. Empty without a claim. */
  readonly place: string;
}

type Line = readonly [
  name: string,
  text: string,
  claim: readonly [spread: number, t: number | null] | null,
  from: number,
  to: number,
  source: string,
  place: string,
];

const FRENCH = 'Kenneth French’s data library';
const JEGADEESH_TITMAN = 'Jegadeesh and Titman, Returns to Buying Winners and Selling Losers, JF 48, 1993';

const LINES: readonly Line[] = [
  [
    'size',
    'sort marketCapitalization asc',
    [0.0027, 1.71],
    1963,
    1991,
    'Fama and French, Common Risk Factors in the Returns on Stocks and Bonds, JFE 33, 1993',
    `${FRENCH}, SMB of July 1963 to December 1991`,
  ],
  [
    'size, smallest 50 stocks',
    'sort marketCapitalization asc',
    [0.0101, 3.07],
    1926,
    1975,
    'Banz, The Relationship between Return and Market Value of Common Stocks, JFE 9, 1981',
    'table 3, α1 of n = 50, CAPM alpha, equal weights',
  ],
  [
    'book to market',
    'sort priceToBookRatio asc',
    [0.0038, 2.76],
    1963,
    1991,
    'Fama and French, Common Risk Factors in the Returns on Stocks and Bonds, JFE 33, 1993',
    `${FRENCH}, HML of July 1963 to December 1991`,
  ],
  [
    'low price to earnings',
    'sort priceToEarningsRatio asc',
    [0.0058, null],
    1957,
    1971,
    'Basu, Investment Performance of Common Stocks in Relation to Their Price-Earnings Ratios, JF 32, 1977',
    'table 1, average annual rates, fifths, equal weights',
  ],
  [
    'operating cash flow to price',
    'sort priceToCashFlowRatio asc',
    [0.01275, 2.77],
    1973,
    1997,
    'Desai, Rajgopal and Venkatachalam, Value-Glamour and Accruals Mispricing: One Anomaly or Two?, Accounting Review 79, 2004',
    'table 2E, R1, fifths, equal weights',
  ],
  [
    'enterprise multiple',
    'sort enterpriseValueToEbitda asc',
    [0.0095, 6.54],
    1963,
    2009,
    'Loughran and Wellman, New Evidence on the Relation between the Enterprise Multiple and Average Stock Returns, JFQA 46, 2011',
    'table 3B, CAPM alpha, tenths, equal weights',
  ],
  [
    'net payout yield',
    'sort shareholderYield desc',
    [0.0037, 2.83],
    1984,
    2003,
    'Boudoukh, Michaely, Richardson and Roberts, On the Importance of Measuring Payout Yield, JF 62, 2007',
    'table 6D, alpha of three factors, tenths, equal weights',
  ],
  [
    'momentum, 12 months held for 3',
    'sort stats.252.rateBack desc',
    [0.0131, 3.74],
    1965,
    1989,
    JEGADEESH_TITMAN,
    'table 1A, J = 12, K = 3, tenths, equal weights',
  ],
  [
    'momentum, one year',
    'sort stats.252.rateBack desc',
    [0.0086, 4.8],
    1963,
    1993,
    'Carhart, On Persistence in Mutual Fund Performance, JF 52, 1997',
    `${FRENCH}, Mom of July 1963 to December 1993`,
  ],
  [
    'nearness to the 52-week high',
    'sort stats.252.rateToMax desc',
    [0.0045, 2.0],
    1963,
    2001,
    'George and Hwang, The 52-Week High and Momentum Investing, JF 59, 2004',
    'table 1, 30 %, equal weights, held for six months',
  ],
  [
    'reversal, one month',
    'sort stats.21.rateBack asc',
    [0.0199, 12.44],
    1934,
    1987,
    'Jegadeesh, Evidence of Predictable Behavior of Security Returns, JF 45, 1990',
    'table 2, S1, January to December, CAPM alpha, tenths, equal weights',
  ],
  [
    'reversal, long run',
    'sort stats.1260.rateBack asc',
    null,
    1926,
    1982,
    'De Bondt and Thaler, Does the Stock Market Overreact?, JF 40, 1985',
    '',
  ],
  [
    'low volatility',
    'sort stats.21.pemstd asc',
    [0.0097, 2.86],
    1963,
    2000,
    'Ang, Hodrick, Xing and Zhang, The Cross-Section of Volatility and Expected Returns, JF 61, 2006',
    'table 6A, total volatility, fifths, weights by size',
  ],
  [
    'gross profitability',
    'sort grossProfitability desc',
    [0.0031, 2.49],
    1963,
    2010,
    'Novy-Marx, The Other Side of Value, JFE 108, 2013',
    'table 2A, fifths, weights by size',
  ],
  ['return on equity', 'sort returnOnEquity desc', null, 1972, 2012, 'Hou, Xue and Zhang, Digesting Anomalies, RFS 28, 2015', ''],
  [
    'investment, five factors',
    'sort totalAssetsGrowth asc',
    [0.0033, 4.07],
    1963,
    2013,
    'Fama and French, A Five-Factor Asset Pricing Model, JFE 116, 2015',
    `${FRENCH}, CMA of July 1963 to December 2013`,
  ],
  [
    'asset growth',
    'sort totalAssetsGrowth asc',
    [0.0173, 8.45],
    1968,
    2003,
    'Cooper, Gulen and Schill, Asset Growth and the Cross-Section of Stock Returns, JF 63, 2008',
    'table 2B, year 1, tenths, equal weights',
  ],
  [
    'accruals',
    'sort sloanAccruals asc',
    [0.0087, 4.71],
    1962,
    1991,
    'Sloan, Do Stock Prices Fully Reflect Information in Accruals and Cash Flows about Future Earnings?, Accounting Review 71, 1996',
    'table 6, year t + 1, less firms of the same size, tenths, equal weights',
  ],
  [
    'F-score, claimed of value stocks',
    'sort piotroskiFScore desc',
    [0.0196, 5.594],
    1976,
    1996,
    'Piotroski, Value Investing, Journal of Accounting Research 38, 2000',
    'table 3A, high less low scores of the fifth with the highest book to market',
  ],
  [
    'distress, by O-score',
    'sort ohlsonOScore asc',
    [0.0117, 3.36],
    1981,
    1995,
    'Dichev, Is the Risk of Bankruptcy a Systematic Risk?, JF 53, 1998',
    'table 5, highest tenth, equal weights',
  ],
  [
    'magic formula, against the market',
    'sort magicFormula asc',
    null,
    1988,
    2004,
    'Greenblatt, The Little Book That Beats the Market, Wiley, 2006',
    '',
  ],
];

export const LITERATURE: readonly PublishedSignal[] = LINES.map(([name, text, claim, from, to, source, place]) => ({
  name,
  text,
  claim: claim && { spread: claim[0], t: claim[1] },
  from,
  to,
  source,
  place,
}));

/** A published signal replayed over a history, on all rows of type Equity. */
export interface Replay {
  readonly signal: PublishedSignal;
  /** Quantile returns are per holding period. Null when no row has a value. */
  readonly report: SignalReport | null;
  /** Mean share of the rows that have a value. */
  readonly covered: number;
}

const UNIVERSE = 'type = Equity';

export function literatureColumns(): string[] {
  return [...new Set(LITERATURE.flatMap(({ text }) => parseScreen(text).flatMap((step) => [...stepColumns(step)])))];
}

/** Yields after each signal. */
export function* replayLiterature(
  runner: BacktestRunner,
  dates: readonly Rebalancing[],
): Generator<readonly Replay[], readonly Replay[], void> {
  const replays: Replay[] = [];
  for (const signal of LITERATURE) {
    const steps = parseScreen(`${UNIVERSE} | ${signal.text}`);
    const column = stepColumns(steps[1]!)[0]!;
    let [rows, known] = [0, 0];
    for (const { snapshot } of dates.slice(0, -1)) {
      const { table, rows: own } = runner.screenings.at(runner.placeOf(snapshot), steps.slice(0, 1));
      const values = table.numbers(column);
      rows += own.length;
      for (const row of own) if (values !== undefined && !Number.isNaN(values[row]!)) known++;
    }
    const covered = rows === 0 ? 0 : known / rows;
    replays.push({ signal, report: known === 0 ? null : signalReport(runner, steps, dates), covered });
    yield replays;
  }
  return replays;
}
