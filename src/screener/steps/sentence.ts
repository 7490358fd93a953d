/** A step as a sentence. */
import { type Column, isMoney, isText } from '../../catalogue/column.ts';
import { isNumericFilter, isPlainStep, type NumericFilter, type Step } from '../../engine/steps.ts';
import { printStep } from '../../engine/text.ts';
import { t } from '../../shell/i18n.ts';
import { categoryText, columnLabel, wholeText } from '../words.ts';
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

function numericSentence(step: NumericFilter, column: Column | undefined): string {
  return t(`sentence.${step.operator}`, {
    column: columnLabel(step.columnId),
    low: boundText(step, column, 0),
    high: boundText(step, column, 1),
  });
}

/** A step that forms don't edit is its text. */
export function sentence(step: Step, columnOf: ColumnOf): string {
  if (step.operatorType === 'issuer') return t('sentence.issuer');
  if (step.operatorType === 'flags') return t('sentence.flags', { column: columnLabel(step.columnId) });
  if (!isPlainStep(step)) return printStep(step) ?? '';
  if (step.operatorType === 'slice') {
    const [start, end] = step.operatorValues;
    if (!step.sliceIsPercentage) return t('sentence.rows', { start: sliceText(start + 1), end: sliceText(end + 1) });
    return t(start === 0 ? 'sentence.topPercent' : 'sentence.percent', { start: sliceText(start), end: sliceText(end) });
  }
  if (step.columnId === null) return t('sentence.choose');
  const column = columnOf(step.columnId);
  if (step.operatorType === 'sort') {
    const words =
      column && isText(column) && step.sortOperator !== 'None' ? (`${step.sortOperator}Text` as const) : step.sortOperator;
    return t(`sentence.${words}`, { column: columnLabel(step.columnId) });
  }
  if (isNumericFilter(step)) return numericSentence(step, column);
  const values = valuesText(step.columnId, step.operatorValues.map(String));
  return t(`sentence.${step.operator}`, { column: columnLabel(step.columnId), values });
}

function sliceText(value: number): string {
  return Number.isNaN(value) ? '…' : String(Number(value.toPrecision(12)));
}
