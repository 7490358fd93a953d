import './correlations.css';
import { useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { COLUMNS } from '../../catalogue/catalogue.ts';
import { type Column, isText } from '../../catalogue/column.ts';
import { locale, useT } from '../../shell/i18n.ts';
import { ALL_GROUPS } from '../columns/groups.ts';
import { searchColumns } from '../columns/search.ts';
import { SearchBox } from '../columns/sortedTable.tsx';
import { shownIds } from '../columns/view.ts';
import { Check } from '../controls/Check.tsx';
import { Select } from '../controls/Select.tsx';
import { localized } from '../state/figures.ts';
import { addedColumns, changeView, columnOf, state, useAddedColumns } from '../state/store.ts';
import { columnLabel, groupLabel, wholeText } from '../state/words.ts';
import { changeSettings, settingOf } from '../views/open.ts';
import { useSize } from '../views/size.ts';
import { ViewFrame } from '../views/ViewFrame.tsx';
import { coefficientText } from './coefficientText.ts';
import { type CorrelationTable, useCorrelations } from './correlations.ts';
import { Matrix, type Place } from './Matrix.tsx';
import { useOrder } from './order.ts';

/** Pairwise correlations over the present rows; a cell opens the scatter plot of its pair. */
export function CorrelationsView() {
  const t = useT();
  const { view, frame } = useSnapshot(state);
  const added = useAddedColumns();
  const holder = useRef<HTMLDivElement>(null);
  const size = useSize(holder);
  const [place, setPlace] = useState<Place>([1, 0]);
  const [search, setSearch] = useState('');
  const group = ALL_GROUPS.find((each) => each === settingOf(view, 'correlations', 'group')) ?? 'all';
  const isClustered = settingOf(view, 'correlations', 'order') !== 'group';
  const isReadable = settingOf(view, 'correlations', 'names') === 'all';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns also depend on the server and on formulas
  const ids = useMemo(() => matrixIds(shownIds(view), group), [view.columns, view.pinned, group, added]);
  const { table, share, fault } = useCorrelations(ids, frame);
  const order = useOrder(table, isClustered);
  const found = useMemo(() => foundPlaces(search, table, order), [search, table, order]);
  const idAt = (at: number): string => table?.ids[order[at] ?? -1] ?? '';
  return (
    <ViewFrame
      title={t('map.title')}
      tools={
        <>
          <Select
            aria-label={t('map.columns')}
            value={group}
            options={[['all', t('map.all')], ...ALL_GROUPS.map((each) => [each, groupLabel(each)] as const)]}
            onChange={(chosen) => changeSettings('correlations', { group: chosen === 'all' ? null : chosen })}
          />
          <Select
            aria-label={t('panorama.columns')}
            value={isClustered ? 'cluster' : 'group'}
            options={(['cluster', 'group'] as const).map((each) => [each, t(`panorama.columns.${each}`)] as const)}
            onChange={(chosen) => changeSettings('correlations', { order: chosen === 'group' ? chosen : null })}
          />
          <SearchBox
            value={search}
            label={t('columns.search')}
            onSearch={(text) => {
              setSearch(text);
              const [first] = foundPlaces(text, table, order);
              if (first !== undefined) setPlace([first, first]);
            }}
          />
          <Check isOn={isReadable} onChange={(isOn) => changeSettings('correlations', { names: isOn ? 'all' : null })}>
            {t('map.names')}
          </Check>
          <span className="matrix-legend line quiet">
            <span>{localized('-1', locale())}</span>
            <i />
            <span>1</span>
          </span>
          {share !== null && <progress value={share} max={1} aria-label={t('map.progress')} />}
        </>
      }
    >
      <div className="correlations stack">
        {fault !== null && <p className="panel-hint warn">{fault}</p>}
        <p className="map-told" role="status">
          {ids.length < 2 ? t('map.few') : table && told(table, idAt(place[0]), idAt(place[1]), t)}
        </p>
        <div ref={holder} className="matrix-holder">
          {table && table.ids.length > 1 && (
            <Matrix
              table={table}
              order={order}
              place={place}
              onPlace={setPlace}
              onOpen={([across, down]) => openScatter(idAt(across), idAt(down))}
              isReadable={isReadable}
              found={found}
              size={size}
            />
          )}
        </div>
        <p className="panel-hint">{t('map.hint')}</p>
      </div>
    </ViewFrame>
  );
}

function openScatter(x: string, y: string): void {
  changeSettings('scatter', { x, y, xscale: null, yscale: null });
  changeView({ shown: 'scatter' });
}

function matrixIds(shown: readonly string[], group: Column['group'] | 'all'): readonly string[] {
  return shown.filter((id) => {
    const column = columnOf(id);
    return column && !isText(column) && column.unit !== 'date' && (group === 'all' || column.group === group);
  });
}

/** Matrix positions of matching columns. */
function foundPlaces(search: string, table: CorrelationTable | null, order: readonly number[]): ReadonlySet<number> {
  if (search.trim() === '' || !table) return new Set();
  const ids = new Set(searchColumns([...COLUMNS, ...addedColumns()], search).map(({ id }) => id));
  return new Set(order.flatMap((index, place) => (ids.has(table.ids[index] ?? '') ? [place] : [])));
}

function told({ ids, coefficients, counts }: CorrelationTable, x: string, y: string, t: ReturnType<typeof useT>): string {
  const at = ids.indexOf(y) * ids.length + ids.indexOf(x);
  const coefficient = coefficients[at] ?? Number.NaN;
  return t('map.told', {
    x: columnLabel(x),
    y: columnLabel(y),
    coefficient: coefficientText(coefficient),
    rows: wholeText(counts[at] ?? 0),
  });
}
