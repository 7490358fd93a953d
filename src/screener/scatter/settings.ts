/** Settings of the scatter plot. */
import { isText } from '../../catalogue/column.ts';
import { screenIds } from '../columns/screenColumns.ts';
import { columnOf, type View } from '../state/store.ts';
import { settingOf } from '../views/open.ts';
import { SCALES, type Scale } from './axis.ts';

export interface ScatterSettings {
  readonly x: string;
  readonly y: string;
  /** Null for the default. */
  readonly xScale: Scale | null;
  readonly yScale: Scale | null;
  readonly color: string | null;
  readonly size: string | null;
  readonly hasLine: boolean;
}

const START_IDS = ['enterpriseValueToEbit', 'returnOnInvestedCapital'] as const;
/** Stored for no column where the default has one. */
export const NONE = 'none';

function isNumber(id: string | null): id is string {
  const column = id === null ? undefined : columnOf(id);
  return column !== undefined && !isText(column) && column.unit !== 'date';
}

/** Invalid settings fall back to the defaults: the first two number columns of the steps. */
export function scatterSettings(view: View): ScatterSettings {
  const setting = (name: string): string | null => settingOf(view, 'scatter', name);
  const scale = (name: string): Scale | null => SCALES.find((each) => each === setting(name)) ?? null;
  const [first, second] = [...new Set([...screenIds(view).filter(isNumber), ...START_IDS])];
  const [x, y, size] = [setting('x'), setting('y'), setting('size')];
  const color = setting('colour') ?? 'sector';
  return {
    x: isNumber(x) ? x : (first ?? START_IDS[0]),
    y: isNumber(y) ? y : (second ?? START_IDS[1]),
    xScale: scale('xscale'),
    yScale: scale('yscale'),
    color: color !== NONE && columnOf(color) ? color : null,
    size: isNumber(size) ? size : null,
    hasLine: setting('line') !== 'off',
  };
}
