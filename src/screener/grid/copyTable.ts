/** The selected cells as a table for a spreadsheet: a line of headers, and the symbol of each row first. */
import type { GridCell, GridSelection } from '@glideapps/glide-data-grid';
import type { Column } from '../../catalogue/column.ts';
import { t } from '../../shell/i18n.ts';
import { textValue } from '../rows/values.ts';
import { type Frame, say } from '../state/store.ts';
import { columnLabel, counted } from '../state/words.ts';

export interface Selected {
  readonly selection: GridSelection;
  readonly columns: readonly Column[];
  /** Of each column, as its header says it. */
  readonly units: readonly string[];
  readonly frame: Frame;
  readonly cell: (place: readonly [column: number, position: number]) => GridCell;
}

let provide: (() => Selected | null) | null = null;

/** Called by the grid, which knows what is selected. */
export function provideSelected(take: () => Selected | null): () => void {
  provide = take;
  return () => {
    if (provide === take) provide = null;
  };
}

const tidy = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');

/** Lines of cells between tabs; empty when nothing is selected. */
export function tableText({ selection, columns, units, frame, cell }: Selected): string {
  const range = selection.current?.range;
  if (!range) return '';
  const places = Array.from({ length: range.width }, (_, index) => range.x + index);
  const others = places.filter((place) => columns[place]?.id !== 'symbol');
  const head = others.map((place) => {
    const unit = units[place] ?? '';
    return columnLabel(columns[place]?.id ?? '') + (unit === '' ? '' : ` (${unit})`);
  });
  const lines = [[columnLabel('symbol'), ...head]];
  for (let position = range.y; position < range.y + range.height; position++) {
    const texts = others.map((place) => {
      const found = cell([place, position]);
      return 'copyData' in found && typeof found.copyData === 'string' ? found.copyData : '';
    });
    lines.push([textValue(frame, 'symbol', frame.rows[position] ?? 0), ...texts]);
  }
  return lines.map((line) => line.map(tidy).join('\t')).join('\n');
}

export async function copyTable(): Promise<void> {
  const selected = provide?.();
  const range = selected?.selection.current?.range;
  if (!selected || !range) return;
  try {
    await navigator.clipboard.writeText(tableText(selected));
    say(`${t('receipt.copied')}: ${counted('status.cells', range.width * range.height)}`);
  } catch {
    say(t('announcement.tooLarge'));
  }
}
