/** Theme colors as numbers. */

import { themeTokens } from '../../shell/theme.ts';
import type { Inks, Rgb } from './marks.ts';

const CATEGORY_COUNT = 10;

/** Parses `#rrggbb` or three numbers. */
function rgbOf(text: string): Rgb {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  const parts = hex ? hex.slice(1).map((part) => Number.parseInt(part, 16)) : (text.match(/\d+/g) ?? []).map(Number);
  const [red = 128, green = 128, blue = 128] = parts;
  return [red, green, blue];
}

export interface ThemeInks extends Inks {
  readonly ground: Rgb;
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  readonly accent: string;
  readonly font: string;
}

export function readInks(): ThemeInks {
  const token = themeTokens();
  const color = (name: string): Rgb => rgbOf(token(name));
  const middle = color('line-strong');
  return {
    ground: rgbOf(token('ground').replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')),
    text: token('text'),
    quiet: token('quiet'),
    line: token('line'),
    accent: token('accent'),
    font: token('font'),
    plain: color('mark-1'),
    other: color('mark-other'),
    categories: Array.from({ length: CATEGORY_COUNT }, (_, index) => color(`mark-${index + 1}`)),
    ramp: (better) => {
      if (better === 'higher') return [color('lens-bad'), middle, color('lens-good')];
      if (better === 'lower') return [color('lens-good'), middle, color('lens-bad')];
      return [color('lens-low'), middle, color('lens-high')];
    },
  };
}
