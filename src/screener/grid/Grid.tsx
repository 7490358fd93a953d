import '@glideapps/glide-data-grid/dist/index.css';
import {
  DataEditorCore,
  type DataEditorRef,
  type GridCell,
  type GridColumn,
  type GridMouseEventArgs,
  type GridSelection,
  type Rectangle,
} from '@glideapps/glide-data-grid';
import { type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Column } from '../../catalogue/column.ts';
import { locale, t, useT } from '../../shell/i18n.ts';
import { lazyPart } from '../../shell/lazyPart.tsx';
import { useShownTheme } from '../../shell/theme.ts';
import { headerLabel } from '../asOf/todays.ts';
import { foldGroup, jumpToGroup } from '../columns/groups.ts';
import { screenIds } from '../columns/screenColumns.ts';
import { frozenIds, moveColumn, setWidth, shownIds, visibleIds } from '../columns/view.ts';
import { columnWidth } from '../columns/widths.ts';
import { runsFromRight } from '../frame/direction.ts';
import type { Mirror } from '../frame/mirror.ts';
import { showDetail } from '../rows/chosen.ts';
import type { ShownMoney } from '../rows/shownMoney.ts';
import { columnOf, say, state, useAddedColumns, type View } from '../state/store.ts';
import { columnLabel, groupLabel, wholeText } from '../state/words.ts';
import { sortByHeader } from '../steps/headerSort.ts';
import { useGridAnchor } from './anchor.ts';
import { onMenu } from './columnMenu.ts';
import {
  countRegion,
  useArrivals,
  useCursor,
  useDistributions,
  useJumps,
  useLens,
  useSigns,
  useSummary,
  wantLens,
} from './events.ts';
import { useFirstSize } from './firstSize.ts';
import { GROUP_PX } from './header.ts';
import { lateParts } from './lateParts.ts';
import { compactWidth, layoutOf } from './layout.ts';
import { isAdaptively, moneyUnit, shownUnit, useCells, useHeaders, useMoney, useRenderers } from './painting.ts';
import { FIRST_REGION, wantRegion } from './region.ts';
import { ICONS, PICTURES } from './renderers.ts';
import { provideSelected } from './selected.ts';
import { cellCount, cellSelection, NO_SELECTION } from './selection.ts';
import { type GridTheme, readTheme } from './theme.ts';

const FOLDED = '▸';
/** Delay until the grid has rendered the remaining columns. */
const FOLDED_MS = 60;
const COPIED_CELLS_MAX = 2_000_000;
/** Narrower pages freeze the symbol only. */
const ALL_FROZEN_FROM_PX = 720;

/** Tab leaves the grid, as on other controls; Escape leaves the cursor, without which no arrow key would move it. */
const KEYS = {
  ...{ search: false, delete: false, cut: false, paste: false, clear: false },
  ...{ goLeftCell: 'ArrowLeft', goRightCell: 'ArrowRight' },
};

const CellStyles = lazyPart(async () => (await import('./CellStyles.tsx')).CellStyles);
const HeaderBars = lazyPart(async () => (await import('./HeaderBars.tsx')).HeaderBars);
const PointedRow = lazyPart(async () => (await import('./PointedRow.tsx')).PointedRow);
const ColumnMenu = lazyPart(async () => (await import('./ColumnMenu.tsx')).ColumnMenu);

const rowTheme = (line: number) => lateParts.rowTheme?.(line);
const hovered = ({ kind, location }: GridMouseEventArgs): void => lateParts.hovered?.(kind === 'cell' ? location[1] : -1);

interface OpenMenu {
  readonly columnId: string;
  readonly bounds: DOMRect;
}

