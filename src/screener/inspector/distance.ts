/** Distances of a security from the bounds of the steps, in words. */
import { type Column, isMoney } from '../../catalogue/column.ts';
import { MILLIONS_PER_BILLION } from '../../catalogue/display.ts';
import { isNumericFilter, type NumericFilter } from '../../engine/steps/filter.ts';
import { isGroup } from '../../engine/steps/group.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { locale, t } from '../../shell/i18n.ts';
import { exchangeInto } from '../rows/money.ts';
import { shownNumber, unbroken } from '../state/figures.ts';
import { columnOf, type Frame } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';
import { isPercent } from '../steps/entry.ts';

const PERCENT = 100;
const SECONDS_PER_DAY = 86_400;
const SIGNS = {
  GreaterThanOrEquals: ['≥'],
  LessThanOrEquals: ['≤'],
  GreaterThan: ['>'],
  LessThan: ['<'],
  NotBetween: ['<', '>'],
} as const;

/** The row's value in the currency of the bounds; NaN when missing, null before it is loaded. */
function valueFor({ columnId, currency = 'USD' }: NumericFilter, row: number, frame: Frame): number | null {
  const column = columnOf(columnId);
  const values = frame.columns.get(columnId);
  if (!column || values?.kind !== 'number') return null;
  const value = values.values[row] ?? Number.NaN;
  if (!isMoney(column)) return value;
  const exchange = exchangeInto(currency, frame);
  return exchange && value * exchange.factor(row);
}

/** With its sign; differences of percentages are in percentage points, of dates in days. */
function differenceText(difference: number, { display }: Column): string {
  if (display === 'date') {
    const days = new Intl.NumberFormat(locale(), { style: 'unit', unit: 'day', unitDisplay: 'long', signDisplay: 'exceptZero' });
    return days.format(Math.round(difference / SECONDS_PER_DAY)).replace('-', '−');
  }
  const isShare = isPercent(display);
  const points = PERCENT * difference * (display === 'percentPerBillion' ? MILLIONS_PER_BILLION : 1);
  const figure = isShare ? shownNumber(points, 'number', locale()) : shownNumber(difference, display, locale());
  const signed = unbroken(`${difference >= 0 ? '+' : ''}${figure}`, locale());
  return isShare ? t('inspector.points', { number: signed }) : signed;
}

function lineOf(step: NumericFilter, row: number, frame: Frame): string | null {
  const column = columnOf(step.columnId);
  const value = valueFor(step, row, frame);
  if (!column || value === null) return null;
  const figure = (number: number): string => {
    const text = shownNumber(number, column.display, locale());
    return isMoney(column) ? `${text} ${step.currency ?? 'USD'}` : text;
  };
  const name = columnLabel(step.columnId);
  if (Number.isNaN(value)) return t('trace.isMissing', { column: name });
  const signs: readonly string[] = SIGNS[step.operator as keyof typeof SIGNS] ?? ['≥', '≤'];
  const bounds = step.operatorValues.map((bound, place) =>
    t('inspector.bound', {
      sign: signs[place] ?? '',
      bound: figure(bound),
      distance: differenceText(value - bound, column),
    }),
  );
  return t('inspector.distance', { column: name, value: figure(value), bounds: bounds.join(', ') });
}

/** One sentence per numeric bound, including those in groups. */
export function distancesOf(step: Step, row: number, frame: Frame): readonly string[] {
  if (isGroup(step)) return (step.members as readonly Step[]).flatMap((member) => distancesOf(member, row, frame));
  if (!isNumericFilter(step)) return [];
  const line = lineOf(step, row, frame);
  return line === null ? [] : [line];
}
