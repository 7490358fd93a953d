import { type FlagsFilter, flagsStep } from '../../engine/steps/flags.ts';
import { t } from '../../shell/i18n.ts';
import { columnLabel } from '../state/words.ts';
import type { StepPage } from './kind.ts';

/** Added from a filter's note or by its measure. */
export const flagsPage = {
  section: 'conditions',
  blanks: {},
  sentence: ({ columnId }) => t('sentence.flags', { column: columnLabel(columnId) }),
  measure: { isOfText: false, make: ({ columnId }) => flagsStep({ columnId }) },
} as const satisfies StepPage<FlagsFilter>;
