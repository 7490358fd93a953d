/** Checks the units of prices and statements against the multiples of the sector and against their own history. */
import { VECTOR_IDS } from '../../catalogue/catalogue.ts';
import { figureAt, type Period } from './period.ts';

/** Price to sales and price to book of all listed companies (Damodaran, January 2024: 1.5 to 2.9 and 2.0 to 4.0). */
const USUAL = { sales: 2, book: 2.5 };
/** A market value this many times too large or too small by both multiples is in another unit: pence, thousands, yen. */
const MULTIPLE_MAX = 40;
const PEERS_MIN = 8;
/** Consecutive amounts that differ by more than this factor are in different units. */
const JUMP_MIN = 200;
/** A change of unit affects all lines by the same factor, within this spread. */
const JUMP_SPREAD = 4;

const [CAP, REVENUE, EQUITY] = ['marketCapitalization', 'totalRevenue', 'totalShareholderEquity'].map((id) =>
  VECTOR_IDS.indexOf(id),
) as [number, number, number];

interface Valued {
  /** In VECTOR_IDS order. */
  readonly values: Float64Array | Float32Array;
}

const multiplesOf = ({ values }: Valued): readonly [sales: number, book: number] => [
  values[CAP]! / values[REVENUE]!,
  values[CAP]! / values[EQUITY]!,
];

function medianOf(values: readonly number[]): number {
  const sorted = values.filter((value) => value > 0).sort((a, b) => a - b);
  return sorted.length < PEERS_MIN ? Number.NaN : sorted[sorted.length >> 1]!;
}

/** Rows whose price and statements must be in different units: both multiples are implausible, overall or for their sector. */
export function oddMultiples<Row extends Valued>(rows: readonly Row[], sectorOf: (row: Row) => string): Row[] {
  const sectors = new Map<string, Row[]>();
  for (const row of rows) {
    const sector = sectorOf(row);
    const peers = sectors.get(sector);
    if (peers) peers.push(row);
    else sectors.set(sector, [row]);
  }
  return [...sectors.values()].flatMap((peers) => {
    const multiples = peers.map(multiplesOf);
    const usual = [medianOf(multiples.map(([sales]) => sales)), medianOf(multiples.map(([, book]) => book))];
    return peers.filter((_, index) => {
      const [sales, book] = multiples[index]!;
      return areOdd(sales / USUAL.sales, book / USUAL.book) || areOdd(sales / usual[0]!, book / usual[1]!);
    });
  });
}

function areOdd(sales: number, book: number): boolean {
  return (
    (sales > MULTIPLE_MAX && book > MULTIPLE_MAX) ||
    (sales > 0 && book > 0 && sales < 1 / MULTIPLE_MAX && book < 1 / MULTIPLE_MAX)
  );
}

const SIZE_IDS = ['totalAssets', 'totalRevenue', 'totalLiabilities', 'totalShareholderEquity'];

/** The first report whose amounts are in another unit than the previous report's. */
export function changeOfUnit(periods: readonly Period[]): Period | undefined {
  for (const kind of ['annual', 'half', 'quarter'] as const) {
    const own = periods.filter((period) => period.kind === kind).sort((a, b) => a.day - b.day);
    const changed = own.find((period, index) => index > 0 && isOtherUnit(own[index - 1]!, period));
    if (changed) return changed;
  }
  return undefined;
}

function isOtherUnit(before: Period, period: Period): boolean {
  const steps = SIZE_IDS.map((id) => Math.abs(figureAt(period.values, id) / figureAt(before.values, id))).filter(
    (step) => step > JUMP_MIN || step < 1 / JUMP_MIN,
  );
  return steps.length >= 2 && Math.max(...steps) <= JUMP_SPREAD * Math.min(...steps);
}

/** The first report whose share count is in another unit than the previous report's. */
export function changeOfCount(periods: readonly Period[]): Period | undefined {
  const counted = periods
    .filter(({ values }) => figureAt(values, 'commonStockSharesOutstanding') > 0)
    .sort((a, b) => a.day - b.day);
  return counted.find(({ values }, index) => {
    const before = counted[index - 1];
    if (!before) return false;
    const step = figureAt(values, 'commonStockSharesOutstanding') / figureAt(before.values, 'commonStockSharesOutstanding');
    return step > JUMP_MIN || step < 1 / JUMP_MIN;
  });
}
