/** One measured figure. `vsLimit` is its ratio to the tuned baseline of the same run, null without one. */
export interface Result {
  readonly workload: string;
  readonly rows: number;
  readonly where: 'node' | 'chromium';
  readonly contender: string;
  /** NaN where it was not measured; null instead in a file that keeps it. */
  readonly medianMs: number;
  /** The shortest time, least affected by other load. */
  readonly bestMs?: number;
  readonly vsLimit: number | null;
  /** Whether a figure above its limit is an error. */
  readonly isHardLimit?: boolean;
  /** Unit or explanation, if not milliseconds. */
  readonly note?: string;
}

/** A contender that doesn't run, with the reason for the tables. */
export function notMeasured(of: Pick<Result, 'workload' | 'rows' | 'where' | 'contender'>, reason: string): Result {
  return { ...of, medianMs: Number.NaN, vsLimit: null, note: `not measured: ${reason}` };
}

/** The quantile `p` of the numbers. */
export function quantile(numbers: readonly number[], p: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN;
}

export function printTable(results: readonly Result[]): void {
  const lines = results.map(({ workload, rows, where, contender, medianMs, vsLimit, note }) => [
    workload,
    rows.toLocaleString('en-US'),
    where,
    contender,
    Number.isNaN(medianMs) ? '' : medianMs.toFixed(medianMs < 10 ? 2 : 0),
    vsLimit === null ? '' : `${vsLimit.toFixed(2)}×`,
    note ?? '',
  ]);
  const head = ['workload', 'rows', 'where', 'contender', 'median ms', 'limit', ''];
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]!.length)));
  for (const line of [head, ...lines])
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/** For figures measured alternately: the median of their ratios, and the ratio of both minima, because other load only adds time. */
export function ratios(ours: readonly number[], theirs: readonly number[]): { middle: number; best: string } {
  const middle = median(ours.map((figure, round) => figure / theirs[round]!));
  return { middle, best: `best by best ${(Math.min(...ours) / Math.min(...theirs)).toFixed(2)}×` };
}
