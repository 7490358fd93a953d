import '../columns/columnSheet.css';
import { memo, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { COLUMNS } from '../../catalogue/catalogue.ts';
import { textOf, useT } from '../../shell/i18n.ts';
import { Spark } from '../columns/Spark.tsx';
import { searchColumns } from '../columns/search.ts';
import { moveBetweenRows, nextOrder, type Order, SearchBox, SortHead } from '../columns/sortedTable.tsx';
import { FROZEN_IDS, showColumns, shownIds } from '../columns/view.ts';
import { closeSheet, Sheet } from '../frame/Sheet.tsx';
import { distributionOf, onDistributions } from '../state/distributions.ts';
import { jumpTo } from '../state/jump.ts';
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

/** Counts within this time render together. */
const TOGETHER_MS = 150;

const LEADING_FIELDS = ['label', 'group', 'unit'] as const;

/** One row per column: definition, distribution, visibility. */
export function ColumnSheet() {
  const t = useT();
  const { view } = useSnapshot(state);
  const added = useAddedColumns();
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<Order<Field> | null>(null);
  const counted = useCounted();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown columns also depend on the server and on formulas
  const shown = useMemo(() => new Set(shownIds(view)), [view, added]);
  const lines = useMemo(() => {
    const all = [...COLUMNS, ...added];
    // Recomputed as columns are counted.
    return counted >= 0 ? searchColumns(all, search).map((column) => sheetLine(column, distributionOf(column.id))) : [];
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

/** Increases whenever columns have been counted. */
function useCounted(): number {
  const [counted, setCounted] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onDistributions(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setCounted((count) => count + 1);
      }, TOGETHER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return counted;
}

interface LineProps {
  readonly line: SheetLine;
  readonly isShown: boolean;
}

const Line = memo(function Line({ line, isShown }: LineProps) {
  const { column, label, group, unit, words, distribution } = line;
  const go = (): void => {
    if (!isShown) showColumns([column.id], true);
    closeSheet();
    setTimeout(() => jumpTo({ columnId: column.id }), 80);
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
        <button type="button" className="column-name" title={textOf('definition', column.id)} onClick={go}>
          {label}
        </button>
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
