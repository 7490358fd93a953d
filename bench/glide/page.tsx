/** The bare grid library with Panscreen's rows and columns, every cell the same text: the cost of scrolling alone. */
import '@glideapps/glide-data-grid/dist/index.css';
import { DataEditor, type GridCell, GridCellKind, type GridColumn } from '@glideapps/glide-data-grid';
import { createRoot } from 'react-dom/client';
import { enterAndLeave } from '../enterAndLeave.ts';

const asked = new URLSearchParams(location.search);
const rows = Number(asked.get('rows'));
const widths = (asked.get('widths') ?? '').split(',').map(Number);
const columns: readonly GridColumn[] = widths.map((width, place) => ({
  id: String(place),
  title: 'Column',
  group: 'Group',
  width,
}));
const CELL: GridCell = { kind: GridCellKind.Text, data: '12.34', displayData: '12.34', allowOverlay: false };

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
const page = createRoot(root);
const show = (): void =>
  page.render(
    <DataEditor
      width="100%"
      height="100%"
      columns={columns}
      rows={rows}
      rowHeight={25}
      headerHeight={72}
      groupHeaderHeight={22}
      freezeColumns={2}
      getCellContent={() => CELL}
      smoothScrollX
      smoothScrollY
      fixedShadowX={false}
      fixedShadowY={false}
    />,
  );

enterAndLeave(show, () => page.render(null));
