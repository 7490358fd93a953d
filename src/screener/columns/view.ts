/** Which columns are shown and in which order. */
import { COLUMNS } from '../../catalogue/catalogue.ts';
import { t } from '../../shell/i18n.ts';
import { clamp } from '../frame/clamp.ts';
import { addedColumns, asRef, changeView, columnOf, START_VIEW, say, sentColumnOf, state, type View } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';
import { screenIds } from './screenColumns.ts';
import { columnWidth } from './widths.ts';

/** Always shown first and frozen. */
export const FROZEN_IDS: readonly string[] = ['symbol', 'name'];

/** Identifying columns come first, other company data after all figures. */
export const LEADING_IDS: readonly string[] = [...FROZEN_IDS, 'country'];
const LEADING_GROUP = 'CondensedFundamentalData';

/** Columns of the catalogue in the default view, in order. */
export const DEFAULT_IDS: readonly string[] = startOrder().filter((id) => !columnOf(id)?.helper);

function startOrder(): readonly string[] {
  const figures = COLUMNS.filter((column) => column.group !== 'CompanyInformation');
  const ids = [
    ...LEADING_IDS,
    ...figures.filter((column) => column.group === LEADING_GROUP).map((column) => column.id),
    ...figures.map((column) => column.id),
    ...COLUMNS.map((column) => column.id),
  ];
  return [...new Set(ids)];
}

/** Ids of all columns: the catalogue's in group order, then those of formulas and of the server. */
export function allIds(): readonly string[] {
  return [...COLUMNS, ...addedColumns()].map((column) => column.id);
}

export function frozenIds(view: View = state.view): readonly string[] {
  return [...FROZEN_IDS, ...view.pinned.filter((id) => columnOf(id) && !FROZEN_IDS.includes(id))];
}

export function shownIds(view: View = state.view): readonly string[] {
  const chosen = view.columns?.filter((id) => columnOf(id)) ?? [...screenIds(view), ...withAdded(DEFAULT_IDS)];
  return [...new Set([...frozenIds(view), ...chosen])];
}

/** Formulas first, additional server columns last. */
function withAdded(ids: readonly string[]): readonly string[] {
  const added = addedColumns();
  const own = added.filter(({ id }) => !sentColumnOf(id)).map(({ id }) => id);
  const sent = added.filter(({ id }) => sentColumnOf(id)).map(({ id }) => id);
  return [...LEADING_IDS, ...own, ...ids.filter((id) => !LEADING_IDS.includes(id)), ...sent];
}

/** Columns of the grid: folded groups show only their first column. */
export function visibleIds(view: View = state.view): readonly string[] {
  const ids = shownIds(view);
  const frozen = new Set([...frozenIds(view), ...screenIds(view)]);
  const met = new Set<string>();
  return ids.filter((id) => {
    const group = columnOf(id)?.group;
    if (frozen.has(id) || !group || !view.folded.includes(group)) return true;
    const isFirst = !met.has(group);
    met.add(group);
    return isFirst;
  });
}

function setColumns(columns: readonly string[]): void {
  const rest = columns.filter((id) => !FROZEN_IDS.includes(id));
  changeView({ columns: [...FROZEN_IDS, ...rest] });
}

/** Shows or hides columns. A column is shown at its default position among its neighbors. */
export function showColumns(ids: readonly string[], shown: boolean): void {
  if (!shown) {
    const pinned = state.view.pinned.filter((id) => !ids.includes(id));
    const columns = shownIds().filter((id) => !ids.includes(id));
    setColumns(columns);
    if (pinned.length < state.view.pinned.length) changeView({ pinned });
  } else {
    const order = withAdded(startOrder());
    const columns = [...shownIds()];
    for (const id of ids) if (!columns.includes(id)) columns.splice(placeOf(id, columns, order), 0, id);
    setColumns(columns);
  }
  const [id] = ids;
  if (id && ids.length === 1) {
    say(t(shown ? 'announcement.columnShown' : 'announcement.columnHidden', { column: columnLabel(id) }));
  }
}

/** Position after the nearest shown column that precedes it in `order`. */
function placeOf(id: string, columns: readonly string[], order: readonly string[]): number {
  for (let index = order.indexOf(id) - 1; index >= 0; index--) {
    const place = columns.indexOf(order[index] ?? '');
    if (place >= 0) return Math.max(place + 1, FROZEN_IDS.length);
  }
  return FROZEN_IDS.length;
}

/** Moves a column; both positions are grid positions. */
export function moveColumn(from: number, to: number): void {
  const ids = visibleIds();
  const frozen = frozenIds();
  const id = ids[from];
  const target = ids[to];
  if (!id || !target || from === to || frozen.includes(id) || frozen.includes(target)) return;
  const columns = shownIds().filter((each) => each !== id);
  columns.splice(columns.indexOf(target) + (to > from ? 1 : 0), 0, id);
  setColumns(columns);
}

/** Moves a column by one position and announces it. */
export function moveShown(id: string, by: 1 | -1): void {
  const from = visibleIds().indexOf(id);
  moveColumn(from, from + by);
  say(t('announcement.columnMoved', { column: columnLabel(id), place: visibleIds().indexOf(id) + 1 }));
}

/** Pins or unpins a column. */
export function pinColumn(id: string): void {
  if (FROZEN_IDS.includes(id)) return;
  const { pinned } = state.view;
  const isPinned = pinned.includes(id);
  changeView({ pinned: isPinned ? pinned.filter((each) => each !== id) : [...pinned, id] });
  say(t(isPinned ? 'announcement.unpinned' : 'announcement.pinned', { column: columnLabel(id) }));
}

/** Width change per key press. */
const NUDGE_PX = 12;
const WIDTH_MIN_PX = 40;
const WIDTH_MAX_PX = 800;

export function nudgeWidth(id: string, by: 1 | -1): void {
  const column = columnOf(id);
  if (!column) return;
  const width = columnWidth(state.view.widths, column, columnLabel(id));
  setWidth(id, clamp(width + by * NUDGE_PX, WIDTH_MIN_PX, WIDTH_MAX_PX));
}

/** Shows exactly these columns, besides symbol and name. */
export function takeColumns(ids: readonly string[] | null): void {
  if (ids) setColumns(ids);
  else changeView({ columns: null });
}

export function setWidth(id: string, width: number): void {
  changeView({ widths: { ...state.view.widths, [id]: Math.round(width) } });
}

/** Restores the default columns. Keeps the compared screen, the zoom and view settings. */
export function resetView(): void {
  const { textB, part, zoom, numbers, shown, settings } = state.view;
  const start = { ...START_VIEW, zoom, numbers, shown, settings };
  state.view = asRef(textB === null ? start : { ...start, textB, part });
}
