import type { HoldStep } from '../../engine/steps/hold.ts';
import { printStep } from '../../engine/steps/language.ts';
import type { StepPage } from './kind.ts';

export const holdPage = {
  section: 'rows',
  blanks: {},
  sentence: (step) => printStep(step) ?? '',
} as const satisfies StepPage<HoldStep>;
