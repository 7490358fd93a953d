import type { SortDirection } from '../../catalogue/codes.ts';
import { type Column, isText } from '../../catalogue/column.ts';
import { t } from '../../shell/i18n.ts';

/** Sort direction in words: low to high for numbers, A to Z for text. */
export function directionText(column: Column | undefined, direction: SortDirection): string {
  if (direction === 'None') return t('direction.None');
  return t(column && isText(column) ? `direction.${direction}Text` : `direction.${direction}`);
}
