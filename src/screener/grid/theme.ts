import type { Theme } from '@glideapps/glide-data-grid';
import { themeTokens } from '../../shell/theme.ts';
import { runsFromRight } from '../frame/direction.ts';
import type { Mirror } from '../frame/mirror.ts';
import { type LensTints, makeLensTints } from '../lens/tints.ts';
import type { GridLayout } from './layout.ts';

/** Canvas colors and fonts, read from the page's CSS custom properties. */

export interface Inks {
  readonly text: string;
  readonly quiet: string;
  readonly faint: string;
  readonly accent: string;
  readonly line: string;
  /** Bars of the universe and of missing values. */
  readonly spread: string;
  readonly missing: string;
}

export interface GridTheme {
  readonly glide: Partial<Theme>;
  readonly inks: Inks;
  /** Overrides for the columns of the group Screen. */
  readonly screenTheme: Partial<Theme>;
  readonly tints: LensTints;
  readonly fontFamily: string;
  /** Writing direction of the language. */
  readonly direction: 'ltr' | 'rtl';
  /** Null for left-to-right languages. */
  readonly mirror: Mirror | null;
  readonly layout: GridLayout;
}

export const SMALL_PX = 11;

/** Share of the accent color in the background of those columns. */
const SCREEN_TINT = 0.07;

/** Mixes two colors in #rgb or #rrggbb notation. */
function mixed(ground: string, ink: string, share: number): string {
  const parts = (hex: string): readonly number[] =>
    (hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : (hex.slice(1).match(/../g) ?? [])).map((pair) =>
      Number.parseInt(pair, 16),
    );
  const inkParts = parts(ink);
  const mix = parts(ground).map((part, index) => Math.round(part + share * ((inkParts[index] ?? part) - part)));
  return `rgb(${mix.join(', ')})`;
}

/** Interned by value: rendered pictures stay valid until the inks change. */
const knownInks = new Map<string, Inks>();

function readInks(token: (name: string) => string): Inks {
  const inks: Inks = {
    text: token('text'),
    quiet: token('quiet'),
    faint: token('faint'),
    accent: token('accent'),
    line: token('line-strong'),
    spread: token('line-strong'),
    missing: token('warn'),
  };
  const key = Object.values(inks).join();
  const known = knownInks.get(key) ?? inks;
  knownInks.set(key, known);
  return known;
}

export function readTheme(layout: GridLayout, mirror: Mirror | null): GridTheme {
  const token = themeTokens();
  const inks = readInks(token);
  const fontFamily = token('font');
  return {
    glide: glideTheme(token, inks, fontFamily, layout),
    layout,
    inks,
    screenTheme: {
      bgCell: mixed(token('ground'), inks.accent, SCREEN_TINT),
      bgHeader: mixed(token('panel'), inks.accent, SCREEN_TINT),
      bgHeaderHovered: mixed(token('raised'), inks.accent, SCREEN_TINT),
    },
    tints: makeLensTints(token),
    fontFamily,
    direction: runsFromRight() ? 'rtl' : 'ltr',
    mirror,
  };
}

function glideTheme(token: (name: string) => string, inks: Inks, fontFamily: string, layout: GridLayout): Partial<Theme> {
  const ground = token('ground');
  const head = token('panel');
  return {
    accentColor: inks.accent,
    accentFg: ground,
    accentLight: token('selected'),
    textDark: inks.text,
    textMedium: inks.quiet,
    textLight: inks.faint,
    textBubble: inks.text,
    bgIconHeader: inks.quiet,
    fgIconHeader: ground,
    textHeader: inks.text,
    textGroupHeader: inks.quiet,
    textHeaderSelected: inks.text,
    bgCell: ground,
    bgCellMedium: head,
    bgHeader: head,
    bgHeaderHasFocus: token('raised'),
    bgHeaderHovered: token('raised'),
    bgGroupHeader: head,
    bgGroupHeaderHovered: head,
    borderColor: token('line'),
    horizontalBorderColor: token('line-soft'),
    headerBottomBorderColor: token('line-strong'),
    resizeIndicatorColor: inks.accent,
    linkColor: inks.accent,
    cellHorizontalPadding: layout.padPx,
    cellVerticalPadding: 2,
    headerFontStyle: `600 ${layout.labelPx}px`,
    baseFontStyle: `${layout.figurePx}px`,
    markerFontStyle: `${SMALL_PX}px`,
    editorFontSize: `${layout.figurePx}px`,
    fontFamily,
    lineHeight: 1.3,
    roundingRadius: 0,
  };
}
