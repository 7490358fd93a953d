import type { AsOfStep } from '../../engine/steps/asOf.ts';
import { printStep } from '../../engine/steps/language.ts';
import type { StepPage } from './kind.ts';

export const asOfPage = {
  section: 'rows',
  blanks: {},
  sentence: (step) => printStep(step) ?? '',
} as const satisfies StepPage<AsOfStep>;
