/** Clauses that several kinds of steps share in their text: a scope, a policy for missing values, bounds, counts, directions. */
import { type NumericOperator, signOf } from './operators.ts';
import { type Reader, readPlainNumber, ScreenTextError } from './reader.ts';

/** “in SCOPE”, or `otherwise` when omitted. */
export function readScope<const T extends string>(reader: Reader, scopes: readonly T[], otherwise: T): T {
  if (!reader.takeWord('in')) return otherwise;
  const scope = reader.takeOneOf(scopes);
  if (scope === null) throw reader.expected(scopes.map((each) => `“${each}”`).join(', '));
  return scope;
}

export interface MissingPolicy {
  /** Rows without a value pass too. */
  readonly keepMissing?: true;
}

export function readKeepMissing(reader: Reader): MissingPolicy {
  if (!reader.takeWord('keep')) return {};
  if (!reader.takeWord('missing')) throw reader.expected('“missing”');
  return { keepMissing: true };
}

export const printKeepMissing = ({ keepMissing }: MissingPolicy): string => (keepMissing ? ' keep missing' : '');

/** A whole number of at least `min`. */
export function readCount(reader: Reader, min: number): number {
  reader.skipSpace();
  const at = reader.at;
  const count = readPlainNumber(reader);
  if (!Number.isInteger(count) || count < min) throw new ScreenTextError(`expected a whole number from ${min} on`, at);
  return count;
}

export type Direction = 'Ascending' | 'Descending';

export function readDirection(reader: Reader): Direction {
  if (reader.takeWord('asc')) return 'Ascending';
  if (reader.takeWord('desc')) return 'Descending';
  throw reader.expected('“asc” or “desc”');
}

export const printDirection = (direction: Direction): string => (direction === 'Ascending' ? 'asc' : 'desc');

/** An operator with the texts of its bounds. */
export function printBounds(operator: NumericOperator, values: readonly string[]): string {
  const [low = '', high = ''] = values;
  const sign = signOf(operator);
  if (sign !== undefined) return `${sign} ${low}`;
  return `${operator === 'Between' ? 'between' : 'not between'} ${low} and ${high}`;
}
