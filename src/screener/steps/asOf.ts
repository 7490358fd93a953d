import { placeOfDate } from '../../engine/history/coveredDays.ts';
import type { AsOfStep } from '../../engine/steps/asOf.ts';
import { t } from '../../shell/i18n.ts';
import { state } from '../state/store.ts';
import { isoDayText } from '../state/words.ts';
import type { StepPage } from './kind.ts';

/** The date, and the snapshot's if different. */
function sentence({ date }: AsOfStep): string {
  const { dates, every } = state.history;
  const snapshot = dates[placeOfDate(dates, every, date) ?? -1] ?? date;
  return snapshot === date
    ? t('asOf.sentence', { date: isoDayText(date) })
    : t('asOf.sentenceAt', { date: isoDayText(date), snapshot: isoDayText(snapshot) });
}

export const asOfPage = { section: 'rows', blanks: {}, sentence } as const satisfies StepPage<AsOfStep>;
