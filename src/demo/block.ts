import { VECTOR_IDS } from '../catalogue/catalogue.ts';
import { STATISTIC_COLUMNS } from '../catalogue/statistics.ts';
import { priceStatistics } from '../ingest/figures/statistics.ts';
import type { FieldValue } from '../wire/indexing.ts';
import { type Fields, fieldRow } from './company.ts';
import type { Figures } from './figures.ts';
import type { Series } from './prices.ts';

const POSITIONS: ReadonlyMap<string, number> = new Map(VECTOR_IDS.map((id, index) => [id, index]));
const STATISTIC_POSITIONS = STATISTIC_COLUMNS.map(({ id }) => POSITIONS.get(id) ?? 0);

/** A country's securities under construction. */
export interface Block {
  readonly securities: FieldValue[][];
  readonly columns: readonly Float32Array[];
  readonly rowCount: number;
  /** Adds a security; returns false if the block is full. */
  add(fields: Fields, figures: Figures, series: Series): boolean;
}

export function createBlock(rowCount: number): Block {
  const columns = VECTOR_IDS.map(() => new Float32Array(rowCount).fill(Number.NaN));
  const securities: FieldValue[][] = [];
  const statistics = new Float64Array(STATISTIC_COLUMNS.length);
  return {
    securities,
    columns,
    rowCount,
    add(fields, figures, { closes, prices, volumes }) {
      const row = securities.length;
      if (row === rowCount) return false;
      securities.push(fieldRow(fields));
      for (const id in figures) {
        const position = POSITIONS.get(id);
        const value = figures[id as keyof Figures];
        if (position !== undefined && value !== undefined) columns[position]![row] = value;
      }
      priceStatistics(closes, prices, volumes, figures.usdRate, statistics);
      for (let index = 0; index < STATISTIC_POSITIONS.length; index++) {
        columns[STATISTIC_POSITIONS[index]!]![row] = statistics[index]!;
      }
      return true;
    },
  };
}
