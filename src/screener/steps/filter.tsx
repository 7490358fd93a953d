import { Suspense } from 'react';
import { type Column, isMoney, isText } from '../../catalogue/column.ts';
import {
  type CategoricalFilter,
  categoricalFilter,
  EMPTY_FILTER,
  type FilterStep,
  isNumericFilter,
  type NumericFilter,
  numericFilter,
} from '../../engine/steps/filter.ts';
import { t } from '../../shell/i18n.ts';
import { lazyPart } from '../../shell/lazyPart.tsx';
import { inCommonCurrency } from '../rows/money.ts';
import { categoryText, columnLabel, wholeText } from '../state/words.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { entryWords } from './entry.ts';
import type { FormProps, StepPage } from './kind.ts';
import { MissingChoice } from './MissingChoice.tsx';
import { NumberForm } from './NumberForm.tsx';
import { bounded } from './sentenceWords.ts';

const FlagNote = lazyPart(async () => (await import('./FlagNote.tsx')).FlagNote);

/** A blank filter on a column. */
export function newFilter(column: Column | undefined, columnId: string): CategoricalFilter | NumericFilter {
  return column && isText(column)
    ? categoricalFilter({ columnId, operator: 'Equals', operatorValues: [] })
    : inCommonCurrency(numericFilter({ columnId, operator: 'GreaterThanOrEquals', operatorValues: [Number.NaN] }));
}

function FilterForm({ stepKey, step, onChange, onAdd }: FormProps<FilterStep>) {
  if (step.columnId === null) return null;
  if (!isNumericFilter(step)) return <CategoryForm stepKey={stepKey} step={step} onChange={onChange} />;
  return (
    <>
      <NumberForm step={step} onChange={onChange} />
      <MissingChoice step={step} onChange={onChange} />
      <Suspense fallback={<p className="form-note" aria-hidden="true" />}>
        <FlagNote stepKey={stepKey} columnId={step.columnId} onAdd={onAdd} />
      </Suspense>
    </>
  );
}

/** Maximum of named values; the remainder is counted. */
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

export const filterPage = {
  section: 'conditions',
  blanks: { addFilter: EMPTY_FILTER },
  sentence(step, columnOf) {
    if (step.columnId === null) return t('sentence.choose');
    const [label, column] = [columnLabel(step.columnId), columnOf(step.columnId)];
    return isNumericFilter(step)
      ? bounded(step.operator, label, boundText(step, column, 0), boundText(step, column, 1))
      : t(`sentence.${step.operator}`, { column: label, values: valuesText(step.columnId, step.operatorValues) });
  },
  Form: FilterForm,
  measure: {
    isOfText: true,
    make({ columnId, operator, ...policy }, column): FilterStep {
      const filter = newFilter(column, columnId);
      return column && isNumericFilter(filter) ? { ...filter, operator, ...policy } : filter;
    },
  },
} as const satisfies StepPage<FilterStep>;
