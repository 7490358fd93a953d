import '../columns/columnSheet.css';
import { memo, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { COLUMNS } from '../../catalogue/catalogue.ts';
import { isText } from '../../catalogue/column.ts';
import { textOf, useT } from '../../shell/i18n.ts';
import { goToColumn } from '../columns/goToColumn.ts';
import { Spark } from '../columns/Spark.tsx';
import { searchColumns } from '../columns/search.ts';
import { moveBetweenRows, nextOrder, type Order, SearchBox, SortHead } from '../columns/sortedTable.tsx';
import { FROZEN_IDS, showColumns, shownIds } from '../columns/view.ts';
import { NameButton } from '../controls/buttons.tsx';
import { closeSheet, Sheet } from '../frame/Sheet.tsx';
import { useArrivals } from '../rows/live.ts';
import { distributionArrivals, distributionOf } from '../state/distributions.ts';
import { state, useAddedColumns } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import {
  type Field,
  fieldLabel,
  figureWords,
  isNumberField,
  NUMBER_FIELDS,
  type SheetLine,
  sheetLine,
  sortLines,
} from './figures.ts';

const LEADING_FIELDS = ['label', 'group', 'unit'] as const;

/** One row per column: definition, distribution, visibility. */
export function ColumnSheet() {
  const t = useT();
  const { view } = useSnapshot(state);
  const added = useAddedColumns();
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<Order<Field> | null>(null);
  const counted = useArrivals(distributionArrivals);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown columns also depend on the server and on formulas
  const shown = useMemo(() => new Set(shownIds(view)), [view, added]);
  const lines = useMemo(() => {
    const all = [...COLUMNS, ...added];
    // Recomputed as columns are counted.
    const found = counted >= 0 ? searchColumns(all, search) : [];
    // Text columns have no statistics.
    const inOrder = search.trim() === '' ? found.toSorted((a, b) => Number(isText(a)) - Number(isText(b))) : found;
    return inOrder.map((column) => sheetLine(column, distributionOf(column.id)));
  }, [added, search, counted]);
  const sorted = useMemo(() => (order ? sortLines(lines, order) : lines), [lines, order]);
  const sortBy = (field: Field): void => setOrder((now) => nextOrder(now, field, isNumberField(field)));
  return (
    <Sheet
      title={t('sheet.title')}
      tools={
        <>
          <SearchBox value={search} label={t('columns.search')} onSearch={setSearch} />
          <span className="panel-count">
            {t('columns.shown', {
              shown: wholeText(shown.size),
              total: wholeText(COLUMNS.length + added.length),
            })}
          </span>
        </>
      }
    >
      <table className="column-sheet">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{t('sheet.shown')}</span>
            </th>
            {LEADING_FIELDS.map((field) => (
              <SortHead key={field} field={field} order={order} onSort={sortBy} label={fieldLabel(field)} />
            ))}
            <th scope="col">{t('sheet.spark')}</th>
            {NUMBER_FIELDS.map((field) => (
              <SortHead key={field} className="figure" field={field} order={order} onSort={sortBy} label={fieldLabel(field)} />
            ))}
            <SortHead field="words" order={order} onSort={sortBy} label={fieldLabel('words')} />
          </tr>
        </thead>
        <tbody onKeyDown={moveBetweenRows}>
          {sorted.map((line) => (
            <Line key={line.column.id} line={line} isShown={shown.has(line.column.id)} />
          ))}
        </tbody>
      </table>
      {sorted.length === 0 && <p className="panel-hint">{t('columns.nothing')}</p>}
    </Sheet>
  );
}

interface LineProps {
  readonly line: SheetLine;
  readonly isShown: boolean;
}

const Line = memo(function Line({ line, isShown }: LineProps) {
  const { column, label, group, unit, words, distribution } = line;
  const go = (): void => {
    closeSheet();
    goToColumn(column.id);
  };
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={label}
          checked={isShown}
          disabled={FROZEN_IDS.includes(column.id)}
          onChange={(event) => showColumns([column.id], event.target.checked)}
        />
      </td>
      <th scope="row">
        <NameButton title={textOf('definition', column.id)} onClick={go}>
          {label}
        </NameButton>
      </th>
      <td>{group}</td>
      <td>{unit}</td>
      <td>
        <Spark distribution={distribution} />
      </td>
      {NUMBER_FIELDS.map((field) => (
        <td key={field} className="figure">
          {figureWords(line, field)}
        </td>
      ))}
      <td className="column-words" title={words}>
        {words}
      </td>
    </tr>
  );
});
