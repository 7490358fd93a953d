// @vitest-environment happy-dom
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TraceReport } from '../../src/engine/answers/traceReport.ts';
import { parseScreen } from '../../src/engine/steps/text.ts';
import type { ColumnValues } from '../../src/engine/table/columnValues.ts';
import { distancesOf } from '../../src/screener/inspector/distance.ts';
import { fateText } from '../../src/screener/inspector/fates.ts';
import { reasons } from '../../src/screener/inspector/trace.ts';
import { percentileText } from '../../src/screener/lens/tints.ts';
import { changeWords } from '../../src/screener/saved/SincePanel.tsx';
import { columnOf, type Frame } from '../../src/screener/state/store.ts';
import { chooseLocale, startLanguage } from '../../src/shell/i18n.ts';

beforeAll(startLanguage);
afterAll(() => chooseLocale('en-US'));

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 1000;

function frameOf(values: Readonly<Record<string, number>>): Frame {
  const columns = new Map<string, ColumnValues>(
    Object.entries(values).map(([id, value]) => [id, { kind: 'number', id, values: Float32Array.of(value) }]),
  );
  return { version: 1, date: null, rows: Uint32Array.of(0), rowCount: 1, universeCount: 1, columns, stepCount: 0, ms: 0 };
}

const distance = (text: string, value: number): string => {
  const [step] = parseScreen(text);
  const id = 'columnId' in step! ? String(step.columnId) : '';
  return distancesOf(step!, 0, frameOf({ [id]: value })).join();
};

describe('the distance from a bound', () => {
  it('is in days for a date', () => {
    const screen = `latestQuarter >= ${day('2026-09-30')}`;
    expect(distance(screen, day('2026-06-30'))).toContain('(−92 days)');
    expect(distance(screen, day('2026-10-01'))).toContain('(+1 day)');
    expect(distance(screen, day('2026-09-30'))).toContain('(0 days)');
  });

  it('is in points of what the column shows for percentages', () => {
    expect(distance('returnOnEquity >= 10%', 0.125)).toContain('(+2.50\u00a0pp)');
    expect(distance('stats.252.illiq <= 0.00002', 0.00003)).toContain('(+1.00\u00a0pp)');
  });

  it('names the sides outside of “not between”', () => {
    expect(distance('beta not between 1 and 2', 2.5)).toBe('Beta: 2.50; bound < 1.00 (+1.50), > 2.00 (+0.50)');
    expect(distance('beta between 1 and 2', 2.5)).toBe('Beta: 2.50; bound ≥ 1.00 (+1.50), ≤ 2.00 (+0.50)');
  });
});

const NOTHING = {
  leftAt: 0,
  rank: null,
  kept: null,
  cause: [],
  causes: [],
  among: null,
  missedBy: null,
  lineage: null,
  members: [],
  later: [],
};

function needs(text: string, value: number, needed: number, percentiles: readonly [number, number] | null = null): string {
  const [step] = parseScreen(text);
  const [percentile, neededPercentile] = percentiles ?? [null, null];
  const report: TraceReport = { ...NOTHING, value, needed, percentile, neededPercentile, facts: [{ id: 'beta', value }] };
  return reasons(report, step!, columnOf, '').join('; ');
}

describe('the reason why a row left', () => {
  it('says which side of the bound it needs, also where it is at the bound', () => {
    expect(needs('beta > 1', 1, 1)).toBe('Beta: 1.00, needs > 1.00');
    expect(needs('beta < 1', 1, 1)).toBe('Beta: 1.00, needs < 1.00');
    expect(needs('beta >= 1', 0.5, 1)).toBe('Beta: 0.50, needs ≥ 1.00');
    expect(needs('beta <= 1', 1.5, 1)).toBe('Beta: 1.50, needs ≤ 1.00');
    expect(needs('beta between 1 and 2', 2.5, 2)).toBe('Beta: 2.50, needs ≤ 2.00');
    expect(needs('beta not between 1 and 2', 2, 2)).toBe('Beta: 2.00, needs > 2.00');
    expect(needs('beta not between 1 and 2', 1, 1)).toBe('Beta: 1.00, needs < 1.00');
  });

  it('gives percentiles with the decimals that tell them apart', () => {
    expect(needs('beta >= 1', 0.5, 1, [0.2, 0.8])).toContain('Percentile 20, needs 80');
    expect(needs('beta >= 1', 0.5, 1, [0.796, 0.8])).toContain('Percentile 79.6, needs 80.0');
  });
});

it('a percentile has the decimal separator of the language', async () => {
  await chooseLocale('de');
  expect([0.004, 0.5, 0.996].map(percentileText)).toEqual(['0,4', '50', '99,6']);
  await chooseLocale('en-US');
});

it('amounts of other times have the currency of that time, and categories their names', () => {
  const steps = parseScreen('marketCapitalization >= 1e9');
  const facts = [{ id: 'marketCapitalization', value: 1.25e9 }];
  const fate = { kind: 'left', step: 0, row: 0, facts, currency: 'JPY', rank: null } as const;
  expect(fateText({ fate, kept: 3, place: 0 }, steps)).toContain('Market capitalization: 1.25B JPY');
  const change = { columnId: 'marketCapitalization', before: 1e9, after: Number.NaN };
  expect(changeWords(change, ['EUR', 'USD'], columnOf('marketCapitalization'))).toBe('Market capitalization: 1.00B EUR → —');
  expect(changeWords({ columnId: 'beta', before: 1, after: 2 }, ['EUR', 'EUR'], columnOf('beta'))).toBe('Beta: 1.00 → 2.00');
  expect(changeWords({ columnId: 'country', before: 'DE', after: '' }, ['', ''], columnOf('country'))).toBe(
    'Country: Germany (DE) → —',
  );
});
