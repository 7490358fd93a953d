/** The part of the peers that is called, so that types are checked where they are not installed. */
declare module 'arquero' {
  export interface ArqueroTable {
    derive(columns: Readonly<Record<string, unknown>>): ArqueroTable;
    filter(test: string): ArqueroTable;
    orderby(...keys: unknown[]): ArqueroTable;
    slice(start: number, end: number): ArqueroTable;
    numRows(): number;
    array(name: string): ArrayLike<number>;
    get(name: string, row: number): number;
    rollup(columns: Readonly<Record<string, unknown>>): ArqueroTable;
    groupby(keys: Readonly<Record<string, unknown>>): ArqueroTable;
    count(): ArqueroTable;
  }
  export function table(columns: Readonly<Record<string, ArrayLike<unknown>>>): ArqueroTable;
  export function desc(key: string): unknown;
}

declare module 'crossfilter2' {
  export interface Dimension {
    filterRange(range: readonly [number, number]): Dimension;
    filterFunction(test: (value: never) => boolean): Dimension;
    filterAll(): Dimension;
  }
  export interface Crossfilter {
    dimension(value: (row: number) => number | string): Dimension;
    allFiltered(): number[];
  }
  // biome-ignore lint/style/noDefaultExport: it is how the library exports.
  export default function crossfilter(rows: readonly number[]): Crossfilter;
}

declare module 'apache-arrow' {
  export class Float32 {}
  export class Int32 {}
  export class Utf8 {}
  export interface Part {
    readonly length: number;
  }
  export function tableToIPC(table: Table): Uint8Array;
  export function makeData(parts: {
    readonly type: Float32 | Int32;
    readonly length: number;
    readonly data: Float32Array | Int32Array;
    readonly nullBitmap?: Uint8Array;
    readonly nullCount?: number;
  }): Part;
  export class Vector implements Iterable<unknown> {
    constructor(parts: readonly Part[]);
    toArray(): ArrayLike<unknown>;
    [Symbol.iterator](): Iterator<unknown>;
  }
  export function vectorFromArray(values: readonly string[], type: Utf8): Vector;
  export class Table {
    constructor(columns: Readonly<Record<string, Vector>>);
    readonly schema: { readonly fields: readonly unknown[] };
    getChildAt(column: number): Vector | null;
  }
}

declare module '@duckdb/duckdb-wasm' {
  import type { Table } from 'apache-arrow';
  export const LogLevel: { readonly ERROR: number };
  export class ConsoleLogger {
    constructor(level: number);
  }
  export interface Connection {
    query(text: string): Promise<Table>;
    insertArrowTable(table: Table, options: { readonly name: string; readonly create: boolean }): Promise<void>;
  }
  export class AsyncDuckDB {
    constructor(logger: ConsoleLogger, worker: Worker);
    instantiate(url: string): Promise<unknown>;
    connect(): Promise<Connection>;
  }
}

declare module '@duckdb/duckdb-wasm/dist/*?url' {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: it is how Vite gives addresses.
  export default url;
}

declare module 'ag-grid-community' {
  export interface GridApi {
    destroy(): void;
  }
  export interface ColumnDefinition {
    readonly colId: string;
    readonly headerName: string;
    readonly width: number;
    readonly valueGetter: () => string;
    readonly pinned?: 'left';
  }
  export interface GridOptions {
    readonly columnDefs: readonly ColumnDefinition[];
    readonly rowData: readonly object[];
    readonly rowHeight: number;
    readonly headerHeight: number;
  }
  export const AllCommunityModule: object;
  export const ModuleRegistry: { registerModules(modules: readonly object[]): void };
  export function createGrid(place: HTMLElement, options: GridOptions): GridApi;
}

declare module '@finos/perspective' {
  export interface Client {
    table(data: ArrayBufferLike): Promise<object>;
  }
  interface Perspective {
    init_client(wasm: Promise<Response>): Promise<void>;
    init_server(wasm: Promise<Response>): Promise<void>;
    worker(): Promise<Client>;
  }
  const perspective: Perspective;
  // biome-ignore lint/style/noDefaultExport: it is how the library exports.
  export default perspective;
}

declare module '@finos/perspective-viewer' {
  export interface ViewerElement extends HTMLElement {
    load(table: object): Promise<void>;
    restore(config: object): Promise<void>;
  }
  const viewer: { init_client(wasm: Promise<Response>): Promise<void> };
  // biome-ignore lint/style/noDefaultExport: it is how the library exports.
  export default viewer;
}

declare module '@finos/perspective-viewer-datagrid';
