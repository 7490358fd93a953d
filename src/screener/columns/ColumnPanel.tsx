import { memo, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { COLUMNS } from '../../catalogue/catalogue.ts';
import type { Column } from '../../catalogue/column.ts';
import { textOf, useT } from '../../shell/i18n.ts';
import { NameButton, QuietButton } from '../controls/buttons.tsx';
import { Check } from '../controls/Check.tsx';
import { presses } from '../frame/keyNames.ts';
import { act } from '../state/actions.ts';
import { state, useAddedColumns } from '../state/store.ts';
import { columnLabel, groupLabel, unitText, wholeText } from '../state/words.ts';
import { ColumnSets } from './ColumnSets.tsx';
import { closeGroup } from './closed.ts';
import { goToColumn } from './goToColumn.ts';
import { searchColumns } from './search.ts';
import { SearchBox } from './sortedTable.tsx';
import { FROZEN_IDS, resetView, showColumns, shownIds } from './view.ts';

/** All columns: search, show, hide, jump to. */
export function ColumnPanel() {
  const t = useT();
  const { view, universe } = useSnapshot(state);
  const absentIds = universe.absentColumns.join();
  const absent = useMemo(() => new Set(absentIds.split(',')), [absentIds]);
  const [search, setSearch] = useState('');
  const [helpers, setHelpers] = useState(false);
  const added = useAddedColumns();
  const all = useMemo(() => [...COLUMNS, ...added], [added]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown columns also depend on the server and on formulas
  const shown = useMemo(() => new Set(shownIds(view)), [view, added]);
  const listed = useMemo(() => all.filter((column) => helpers || !column.helper || shown.has(column.id)), [all, helpers, shown]);
  const isSearching = search.trim() !== '';
  const found = useMemo(() => searchColumns(isSearching ? all : listed, search), [all, listed, isSearching, search]);
  const groups = useMemo(() => groupsOf(found), [found]);
  return (
    <>
      <div className="panel-head line wrap">
        <h2 className="unseen">{t('columns.title')}</h2>
        <span className="panel-count">{t('columns.shown', { shown: wholeText(shown.size), total: wholeText(all.length) })}</span>
        <span className="spring" />
        <QuietButton title={presses('columnSheet')[0]} onClick={() => act('columnSheet')}>
          {t('columns.sheet')}
        </QuietButton>
      </div>
      <div className="panel-tools">
        <ColumnSets />
        <SearchBox
          value={search}
          label={t('columns.search')}
          onSearch={setSearch}
          onKeyDown={(event) => {
            const [best] = found;
            if (event.key === 'Enter' && isSearching && best) goToColumn(best.id);
          }}
        />
        <div className="columns-choice line wrap">
          <Check isOn={helpers} onChange={setHelpers}>
            {t('columns.helpers')}
          </Check>
          <QuietButton aria-label={t('columns.resetLabel')} onClick={resetView}>
            {t('columns.reset')}
          </QuietButton>
        </div>
      </div>
      <div className="fill">
        {isSearching ? (
          <ColumnList columns={found} shown={shown} absent={absent} withGroup />
        ) : (
          groups.map(([group, columns]) => (
            <ColumnGroup key={group} group={group} columns={columns} shown={shown} absent={absent} />
          ))
        )}
        {found.length === 0 && <p className="panel-hint">{t('columns.nothing')}</p>}
      </div>
    </>
  );
}

function groupsOf(columns: readonly Column[]): readonly [Column['group'], readonly Column[]][] {
  const groups = new Map<Column['group'], Column[]>();
  for (const column of columns) {
    const members = groups.get(column.group);
    if (members) members.push(column);
    else groups.set(column.group, [column]);
  }
  return [...groups];
}

interface GroupProps {
  readonly group: Column['group'];
  readonly columns: readonly Column[];
  readonly shown: ReadonlySet<string>;
  /** Columns missing from the server's data. */
  readonly absent: ReadonlySet<string>;
}

/** Of a group out of view, until it has been in view. */
const HEAD_PX = 29;
const ROW_PX = 21;

/** Memoised: the panel renders with every loaded country, its lists only when they change. */
const ColumnGroup = memo(function ColumnGroup({ group, columns, shown, absent }: GroupProps) {
  const t = useT();
  const { closedGroups } = useSnapshot(state);
  const label = groupLabel(group);
  const ids = columns.map((column) => column.id);
  const isOpen = !closedGroups.includes(group);
  const shownCount = ids.filter((id) => shown.has(id)).length;
  return (
    <section
      className="column-group"
      aria-label={label}
      style={{ containIntrinsicBlockSize: `auto ${HEAD_PX + (isOpen ? ids.length : 0) * ROW_PX}px` }}
    >
      <div className="column-group-head line">
        <h3>
          <button type="button" className="fold-button" aria-expanded={isOpen} onClick={() => closeGroup(group, isOpen)}>
            <span>{label}</span>
            <span className="panel-count">
              {t('columns.count', { shown: wholeText(shownCount), total: wholeText(ids.length) })}
            </span>
          </button>
        </h3>
        <QuietButton aria-label={t('columns.allOf', { group: label })} onClick={() => showColumns(ids, true)}>
          {t('columns.all')}
        </QuietButton>
        <QuietButton aria-label={t('columns.noneOf', { group: label })} onClick={() => showColumns(ids, false)}>
          {t('columns.none')}
        </QuietButton>
      </div>
      {isOpen && <ColumnList columns={columns} shown={shown} absent={absent} />}
    </section>
  );
});

interface ListProps {
  readonly columns: readonly Column[];
  readonly shown: ReadonlySet<string>;
  readonly absent: ReadonlySet<string>;
  readonly withGroup?: boolean;
}

const ColumnList = memo(function ColumnList({ columns, shown, absent, withGroup = false }: ListProps) {
  const t = useT();
  return (
    <ul className="column-list">
      {columns.map((column) => {
        const label = columnLabel(column.id);
        const isAbsent = absent.has(column.id);
        return (
          <li key={column.id} title={textOf('definition', column.id)}>
            <input
              type="checkbox"
              aria-label={label}
              checked={shown.has(column.id)}
              disabled={FROZEN_IDS.includes(column.id)}
              onChange={(event) => showColumns([column.id], event.target.checked)}
            />
            <NameButton aria-label={t('columns.jump', { column: label })} onClick={() => goToColumn(column.id)}>
              {label}
            </NameButton>
            {isAbsent && (
              <span className="column-note cut quiet warn" title={t('columns.absentTitle')}>
                {t('columns.absent')}
              </span>
            )}
            <span className="column-note cut quiet">{withGroup ? groupLabel(column.group) : unitText(column)}</span>
          </li>
        );
      })}
    </ul>
  );
});
