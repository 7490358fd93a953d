import '../columns/columnSheet.css';
import './profile.css';
import { memo, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { COLUMNS } from '../../catalogue/catalogue.ts';
import { isText } from '../../catalogue/column.ts';
import { MISSING_TEXT } from '../../catalogue/display.ts';
import { REFERENCES } from '../../engine/answers/reference.ts';
import { locale, textOf, useT } from '../../shell/i18n.ts';
import { goToColumn } from '../columns/goToColumn.ts';
import { Spark } from '../columns/Spark.tsx';
import { searchColumns } from '../columns/search.ts';
import { moveBetweenRows, nextOrder, type Order, SearchBox, SortHead } from '../columns/sortedTable.tsx';
import { NameButton, QuietButton } from '../controls/buttons.tsx';
import { Choice } from '../controls/Choice.tsx';
import { useArrivals } from '../rows/live.ts';
import { commonCurrency } from '../rows/money.ts';
import { distributionArrivals, distributionOf } from '../state/distributions.ts';
import { localized, shownNumber, unbroken } from '../state/figures.ts';
import { columnOf, state, useAddedColumns } from '../state/store.ts';
import { percentWords } from '../state/words.ts';
import { filterByColumn } from '../steps/cellFilter.ts';
import { changeSettings, openView, settingOf } from '../views/open.ts';
import { ViewFrame } from '../views/ViewFrame.tsx';
import { useCounted } from '../views/wanted.ts';
import { FIGURES, type Field, type Figure, figureOf, isFigure, type ProfileLine, profileLines, sortLines } from './lines.ts';
import { useProfiles } from './profiles.ts';

const DECIMALS = 2;

/** Number columns, ordered by how far the result differs from the universe or from its sectors. */
export function DifferencesView() {
  const t = useT();
  const { frame, view } = useSnapshot(state);
  const added = useAddedColumns();
  const reference = REFERENCES.find((each) => each === settingOf(view, 'differences', 'reference')) ?? 'universe';
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<Order<Field> | null>(null);
  const all = useMemo(() => [...COLUMNS, ...added].filter((column) => !isText(column)), [added]);
  const ids = useMemo(() => all.map(({ id }) => id), [all]);
  const { columns, share, fault } = useProfiles(ids, reference, frame);
  useCounted(ids, frame);
  useArrivals(distributionArrivals);
  const lines = useMemo(() => profileLines(columns, columnOf), [columns]);
  const found = useMemo(() => {
    if (search.trim() === '') return lines;
    const wanted = new Set(searchColumns(all, search).map(({ id }) => id));
    return lines.filter(({ column }) => wanted.has(column.id));
  }, [all, lines, search]);
  const sorted = useMemo(() => (order ? sortLines(found, order) : found), [found, order]);
  const sortBy = (field: Field): void => setOrder((now) => nextOrder(now, field, isFigure(field)));
  return (
    <ViewFrame
      title={t('action.differences')}
      tools={
        <>
          <Choice
            className="profile-reference"
            label={t('profile.reference')}
            value={reference}
            options={REFERENCES.map((each) => [each, t(`profile.${each}`)] as const)}
            onChange={(chosen) => changeSettings('differences', { reference: chosen })}
          />
          <SearchBox value={search} label={t('columns.search')} onSearch={setSearch} />
          <progress value={share ?? 0} max={1} aria-label={t('profile.progress')} data-idle={share === null || undefined} />
        </>
      }
    >
      {fault !== null && <p className="panel-hint warn">{fault}</p>}
      <p className="panel-hint">
        {frame?.rows.length === 0 ? t('profile.none') : t('profile.hint', { currency: commonCurrency(frame) })}
      </p>
      <table className="column-sheet profile">
        <thead>
          <tr>
            <SortHead field="label" order={order} onSort={sortBy} label={t('sheet.label')} />
            <th scope="col">
              <span className="unseen">{t('profile.filterHead')}</span>
            </th>
            <th scope="col">{t('sheet.spark')}</th>
            {FIGURES.map((figure) => (
              <SortHead
                key={figure}
                field={figure}
                order={order}
                onSort={sortBy}
                className="figure"
                label={t(`profile.${figure}`)}
                title={figure === 'distance' || figure === 'delta' ? t(`profile.${figure}Title`) : undefined}
              />
            ))}
            <SortHead field="group" order={order} onSort={sortBy} label={t('sheet.group')} />
          </tr>
        </thead>
        <tbody onKeyDown={moveBetweenRows}>
          {sorted.map((line) => (
            <Line key={line.column.id} line={line} distribution={distributionOf(line.column.id)} />
          ))}
        </tbody>
      </table>
    </ViewFrame>
  );
}

interface LineProps {
  readonly line: ProfileLine;
  readonly distribution: ReturnType<typeof distributionOf>;
}

const Line = memo(function Line({ line, distribution }: LineProps) {
  const t = useT();
  const { column, label, group } = line;
  const go = (): void => {
    openView('table');
    goToColumn(column.id);
  };
  return (
    <tr>
      <th scope="row">
        <NameButton title={textOf('definition', column.id)} onClick={go}>
          {label}
        </NameButton>
      </th>
      <td>
        <QuietButton aria-label={t('profile.filter', { column: label })} onClick={() => filterByColumn(column.id)}>
          {t('verb.filter')}
        </QuietButton>
      </td>
      <td>
        <Spark distribution={distribution} />
      </td>
      {FIGURES.map((figure) => (
        <td key={figure} className="figure">
          {figureText(line, figure)}
        </td>
      ))}
      <td title={group}>{group}</td>
    </tr>
  );
});

function figureText(line: ProfileLine, figure: Figure): string {
  const value = figureOf(line, figure);
  if (Number.isNaN(value)) return MISSING_TEXT;
  if (figure === 'missing' || figure === 'missingOf') return percentWords(value);
  if (figure === 'distance' || figure === 'delta') {
    const text = localized(value.toFixed(DECIMALS), locale());
    return figure === 'delta' && value > 0 ? unbroken(`+${text}`, locale()) : text;
  }
  return shownNumber(value, line.column.display, locale());
}
