/** Shared parts of tables with one row per column: search, sortable headers, keyboard navigation. */
import type { KeyboardEvent, ReactNode } from 'react';

export interface Order<Field> {
  readonly field: Field;
  readonly descending: boolean;
}

/** Cycles through the field's initial direction, the opposite one, and none. */
export function nextOrder<Field>(now: Order<Field> | null, field: Field, startsDescending: boolean): Order<Field> | null {
  if (now?.field !== field) return { field, descending: startsDescending };
  return now.descending === startsDescending ? { field, descending: !startsDescending } : null;
}

/** Compares two figures; missing ones come last in both directions. */
export function compareFigures(x: number, y: number, descending: boolean): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
  return descending ? y - x : x - y;
}

interface SortHeadProps<Field> {
  readonly field: Field;
  readonly order: Order<Field> | null;
  readonly onSort: (field: Field) => void;
  readonly label: string;
  readonly title?: string | undefined;
  readonly className?: string | undefined;
  /** Stands before the name. */
  readonly before?: ReactNode;
  readonly children?: ReactNode;
}

export function SortHead<Field extends string>({
  field,
  order,
  onSort,
  label,
  title,
  className,
  before,
  children,
}: SortHeadProps<Field>) {
  const own = order?.field === field ? order : null;
  const direction = own?.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={own ? direction : 'none'}>
      {before}
      <button type="button" className="sort-head" title={title} onClick={() => onSort(field)}>
        {label}
        <span aria-hidden="true">{own ? (own.descending ? ' ▾' : ' ▴') : ''}</span>
      </button>
      {children}
    </th>
  );
}

interface SearchBoxProps {
  readonly value: string;
  readonly label: string;
  readonly onSearch: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

export function SearchBox({ value, label, onSearch, onKeyDown }: SearchBoxProps) {
  return (
    <input
      type="search"
      value={value}
      placeholder={label}
      aria-label={label}
      onChange={(event) => onSearch(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

const CONTROLS = ['input', '.column-name', '.quiet-button'];

/** Up and Down move to the same control in the adjacent row, as in the grid. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { target } = event;
  if (by === undefined || !(target instanceof HTMLElement)) return;
  const row = target.closest('tr');
  const next = by > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  const control = next?.querySelector<HTMLElement>(CONTROLS.find((each) => target.matches(each)) ?? '.column-name');
  if (!control) return;
  event.preventDefault();
  control.focus();
}
