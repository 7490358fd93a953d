/** The zoom in the address. */
import { COLUMN_ORDERS, PANORAMA_REFERENCES, ROW_ORDERS } from '../../engine/panorama/frame.ts';
import { LEVELS, START_ZOOM, type Zoom } from './level.ts';

export const ZOOM_PARAMETERS = ['zoom', 'cell', 'ref', 'zero', 'colorder', 'roworder', 'issuers', 'transpose'] as const;

const CELL = /^(\d{1,3}(?:\.\d{1,6})?)x(\d{1,3}(?:\.\d{1,6})?)$/;

/** Invalid parameters fall back to the defaults. */
export function readZoom(parameters: URLSearchParams): Zoom {
  const text = (name: (typeof ZOOM_PARAMETERS)[number]): string | null => parameters.get(name);
  const level = LEVELS.find((each) => String(each) === text('zoom')) ?? START_ZOOM.level;
  const sizes = CELL.exec(text('cell') ?? '');
  return {
    level,
    cell: sizes && level >= 3 ? [Number(sizes[1]), Number(sizes[2])] : null,
    reference: PANORAMA_REFERENCES.find((each) => each === text('ref')) ?? START_ZOOM.reference,
    isAroundZero: text('zero') === '1',
    columnOrder: COLUMN_ORDERS.find((each) => each === text('colorder')) ?? null,
    rowOrder: ROW_ORDERS.find((each) => each === text('roworder')) ?? null,
    isOnePerIssuer: text('issuers') === 'one',
    isTransposed: text('transpose') === '1',
  };
}

export function writeZoom(zoom: Zoom, parameters: URLSearchParams): void {
  const { level, cell, reference, isAroundZero, columnOrder, rowOrder, isOnePerIssuer, isTransposed } = zoom;
  if (level !== START_ZOOM.level) parameters.set('zoom', String(level));
  if (cell) parameters.set('cell', cell.map((px) => Number(px.toFixed(6))).join('x'));
  if (reference !== START_ZOOM.reference) parameters.set('ref', reference);
  if (isAroundZero) parameters.set('zero', '1');
  if (columnOrder) parameters.set('colorder', columnOrder);
  if (rowOrder) parameters.set('roworder', rowOrder);
  if (isOnePerIssuer) parameters.set('issuers', 'one');
  if (isTransposed) parameters.set('transpose', '1');
}
