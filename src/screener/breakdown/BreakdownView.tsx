import '../columns/columnSheet.css';
import './breakdown.css';
import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { writtenNumber } from '../../catalogue/adaptive.ts';
import { type Column, isText } from '../../catalogue/column.ts';
import { MISSING_TEXT } from '../../catalogue/display.ts';
import { locale, useT } from '../../shell/i18n.ts';
import { screenIds } from '../columns/screenColumns.ts';
import { compareFigures, nextOrder, type Order, SortHead } from '../columns/sortedTable.tsx';
import { NameButton, QuietButton } from '../controls/buttons.tsx';
import { Choice } from '../controls/Choice.tsx';
import { commonCurrency, inCommonCurrency } from '../rows/money.ts';
import { numberOf } from '../rows/numbers.ts';
import { shownNumber } from '../state/figures.ts';
import { columnOf, type Frame, state, useAddedColumns, type View } from '../state/store.ts';
import { categoryText, columnLabel, percentWords, wholeText } from '../state/words.ts';
import { ColumnCombobox } from '../steps/ColumnCombobox.tsx';
import { filterBy } from '../steps/cellFilter.ts';
import { changeSettings, settingOf } from '../views/open.ts';
import { ViewFrame } from '../views/ViewFrame.tsx';
import { useColumns } from '../views/wanted.ts';
import { breakdown, type Deciles, deciles, type Groups, type Side } from './breakdown.ts';
import { groupFilter, SIZE_ID, sizeFilter } from './groupFilter.ts';

const BY = ['sector', 'country', 'currency', 'exchange', 'size'] as const;
type By = (typeof BY)[number];
const START_IDS = [SIZE_ID, 'enterpriseValueToEbit', 'returnOnInvestedCapital'] as const;
const COLUMNS_MAX = 8;
/** Sort field of the counts; others are column ids. */
const COUNT = '';

/** Columns whose medians are shown: the chosen ones, else number columns of the steps, else defaults. */
function chosenIds(view: View): readonly string[] {
  const isNumber = (id: string): boolean => {
    const column = columnOf(id);
    return column !== undefined && !isText(column) && column.unit !== 'date';
  };
  const chosen = settingOf(view, 'breakdown', 'columns');
  if (chosen !== null) return chosen.split(',').filter(isNumber).slice(0, COLUMNS_MAX);
  return [...new Set([...screenIds(view).filter(isNumber), ...START_IDS])].slice(0, START_IDS.length);
}

function allRows({ rowCount }: Frame): Iterable<number> {
  return Array.from({ length: rowCount }, (_, row) => row);
}

interface Line {
  readonly code: number;
  readonly label: string;
  readonly count: number;
  readonly share: number;
  readonly shareOf: number;
  readonly medians: readonly (readonly [rows: number, universe: number])[];
}

