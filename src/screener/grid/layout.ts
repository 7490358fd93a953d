/** Grid sizes at the two text levels. */
import { type Column, isMoney } from '../../catalogue/column.ts';
import type { Level } from '../zoom/level.ts';

export interface GridLayout {
  readonly rowPx: number;
  readonly headerPx: number;
  readonly figurePx: number;
  readonly labelPx: number;
  readonly labelLinePx: number;
  readonly labelLines: number;
  readonly padPx: number;
  /** Offset of the distribution from the header's upper edge. */
  readonly bandTopPx: number;
  /** Whether the header's last line shows the unit and cells use the display rules (catalogue/display.ts); else the column's adaptive format. */
  readonly isCompact: boolean;
}

const TEXT: GridLayout = {
  rowPx: 25,
  headerPx: 82,
  figurePx: 12,
  labelPx: 10.5,
  labelLinePx: 12.5,
  labelLines: 3,
  padPx: 5,
  bandTopPx: 45,
  isCompact: false,
};

const COMPACT: GridLayout = {
  rowPx: 18,
  headerPx: 84,
  figurePx: 11,
  labelPx: 10,
  labelLinePx: 11.5,
  labelLines: 4,
  padPx: 4,
  bandTopPx: 51,
  isCompact: true,
};

export function layoutOf(level: Level): GridLayout {
  return level === 1 ? TEXT : COMPACT;
}

const COMPACT_WIDTHS: ReadonlyMap<string, number> = new Map([
  ['symbol', 60],
  ['name', 116],
  ['type', 42],
  ['country', 52],
]);

/** Column width at the compact level. */
export function compactWidth(column: Column, hasOneCurrency: boolean): number {
  const known = COMPACT_WIDTHS.get(column.id);
  if (known !== undefined) return known;
  if (column.unit === 'text') return 74;
  if (column.unit === 'date') return 66;
  return isMoney(column) && !hasOneCurrency ? 76 : 46;
}
