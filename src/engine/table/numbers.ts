import { type Column, isMoney, isText } from '../../catalogue/column.ts';
import type { Table } from './table.ts';

/** A number column as steps compare it: values and, for money, conversion factors to the base currency, both by row. */
export interface Numbers {
  readonly values: Float32Array;
  readonly rates: Float32Array | null;
}

/** No column has that id in the catalogue, on the server or among the screen's formulas. */
export class UnknownColumn extends RangeError {
  constructor(id: string) {
    super(`there is no column ${id}`);
    this.name = 'UnknownColumn';
  }
}

const areOnes = new WeakMap<Float32Array, boolean>();

/** Conversion factors to the base currency by row; null when not needed: no money, or all of it in that currency. */
export function ratesOf({ rates }: Table, column: Column): Float32Array | null {
  if (!isMoney(column)) return null;
  let isOne = areOnes.get(rates);
  if (isOne === undefined) {
    isOne = rates.every((rate) => rate === 1);
    areOnes.set(rates, isOne);
  }
  return isOne ? null : rates;
}

const absent = new WeakMap<Table, Float32Array>();

/**
 * The numbers of a column; all missing when no server sent it.
 * @throws RangeError for a text column, UnknownColumn for an unknown one
 */
export function numbersOf(table: Table, id: string): Numbers {
  const column = table.column(id);
  if (!column) throw new UnknownColumn(id);
  if (isText(column)) throw new RangeError(`${id} holds text: it has no numbers`);
  const values = table.numbers(id);
  if (values) return { values, rates: ratesOf(table, column) };
  const missing = absent.get(table) ?? new Float32Array(table.rowCount).fill(Number.NaN);
  absent.set(table, missing);
  return { values: missing, rates: null };
}
