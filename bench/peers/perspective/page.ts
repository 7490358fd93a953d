/** Perspective's data grid: as many rows and columns as the product has, the first column the number of the row, every other cell the same number. */
import perspective from '@finos/perspective';
import clientUrl from '@finos/perspective/dist/wasm/perspective-js.wasm?url';
import serverUrl from '@finos/perspective/dist/wasm/perspective-server.wasm?url';
import perspectiveViewer, { type ViewerElement } from '@finos/perspective-viewer';
import '@finos/perspective-viewer-datagrid';
import '@finos/perspective-viewer/dist/css/pro.css';
import viewerUrl from '@finos/perspective-viewer/dist/wasm/perspective-viewer.wasm?url';
import { Float32, makeData, Table, tableToIPC, Vector } from 'apache-arrow';

const asked = new URLSearchParams(location.search);
const widths = (asked.get('widths') ?? '').split(',').map(Number);
const rows = Number(asked.get('rows'));
/** Each with its own memory: Arrow writes shared memory once, which Perspective can't read. */
function column(place: number): Vector {
  const data = place === 0 ? Float32Array.from({ length: rows }, (_, row) => row) : new Float32Array(rows).fill(12.34);
  return new Vector([makeData({ type: new Float32(), length: rows, data })]);
}
const names = widths.map((_, place) => `Column ${place}`);

await Promise.all([
  perspective.init_client(fetch(clientUrl)),
  perspective.init_server(fetch(serverUrl)),
  perspectiveViewer.init_client(fetch(viewerUrl)),
]);
const worker = await perspective.worker();
const table = await worker.table(
  tableToIPC(new Table(Object.fromEntries(names.map((name, place) => [name, column(place)])))).slice().buffer,
);
const viewer = document.createElement('perspective-viewer') as ViewerElement;
Object.assign(viewer.style, { position: 'absolute', inset: '0' });
document.getElementById('root')?.append(viewer);
await viewer.load(table);
await viewer.restore({
  plugin: 'Datagrid',
  settings: false,
  plugin_config: { columns: Object.fromEntries(names.map((name, place) => [name, { column_size_override: widths[place] }])) },
});
document.body.dataset.ready = '';
