/** Fates of a security at a date, in words. */
import type { Column } from '../../catalogue/column.ts';
import type { Fate } from '../../engine/answers/overDates.ts';
import type { Fact } from '../../engine/answers/traceReport.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { AtDate } from '../../engine/worker/protocol.ts';
import { t } from '../../shell/i18n.ts';
import { figureIn } from '../rows/values.ts';
import { columnOf } from '../state/store.ts';
import { categoryText, columnLabel, wholeText } from '../state/words.ts';
import { sentence } from '../steps/sentence.ts';

type Left = Extract<Fate, { kind: 'left' }>;

/** @param currency the row's */
export function valueText({ id, value }: Pick<Fact, 'id' | 'value'>, column: Column | undefined, currency: string): string {
  if (value === null) return t('sentence.missing');
  if (typeof value === 'string') return categoryText(id, value);
  return figureIn(column, value, currency);
}

function factsOf({ facts, currency }: Left): string {
  return facts
    .map((fact) => t('trace.value', { column: columnLabel(fact.id), value: valueText(fact, columnOf(fact.id), currency) }))
    .join('; ');
}

/** The removing step, with the values of the run's last date. */
export function removedText(steps: readonly Step[], left: Left): string {
  const { step, facts, rank } = left;
  const at = steps[step];
  return t('trace.removed', {
    // The date is step 1 of the screen.
    place: wholeText(step + 2),
    step: at ? sentence(at, columnOf) : '',
    facts: facts.length === 0 && rank !== null ? t('trace.place', { rank: wholeText(rank) }) : factsOf(left),
  });
}

export function fateText(at: AtDate | undefined, steps: readonly Step[]): string {
  const fate = at?.fate;
  if (!at || !fate) return '…';
  if (fate.kind === 'absent') return t('trace.notListed');
  if (fate.kind === 'in') return t('trace.inResult', { rank: wholeText(fate.rank), total: wholeText(at.kept) });
  return removedText(steps, fate);
}
