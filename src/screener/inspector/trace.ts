/** The trace of a security through the steps, in words. */
import { type Column, isText } from '../../catalogue/column.ts';
import type { TraceReport } from '../../engine/answers/traceReport.ts';
import type { Verdict } from '../../engine/steps/kind.ts';
import { stepColumns } from '../../engine/steps/language.ts';
import { isPercentile } from '../../engine/steps/percentile.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { locale, t } from '../../shell/i18n.ts';
import { findingText } from '../rows/findingWords.ts';
import { figureIn } from '../rows/values.ts';
import { localized } from '../state/figures.ts';
import { columnLabel, wholeText } from '../state/words.ts';
import { valueText } from './fates.ts';

type ColumnOf = (id: string) => Column | undefined;

/** Verdict of each step: passed, removed here, or the hypothetical verdict of later steps. */
export type StepVerdict = 'passed' | 'left' | 'wouldPass' | 'wouldFail' | 'wouldLack';

const LATER = { passes: 'wouldPass', fails: 'wouldFail', lacks: 'wouldLack' } as const satisfies Record<Verdict, StepVerdict>;

export function stepVerdict({ leftAt, later }: TraceReport, place: number): StepVerdict {
  if (leftAt === null || place < leftAt) return 'passed';
  return place === leftAt ? 'left' : LATER[later[place - leftAt - 1] ?? 'passes'];
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['GreaterThanOrEquals', '≥'],
  ['LessThanOrEquals', '≤'],
  ['GreaterThan', '>'],
  ['LessThan', '<'],
]);

/** How the value has to be to the bound that it misses. */
function signOf(step: Step, value: number, needed: number): string {
  if (!('operator' in step)) return value < needed ? '≥' : '≤';
  if (step.operator !== 'NotBetween') return SIGNS.get(step.operator) ?? (value < needed ? '≥' : '≤');
  return needed === Math.min(...(step.operatorValues as readonly number[])) ? '<' : '>';
}

/** Two percentiles, with as many decimals as tell them apart. */
function shares(own: number, needed: number): { readonly own: string; readonly needed: string } {
  const words = (digits: number): readonly string[] =>
    [own, needed].map((percentile) => localized((100 * percentile).toFixed(digits), locale()));
  const [first, second] = [0, 1, 2].map(words).find(([a, b]) => a !== b) ?? words(2);
  return { own: first ?? '', needed: second ?? '' };
}

/** Reasons for the removal, one sentence each. @param currency the row's */
export function reasons(trace: TraceReport, step: Step, columnOf: ColumnOf, currency: string): readonly string[] {
  const { facts, cause, value, needed, percentile, neededPercentile, rank, kept, among, missedBy, lineage } = trace;
  const sentences: string[] = [];
  const [columnId] = stepColumns(step);
  const column = columnId === undefined ? undefined : columnOf(columnId);
  for (const fact of facts) {
    const { id } = fact;
    if (cause.includes(id) && fact.value === null) continue;
    const each = columnOf(id);
    const text = valueText(fact, each, currency);
    const needs = id === columnId && value !== null && needed !== null && !isPercentile(step);
    sentences.push(
      needs
        ? t('trace.needs', {
            column: columnLabel(id),
            value: text,
            needed: `${signOf(step, value, needed)} ${figureIn(each, needed, currency)}`,
          })
        : t('trace.value', { column: columnLabel(id), value: text }),
    );
  }
  if (percentile !== null && neededPercentile !== null && column && !isText(column)) {
    sentences.push(t('trace.percentile', shares(percentile, neededPercentile)));
  }
  if (rank !== null && kept !== null && among !== null && missedBy !== null) {
    sentences.push(
      t('trace.rank', { rank: wholeText(rank), among: wholeText(among), kept: wholeText(kept), missed: wholeText(missedBy) }),
    );
  }
  if (lineage) sentences.push(...lineage.findings.map((finding) => findingText(finding, lineage)));
  if (cause.length > 0) {
    const names = cause.map((id) => {
      const found = trace.causes.find((each) => each.id === id)?.value ?? null;
      const label = columnLabel(id);
      if (found === null) return t('trace.isMissing', { column: label });
      return t('trace.value', { column: label, value: valueText({ id, value: found }, columnOf(id), currency) });
    });
    sentences.push(t('trace.cause', { causes: names.join('; ') }));
  }
  return sentences;
}
