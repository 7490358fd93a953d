/**
 * The filings behind the figures of a block's snapshots, on the wire: JSON files of some securities each, so that one number's accession
 * and day cost one small file. A filing is listed with the lines that it made known or changed; a snapshot with the periods that its flows
 * and stocks are of.
 */
import { assert } from '../assert.ts';

/** What a line of statements is made of at a snapshot: amounts of twelve months or of a day, of this year or of those before. */
export const FIGURE_PARTS = ['flows', 'stocks', 'priorFlows', 'priorStocks', 'earlierStocks'] as const;
export type FigurePart = (typeof FIGURE_PARTS)[number];

/** The figures of one period that one filing made known. */
export interface FiledFigures {
  /** Stated by the source, else empty. */
  readonly accession: string;
  /** ISO date on which they became public. */
  readonly filed: string;
  /** The source states no day: it was guessed. */
  readonly isGuessed: boolean;
  /** ISO date of the period's last day. */
  readonly periodEnd: string;
  readonly kind: 'annual' | 'half' | 'quarter' | 'trailing';
}

/** A filing of a security: [accession, filed, is guessed (0 or 1), period's end, kind, lines as hexadecimal bits, line 0 the lowest of the first digit]. */
export type FilingEntry = readonly [string, string, 0 | 1, string, FiledFigures['kind'], string];
/** Periods as `end kind`. Of several lists the first that has the line counts; its periods are added up. */
export type PartPeriods = readonly (readonly string[])[];
/** From the date at that position of the block on: per part of FIGURE_PARTS its periods. */
export interface PeriodsEntry {
  readonly from: number;
  readonly parts: readonly PartPeriods[];
}

export interface SecurityFilings {
  /** In the order in which they became public. */
  readonly filings: readonly FilingEntry[];
  /** By rising date. */
  readonly periods: readonly PeriodsEntry[];
}

/** One file. */
export interface FilingsFile {
  /** Id of a line → its part, and its bit. */
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

/** Reads a file. Whoever wrote it is not trusted: what is not a list of filings becomes none. Throws when it is not valid JSON. */
export function readFilings(text: string): FilingsFile {
  let file: FilingsFile;
  try {
    file = JSON.parse(text) as FilingsFile;
  } catch {
    throw new Error('a file of filings is not valid JSON');
  }
  const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
  assert(isRecord(file) && isRecord(file.lines) && isRecord(file.securities), 'a file of filings has no lines and securities');
  return file;
}

/**
 * The filings behind a line of a security's statements at a snapshot: of each period that the figure is made of the one in which the value
 * that counts became public first. A line that is derived from others, or nil, has the newest filings of the periods. Empty for a line
 * that is not of the statements.
 * @param at position of the date in the block
 * @param date ISO date of the snapshot: what became public on it or later doesn't count
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
