/** Which columns are shown and in which order: the actions on the view. */
import { COLUMNS } from '../../catalogue/catalogue.ts';
import { t } from '../../shell/i18n.ts';
import { columnOf, held, say, state, type View } from '../store.ts';
import { columnLabel } from '../words.ts';

/** Always shown, first and frozen. */
export const FROZEN_IDS: readonly string[] = ['symbol', 'name'];

/** What tells a company from another comes first; the rest of its particulars comes after all figures. */
const LEADING_IDS: readonly string[] = [...FROZEN_IDS, 'country', 'sector'];
const LEADING_GROUP = 'CondensedFundamentalData';

/** The catalogue's columns that are shown at the start, in the order of the start. */
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

/** Every column there is, in the order of the groups: those of the catalogue, then those that only the server knows. */
export function allIds(): readonly string[] {
  return [...COLUMNS, ...state.universe.otherColumns].map((column) => column.id);
}

/** The columns that are shown, in order. */
export function shownIds(view: View = state.view): readonly string[] {
  if (view.columns) return view.columns.filter((id) => columnOf(id));
  return [...DEFAULT_IDS, ...state.universe.otherColumns.map((column) => column.id)];
}

function setColumns(columns: readonly string[]): void {
  const rest = columns.filter((id) => !FROZEN_IDS.includes(id));
  state.view = held({ ...state.view, columns: [...FROZEN_IDS, ...rest] });
}

/** Shows or hides these columns. One that is shown takes the place that it has at the start among its neighbours. */
export function showColumns(ids: readonly string[], shown: boolean): void {
  if (!shown) {
    setColumns(shownIds().filter((id) => !ids.includes(id)));
  } else {
    const order = [...startOrder(), ...state.universe.otherColumns.map((column) => column.id)];
    const columns = [...shownIds()];
    for (const id of ids) if (!columns.includes(id)) columns.splice(placeOf(id, columns, order), 0, id);
    setColumns(columns);
  }
  const [id] = ids;
  if (id && ids.length === 1) {
    say(t(shown ? 'said.columnShown' : 'said.columnHidden', { column: columnLabel(id) }));
  }
}

/** Right behind the nearest shown column that goes before it in that order. */
function placeOf(id: string, columns: readonly string[], order: readonly string[]): number {
  for (let index = order.indexOf(id) - 1; index >= 0; index--) {
    const place = columns.indexOf(order[index] ?? '');
    if (place >= 0) return Math.max(place + 1, FROZEN_IDS.length);
  }
  return FROZEN_IDS.length;
}

/** Moves a shown column, both places counted among the shown ones. */
export function moveColumn(from: number, to: number): void {
  const columns = [...shownIds()];
  const [id] = columns.splice(from, 1);
  if (!id || from < FROZEN_IDS.length || to < FROZEN_IDS.length) return;
  columns.splice(to, 0, id);
  setColumns(columns);
}

export function setWidth(id: string, width: number): void {
  state.view = held({ ...state.view, widths: { ...state.view.widths, [id]: Math.round(width) } });
}

/** Shows the columns as at the start. */
export function resetView(): void {
  state.view = held<View>({ columns: null, widths: {} });
}
