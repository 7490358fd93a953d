import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { columnById } from '../../../src/catalogue/catalogue.ts';
import { readFactors } from '../../../src/engine/backtest/factors.ts';
import { LITERATURE, literatureColumns, replayLiterature } from '../../../src/engine/backtest/literature.ts';
import { BacktestRunner } from '../../../src/engine/backtest/runner.ts';
import { signalReport } from '../../../src/engine/backtest/signalReport.ts';
import { runToEnd } from '../../../src/engine/run/timeSlices.ts';
import { DEFAULT_HOLD } from '../../../src/engine/steps/hold.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { beside } from '../../support/beside.ts';
import { randomView } from './randomView.ts';

const FACTORS = beside('factors');

/** Mean and t of a factor's months, from July of the first year to December of the last. */
function meanOf(file: string, name: string, from: number, to: number): { mean: number; t: number } {
  const { names, months } = readFactors(readFileSync(join(FACTORS.path, file), 'utf8'));
  const at = names.indexOf(name);
  const values = [...months].filter(([month]) => month >= from * 12 + 6 && month < (to + 1) * 12).map(([, row]) => row[at]!);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, t: mean / Math.sqrt(variance / values.length) };
}

describe('the table of published signals', () => {
  it('has about twenty, each with a source, of columns of the catalogue', () => {
    expect(LITERATURE.length).toBeGreaterThanOrEqual(20);
    for (const id of literatureColumns()) expect(columnById(id), id).toBeDefined();
    for (const { source, from, to, claim, place } of LITERATURE) {
      expect(source).toMatch(/, (?:19|20)\d\d$/);
      expect(to).toBeGreaterThan(from);
      expect(claim === null).toBe(place === '');
      if (claim) expect(claim.spread).toBeGreaterThan(0);
    }
    expect(new Set(LITERATURE.map(({ name }) => name)).size).toBe(LITERATURE.length);
  });

  it.skipIf(!FACTORS.isThere)('has from the data library what its months give, to the digits shown', () => {
    const files: Record<string, string> = {
      SMB: 'F-F_Research_Data_Factors.CSV',
      HML: 'F-F_Research_Data_Factors.CSV',
      CMA: 'F-F_Research_Data_5_Factors_2x3.csv',
      Mom: 'F-F_Momentum_Factor.CSV',
    };
    const checked = LITERATURE.flatMap(({ claim, from, to, place }) => {
      const factor = /data library, (\w+) of July/.exec(place)?.[1];
      if (factor === undefined) return [];
      const found = meanOf(files[factor]!, factor, from, to);
      expect(found.mean.toFixed(4), factor).toBe(claim!.spread.toFixed(4));
      expect(found.t.toFixed(2), factor).toBe(claim!.t!.toFixed(2));
      return [factor];
    });
    expect(checked).toEqual(['SMB', 'HML', 'Mom', 'CMA']);
  });

  it('is replayed as a sort of all equities over the same dates', () => {
    const view = randomView(2);
    const runner = new BacktestRunner(view);
    const dates = runner.datesOf(DEFAULT_HOLD);
    const replays = runToEnd(replayLiterature(runner, dates));
    expect(replays.map(({ signal }) => signal)).toEqual(LITERATURE);
    for (const { signal, report, covered } of replays) {
      const alone = new BacktestRunner(view);
      const steps = parseScreen(`type = Equity | ${signal.text}`);
      const expected = signalReport(alone, steps, dates);
      if (report === null) expect(covered).toBe(0);
      else expect(report).toEqual(expected);
    }
    expect(replays.filter(({ report }) => report !== null).length).toBeGreaterThan(3);
  });
});
