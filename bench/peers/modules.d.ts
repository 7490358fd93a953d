/** The part of the peers that is called, so that types are checked where they are not installed. */
declare module 'arquero' {
  export interface ArqueroTable {
    derive(columns: Readonly<Record<string, unknown>>): ArqueroTable;
    filter(test: string): ArqueroTable;
    orderby(...keys: unknown[]): ArqueroTable;
    slice(start: number, end: number): ArqueroTable;
    numRows(): number;
    array(name: string): ArrayLike<number>;
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
