/** How much of a curve's monthly returns known factors explain. */
import { type Factors, type Regression, regress } from './factors.ts';

/** The risk-free return in Kenneth French's files: not a factor, but subtracted from returns. */
const RISK_FREE = 'RF';

export interface Exposures extends Regression {
  readonly names: readonly string[];
  /** Months in common. */
  readonly months: number;
  /** The annualized intercept. */
  readonly alpha: number;
}

/**
 * Regression of monthly returns, in excess of the file's risk-free return where it has one, on its factors. Null for too few months in common.
 * @param returns by year × 12 + month from 0
 */
export function exposuresOf(returns: ReadonlyMap<number, number>, { names, months }: Factors): Exposures | null {
  const free = names.indexOf(RISK_FREE);
  const places = [...names.keys()].filter((place) => place !== free);
  const common = [...returns].filter(([month]) => months.has(month)).sort(([a], [b]) => a - b);
  const own = common.map(([month, value]) => value - (free < 0 ? 0 : months.get(month)![free]!));
  const columns = places.map((place) => common.map(([month]) => months.get(month)![place]!));
  const regression = regress(own, columns);
  if (!regression) return null;
  return {
    ...regression,
    names: places.map((place) => names[place]!),
    months: common.length,
    alpha: (1 + regression.intercept) ** 12 - 1,
  };
}