/** The main grid. It reads cells on demand. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the hooks and props of one grid
export function Grid() {
  const t = useT();
  const { frame, comparison, view, screenIds: named, second } = useSnapshot(state);
  const added = useAddedColumns();
  const shownTheme = useShownTheme();
  const language = locale();
  const layout = layoutOf(view.zoom.level);
  const ref = useRef<DataEditorRef>(null);
  const region = useRef<Rectangle>(FIRST_REGION);
  const outer = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState<GridSelection>(NO_SELECTION);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const mirror = useMirror(outer, language);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens depend on the theme, the direction on the language
  const theme = useMemo(() => readTheme(layout, mirror), [shownTheme, layout, language, mirror]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns also depend on the server and on formulas
  const columns = useMemo(() => visibleIds(view).flatMap((id) => columnOf(id) ?? []), [view, added, named]);
  const money = useMoney(frame, view);
  const currencies = columns.map((column) => money.currencyOf(column)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language, widths on currencies alone
  const gridColumns = useMemo(
    () => toGridColumns(columns, view, theme, money),
    [columns, view, theme, currencies, language, frame?.date],
  );

  const arrivals = useArrivals(ref, region, columns);
  const getCellContent = useCells(columns, frame, comparison, view, money, language, theme, arrivals);
  const frameNow = useRef(frame);
  frameNow.current = frame;
  const signs = useSigns(ref, region, columns);
  const drawHeader = useHeaders(columns, signs, money, currencies, frameNow, view, theme);
  const renderers = useRenderers(theme);
  const want = useCallback(() => {
    wantRegion(columns, region.current);
    if (frameNow.current?.date) countRegion(columns, region.current, frameNow.current);
    wantLens(columns, region.current);
  }, [columns]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a currency needs its columns
  useEffect(want, [want, view.money]);

  useDistributions(ref, region, columns, frame);
  useLens(region, columns, frame);
  useJumps(ref, outer, region, gridColumns, layout, selection.current?.cell, setSelection);
  useCursor(selection, columns, frame);
  useSummary(selection, columns, frame, view.money);

  const getCellsForSelection = useCallback(
    (range: Rectangle): readonly (readonly GridCell[])[] => {
      if (cellCount(range) > COPIED_CELLS_MAX) {
        say(t('announcement.tooLarge'));
        return [];
      }
      return Array.from({ length: range.height }, (_, down) =>
        Array.from({ length: range.width }, (_, across) => getCellContent([range.x + across, range.y + down])),
      );
    },
    [getCellContent, t],
  );

  useEffect(
    () =>
      provideSelected(() => {
        const currencies = columns.map((column) => money.currencyOf(column));
        const units = columns.map((column, place) => moneyUnit(column, currencies[place] ?? null));
        return frame && { selection, columns, units, currencies, frame, cell: ([x, y]) => getCellContent([x, y]) };
      }),
    [selection, columns, money, frame, getCellContent],
  );

  const openMenu = useCallback(
    (columnId: string) => {
      const x = columns.findIndex((column) => column.id === columnId);
      const bounds = ref.current?.getBounds(x, -1);
      if (!bounds) return;
      // Menu actions apply to the column under the cursor.
      setSelection(({ current }) => cellSelection([x, current?.cell[1] ?? region.current.y]));
      const { left = 0, right = 0 } = outer.current?.getBoundingClientRect() ?? {};
      const start = mirror ? left + right - bounds.x - bounds.width : bounds.x;
      setMenu({ columnId, bounds: new DOMRect(start, bounds.y, bounds.width, bounds.height) });
    },
    [columns, mirror],
  );
  useEffect(() => onMenu(openMenu), [openMenu]);

  const { 'table.totals': totals, 'table.rules': rules } = view.settings;
  // No totals without rows.
  const totalCount = totals && frame && frame.rows.length > 0 ? 2 : 0;
  const isAdaptive = isAdaptively(view, theme);
  const frozenCount = globalThis.innerWidth < ALL_FROZEN_FROM_PX ? 1 : frozenIds(view).length;
  useGridAnchor(outer, gridColumns, frozenCount, frame, layout);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reapplied when the language changes; units depend on currencies only
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    void import('./accessibleTable.ts').then(({ labelTable }) => {
      const unitOf = (column: Column): string => shownUnit(column, { money, frame: frameNow.current, isAdaptive });
      if (!isGone && outer.current) stop = labelTable(outer.current, columns, unitOf);
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [columns, currencies, isAdaptive, language]);

  const places = useCallback((): readonly number[] => {
    const { x, width } = region.current;
    const frozen = Array.from({ length: frozenIds().length }, (_, place) => place);
    return [...frozen, ...Array.from({ length: width + 1 }, (_, index) => x + index)];
  }, []);

  const firstSize = useFirstSize(outer, frame !== null);
  const editor = firstSize && (
    <DataEditorCore
      ref={ref}
      initialSize={firstSize}
      renderers={renderers}
      imageWindowLoader={PICTURES}
      headerIcons={ICONS}
      className="grid-editor"
      width="100%"
      height="100%"
      theme={theme.glide}
      columns={gridColumns}
      rows={(frame?.rows.length ?? 0) + totalCount}
      freezeTrailingRows={totalCount}
      rowHeight={layout.rowPx}
      headerHeight={layout.headerPx}
      groupHeaderHeight={GROUP_PX}
      freezeColumns={frozenCount}
      getCellContent={getCellContent}
      getCellsForSelection={getCellsForSelection}
      drawHeader={drawHeader}
      gridSelection={selection}
      onGridSelectionChange={setSelection}
      cellActivationBehavior="double-click"
      rowSelect="none"
      columnSelect="none"
      rangeSelect="rect"
      smoothScrollX
      smoothScrollY
      fixedShadowX={false}
      fixedShadowY={false}
      editOnType={false}
      maxColumnWidth={800}
      minColumnWidth={40}
      getRowThemeOverride={rowTheme}
      onItemHovered={hovered}
      keybindings={mirror ? { ...KEYS, ...mirror.keys } : KEYS}
      onVisibleRegionChanged={(range) => {
        const { x, width } = region.current;
        region.current = range;
        // Other rows of the same columns need nothing new.
        if (range.x !== x || range.width !== width) want();
      }}
      onKeyDown={({ key }) => {
        // The grid considers the frozen first column always in view, so it does not scroll.
        if (key === 'Home') ref.current?.scrollTo(frozenIds(view).length, 0, 'horizontal', 0, 0, { hAlign: 'start' });
        if (key === 'Escape') setSelection(({ current }) => (current ? cellSelection(current.cell) : NO_SELECTION));
      }}
      onHeaderClicked={(place, event) => {
        event.preventDefault();
        const column = columns[place];
        if (column) sortByHeader(column.id, event.shiftKey);
      }}
      onColumnMoved={moveColumn}
      onColumnProposeMove={(from, to) => Math.min(from, to) >= frozenIds(view).length}
      onColumnResize={(column, width) => column.id && !layout.isCompact && setWidth(column.id, width)}
      onGroupHeaderClicked={(place, event) => {
        event.preventDefault();
        const column = columns[place];
        if (!column || place < frozenIds(view).length || screenIds(view).includes(column.id)) return;
        foldGroup(column.group);
        // The rest of the group, with its unfold control, may be out of view.
        setTimeout(() => jumpToGroup(column.group), FOLDED_MS);
      }}
      onHeaderContextMenu={(place, event) => {
        event.preventDefault();
        const column = columns[place];
        if (column) openMenu(column.id);
      }}
      onCellActivated={([, position]) => {
        const row = frame?.rows[position];
        if (row !== undefined) showDetail(row);
      }}
    />
  );
  return (
    <div ref={outer} className="grid-frame" data-mirrored={mirror !== null || undefined}>
      {editor}
      {frame && (
        <Suspense>
          <HeaderBars frame={outer} grid={ref} region={region} columns={columns} places={places} bandTopPx={layout.bandTopPx} />
          {second !== null && second !== 'panels' && <PointedRow grid={ref} region={region} theme={theme} frame={frame} />}
          {(totals || rules) && (
            <CellStyles grid={ref} region={region} theme={theme} maker={{ columns, frame, money, isAdaptive }} />
          )}
        </Suspense>
      )}
      {menu && (
        <Suspense>
          <ColumnMenu
            {...menu}
            onClose={() => {
              setMenu(null);
              ref.current?.focus();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Mirroring for right-to-left languages, loaded on demand. */
