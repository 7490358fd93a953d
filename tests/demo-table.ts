/** The demo universe as one table: its fields and all numbers by column, ratios included. */
import { computeRatios } from '../kernels/compute.ts';
import { COLUMNS, FIELD_IDS, VECTOR_IDS } from '../src/catalogue/catalogue.ts';
import { FIELD_COLUMNS } from '../src/catalogue/fieldColumns.ts';
import { type DemoOptions, demoUniverse } from '../src/demo/universe.ts';

export interface DemoSecurity {
  readonly text: (id: string) => unknown;
  readonly value: (id: string) => number;
  /** The same in US dollars, for money. */
  readonly usd: (id: string) => number;
}

/** All securities of a demo universe with their ratios. */
export function demoSecurities(options: DemoOptions): DemoSecurity[] {
  return [...demoUniverse(options)].flatMap(({ securities, columns: sent }) => {
    const columns = new Map(COLUMNS.map(({ id }) => [id, new Float32Array(securities.length).fill(Number.NaN)]));
    for (const [index, id] of VECTOR_IDS.entries()) columns.set(id, sent[index] as Float32Array<ArrayBuffer>);
    for (const { id, numberOf } of FIELD_COLUMNS) {
      const made = securities.map((fields) =>
        numberOf(
          (name) => String(fields[FIELD_IDS.indexOf(name)] ?? ''),
          (name) => Number(fields[FIELD_IDS.indexOf(name)] ?? Number.NaN),
        ),
      );
      columns.set(id, Float32Array.from(made));
    }
    computeRatios((id) => columns.get(id), 0, securities.length);
    return securities.map((fields, row) => {
      const value = (id: string): number => columns.get(id)?.[row] ?? Number.NaN;
      return { text: (id: string) => fields[FIELD_IDS.indexOf(id)], value, usd: (id: string) => value(id) * value('usdRate') };
    });
  });
}

/** The known numbers at these shares of their order, 0 the least and 1 the largest. */
export function quantiles(numbers: readonly number[], shares: readonly number[]): number[] {
  const known = Float64Array.from(numbers.filter((number) => !Number.isNaN(number))).sort();
  return shares.map((share) => known[Math.round(share * (known.length - 1))] ?? Number.NaN);
}
