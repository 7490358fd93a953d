/** Figures that strips and maps can show. */
import type { VariantFigures } from '../../engine/backtest/sensitivity.ts';
import { percent, ratio, signed } from './words.ts';

export const VARIANT_FIGURES = {
  cagr: (value) => signed(value, 2),
  sharpe: (value) => ratio(value),
  volatility: (value) => percent(value, 2),
  maxDrawdown: (value) => signed(value, 2),
  turnoverPerYear: (value) => percent(value, 0),
} as const satisfies Record<keyof VariantFigures, (value: number) => string>;

export type VariantFigure = keyof typeof VARIANT_FIGURES;
export const VARIANT_FIGURE_NAMES = Object.keys(VARIANT_FIGURES) as readonly VariantFigure[];
