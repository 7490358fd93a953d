import '@glideapps/glide-data-grid/dist/index.css';
import {
  DataEditor,
  type DataEditorRef,
  type GridCell,
  type GridColumn,
  type GridKeyEventArgs,
  type GridSelection,
  type Rectangle,
} from '@glideapps/glide-data-grid';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Column } from '../../catalogue/column.ts';
import { locale, useT } from '../../shell/i18n.ts';
import { useShownTheme } from '../../shell/theme.ts';
import { allIds, FROZEN_IDS, moveColumn, setWidth, shownIds } from '../columns/view.ts';
import { sortByHeader } from '../steps/sort.ts';
import { columnOf, say, state } from '../store.ts';
import { wantColumns } from '../values.ts';
import { columnLabel, groupLabel } from '../words.ts';
import { useArrivals, useJumps, useSummary } from './events.ts';
import { GROUP_PX, HEADER_PX } from './header.ts';
import { useCells, useHeaders, useUnits } from './painting.ts';
import { cellCount, NO_SELECTION } from './selection.ts';
import { readTheme } from './theme.ts';
import { defaultWidth } from './widths.ts';

const ROW_PX = 25;
/** Columns fetched ahead on either side of those on the screen. */
const NEAR_COUNT = 12;
const COPIED_CELLS_MAX = 2_000_000;

/** Every column of the present rows. It pulls what it paints; nothing is pushed into it. */
export function Grid() {
  const t = useT();
  const { frame, view, steps, universe } = useSnapshot(state);
  const shownTheme = useShownTheme();
  const language = locale();
  const ref = useRef<DataEditorRef>(null);
  const region = useRef<Rectangle>({ x: 0, y: 0, width: 24, height: 0 });
  const [selection, setSelection] = useState<GridSelection>(NO_SELECTION);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens that are read depend on the theme that is shown
  const theme = useMemo(readTheme, [shownTheme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: which columns there are depends on what the server has sent
  const columns = useMemo(() => shownIds(view).flatMap((id) => columnOf(id) ?? []), [view, universe.otherColumns]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const gridColumns = useMemo(() => columns.map((column) => gridColumn(column, view.widths)), [columns, view.widths, language]);

  const getCellContent = useCells(columns, frame, language, theme);
  const drawHeader = useHeaders(columns, steps, theme);
  const drawCell = useUnits(theme);
  const want = useCallback(() => wantRegion(columns, region.current), [columns]);
  useEffect(want, [want]);

  useArrivals(ref, region, columns);
  useJumps(ref, region, columns, selection.current?.cell[1], setSelection);
  useSummary(selection, columns, frame);

  const getCellsForSelection = useCallback(
    (range: Rectangle): readonly (readonly GridCell[])[] => {
      if (cellCount(range) > COPIED_CELLS_MAX) {
        say(t('said.tooLarge'));
        return [];
      }
      return Array.from({ length: range.height }, (_, down) =>
        Array.from({ length: range.width }, (_, across) => getCellContent([range.x + across, range.y + down])),
      );
    },
    [getCellContent, t],
  );

  return (
    <DataEditor
      ref={ref}
      className="grid-editor"
      width="100%"
      height="100%"
      theme={theme.glide}
      columns={gridColumns}
      rows={frame?.rows.length ?? 0}
      rowHeight={ROW_PX}
      headerHeight={HEADER_PX}
      groupHeaderHeight={GROUP_PX}
      freezeColumns={FROZEN_IDS.length}
      getCellContent={getCellContent}
      getCellsForSelection={getCellsForSelection}
      drawHeader={drawHeader}
      drawCell={drawCell}
      gridSelection={selection}
      onGridSelectionChange={setSelection}
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
      keybindings={{ search: false, delete: false, cut: false, paste: false }}
      onVisibleRegionChanged={(range) => {
        region.current = range;
        want();
      }}
      onHeaderClicked={(place, event) => {
        event.preventDefault();
        const column = columns[place];
        if (column) sortByHeader(column.id, event.shiftKey);
      }}
      onColumnMoved={moveColumn}
      onColumnProposeMove={(from, to) => from >= FROZEN_IDS.length && to >= FROZEN_IDS.length}
      onColumnResize={(column, width) => column.id && setWidth(column.id, width)}
      onKeyDown={(event) => sortByKey(event, columns)}
    />
  );
}

/** `s` sorts by the column under the cursor, as a click on its header does. */
function sortByKey(event: GridKeyEventArgs, columns: readonly Column[]): void {
  const column = columns[event.location?.[0] ?? -1];
  if (!column || event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== 's') return;
  event.cancel();
  sortByHeader(column.id, event.shiftKey);
}

function gridColumn(column: Column, widths: Readonly<Record<string, number>>): GridColumn {
  const title = columnLabel(column.id);
  return {
    id: column.id,
    title,
    group: groupLabel(column.group),
    width: widths[column.id] ?? defaultWidth(column, title),
  };
}

function wantRegion(columns: readonly Column[], { x, width }: Rectangle): void {
  const ids = columns.map((column) => column.id);
  const near = [...ids.slice(x, x + width + NEAR_COUNT), ...ids.slice(Math.max(0, x - NEAR_COUNT), x)];
  wantColumns([...FROZEN_IDS, 'currency', ...ids.slice(x, x + width)], near, [...ids, ...allIds()]);
}
