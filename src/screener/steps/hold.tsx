import { Suspense } from 'react';
import type { Weighting } from '../../engine/backtest/weights.ts';
import { DEFAULT_HOLD, type HoldStep, holdStep, printDate } from '../../engine/steps/hold.ts';
import { locale, t } from '../../shell/i18n.ts';
import { onDemand } from '../frame/onDemand.ts';
import { columnLabel, counted } from '../state/words.ts';
import { entryWords } from './entry.ts';
import type { FormProps, StepPage } from './kind.ts';
import { plainText } from './sentenceWords.ts';

const HoldForm = onDemand(async () => (await import('./HoldForm.tsx')).HoldForm);

const sharePercent = (share: number): string => entryWords(share, 'percent');

function weightWords(weighting: Weighting): string {
  if (weighting.kind === 'equal') return t('hold.words.equal');
  const column = weighting.columnId === '' ? '…' : columnLabel(weighting.columnId);
  return t(weighting.kind === 'by' ? 'hold.words.by' : 'hold.words.inverse', { column });
}

function LazyHoldForm(props: FormProps<HoldStep>) {
  return (
    <Suspense>
      <HoldForm {...props} />
    </Suspense>
  );
}

export const holdPage = {
  section: 'rows',
  blanks: { addHold: holdStep(DEFAULT_HOLD) },
  sentence({ every, since, until, delay, costBp, weighting, rowCap, groupCap, keepRank }) {
    const clauses = [
      t(`hold.sentence.${every}`),
      since !== null && t('hold.words.since', { date: printDate(since) }),
      until !== null && t('hold.words.until', { date: printDate(until) }),
      counted('hold.words.delay', delay),
      t('hold.words.cost', { cost: plainText(costBp) }),
      weightWords(weighting),
      rowCap !== null && t('hold.words.rowCap', { share: sharePercent(rowCap) }),
      groupCap !== null && t('hold.words.groupCap', { share: sharePercent(groupCap.share), group: columnLabel(groupCap.by) }),
      keepRank !== null && t('hold.words.keep', { rank: plainText(keepRank) }),
    ].filter((clause) => clause !== false);
    return new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }).format(clauses);
  },
  Form: LazyHoldForm,
} as const satisfies StepPage<HoldStep>;
