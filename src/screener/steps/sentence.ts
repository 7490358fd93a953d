import type { ColumnOf } from '../../engine/steps/kind.ts';
import { stepColumns } from '../../engine/steps/language.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { t } from '../../shell/i18n.ts';
import { pageOf } from './registry.ts';

export function sentence(step: Step, columnOf: ColumnOf): string {
  if ('columnId' in step && (step.columnId === null || stepColumns(step)[0] === '')) return t('sentence.choose');
  const text = pageOf(step).sentence(step, columnOf, (inner) => sentence(inner, columnOf));
  return 'keepMissing' in step && step.keepMissing ? t('sentence.keepMissing', { condition: text }) : text;
}
