/** Published files with the filings on which a block's figures are based. */
import {
  encodeLines,
  FIGURE_PARTS,
  type FigurePart,
  type FilingEntry,
  type PartPeriods,
  type PeriodsEntry,
} from '../../wire/filings.ts';
import { IS_FLOW, STATEMENT_IDS } from '../figures/period.ts';
import type { PeriodsBehind } from '../figures/statements.ts';
import { isoDay } from '../formats/day.ts';
import type { Filing } from './filedPeriods.ts';

/** Securities per file, the unit that a page fetches to show one number's filing. */
export const FILINGS_SECURITIES = 128;

const PRIOR_YEAR = 'PriorYear';
const TWO_YEARS_PRIOR = 'TwoYearsPrior';
const PARTS = {
  now: ['flows', 'stocks'],
  prior: ['priorFlows', 'priorStocks'],
  earlier: ['earlierStocks', 'earlierStocks'],
} as const;

/** Part and bit of each statement line; a prior-year line has the bit of the line itself. */
const LINES: Readonly<Record<string, readonly [FigurePart, number]>> = Object.fromEntries(
  STATEMENT_IDS.map((id) => {
    const ending = [PRIOR_YEAR, TWO_YEARS_PRIOR].find((each) => id.endsWith(each));
    const own = ending === undefined ? id : id.slice(0, -ending.length);
    const position = STATEMENT_IDS.indexOf(own);
    const parts = position < 0 || ending === undefined ? PARTS.now : ending === PRIOR_YEAR ? PARTS.prior : PARTS.earlier;
    const bit = position < 0 ? STATEMENT_IDS.indexOf(id) : position;
    return [id, [parts[IS_FLOW[bit] ? 0 : 1], bit]];
  }),
);

const keyOf = ({ day, kind }: Pick<Filing, 'day' | 'kind'>): string => `${isoDay(day)} ${kind}`;

/** Cached: equal periods give the same object. */
const named = new WeakMap<PeriodsBehind, readonly PartPeriods[]>();
function partsOf(behind: PeriodsBehind): readonly PartPeriods[] {
  const known = named.get(behind) ?? FIGURE_PARTS.map((part) => behind[part].map((periods) => periods.map(keyOf)));
  named.set(behind, known);
  return known;
}

/** Filings of the given periods, each with the lines that it changed. */
function filingEntries(filings: readonly Filing[], periods: ReadonlySet<string>, last: number): FilingEntry[] {
  const current = new Map<string, Float64Array>();
  const entries: FilingEntry[] = [];
  for (const filing of filings) {
    const key = keyOf(filing);
    if (filing.knownDay >= last) break;
    if (!periods.has(key)) continue;
    const before = current.get(key) ?? new Float64Array(STATEMENT_IDS.length).fill(Number.NaN);
    current.set(key, before);
    const { values, accession, knownDay, isGuessed, kind, day } = filing;
    const isNew = (line: number): boolean => !Number.isNaN(values[line]) && values[line] !== before[line];
    const lines = encodeLines(isNew, values.length);
    for (let line = 0; line < values.length; line++) if (!Number.isNaN(values[line])) before[line] = values[line]!;
    if (lines !== '') entries.push([accession, isoDay(knownDay), isGuessed ? 1 : 0, isoDay(day), kind, lines]);
  }
  return entries;
}

/**
 * Returns a security's part of a file as JSON; null without statements.
 * @param filings in the order in which they became public
 * @param behind periods of the figures per date of the block; null for none
 * @param last day of the block's last date
 */
export function securityFilings(
  filings: readonly Filing[],
  behind: readonly (PeriodsBehind | null)[],
  last: number,
): string | null {
  const periods: PeriodsEntry[] = [];
  const wanted = new Set<string>();
  let before: PeriodsBehind | null = null;
  let text = '';
  for (const [date, own] of behind.entries()) {
    if (own === before || own === null) continue;
    before = own;
    const parts = partsOf(own);
    const now = JSON.stringify(parts);
    if (now === text) continue;
    text = now;
    periods.push({ from: date, parts });
    for (const key of parts.flat(2)) wanted.add(key);
  }
  if (periods.length === 0) return null;
  return JSON.stringify({ filings: filingEntries(filings, wanted, last), periods });
}

/** @param securities in ascending order of ids */
export function filingsFile(securities: readonly (readonly [id: string, json: string])[]): Uint8Array {
  const own = securities.map(([id, json]) => `${JSON.stringify(id)}:${json}`).join(',\n');
  return new TextEncoder().encode(`{"lines":${JSON.stringify(LINES)},\n"securities":{\n${own}}}\n`);
}
