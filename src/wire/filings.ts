/**
 * The filings of a block's figures, as JSON files of some securities each, so that the accession number and date of one number need
 * only one small file. Each filing lists the lines that it published or changed; each snapshot, the periods of its flows and stocks.
 */
import { assert } from '../assert.ts';
import { isRecord, parseJson } from './json.ts';

/** Parts of a statement line at a snapshot: amounts over twelve months or at a day, of this year or earlier ones. */
export const FIGURE_PARTS = ['flows', 'stocks', 'priorFlows', 'priorStocks', 'earlierStocks'] as const;
export type FigurePart = (typeof FIGURE_PARTS)[number];

/** The figures of one period published by one filing. */
export interface FiledFigures {
  /** Empty unless stated by the source. */
  readonly accession: string;
  /** ISO date of publication. */
  readonly filed: string;
  /** True when the source states no date, and it was guessed. */
  readonly isGuessed: boolean;
  /** ISO date of the period's last day. */
  readonly periodEnd: string;
  readonly kind: 'annual' | 'half' | 'quarter' | 'trailing';
}

/** A filing of a security: [accession, filed, is guessed (0 or 1), period end, kind, lines as hexadecimal bits, line 0 being the lowest of the first digit]. */
export type FilingEntry = readonly [string, string, 0 | 1, string, FiledFigures['kind'], string];
/** Periods as `end kind`. The first list with the line counts; its periods are added up. */
export type PartPeriods = readonly (readonly string[])[];
/** Periods of each part of FIGURE_PARTS, from the date at that position of the block on. */
export interface PeriodsEntry {
  readonly from: number;
  readonly parts: readonly PartPeriods[];
}

export interface SecurityFilings {
  /** In order of publication. */
  readonly filings: readonly FilingEntry[];
  /** In ascending order of dates. */
  readonly periods: readonly PeriodsEntry[];
}

export interface FilingsFile {
  /** Part and bit of each line, by id. */
  readonly lines: Readonly<Record<string, readonly [FigurePart, number]>>;
  /** By the id of the security. */
  readonly securities: Readonly<Record<string, SecurityFilings>>;
}

const BITS_PER_DIGIT = 4;

/** Lines as hexadecimal bits. */
export function encodeLines(isThere: (line: number) => boolean, count: number): string {
  let text = '';
  for (let from = 0; from < count; from += BITS_PER_DIGIT) {
    let digit = 0;
    for (let bit = 0; bit < BITS_PER_DIGIT; bit++) if (from + bit < count && isThere(from + bit)) digit |= 1 << bit;
    text += digit.toString(16);
  }
  return text.replace(/0+$/, '');
}

const hasLine = (text: string, line: number): boolean =>
  ((Number.parseInt(text[Math.floor(line / BITS_PER_DIGIT)] ?? '0', 16) >> (line % BITS_PER_DIGIT)) & 1) === 1;

/** Reads an untrusted file. Throws when it is invalid. */
export function readFilings(text: string): FilingsFile {
  const file = parseJson(text, 'a file of filings') as FilingsFile;
  assert(isRecord(file) && isRecord(file.lines) && isRecord(file.securities), 'a file of filings has no lines and securities');
  return file;
}

/**
 * The filings of a line of a security's statements at a snapshot: for each period of the figure, the filing that first published its
 * current value. A derived or nil line has the newest filings of the periods. Empty for other columns.
 * @param at position of the date in the block
 * @param date ISO date of the snapshot: filings on or after it do not count
 */
export function filingsBehind(
  { lines, securities }: FilingsFile,
  id: string,
  at: number,
  date: string,
  line: string,
): readonly FiledFigures[] {
  const security = Object.hasOwn(securities, id) ? securities[id] : undefined;
  const place = Object.hasOwn(lines, line) ? lines[line] : undefined;
  const entry = security?.periods.findLast(({ from }) => from <= at);
  if (!security || !place || !entry) return [];
  const [part, bit] = place;
  const alternatives = entry.parts[FIGURE_PARTS.indexOf(part)] ?? [];
  const known = security.filings.filter(([, filed]) => filed < date);
  const latest = (period: string, isWanted: (bits: string) => boolean): FilingEntry | undefined =>
    known.findLast(([, , , end, kind, bits]) => `${end} ${kind}` === period && isWanted(bits));
  for (const isWanted of [(bits: string) => hasLine(bits, bit), () => true])
    for (const periods of alternatives) {
      const found = periods.map((period) => latest(period, isWanted)).filter((each) => each !== undefined);
      if (found.length > 0) return found.map(figuresOf);
    }
  return [];
}

const figuresOf = ([accession, filed, isGuessed, periodEnd, kind]: FilingEntry): FiledFigures => ({
  accession,
  filed,
  isGuessed: isGuessed === 1,
  periodEnd,
  kind,
});
