/** What a cell of the table shows. All cells have the same fields: the painter reads thousands of them a frame. */
import { GridCellKind, type TextCell, type Theme } from '@glideapps/glide-data-grid';
import { guardFormula, isoDate, MISSING_TEXT, shortestFloat } from '../../catalogue/display.ts';

export class FigureCell implements TextCell {
  readonly kind = GridCellKind.Text;
  readonly allowOverlay = false;
  /** What screen readers say. */
  data: string;
  displayData: string;
  align: 'left' | 'right';
  /** Text, cut with an ellipsis. */
  isText = false;
  /** Drawn quietly before the figure. */
  unit = '';
  /** Background color. */
  tint = '';
  isFaint = false;
  /** Hatched: no value to color. */
  isHatched = false;
  /** Drawn in the corner opposite to the figure. */
  sign = '';
  declare readonly themeOverride?: Partial<Theme>;
  /** What is copied: a text, a number, or epoch seconds. */
  readonly value: number | string;
  readonly isDate: boolean;

  constructor(text: string, align: 'left' | 'right', value: number | string, isDate = false) {
    this.data = text;
    this.displayData = text;
    this.align = align;
    this.value = value;
    this.isDate = isDate;
  }

  /** Made on demand: most cells are only painted. */
  get copyData(): string {
    if (typeof this.value === 'string') return guardFormula(this.value);
    return this.isDate ? isoDate(this.value) : shortestFloat(this.value);
  }

  /** A changed copy, for cells that are shared. */
  with(change: Partial<Pick<FigureCell, 'displayData' | 'data' | 'tint' | 'sign' | 'themeOverride'>>): FigureCell {
    return Object.assign(Object.create(FigureCell.prototype), this, change);
  }
}

function missingCell(align: 'left' | 'right', isHatched = false): FigureCell {
  return Object.assign(new FigureCell(MISSING_TEXT, align, ''), { isFaint: true, isHatched });
}

export const HATCHED = missingCell('right', true);
export const MISSING = { left: missingCell('left'), right: missingCell('right') } as const;
