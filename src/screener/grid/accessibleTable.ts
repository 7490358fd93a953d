/** Additions to the grid's accessible table: its name, units and sort order. */
import { subscribeKey } from 'valtio/utils';
import type { Column } from '../../catalogue/column.ts';
import { t } from '../../shell/i18n.ts';
import { headerLabel } from '../asOf/todays.ts';
import { state } from '../state/store.ts';
import { sortMarks } from '../steps/sortMarks.ts';

const SORTED = { Ascending: 'ascending', Descending: 'descending' } as const;

function label(frame: HTMLElement, columns: readonly Column[], unitOf: (column: Column) => string): void {
  const marks = sortMarks(state.steps);
  frame.querySelector('canvas > table')?.setAttribute('aria-label', t('grid.label'));
  for (const head of frame.querySelectorAll('canvas > table th')) {
    const place = Number(head.getAttribute('aria-colindex')) - 1;
    const column = columns[place];
    const unit = column && unitOf(column);
    if (column && unit) head.setAttribute('aria-label', `${headerLabel(column.id)}, ${unit}`);
    else head.removeAttribute('aria-label');
    const direction = column && marks.get(column.id)?.direction;
    const sorted = direction && direction in SORTED ? SORTED[direction as keyof typeof SORTED] : null;
    if (sorted === null) head.removeAttribute('aria-sort');
    else head.setAttribute('aria-sort', sorted);
  }
}

/** Also when the table itself is new in the canvas. */
const isInGrid = ({ target }: MutationRecord): boolean =>
  ('closest' in target ? (target as Element) : target.parentElement)?.closest('canvas') !== null;

/** Applies the attributes now, whenever the grid rebuilds its table, and when the steps change. Returns the cleanup. */
export function labelTable(frame: HTMLElement, columns: readonly Column[], unitOf: (column: Column) => string): () => void {
  const relabel = (): void => label(frame, columns, unitOf);
  const observer = new MutationObserver((records) => records.some(isInGrid) && relabel());
  observer.observe(frame, { childList: true, subtree: true, characterData: true });
  relabel();
  const end = subscribeKey(state, 'steps', relabel);
  return () => {
    end();
    observer.disconnect();
  };
}
