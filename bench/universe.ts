/** The seeded universe of the engine's measurements: every column of the vector, 12 % missing, log-normal, and five categories. */
import { computeRatios, ROW_RATIOS } from '../kernels/compute.ts';
import { VECTOR_IDS } from '../src/catalogue/catalogue.ts';
import { FIELD_COLUMNS } from '../src/catalogue/fieldColumns.ts';
import { GrowingTable, type Table } from '../src/engine/table/table.ts';
import { Random } from '../tests/random.ts';
import { REFERENCE } from './reference.ts';

const MISSING_SHARE = 0.12;
const NEGATIVE_SHARE = 0.1;
const SMALLEST = 1e-3;
const LARGEST = 1e12;

/** Categories and how many labels each has. */
export const CATEGORIES: Readonly<Record<string, number>> = { sector: 12, country: 30, exchange: 15, industry: 140, type: 2 };

export interface Category {
  readonly codes: Uint32Array;
  readonly labels: readonly string[];
}

export interface Universe {
  readonly rows: number;
  /** The columns of the vector, those that the page makes of fields and, after W1, nothing more: each contender keeps its own ratios. */
  readonly columns: ReadonlyMap<string, Float32Array>;
  readonly categories: ReadonlyMap<string, Category>;
}

function numbers(random: Random, rows: number): Float32Array {
  const center = random.next() * 20 - 2;
  return Float32Array.from({ length: rows }, () => {
    if (random.chance(MISSING_SHARE)) return Number.NaN;
    const size = Math.min(Math.max(Math.exp(center + 2 * random.normal()), SMALLEST), LARGEST);
    return random.chance(NEGATIVE_SHARE) ? -size : size;
  });
}

export function makeUniverse(rows: number): Universe {
  const random = new Random(rows);
  const ones = new Set(['usdRate', ...FIELD_COLUMNS.map(({ id }) => id)]);
  const columns = new Map(
    [...VECTOR_IDS, ...FIELD_COLUMNS.map(({ id }) => id)].map((id) => [
      id,
      ones.has(id) ? new Float32Array(rows).fill(1) : numbers(random, rows),
    ]),
  );
  const categories = new Map(
    Object.entries(CATEGORIES).map(([id, count]) => {
      const labels = Array.from({ length: count }, (_, label) => `${id} ${label}`);
      return [id, { codes: Uint32Array.from({ length: rows }, () => random.below(count)), labels }];
    }),
  );
  return { rows, columns, categories };
}

/** The same as a table of the engine. The ratios are there, and missing until they are computed. */
export function tableOf({ rows, columns, categories }: Universe): Table {
  const growing = new GrowingTable();
  const at = growing.grow(rows);
  for (const [id, values] of columns) growing.numbers(id).set(values, at);
  for (const { id } of REFERENCE) growing.numbers(id);
  for (const [id, { codes, labels }] of categories) {
    growing.writeText(
      id,
      at,
      Array.from(codes, (code) => labels[code]!),
    );
  }
  growing.place({ country: 'US', from: at, to: at + rows });
  growing.settle(['US']);
  return growing.table(['US']);
}

/** The columns that W5 describes, the ratios computed. */
export function describedColumns(universe: Universe): ReadonlyMap<string, Float32Array> {
  const table = tableOf(universe);
  computeRatios(
    (id) => table.numbers(id),
    0,
    universe.rows,
    new Set(),
    () => true,
  );
  return new Map(DESCRIBED.map((id) => [id, table.numbers(id)!]));
}

/** Ids of the number columns that W5 describes: those of the vector and the ratios. */
export const DESCRIBED: readonly string[] = [...VECTOR_IDS.filter((id) => id !== 'usdRate'), ...ROW_RATIOS.map(({ id }) => id)];
