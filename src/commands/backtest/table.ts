import { percent, ratio } from '../../engine/backtest/files/figures.ts';
import { type Found, tradeDates } from '../../engine/backtest/files/found.ts';
import { honestyLines } from '../../engine/backtest/files/honest.ts';
import type { Performance } from '../../engine/backtest/performance.ts';
import { printDate } from '../../engine/steps/hold.ts';
import { aligned } from '../lines.ts';

function exposureLines({ exposures }: Found): string[] {
  if (!exposures) return [];
  const { names, slopes, slopeTs, alpha, interceptT, rSquared, months } = exposures;
  const terms = names.map((name, at) => `${name} ${slopes[at]!.toFixed(2)} (t ${ratio(slopeTs[at]!)})`);
  return [
    `factors over ${months} months: ${terms.join(', ')}; alpha ${percent(alpha)} a year (t ${ratio(interceptT)}), R² ${ratio(rSquared)}`,
  ];
}

function nullLines({ nullTest }: Found): string[] {
  return nullTest
    ? [`null test: ${percent(nullTest.significant)} of ${nullTest.screens} random screens look significant at 5 %`]
    : [];
}

function holdOutLines({ backtests: { holdOut }, looks, honesty }: Found): string[] {
  if (!holdOut || (honesty && !holdOut.isOpen)) return [];
  return holdOut.isOpen
    ? [`the hold-out from ${printDate(holdOut.from)} on is open: look ${looks}`]
    : [`the hold-out from ${printDate(holdOut.from)} on is closed: --open-hold-out opens it and counts a look`];
}

/** The screen's figures next to both benchmarks. */
export function tableText(found: Found): string {
  const { performance, benchmarks, simulation, turnoverPerYear, signal } = found.backtest;
  const dates = tradeDates(found);
  const all = [performance, benchmarks.equal.performance, benchmarks.cap.performance];
  const line = (name: string, text: (one: Performance) => string): string[] => [name, ...all.map(text)];
  const { low, high } = simulation.curves;
  const rows = [
    ['', 'screen', 'equal weight', 'cap weight'],
    line('CAGR', ({ cagr }) => percent(cagr)),
    line('volatility', ({ volatility }) => percent(volatility)),
    line('Sharpe ratio', ({ sharpe }) => ratio(sharpe)),
    line('Sortino ratio', ({ sortino }) => ratio(sortino)),
    line('maximum drawdown', ({ maxDrawdown }) => percent(maxDrawdown?.depth ?? 0)),
    line('hit rate', ({ hitRate }) => percent(hitRate)),
    line('best period', ({ best }) => percent(best)),
    line('worst period', ({ worst }) => percent(worst)),
    ['beta', '', ...[benchmarks.equal, benchmarks.cap].map(({ model }) => ratio(model?.beta ?? null))],
    ['alpha', '', ...[benchmarks.equal, benchmarks.cap].map(({ model }) => percent(model?.alpha ?? null))],
  ];
  const notes = [
    `${dates[0]!} to ${dates.at(-1)!}: ${dates.length - 1} periods, turnover ${percent(turnoverPerYear)} a year`,
    `final value ${simulation.curves.shown.at(-1)!.toFixed(4)}, between ${low.at(-1)!.toFixed(4)} and ${high.at(-1)!.toFixed(4)} by unknown delisting returns`,
    ...(signal
      ? [
          `information coefficient of ${signal.columnId}: ${signal.meanCoefficient?.toFixed(4) ?? '–'} (t ${ratio(signal.coefficientT)})`,
        ]
      : []),
    ...(signal?.quantiles
      ? [
          `${signal.quantiles.groups.length} groups: ${signal.quantiles.groups.map(percent).join(', ')}; spread ${percent(signal.quantiles.spread)} (t ${ratio(signal.spreadT)})`,
        ]
      : []),
    ...exposureLines(found),
    ...nullLines(found),
    ...holdOutLines(found),
    ...(found.honesty ? ['', ...honestyLines(found.honesty, found)] : []),
  ];
  return `${[...aligned(rows), '', ...notes].join('\n')}\n`;
}
