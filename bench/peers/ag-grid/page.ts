/** AG Grid's community edition: as many rows and columns as the product has, every cell the same text, the first two columns pinned. */
import { AllCommunityModule, createGrid, type GridApi, ModuleRegistry } from 'ag-grid-community';
import { enterAndLeave } from '../../enterAndLeave.ts';

ModuleRegistry.registerModules([AllCommunityModule]);
const asked = new URLSearchParams(location.search);
const widths = (asked.get('widths') ?? '').split(',').map(Number);
const rowData = Array.from({ length: Number(asked.get('rows')) }, () => ({}));
const columnDefs = widths.map((width, place) => ({
  colId: String(place),
  headerName: 'Column',
  width,
  valueGetter: () => '12.34',
  ...(place < 2 ? { pinned: 'left' as const } : {}),
}));

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
let grid: GridApi | null = null;
const show = (): void => {
  grid = createGrid(root, { columnDefs, rowData, rowHeight: 25, headerHeight: 94 });
};
const leave = (): void => {
  grid?.destroy();
  grid = null;
};

enterAndLeave(show, leave);
