/** Fates of a security at a date, in words. */
import type { Column } from '../../catalogue/column.ts';
import type { Fate } from '../../engine/answers/overDates.ts';
import type { Fact } from '../../engine/answers/traceReport.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { AtDate } from '../../engine/worker/protocol.ts';
import { locale, t } from '../../shell/i18n.ts';
import { shownNumber } from '../state/figures.ts';
import { columnOf } from '../state/store.ts';
import { categoryText, columnLabel, wholeText } from '../state/words.ts';
import { sentence } from '../steps/sentence.ts';

function valueText({ id, value }: Fact, column: Column | undefined): string {
  if (value === null) return t('sentence.missing');
  if (typeof value === 'string') return categoryText(id, value);
  return shownNumber(value, column?.display ?? 'number', locale());
}

function factsOf(facts: readonly Fact[]): string {
  return facts
    .map((fact) => t('trace.value', { column: columnLabel(fact.id), value: valueText(fact, columnOf(fact.id)) }))
    .join('; ');
}

/** The removing step, with the values of the run's last date. */
export function removedText(steps: readonly Step[], { step, facts, rank }: Extract<Fate, { kind: 'left' }>): string {
  const at = steps[step];
  return t('trace.removed', {
    // The date is step 1 of the screen.
    place: wholeText(step + 2),
    step: at ? sentence(at, columnOf) : '',
    facts: facts.length === 0 && rank !== null ? t('trace.place', { rank: wholeText(rank) }) : factsOf(facts),
  });
}

export function fateText(at: AtDate | undefined, steps: readonly Step[]): string {
  const fate = at?.fate;
  if (!at || !fate) return '…';
  if (fate.kind === 'absent') return t('trace.notListed');
  if (fate.kind === 'in') return t('trace.inResult', { rank: wholeText(fate.rank), total: wholeText(at.kept) });
  return removedText(steps, fate);
}
