/** Readout of the cell under the crosshair. */
import type { CellCode } from '../../engine/panorama/codes.ts';
import { MISSING, UNRANKED } from '../../engine/panorama/codes.ts';
import { t } from '../../shell/i18n.ts';
import { shownValue, textValue } from '../rows/values.ts';
import { columnOf, type Frame } from '../state/store.ts';
import { columnLabel, wholeText } from '../state/words.ts';

/** Code of zero or of the median. */
const MIDDLE = 100;

/** The percentile in words; null without a value. */
function rankWords({ code, isAroundZero }: CellCode): string | null {
  if (code === MISSING) return null;
  if (code >= UNRANKED - 1) return t('panorama.noPercentile');
  if (!isAroundZero) return t('panorama.percentile', { percentile: wholeText((code + 1) >> 1) });
  const side = code >= MIDDLE ? 'above' : 'below';
  return t(`panorama.zero.${side}`, { percentile: wholeText(Math.abs(code - MIDDLE)) });
}

export function rowName(frame: Frame, row: number): string {
  return [textValue(frame, 'symbol', row), textValue(frame, 'name', row)].filter(Boolean).join(' ');
}

/** Name, column, value and percentile of a cell. */
export function toldCell(frame: Frame, row: number, columnId: string, cell: CellCode | null): string {
  const column = columnOf(columnId);
  if (!column) return '';
  const rank = cell ? rankWords(cell) : '…';
  const told = t('panorama.told', {
    name: rowName(frame, row),
    column: columnLabel(columnId),
    value: shownValue(frame, column, row),
    percentile: rank ?? t('panorama.missing'),
  });
  return told;
}
