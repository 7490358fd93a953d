import { Combobox } from '@base-ui/react/combobox';
import { useMemo, useRef, useState } from 'react';
import { COLUMNS } from '../../catalogue/catalogue.ts';
import type { Column } from '../../catalogue/column.ts';
import { useT } from '../../shell/i18n.ts';
import { searchColumns } from '../columns/search.ts';
import { afterPress } from '../frame/press.ts';
import { columnOf, useAddedColumns } from '../state/store.ts';
import { columnLabel, counted, groupLabel } from '../state/words.ts';

/** What takes a text that names no column where it is steps, such as roe > 15%, and says them in words. */
interface TypedSteps {
  readonly words: (text: string) => string;
  readonly take: (text: string) => void;
}

interface ColumnComboboxProps {
  readonly columnId: string | null;
  readonly onPick: (columnId: string) => void;
  readonly typed?: TypedSteps;
  readonly label?: string;
  /** Without a column it waits until it is asked, instead of taking the focus. */
  readonly isQuiet?: boolean;
}

/** One column out of all, found by its name, id or group. */
export function ColumnCombobox({ columnId, onPick, typed, label, isQuiet = false }: ColumnComboboxProps) {
  const t = useT();
  const added = useAddedColumns();
  /** What is being typed; null while the name of the column is shown. */
  const [query, setQuery] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(columnId === null && !isQuiet);
  const all = useMemo(() => [...COLUMNS, ...added], [added]);
  const found = useMemo(() => searchColumns(all, query ?? ''), [all, query]);
  const value = (columnId !== null && columnOf(columnId)) || null;
  /** What a key or the pointer went to in the list; without it, the best match is meant. */
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
          // What was typed last may not have been searched for yet.
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
          <Combobox.Empty className="picker-empty">{typed?.words(query ?? '') || t('form.noColumn')}</Combobox.Empty>
          <Combobox.List className="picker-list" onMouseDown={(event) => event.preventDefault()}>
            {(column: Column) => (
              <Combobox.Item key={column.id} value={column} className="menu-row picker-row">
                <span>{columnLabel(column.id)}</span>
                <span className="column-note">{groupLabel(column.group)}</span>
              </Combobox.Item>
            )}
          </Combobox.List>
        </>
      )}
    </Combobox.Root>
  );
}