/** Rows by sector, country, currency, exchange or size, compared with the universe; clicking a line filters by it. */
export function BreakdownView() {
  const t = useT();
  const { view } = useSnapshot(state);
  useAddedColumns();
  const by = BY.find((each) => each === settingOf(view, 'breakdown', 'by')) ?? 'sector';
  const ids = chosenIds(view);
  const byId = by === 'size' ? SIZE_ID : by;
  const frame = useColumns([...new Set([byId, ...ids])]);
  const loaded = [byId, ...ids, 'usdRate'].map((id) => frame?.columns.has(id)).join();
  const columns = ids.flatMap((id) => columnOf(id) ?? []);
  const hasCome = columns.map(({ id }) => frame !== null && numberOf(id, frame) !== null);
  const { groups, tenths, lines } = useLines(frame, by, ids, loaded);
  const [order, setOrder] = useState<Order<string> | null>(null);
  const sorted = order ? sortLines(lines, order, ids) : lines;
  const sortBy = (field: string): void => setOrder((now) => nextOrder(now, field, true));
  const keep = (columnIds: readonly string[]): void => changeSettings('breakdown', { columns: columnIds.join(',') });
  return (
    <ViewFrame
      title={t('action.breakdown')}
      tools={
        <>
          <Choice
            className=""
            label={t('breakdown.by')}
            value={by}
            options={BY.map((each) => [each, each === 'size' ? t('breakdown.size') : columnLabel(each)] as const)}
            onChange={(chosen) => changeSettings('breakdown', { by: chosen })}
          />
          {ids.length < COLUMNS_MAX && (
            <div className="axis-picker line">
              <ColumnCombobox
                key={ids.join()}
                columnId={null}
                onPick={(id) => keep([...ids, id])}
                label={t('breakdown.add')}
                isQuiet
              />
            </div>
          )}
          <span className="panel-hint">{t('breakdown.hint', { currency: commonCurrency(frame) })}</span>
        </>
      }
    >
      <table className="column-sheet breakdown" aria-busy={groups === null}>
        <thead>
          <tr>
            <th scope="col">{by === 'size' ? t('breakdown.size') : columnLabel(by)}</th>
            <SortHead className="figure" field={COUNT} order={order} onSort={sortBy} label={t('breakdown.count')} />
            <th scope="col" className="figure">
              {t('breakdown.share')}
              <small>{t('scope.universe')}</small>
            </th>
            <th />
            {columns.map(({ id }) => (
              <SortHead
                key={id}
                className="figure"
                field={id}
                order={order}
                onSort={sortBy}
                label={columnLabel(id)}
                before={
                  <QuietButton
                    aria-label={t('scatter.clear', { what: columnLabel(id) })}
                    onClick={() => keep(ids.filter((each) => each !== id))}
                  >
                    ×
                  </QuietButton>
                }
              >
                <small>{t('scope.universe')}</small>
              </SortHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((line) => (
            <GroupLine
              key={line.label}
              line={line}
              by={by}
              columns={columns}
              tenths={tenths}
              hasCome={hasCome}
              scales={scalesOf(lines, columns)}
              currency={commonCurrency(frame)}
            />
          ))}
        </tbody>
      </table>
    </ViewFrame>
  );
}

interface Found {
  readonly groups: Groups | null;
  readonly tenths: Deciles | null;
  readonly lines: readonly Line[];
}

function useLines(frame: Frame | null, by: By, ids: readonly string[], loaded: string): Found {
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: recomputed when the columns arrive
  const tenths = useMemo(() => {
    const sizeOf = by === 'size' && frame ? numberOf(SIZE_ID, frame) : null;
    // As the steps compare them, so that a decile's filter keeps its rows.
    return sizeOf && frame ? deciles(frame.rowCount, (row) => Math.fround(sizeOf(row))) : null;
  }, [frame?.version, by, loaded]);
  const values = frame?.columns.get(by);
  const groups = by === 'size' ? (tenths?.groups ?? null) : values?.kind === 'text' ? values : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: recomputed when the columns arrive
  const universe = useMemo(() => sideOf(frame, groups, ids, true), [frame?.version, groups, key, loaded]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: recomputed when the columns arrive
  const present = useMemo(() => sideOf(frame, groups, ids, false), [frame, groups, key, loaded]);
  const lines = useMemo(
    () => (groups && present && universe ? linesOf(groups, present, universe) : []),
    [groups, present, universe],
  );
  return { groups, tenths, lines };
}

function sideOf(frame: Frame | null, groups: Groups | null, ids: readonly string[], isUniverse: boolean): Side | null {
  if (!frame || !groups) return null;
  const numbers = ids.map((id) => numberOf(id, frame) ?? (() => Number.NaN));
  return breakdown(groups, isUniverse ? allRows(frame) : frame.rows, numbers);
}

/** Groups of the result, the largest first; deciles in order. */
function linesOf(groups: Groups, present: Side, universe: Side): readonly Line[] {
  const [total, totalOf] = [present, universe].map(({ counts }) => counts.reduce((sum, count) => sum + count, 0)) as [
    number,
    number,
  ];
  return Array.from(present.counts, (count, code): Line => {
    const shareOf = (universe.counts[code] ?? 0) / Math.max(1, totalOf);
    const medians = present.medians.map(
      (all, place) => [all[code] ?? Number.NaN, universe.medians[place]?.[code] ?? Number.NaN] as const,
    );
    return { code, label: groups.labels[code] ?? '', count, share: count / Math.max(1, total), shareOf, medians };
  })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.code - b.code);
}

/** Sorts by count or by the median of a column; missing values last. */
function sortLines(lines: readonly Line[], { field, descending }: Order<string>, ids: readonly string[]): readonly Line[] {
  const place = ids.indexOf(field);
  const figure = (line: Line): number => (field === COUNT ? line.count : (line.medians[place]?.[0] ?? Number.NaN));
  return lines.toSorted((a, b) => compareFigures(figure(a), figure(b), descending));
}

/** Maximum of the shares and of each column as written; NaN for columns with negative numbers, which have no bars. */
function scalesOf(lines: readonly Line[], columns: readonly Column[]): readonly number[] {
  const all = (read: (line: Line) => readonly number[]): number => {
    const values = lines.flatMap(read).filter((value) => !Number.isNaN(value));
    return values.some((value) => value < 0) ? Number.NaN : Math.max(...values, 0);
  };
  return [
    all(({ share, shareOf }) => [share, shareOf]),
    ...columns.map(({ display }, place) =>
      all(({ medians }) => (medians[place] ?? []).map((value) => writtenNumber(value, display))),
    ),
  ];
}

interface GroupLineProps {
  readonly line: Line;
  readonly by: By;
  readonly columns: readonly Column[];
  /** Whether the values of each column are loaded. */
  readonly hasCome: readonly boolean[];
  readonly tenths: Deciles | null;
  readonly scales: readonly number[];
  /** Of the sizes. */
  readonly currency: string;
}

function GroupLine({ line, by, columns, hasCome, tenths, scales, currency }: GroupLineProps) {
  const t = useT();
  const { label, count, share, shareOf, medians } = line;
  const name = by === 'size' && label !== '' ? sizeName(line, tenths, currency) : categoryText(by, label);
  return (
    <tr>
      <th scope="row">
        <NameButton title={t('breakdown.filter')} disabled={label === ''} onClick={() => keepGroup(by, line, tenths)}>
          {name}
        </NameButton>
      </th>
      <td className="figure">{wholeText(count)}</td>
      <td className="figure" title={t('breakdown.shares', { share: percentWords(share), universe: percentWords(shareOf) })}>
        {percentWords(share)}
        <small>{percentWords(shareOf)}</small>
      </td>
      <td>
        <Bar part={share / (scales[0] || 1)} mark={shareOf / (scales[0] || 1)} />
      </td>
      {columns.map((column, place) => {
        const [own, others] = medians[place] ?? [Number.NaN, Number.NaN];
        const scale = scales[place + 1] ?? Number.NaN;
        if (!hasCome[place]) {
          return (
            <td key={column.id} className="figure">
              …
            </td>
          );
        }
        return (
          <td key={column.id} className="figure">
            {figure(own, column)}
            <small title={t('breakdown.universe')}>{figure(others, column)}</small>
            {scale > 0 && (
              <Bar part={writtenNumber(own, column.display) / scale} mark={writtenNumber(others, column.display) / scale} />
            )}
          </td>
        );
      })}
    </tr>
  );
}

function figure(value: number, column: Column): string {
  return Number.isNaN(value) ? MISSING_TEXT : shownNumber(value, column.display, locale());
}

/** Bar of the result with a mark for the universe. */
function Bar({ part, mark }: { readonly part: number; readonly mark: number }) {
  return (
    <span className="share-bar" aria-hidden="true">
      {part > 0 && <i style={{ inlineSize: `${100 * part}%` }} />}
      {mark > 0 && <b style={{ insetInlineStart: `${100 * Math.min(0.995, mark)}%` }} />}
    </span>
  );
}

function sizeName({ code, label }: Line, tenths: Deciles | null, currency: string): string {
  const [low, high] = (tenths?.bounds[code] ?? []).map((value) => shownNumber(value, 'currency', locale()));
  return `${label} · ${low ?? ''} – ${high ?? ''} ${currency}`;
}

/** Keeps the rows of the line: those of the result, so that the filter comes after a slice, too. */
function keepGroup(by: By, { code, label }: Line, tenths: Deciles | null): void {
  const bounds = tenths?.bounds[code];
  const step = by !== 'size' ? groupFilter(by, label) : bounds && inCommonCurrency(sizeFilter(bounds));
  if (step) filterBy(step, state.steps.length);
}
