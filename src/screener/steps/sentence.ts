/** A step as a sentence. */
import { type Column, isMoney, isText } from '../../catalogue/column.ts';
import { isNumericFilter, type NumericFilter } from '../../engine/steps/filter.ts';
import { printStep, stepColumns } from '../../engine/steps/language.ts';
import type { NumericOperator } from '../../engine/steps/operators.ts';
import type { RankStep } from '../../engine/steps/rank.ts';
import type { GroupFilter, Step } from '../../engine/steps/registry.ts';
import { t } from '../../shell/i18n.ts';
import { categoryText, columnLabel, wholeText } from '../state/words.ts';
import { entryWords } from './entry.ts';

type ColumnOf = (id: string) => Column | undefined;

/** Values named before the rest is only counted. */
const NAMED_MAX = 3;

function valuesText(columnId: string, values: readonly string[]): string {
  if (values.length === 0) return t('sentence.none');
  const named = values.slice(0, NAMED_MAX).map((value) => categoryText(columnId, value));
  const text = named.join(', ');
  return values.length > NAMED_MAX ? t('sentence.more', { values: text, number: wholeText(values.length - NAMED_MAX) }) : text;
}

function boundText(step: NumericFilter, column: Column | undefined, index: number): string {
  const value = step.operatorValues[index];
  if (value === undefined || Number.isNaN(value)) return '…';
  const text = entryWords(value, column?.display ?? 'number');
  return column && isMoney(column) ? `${text} ${step.currency ?? 'USD'}` : text;
}

function bounded(operator: NumericOperator, column: string, low: string, high: string): string {
  return t(`sentence.${operator}`, { column, low, high });
}

/** A number as short as it can be told; … for none. */
function plainText(value: number): string {
  return Number.isNaN(value) ? '…' : String(Number(value.toPrecision(12)));
}

function shareText(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '…' : `${plainText(value * 100)} %`;
}

function multiple(factor: number, what: string): string {
  return factor === 1 ? what : `${plainText(factor)} × ${what}`;
}

function groupSentence({ least, members }: GroupFilter, columnOf: ColumnOf): string {
  const filters = members.map((member) =>
    member.operatorType === 'group' ? `(${sentence(member, columnOf)})` : sentence(member, columnOf),
  );
  return t(typeof least === 'number' ? 'sentence.atLeastOf' : `sentence.${least}Of`, {
    least: typeof least === 'number' ? plainText(least) : '',
    filters: filters.length === 0 ? '…' : filters.join('; '),
  });
}

function rankSentence({ parts }: RankStep): string {
  const columns = parts.map(({ columnId, sortOperator, weight }) => {
    const arrow = sortOperator === 'Descending' ? '↓' : '↑';
    return `${columnLabel(columnId)} ${arrow}${weight === 1 ? '' : ` ×${plainText(weight)}`}`;
  });
  return t('sentence.rank', { columns: columns.length === 0 ? '…' : columns.join(', ') });
}

export function sentence(step: Step, columnOf: ColumnOf): string {
  const text = bareSentence(step, columnOf);
  return 'keepMissing' in step && step.keepMissing ? t('sentence.keepMissing', { condition: text }) : text;
}

function bareSentence(step: Step, columnOf: ColumnOf): string {
  if (step.operatorType === 'slice') {
    const [start, end] = step.operatorValues;
    if (!step.sliceIsPercentage) return t('sentence.rows', { start: plainText(start + 1), end: plainText(end + 1) });
    return t(start === 0 ? 'sentence.topPercent' : 'sentence.percent', { start: plainText(start), end: plainText(end) });
  }
  if (step.operatorType === 'issuer') return t('sentence.issuer');
  if (step.operatorType === 'asOf') return printStep(step) ?? '';
  if (step.operatorType === 'group') return groupSentence(step, columnOf);
  if (step.operatorType === 'rank') return rankSentence(step);
  if (step.operatorType === 'let') return t('sentence.let', { column: step.columnId || '…', formula: step.formula || '…' });
  if (stepColumns(step)[0] === '' || step.columnId === null) return t('sentence.choose');
  const label = columnLabel(step.columnId);
  const column = columnOf(step.columnId);
  switch (step.operatorType) {
    case 'presence':
      return t(`sentence.${step.keeps === 'present' ? 'isPresent' : 'isMissing'}`, { column: label });
    case 'flags':
      return t('sentence.flags', { column: label });
    case 'versus':
      return bounded(step.operator, label, multiple(step.factor, step.otherId === '' ? '…' : columnLabel(step.otherId)), '');
    case 'median':
      return bounded(step.operator, label, multiple(step.factor, t(`median.${step.scope}`)), '');
    case 'percentile': {
      const [low, high] = step.operatorValues;
      const name = t('sentence.percentileOf', { column: label, scope: t(`lens.${step.scope}`) });
      return bounded(step.operator, name, shareText(low), shareText(high));
    }
    case 'top': {
      const amount = step.isPercentage ? `${plainText(step.amount)} %` : plainText(step.amount);
      return t(`sentence.${step.end}`, { amount, column: label, scope: t(`topScope.${step.scope}`) });
    }
    case 'sort': {
      const words =
        column && isText(column) && step.sortOperator !== 'None' ? (`${step.sortOperator}Text` as const) : step.sortOperator;
      return t(`sentence.${words}`, { column: label });
    }
    case 'filter':
      return isNumericFilter(step)
        ? bounded(step.operator, label, boundText(step, column, 0), boundText(step, column, 1))
        : t(`sentence.${step.operator}`, { column: label, values: valuesText(step.columnId, step.operatorValues.map(String)) });
    default:
      // A kind of step that has no sentence of its own is its text.
      return printStep(step) ?? '';
  }
}