function useMirror(outer: RefObject<HTMLElement | null>, language: string): Mirror | null {
  const [mirror, setMirror] = useState<Mirror | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the direction depends on the language
  useEffect(() => {
    if (!runsFromRight()) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    void import('../frame/mirror.ts').then(({ mirrorGrid }) => {
      if (isGone || !outer.current) return;
      const made = mirrorGrid(outer.current);
      stop = made.stop;
      setMirror(made.mirror);
    });
    return () => {
      isGone = true;
      stop?.();
      setMirror(null);
    };
  }, [outer, language]);
  return mirror;
}

/** Grid columns; the header of a folded group shows the number of hidden columns. */
function toGridColumns(
  columns: readonly Column[],
  view: View,
  { layout, screenTheme }: GridTheme,
  money: ShownMoney,
): GridColumn[] {
  const frozen = frozenIds(view);
  const named = new Set(screenIds(view).filter((id) => !frozen.includes(id)));
  const counts = new Map<Column['group'], number>();
  for (const id of shownIds(view).slice(frozen.length)) {
    const group = columnOf(id)?.group;
    if (group && !named.has(id)) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return columns.map((column, place) => {
    const isFolded = place >= frozen.length && !named.has(column.id) && view.folded.includes(column.group);
    const width = layout.isCompact
      ? compactWidth(column, money.currencyOf(column) !== null)
      : columnWidth(view.widths, column, columnLabel(column.id), money.currencyOf(column) !== null);
    if (named.has(column.id)) {
      return {
        ...gridColumn(column, width, null),
        group: t('group.Screen'),
        themeOverride: screenTheme,
      };
    }
    return gridColumn(column, width, isFolded ? (counts.get(column.group) ?? 1) - 1 : null);
  });
}

function gridColumn(column: Column, width: number, foldedCount: number | null): GridColumn {
  const group = groupLabel(column.group);
  return {
    id: column.id,
    title: headerLabel(column.id),
    group: foldedCount === null ? group : `${FOLDED} ${group} +${wholeText(foldedCount)}`,
    width,
  };
}
