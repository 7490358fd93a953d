import './rows.css';
import { useSnapshot } from 'valtio';
import { COLUMNS } from '../../catalogue/catalogue.ts';
import { type Column, isText } from '../../catalogue/column.ts';
import { useT } from '../../shell/i18n.ts';
import { ALL_GROUPS } from '../columns/groups.ts';
import { NameButton, QuietButton } from '../controls/buttons.tsx';
import { ScrollRegion } from '../frame/ScrollRegion.tsx';
import { type Frame, state, useAddedColumns } from '../state/store.ts';
import { columnLabel, groupLabel } from '../state/words.ts';
import { clearCompared, compareRow, currentRows, showDetail } from './chosen.ts';
import { useFrame } from './live.ts';
import { cellValue, shownValue, textValue } from './values.ts';

const SHOWN_ELSEWHERE = ['symbol', 'name', 'description'];

/** Up to eight securities next to each other. */
export function ComparePanel() {
  const t = useT();
  const frame = useFrame();
  const { compared } = useSnapshot(state);
  const added = useAddedColumns();
  const rows = currentRows(compared, frame?.version);
  if (!frame || rows.length === 0) return <p className="panel-hint">{t('compare.none')}</p>;
  const all = [...COLUMNS, ...added].filter((column) => !column.helper && !SHOWN_ELSEWHERE.includes(column.id));
  return (
    <>
      <div className="panel-tools compare-tools">
        <span className="panel-hint">{t(rows.length === 1 ? 'compare.more' : 'compare.best')}</span>
        <QuietButton onClick={clearCompared}>{t('compare.clear')}</QuietButton>
      </div>
      <ScrollRegion className="fill" label={t('tab.compare')}>
        <table className="compare">
          <thead>
            <tr>
              <td />
              {rows.map((row) => (
                <th key={row} scope="col">
                  <NameButton onClick={() => showDetail(row)} title={textValue(frame, 'name', row)}>
                    <bdi>{textValue(frame, 'symbol', row)}</bdi>
                  </NameButton>
                  <span className="compare-name quiet" dir="auto">
                    {textValue(frame, 'name', row)}
                  </span>
                  <QuietButton
                    aria-label={`${t('steps.remove')}: ${textValue(frame, 'symbol', row)}`}
                    onClick={() => compareRow(row)}
                  >
                    {t('steps.remove')}
                  </QuietButton>
                </th>
              ))}
            </tr>
          </thead>
          {ALL_GROUPS.map((group) => {
            const columns = all.filter((column) => column.group === group);
            return (
              columns.length > 0 && (
                <tbody key={group}>
                  <tr>
                    <th scope="rowgroup" colSpan={rows.length + 1} className="compare-group">
                      {groupLabel(group)}
                    </th>
                  </tr>
                  {columns.map((column) => (
                    <CompareLine key={column.id} column={column} frame={frame} rows={rows} />
                  ))}
                </tbody>
              )
            );
          })}
        </table>
      </ScrollRegion>
    </>
  );
}

interface CompareLineProps {
  readonly column: Column;
  readonly frame: Frame;
  readonly rows: readonly number[];
}

function CompareLine({ column, frame, rows }: CompareLineProps) {
  const best = bestRow(column, frame, rows);
  return (
    <tr>
      <th scope="row" title={columnLabel(column.id)}>
        {columnLabel(column.id)}
      </th>
      {rows.map((row) => (
        <td
          key={row}
          dir="auto"
          data-best={row === best || undefined}
          title={isText(column) ? shownValue(frame, column, row) : undefined}
        >
          {shownValue(frame, column, row)}
        </td>
      ))}
    </tr>
  );
}

/** The row with the best figure, if the column has a better direction and no currency. */
export function bestRow(column: Column, frame: Frame, rows: readonly number[]): number | null {
  if (column.better === 'neutral' || column.unit === 'currency' || column.unit === 'currencyPerShare' || rows.length < 2)
    return null;
  const figures = rows.flatMap((row) => {
    const value = cellValue(frame, column.id, row);
    return typeof value === 'number' && !Number.isNaN(value) ? [{ row, value }] : [];
  });
  const sign = column.better === 'higher' ? 1 : -1;
  const [first, second] = figures.sort((a, b) => sign * (b.value - a.value));
  // Equal texts have no winner.
  return first && second && shownValue(frame, column, first.row) !== shownValue(frame, column, second.row) ? first.row : null;
}
