import { Combobox } from '@base-ui/react/combobox';
import { useMemo, useRef, useState } from 'react';
import { COLUMNS } from '../../catalogue/catalogue.ts';
import type { Column } from '../../catalogue/column.ts';
import { useT } from '../../shell/i18n.ts';
import { searchColumns } from '../columns/search.ts';
import { afterPress } from '../frame/press.ts';
import { columnOf, useAddedColumns } from '../state/store.ts';
import { columnLabel, counted, groupLabel } from '../state/words.ts';

/** Handles input that parses as steps, such as roe > 15%. */
interface TypedSteps {
  readonly words: (text: string) => string;
  readonly take: (text: string) => void;
}

interface ColumnComboboxProps {
  readonly columnId: string | null;
  readonly onPick: (columnId: string) => void;
  readonly typed?: TypedSteps;
  readonly label?: string;
  /** Does not take the focus without a column. */
  readonly isQuiet?: boolean;
}

/** Column picker; searches name, id and group. */
export function ColumnCombobox({ columnId, onPick, typed, label, isQuiet = false }: ColumnComboboxProps) {
  const t = useT();
  const added = useAddedColumns();
  /** The typed query; null while the column's name is shown. */
  const [query, setQuery] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(columnId === null && !isQuiet);
  const all = useMemo(() => [...COLUMNS, ...added], [added]);
  const found = useMemo(() => searchColumns(all, query ?? ''), [all, query]);
  const value = (columnId !== null && columnOf(columnId)) || null;
  /** The item highlighted by key or pointer; otherwise the best match is taken. */
  const chosen = useRef<Column | null>(null);
  const close = (): void => {
    setOpen(false);
    setQuery(null);
  };
  const pick = (column: Column): void => {
    close();
    onPick(column.id);
  };
  return (
    <Combobox.Root
      inline
      open={isOpen}
      onOpenChange={setOpen}
      items={all}
      filteredItems={found}
      filter={null}
      value={value}
      autoHighlight
      itemToStringLabel={(column: Column) => columnLabel(column.id)}
      isItemEqualToValue={(a: Column, b: Column) => a.id === b.id}
      inputValue={query ?? (value ? columnLabel(value.id) : '')}
      onInputValueChange={(text, { reason }) => {
        if (reason !== 'input-change') return;
        chosen.current = null;
        setQuery(text);
      }}
      onItemHighlighted={(column: Column | undefined, { reason }) => {
        chosen.current = reason === 'none' ? null : (column ?? null);
      }}
      onValueChange={(column: Column | null) => column && pick(column)}
    >
      <Combobox.Input
        className="picker"
        aria-label={label ?? t('form.column')}
        aria-expanded={isOpen}
        placeholder={label ?? counted('form.columnSearch', all.length)}
        autoFocus={columnId === null && !isQuiet}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={({ currentTarget }) => afterPress(currentTarget.ownerDocument, close)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
          // The search may lag behind the last keystroke.
          const { value } = event.currentTarget;
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || query === null) return;
          event.preventDefault();
          event.preventBaseUIHandler();
          const meant = chosen.current ?? searchColumns(all, value)[0];
          if (meant) pick(meant);
          else typed?.take(value);
        }}
      />
      {isOpen && (
        <>
          <Combobox.Empty className="picker-empty quiet">{typed?.words(query ?? '') || t('form.noColumn')}</Combobox.Empty>
          <Combobox.List className="picker-list" onMouseDown={(event) => event.preventDefault()}>
            {(column: Column) => (
              <Combobox.Item key={column.id} value={column} className="menu-row picker-row">
                <span>{columnLabel(column.id)}</span>
                <span className="column-note cut quiet">{groupLabel(column.group)}</span>
              </Combobox.Item>
            )}
          </Combobox.List>
        </>
      )}
    </Combobox.Root>
  );
}
