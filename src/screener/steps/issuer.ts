import { type IssuerStep, issuerStep } from '../../engine/steps/issuer.ts';
import { t } from '../../shell/i18n.ts';
import type { StepPage } from './kind.ts';

export const issuerPage = {
  section: 'rows',
  blanks: { addIssuer: issuerStep({}) },
  sentence: () => t('sentence.issuer'),
  note: 'form.issuer',
} as const satisfies StepPage<IssuerStep>;
