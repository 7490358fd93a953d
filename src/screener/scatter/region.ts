/** Filters from drawn regions: a rectangle gives bounds of both columns, a lasso a list of securities. */

import { numericFilter } from '../../engine/steps/filter.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { t } from '../../shell/i18n.ts';
import { inCommonCurrency } from '../rows/money.ts';
import { numberOf } from '../rows/numbers.ts';
import { textValue } from '../rows/values.ts';
import { type Frame, say } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { AT, listStep } from '../steps/listStep.ts';
import { outward } from '../steps/outward.ts';
import { addSteps } from '../steps/rectangle.ts';
import { isWithin, type Points } from './points.ts';

/** Significant digits of drawn bounds. */
const DIGITS = 3;

/** Axis positions, 0 … 1. */
export type Corner = readonly [x: number, y: number];

function add(steps: readonly Step[], count: number): void {
  if (addSteps(steps)) say(t('announcement.region', { number: wholeText(count) }));
}

/** Filters both columns by rounded bounds; amounts in the common currency, as on the axes. */
export function filterBetween(points: Points, ids: readonly [string, string], a: Corner, b: Corner, frame: Frame): void {
  const bounds = [points.xAxis, points.yAxis].map((axis, place) => {
    const [low, high] = [Math.min(a[place]!, b[place]!), Math.max(a[place]!, b[place]!)];
    return [outward(axis.valueAt(low), false, DIGITS), outward(axis.valueAt(high), true, DIGITS)] as const;
  });
  const numbers = ids.map((id) => numberOf(id, frame));
  const count = points.rows.filter((row) =>
    bounds.every(([low, high], place) => {
      const value = numbers[place]?.(row) ?? Number.NaN;
      return value >= low && value <= high;
    }),
  ).length;
  if (count === 0) {
    say(t('scatter.nothing'));
    return;
  }
  const steps = bounds.map((operatorValues, place) =>
    inCommonCurrency(numericFilter({ columnId: ids[place]!, operator: 'Between', operatorValues: [...operatorValues] })),
  );
  add(steps, count);
}

/** Names a row by symbol, with the exchange if the symbol is ambiguous. */
function keysOf(frame: Frame): (row: number) => string {
  const symbols = frame.columns.get('symbol');
  const counts = new Map<number, number>();
  if (symbols?.kind === 'text') for (const code of symbols.codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return (row) => {
    const symbol = textValue(frame, 'symbol', row);
    const exchange = textValue(frame, 'exchange', row);
    const isOnly = symbols?.kind === 'text' && counts.get(symbols.codes[row] ?? 0) === 1;
    return isOnly || exchange === '' ? symbol : `${symbol}${AT}${exchange}`;
  };
}

/** Keeps exactly the securities inside a polygon. */
export function filterWithin(points: Points, polygon: readonly Corner[], frame: Frame): void {
  const rows = [...points.rows].filter((_, index) =>
    isWithin(polygon, points.x[index] ?? Number.NaN, points.y[index] ?? Number.NaN),
  );
  if (rows.length === 0) {
    say(t('scatter.nothing'));
    return;
  }
  add([listStep(rows.map(keysOf(frame)))], rows.length);
}
