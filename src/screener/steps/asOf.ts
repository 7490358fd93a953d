import type { AsOfStep } from '../../engine/steps/asOf.ts';
import { t } from '../../shell/i18n.ts';
import { isoDayText } from '../state/words.ts';
import type { StepPage } from './kind.ts';

export const asOfPage = {
  section: 'rows',
  blanks: {},
  sentence: ({ date }) => t('asOf.sentence', { date: isoDayText(date) }),
} as const satisfies StepPage<AsOfStep>;
