import { describe, expect, it } from 'vitest';
import { backtest } from '../../../src/engine/backtest/backtest.ts';
import type { HistoryView } from '../../../src/engine/backtest/historyView.ts';
import { BacktestRunner } from '../../../src/engine/backtest/runner.ts';
import { heatMap, sensitivity } from '../../../src/engine/backtest/sensitivity.ts';
import { CURVES } from '../../../src/engine/backtest/simulate.ts';
import { startFan } from '../../../src/engine/backtest/startFan.ts';
import { textNumbers, withNumbers } from '../../../src/engine/backtest/variants.ts';
import { runToEnd } from '../../../src/engine/run/timeSlices.ts';
import { type HoldStep, isHold, printDate } from '../../../src/engine/steps/hold.ts';
import type { Step } from '../../../src/engine/steps/registry.ts';
import { parseScreen, printScreen } from '../../../src/engine/steps/text.ts';
import { randomView } from './randomView.ts';

const SCREENS = [
  'type = Equity | marketCapitalization >= 5 | priceToEarningsRatio <= 30 | sort returnOnEquity desc | rows 1..20 | sort priceToBookRatio asc | rows 1..8 | hold every month cost 25bp',
  'priceToEarningsRatio between 5 and 30 | sort returnOnEquity desc | returnOnEquity >= 3 | rows 1..10 | hold every quarter delay 2 cost 10bp weight by marketCapitalization cap 20% cap 40% per sector',
  'marketCapitalization >= 5 | sort priceToBookRatio asc | rows 1..9 | hold every month cost 40bp keep while rank <= 15',
];

const run = (runner: BacktestRunner, steps: readonly Step[]) =>
  backtest(runner, steps.slice(0, -1), steps.find(isHold) as HoldStep);
/** What a runner without results of another screen computes. */
const alone = (view: HistoryView, steps: readonly Step[]) => run(new BacktestRunner(view), steps);

/** Two numbers in its formula, which an earlier step reads. */
const WITH_FORMULA =
  'quality >= 1.5 | let quality = returnOnEquity * 0.5 - priceToBookRatio / 3 | marketCapitalization >= 5 | sort quality desc | rows 1..8 | hold every month cost 10bp';

describe('the numbers of a text', () => {
  it('include those of formulas, without their signs and named constants', () => {
    const steps = parseScreen('let x = -0.5 * (a.12.b - `c 7`) / OHLSON_PRICE_INDEX + 1.5e9 | x >= 2 | hold every month');
    expect(textNumbers(steps).map(({ value, step }) => [value, step])).toEqual([
      [0.5, 0],
      [1.5e9, 0],
      [2, 1],
    ]);
    const moved = withNumbers(steps, [{ number: textNumbers(steps)[1]!, value: -0.25 }])!;
    expect(printScreen(moved.steps)).toBe('let x = -0.5 * (a.12.b - `c 7`) / OHLSON_PRICE_INDEX + -0.25 | x >= 2');
  });

  it('are found at their places, dates and names left out', () => {
    const text =
      'stats.252.rateBack >= -0.5 | sector in (3M, Energy) | rows 1..50 | hold every month since 2010-01-31 cost 20bp cap 5%';
    const steps = parseScreen(text);
    expect(printScreen(steps)).toBe(text);
    expect(textNumbers(steps).map(({ value, step }) => [value, step])).toEqual([
      [-0.5, 0],
      [1, 2],
      [50, 2],
      [20, 3],
      [5, 3],
    ]);
  });

  it('make no screen if the grammar does not allow the value', () => {
    const steps = parseScreen('rows 1..50 | hold every month');
    const [first, last] = textNumbers(steps);
    expect(withNumbers(steps, [{ number: first!, value: 60 }])).toBeNull();
    expect(printScreen(withNumbers(steps, [{ number: last!, value: 60 }])!.steps)).toBe('rows 1..60');
    expect(withNumbers(steps, [{ number: last!, value: 60.5 }])).toBeNull();
  });
});

