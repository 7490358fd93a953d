/**
 * Copies the selected cells for spreadsheets: a header row, and the symbol as first column; with amounts in several currencies, the
 * currency as second.
 */
import { isMoney } from '../../catalogue/column.ts';
import { t } from '../../shell/i18n.ts';
import { textValue } from '../rows/values.ts';
import { say } from '../state/store.ts';
import { columnLabel, counted } from '../state/words.ts';
import { FigureCell } from './figureCell.ts';
import { type Selected, selectedCells } from './selected.ts';

const tidy = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');

/** Tab-separated rows; empty without a selection. */
export function tableText({ selection, columns, units, currencies, frame, cell }: Selected): string {
  const range = selection.current?.range;
  if (!range) return '';
  const places = Array.from({ length: range.width }, (_, index) => range.x + index);
  const others = places.filter((place) => columns[place]?.id !== 'symbol');
  const isMixed = others.some((place) => {
    const column = columns[place];
    return column && isMoney(column) && currencies[place] === null;
  });
  const leading =
    isMixed && !others.some((place) => columns[place]?.id === 'currency')
      ? (['symbol', 'currency'] as const)
      : (['symbol'] as const);
  const head = others.map((place) => {
    const unit = units[place] ?? '';
    return columnLabel(columns[place]?.id ?? '') + (unit === '' ? '' : ` (${unit})`);
  });
  const lines = [[...leading.map(columnLabel), ...head]];
  for (let position = range.y; position < range.y + range.height; position++) {
    const textAt = (place: number): string => {
      const found = cell([place, position]);
      const text = 'copyData' in found && typeof found.copyData === 'string' ? found.copyData : '';
      // An amount without an exchange rate is not in the currency of the header.
      return found instanceof FigureCell && found.unit !== '' && currencies[place] ? `${text} ${found.unit}` : text;
    };
    const row = frame.rows[position];
    // Totals rows follow; their first cell is the label.
    const first = leading.map((id, at) => (row === undefined ? (at === 0 ? textAt(0) : '') : textValue(frame, id, row)));
    lines.push([...first, ...others.map(textAt)]);
  }
  return lines.map((line) => line.map(tidy).join('\t')).join('\n');
}

export async function copyTable(): Promise<void> {
  const selected = selectedCells();
  const range = selected?.selection.current?.range;
  if (!selected || !range) {
    say(t('announcement.noCursor'));
    return;
  }
  try {
    await navigator.clipboard.writeText(tableText(selected));
    say(`${t('receipt.copied')}: ${counted('status.cells', range.width * range.height)}`);
  } catch {
    say(t('announcement.tooLarge'));
  }
}
