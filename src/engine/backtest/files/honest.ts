/** Computes and prints the honesty report of a backtest. */

import type { HistoryBacktests } from '../../history/backtestHistory.ts';
import { holdOf } from '../../history/backtestHistory.ts';
import { runToEnd } from '../../run/timeSlices.ts';
import { printDate } from '../../steps/hold.ts';
import type { Step } from '../../steps/registry.ts';
import type { Backtest } from '../backtest.ts';
import { coverageOf } from '../coverage.ts';
import { type Finding, type Honesty, honestyOf } from '../honesty.ts';
import { randomScreens, shareSignificant } from '../randomScreens.ts';
import type { TrialCount } from '../trialLog.ts';
import { type Bar, type Mistake, waterfall } from '../waterfall.ts';
import { percent } from './figures.ts';
import { type Found, idOf, type NullTest } from './found.ts';

export async function honestyFor(
  backtests: HistoryBacktests,
  steps: readonly Step[],
  backtest: Backtest,
  trials: TrialCount,
): Promise<Honesty> {
  const hold = holdOf(steps);
  const screen = steps.slice(0, -1);
  return await backtests.ask(steps, (runner) =>
    honestyOf(backtest, {
      trials,
      bars: runToEnd(waterfall(runner, screen, hold, backtest, backtests.biased)),
      random: runToEnd(randomScreens(runner, screen, hold, backtest)),
      coverage: coverageOf(runner, screen, backtest),
      holdOut: backtests.holdOut,
    }),
  );
}

/** Random screens without costs: their mean is the benchmark's, so any that look significant do so by chance. */
export function nullTestOf({ runner }: HistoryBacktests, steps: readonly Step[], backtest: Backtest, screens: number): NullTest {
  const found = randomScreens(runner, steps.slice(0, -1), holdOf(steps), backtest, { count: screens, isNull: true });
  return { screens, significant: shareSignificant(runToEnd(found)) };
}

const MISTAKES: Readonly<Record<Mistake, string>> = {
  periodEnd: 'figures known at the period end',
  latest: 'latest figures instead of those filed',
  survivors: 'only securities that are still listed',
  noDelay: 'trades at the screened close',
  noCost: 'no costs',
  lastPrice: 'delisted securities sold at their last price',
  splits: 'ambiguous splits read the other way',
};

const points = (value: number): string => `${value >= 0 ? '+' : '−'}${percent(Math.abs(value))}`;

function sentence(finding: Finding): string {
  switch (finding.key) {
    case 'earned':
      return `Earned ${percent(finding.cagr)} a year after costs over ${finding.years.toFixed(1)} years. All eligible securities in equal weights earned ${percent(finding.benchmark)}.`;
    case 'mistake':
      return `With ${MISTAKES[finding.mistake]}: ${points(finding.difference)} a year.`;
    case 'unanswered':
      return `This history cannot measure these mistakes: ${finding.mistakes.map((mistake) => MISTAKES[mistake]).join('; ')}.`;
    case 'unknownEnds':
      return `Unknown delisting returns and unexplained jumps (${finding.count}) put it between ${percent(finding.low)} and ${percent(finding.high)} a year.`;
    case 'luck':
      return `A bootstrap of its months gives a 90 % interval of ${percent(finding.low)} to ${percent(finding.high)} a year.`;
    case 'random':
      return `${percent(finding.share)} of random screens with the same size and turnover earned more.`;
    case 'deflated':
      return `Given all trials so far (${finding.trials}), the probability that its Sharpe ratio is not luck is ${percent(finding.probability)}.`;
    case 'deflatedLow':
      return `Given all trials so far (${finding.trials}), its Sharpe ratio may be luck: the probability that it is not is only ${percent(finding.probability)}.`;
    case 'coverage':
      return `Warning: dates on which the screen sees less than 90 % of the market value: ${finding.dates} (${percent(finding.lowest)} at worst).`;
    case 'holdOutShut':
      return 'The last years are held out: --open-hold-out opens them and counts a look.';
    case 'noHoldOut':
      return 'The history is too short for a hold-out: all of it is in sample.';
    case 'constant':
      return 'The returns are constant or too few: there is no Sharpe ratio.';
  }
}

function barJson({ mistake, cagr, difference, securities, periods, isUnanswered }: Bar, found: Found) {
  return {
    mistake,
    ...(isUnanswered ? { unanswered: true } : { cagr, difference }),
    securities: securities.map(({ security, share }) => ({ id: idOf(found, security), share })),
    periods: periods.map(({ snapshot, share }) => ({ snapshot: printDate(snapshot), share })),
  };
}

export function honestyJson(honesty: Honesty, found: Found) {
  const { holdOut } = found.backtests;
  return {
    trials: honesty.trials,
    trialVariance: honesty.variance,
    deflatedSharpe: honesty.deflatedSharpe,
    holdOut: holdOut && { from: printDate(holdOut.from), open: holdOut.isOpen, looks: found.looks },
    interval: honesty.interval,
    luck: honesty.luck,
    randomBetter: honesty.randomBetter,
    ...(found.nullTest && { nullTest: found.nullTest }),
    waterfall: honesty.bars.map((bar) => barJson(bar, found)),
    coverage: honesty.coverage.map(({ snapshot, ...rest }) => ({ snapshot: printDate(snapshot), ...rest })),
    verdict: honesty.verdict.map((finding) => ({ ...finding, text: sentence(finding) })),
  };
}

function barLines(bar: Bar, found: Found): string[] {
  const { mistake, difference, securities, periods, isUnanswered } = bar;
  if (isUnanswered || difference === null) return [`  ${MISTAKES[mistake]}: not measurable with this history`];
  const names = securities.map(({ security, share }) => `${idOf(found, security)} ${points(share)}`);
  const dates = periods.map(({ snapshot, share }) => `${printDate(snapshot)} ${points(share)}`);
  return [
    `  ${MISTAKES[mistake]}: ${points(difference)} a year${names.length > 0 ? `; of it ${names.join(', ')}; from ${dates.join(', ')}` : ''}`,
  ];
}

export function honestyLines(honesty: Honesty, found: Found): string[] {
  return [
    'What each common mistake would add:',
    ...honesty.bars.flatMap((bar) => barLines(bar, found)),
    '',
    ...honesty.verdict.map(sentence),
  ];
}