describe('a number of the text varied around its value', () => {
  it('gives, for each value, the backtest of that text alone', () => {
    for (const [seed, text] of SCREENS.entries()) {
      const view = randomView(seed + 1);
      const runner = new BacktestRunner(view);
      const steps = parseScreen(text);
      run(runner, steps);
      for (const number of textNumbers(steps)) {
        const { values, figures, done } = runToEnd(sensitivity(runner, steps, number));
        expect(values).toContain(number.value);
        expect(done).toBe(values.length);
        if (number.value > 1) expect(values.length).toBeGreaterThan(10);
        for (const [at, value] of values.entries()) {
          const { steps: others, hold } = withNumbers(steps, [{ number, value }])!;
          const { performance, turnoverPerYear } = alone(view, [...others, hold]);
          const where = `${text}: ${number.value} as ${value}`;
          expect(figures.cagr[at], where).toBeCloseTo(performance.cagr!, 9);
          if (performance.sharpe === null) expect(figures.sharpe[at], where).toBeNaN();
          else expect(figures.sharpe[at], where).toBeCloseTo(performance.sharpe, 9);
          expect(figures.maxDrawdown[at], where).toBeCloseTo(performance.maxDrawdown?.depth ?? 0, 9);
          expect(figures.turnoverPerYear[at], where).toBeCloseTo(turnoverPerYear, 9);
        }
      }
    }
  });

  it('fills a map of two numbers with the backtest of each pair, in either order of the numbers', () => {
    const view = randomView(7, { months: 14, securities: 40 });
    const steps = parseScreen(SCREENS[0]!);
    const numbers = textNumbers(steps);
    const [a, b] = [numbers[1]!, numbers[5]!];
    const map = runToEnd(heatMap(new BacktestRunner(view), steps, [a, b]));
    const turned = runToEnd(heatMap(new BacktestRunner(view), steps, [b, a]));
    const [rows, columns] = [map.values[0].length, map.values[1].length];
    expect([rows, columns]).toEqual([21, 21]);
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) {
        expect(turned.figures.cagr[j * rows + i]).toBe(map.figures.cagr[i * columns + j]);
        if ((i + j) % 7 !== 0) continue;
        const changes = [
          { number: a, value: map.values[0][i]! },
          { number: b, value: map.values[1][j]! },
        ];
        const { steps: others, hold } = withNumbers(steps, changes)!;
        expect(map.figures.cagr[i * columns + j]).toBeCloseTo(alone(view, [...others, hold]).performance.cagr!, 9);
      }
  });

  it('may be in a formula that earlier steps read', () => {
    const view = randomView(9, { months: 14, securities: 40 });
    const runner = new BacktestRunner(view);
    const steps = parseScreen(WITH_FORMULA);
    const numbers = textNumbers(steps);
    const map = runToEnd(heatMap(runner, steps, [numbers[0]!, numbers[1]!]));
    for (const [at, value] of map.values[1].entries()) {
      if (at % 4 !== 0) continue;
      const own = withNumbers(steps, [{ number: numbers[1]!, value }])!;
      const cagr = alone(view, [...own.steps, own.hold]).performance.cagr!;
      expect(map.figures.cagr[10 * 21 + at]).toBeCloseTo(cagr, 9);
      expect(runToEnd(sensitivity(runner, steps, numbers[1]!)).figures.cagr[at]).toBeCloseTo(cagr, 9);
    }
    expect(new Set(map.figures.cagr).size).toBeGreaterThan(20);
  });

  it('can be stopped between two dates, without an effect on later answers', () => {
    const view = randomView(11);
    const runner = new BacktestRunner(view);
    const steps = parseScreen(SCREENS[0]!);
    const before = run(runner, steps).performance;
    for (let stops = 1; stops < 60; stops += 7) {
      const work = sensitivity(runner, steps, textNumbers(steps)[1]!);
      for (let slice = 0; slice < stops; slice++) work.next();
      work.return({} as never);
      expect(run(runner, steps).performance).toEqual(before);
    }
  });
});

describe('the fan of starts', () => {
  it('has for each of its dates the return of a hold since then', () => {
    for (const [seed, text] of SCREENS.entries()) {
      const view = randomView(seed + 21);
      const runner = new BacktestRunner(view);
      const steps = parseScreen(text);
      const found = run(runner, steps);
      const fan = runToEnd(startFan(runner, steps.slice(0, -1), found.hold, found));
      expect(fan.done).toBe(fan.starts.length);
      expect(fan.starts.length).toBeGreaterThan(3);
      for (const [at, { snapshot }] of found.dates.slice(0, fan.starts.length).entries()) {
        const since = `${text.replace(/ hold every (\w+)/, ` hold every $1 since ${printDate(snapshot)}`)}`;
        const own = alone(view, parseScreen(since));
        expect(fan.cagr.shown[at]).toBeCloseTo(own.performance.cagr!, 9);
        const years = (own.dates.length - 1) / (text.includes('month') ? 12 : 4);
        expect(fan.cagr.low[at]).toBeCloseTo(own.simulation.curves.low.at(-1)! ** (1 / years) - 1, 9);
        expect(fan.benchmarks.equal[at]).toBeCloseTo(own.benchmarks.equal.performance.cagr!, 9);
        expect(fan.benchmarks.cap[at]).toBeCloseTo(own.benchmarks.cap.performance.cagr!, 9);
      }
    }
  });
});

it('the fan of starts knows the starts after a loss of everything in the low curve', () => {
  const text = 'sort priceToBookRatio asc | rows 1..1 | hold every month cost 25bp';
  let count = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const view = randomView(seed);
    const runner = new BacktestRunner(view);
    const steps = parseScreen(text);
    const found = run(runner, steps);
    const fan = runToEnd(startFan(runner, steps.slice(0, -1), found.hold, found));
    for (const [at, { snapshot }] of found.dates.slice(0, fan.starts.length).entries()) {
      if (found.simulation.curves.low[at] !== 0) continue;
      const own = alone(view, parseScreen(text.replace('month', `month since ${printDate(snapshot)}`)));
      const years = (own.dates.length - 1) / 12;
      for (const curve of CURVES)
        expect(fan.cagr[curve][at]).toBeCloseTo(own.simulation.curves[curve].at(-1)! ** (1 / years) - 1, 9);
      count++;
    }
  }
  expect(count).toBeGreaterThan(3);
});

describe('a runner with results of other screens', () => {
  it('answers an edited screen like a new runner', () => {
    const view = randomView(5);
    const runner = new BacktestRunner(view);
    const texts = SCREENS.flatMap((text) => [text, text.replace('30', '22'), text.replace('desc', 'asc'), text]);
    for (const text of texts) {
      const steps = parseScreen(text);
      expect(run(runner, steps)).toEqual(alone(view, steps));
    }
  });
});
