/** Published signals that the catalogue can express: what was claimed of each, and what its order told over a history. */
import { stepColumns } from '../steps/language.ts';
import { parseScreen } from '../steps/text.ts';
import type { BacktestRunner } from './runner.ts';
import type { Rebalancing } from './schedule.ts';
import { type SignalReport, signalReport } from './signalReport.ts';

export interface PublishedSignal {
  readonly name: string;
  /** A sort with the rows first that were claimed to earn more. */
  readonly text: string;
  /** What the best group earned more than the worst, a fraction, per month or year. Groups and weights are those of the paper. */
  readonly claim: number;
  readonly per: 'month' | 'year';
  /** t statistic of the claim; null where the paper's headline has none. */
  readonly t: number | null;
  /** First and last year of the sample. */
  readonly from: number;
  readonly to: number;
  readonly source: string;
}

const FAMA_FRENCH_1993 = 'Fama and French, Common Risk Factors in the Returns on Stocks and Bonds, JFE 33, 1993';
const FAMA_FRENCH_2015 = 'Fama and French, A Five-Factor Asset Pricing Model, JFE 116, 2015';
const LAKONISHOK = 'Lakonishok, Shleifer and Vishny, Contrarian Investment, Extrapolation, and Risk, JF 49, 1994';
const HOU_XUE_ZHANG = 'Hou, Xue and Zhang, Digesting Anomalies, RFS 28, 2015';
const JEGADEESH_TITMAN = 'Jegadeesh and Titman, Returns to Buying Winners and Selling Losers, JF 48, 1993';

type Line = readonly [
  name: string,
  text: string,
  claim: number,
  per: 'month' | 'year',
  t: number | null,
  from: number,
  to: number,
  source: string,
];

const LINES: readonly Line[] = [
  ['size', 'sort marketCapitalization asc', 0.0027, 'month', 1.73, 1963, 1991, FAMA_FRENCH_1993],
  ['book to market', 'sort priceToBookRatio asc', 0.004, 'month', 2.91, 1963, 1991, FAMA_FRENCH_1993],
  [
    'book to market, deciles',
    'sort priceToBookRatio asc',
    0.0153,
    'month',
    null,
    1963,
    1990,
    'Fama and French, The Cross-Section of Expected Stock Returns, JF 47, 1992',
  ],
  ['book to market, five years', 'sort priceToBookRatio asc', 0.105, 'year', null, 1968, 1989, LAKONISHOK],
  ['cash flow to price', 'sort priceToCashFlowRatio asc', 0.11, 'year', null, 1968, 1989, LAKONISHOK],
  ['earnings to price', 'sort earningsYield desc', 0.076, 'year', null, 1968, 1989, LAKONISHOK],
  [
    'low price to earnings',
    'sort priceToEarningsRatio asc',
    0.07,
    'year',
    null,
    1957,
    1971,
    'Basu, Investment Performance of Common Stocks in Relation to Their Price-Earnings Ratios, JF 32, 1977',
  ],
  [
    'enterprise multiple',
    'sort enterpriseValueToEbitda asc',
    0.0528,
    'year',
    null,
    1963,
    2009,
    'Loughran and Wellman, New Evidence on the Relation between the Enterprise Multiple and Average Stock Returns, JFQA 46, 2011',
  ],
  ['momentum, 12 months held for 3', 'sort stats.252.rateBack desc', 0.0131, 'month', 3.74, 1965, 1989, JEGADEESH_TITMAN],
  [
    'momentum, one year',
    'sort stats.252.rateBack desc',
    0.0082,
    'month',
    4.46,
    1963,
    1993,
    'Carhart, On Persistence in Mutual Fund Performance, JF 52, 1997',
  ],
  [
    'nearness to the 52-week high',
    'sort stats.252.rateToMax desc',
    0.0045,
    'month',
    2.0,
    1963,
    2001,
    'George and Hwang, The 52-Week High and Momentum Investing, JF 59, 2004',
  ],
  [
    'reversal, one month',
    'sort stats.21.rateBack asc',
    0.0249,
    'month',
    null,
    1934,
    1987,
    'Jegadeesh, Evidence of Predictable Behavior of Security Returns, JF 45, 1990',
  ],
  [
    'reversal, long run',
    'sort stats.1260.rateBack asc',
    0.082,
    'year',
    2.2,
    1926,
    1982,
    'De Bondt and Thaler, Does the Stock Market Overreact?, JF 40, 1985',
  ],
  [
    'low volatility',
    'sort stats.21.pemstd asc',
    0.0097,
    'month',
    2.86,
    1963,
    2000,
    'Ang, Hodrick, Xing and Zhang, The Cross-Section of Volatility and Expected Returns, JF 61, 2006',
  ],
  [
    'gross profitability',
    'sort grossProfitability desc',
    0.0031,
    'month',
    2.49,
    1963,
    2010,
    'Novy-Marx, The Other Side of Value, JFE 108, 2013',
  ],
  ['return on equity', 'sort returnOnEquity desc', 0.0058, 'month', 4.81, 1972, 2012, HOU_XUE_ZHANG],
  ['investment, by asset growth', 'sort totalAssetsGrowth asc', 0.0045, 'month', 4.95, 1972, 2012, HOU_XUE_ZHANG],
  ['investment, five factors', 'sort totalAssetsGrowth asc', 0.0033, 'month', 4.07, 1963, 2013, FAMA_FRENCH_2015],
  [
    'asset growth, deciles',
    'sort totalAssetsGrowth asc',
    0.0105,
    'month',
    5.04,
    1968,
    2003,
    'Cooper, Gulen and Schill, Asset Growth and the Cross-Section of Stock Returns, JF 63, 2008',
  ],
  [
    'accruals',
    'sort sloanAccruals asc',
    0.104,
    'year',
    null,
    1962,
    1991,
    'Sloan, Do Stock Prices Fully Reflect Information in Accruals and Cash Flows about Future Earnings?, Accounting Review 71, 1996',
  ],
  [
    'F-score, claimed of value stocks',
    'sort piotroskiFScore desc',
    0.23,
    'year',
    null,
    1976,
    1996,
    'Piotroski, Value Investing, Journal of Accounting Research 38, 2000',
  ],
  [
    'magic formula, against the market',
    'sort magicFormula asc',
    0.185,
    'year',
    null,
    1988,
    2004,
    'Greenblatt, The Little Book That Beats the Market, Wiley, 2006',
  ],
];

export const LITERATURE: readonly PublishedSignal[] = LINES.map(([name, text, claim, per, t, from, to, source]) => ({
  name,
  text,
  claim,
  per,
  t,
  from,
  to,
  source,
}));

/** What a published signal told over a history, of all rows of type Equity. */
export interface Replay {
  readonly signal: PublishedSignal;
  /** Quantiles are per period of the dates. Null where no row has a value. */
  readonly report: SignalReport | null;
  /** Mean share of the rows that have a value. */
  readonly covered: number;
}

const UNIVERSE = 'type = Equity';

/** Columns that the replay of all signals reads. */
export function literatureColumns(): string[] {
  return [...new Set(LITERATURE.flatMap(({ text }) => parseScreen(text).flatMap((step) => [...stepColumns(step)])))];
}

/** Replays the signals one after the other. Yields after each. */
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
