/** A company from the SEC's files: its identity, listings, and statements as lines of the statements table. */

import { type PeriodKind, STATEMENT_IDS } from '../../figures/period.ts';
import { readPeriodFlags, writePeriodFlags } from '../../figures/periodFlags.ts';
import { DAY_MS, isoDay } from '../../formats/day.ts';
import type { StatementRow as FiledRow } from '../filed.ts';
import type { StatementRow } from './statements.ts';
import type { Submissions } from './submissions.ts';

export interface Company extends Omit<Submissions, 'filings' | 'pages'> {
  /** Latest reported period, in days since 1970-01-01; null if none is known. */
  readonly latestPeriod: number | null;
  /** Day of the latest filing, in days since 1970-01-01; the later of two companies with the same symbol wins. */
  readonly filed: number;
  readonly rowCount: number;
  /** Unreadable files, with reasons. */
  readonly damaged: readonly string[];
  /** Counts of skipped or changed entries by reason. */
  readonly remarks: Readonly<Record<string, number>>;
}

export const SECURITY_COLUMNS = [
  'symbol',
  'name',
  'type',
  'country',
  'currency',
  'exchange',
  'sector',
  'industry',
  'fiscalYearEnd',
  'latestQuarter',
  'CIK',
  'website',
  'address',
] as const;

/**
 * Columns of the statements table that the SEC's files fill. `filed` is the day of the share basis, `sharesSince` the first filing on that
 * basis after a split, `sharesRatio` the ratio of that split, `flags` the doubtful figures.
 */
export const STATEMENT_COLUMNS: readonly string[] = [
  'symbol',
  'periodEnd',
  'period',
  'currency',
  'filed',
  'sharesSince',
  'sharesRatio',
  'flags',
  ...STATEMENT_IDS,
];

/** Lines of a company's statements without the symbol, since its listings share them. */
export function statementLines(rows: readonly StatementRow[]): string {
  return rows
    .map(({ day, kind, currency, filed, sharesSince, sharesRatio, values, flags }) => {
      const cells = Array.from(values, (value) => (Number.isNaN(value) ? '' : String(value)));
      const ratio = Number.isNaN(sharesRatio) ? '' : String(sharesRatio);
      const heads = [isoDay(day), kind, currency, ...[filed, sharesSince].map(isoOrEmpty), ratio, writePeriodFlags(flags)];
      return [...heads, ...cells].join(',');
    })
    .join('\n');
}

const isoOrEmpty = (day: number): string => (Number.isFinite(day) ? isoDay(day) : '');

const FIGURES_AT = 7;

/** Parses {@link statementLines}. */
export function rowsOfLines(lines: string): FiledRow[] {
  return lines === '' ? [] : lines.split('\n').map(rowOfLine);
}

function rowOfLine(line: string): FiledRow {
  const values = new Float64Array(STATEMENT_IDS.length).fill(Number.NaN);
  const heads: string[] = [];
  let from = 0;
  for (let cell = 0; from <= line.length; cell++) {
    const comma = line.indexOf(',', from);
    const end = comma < 0 ? line.length : comma;
    if (cell < FIGURES_AT) heads.push(line.slice(from, end));
    else if (end > from) values[cell - FIGURES_AT] = Number(line.slice(from, end));
    from = end + 1;
  }
  const [day = '', kind = '', currency = '', filed = '', sharesSince = '', sharesRatio = '', flags = ''] = heads;
  return {
    day: Date.parse(day) / DAY_MS,
    kind: kind as PeriodKind,
    currency: currency === '' ? null : currency,
    values,
    ...sharesOf({ filed, sharesSince, sharesRatio }),
    ...readPeriodFlags(flags),
  };
}

type SharesText = Readonly<Record<'filed' | 'sharesSince' | 'sharesRatio', string>>;

/** In whose shares a row is. */
const sharesOf = ({
  filed,
  sharesSince,
  sharesRatio,
}: SharesText): Pick<FiledRow, 'filedDay' | 'sharesSince' | 'sharesRatio'> => ({
  ...(filed !== '' && { filedDay: Date.parse(filed) / DAY_MS }),
  ...(sharesSince !== '' && { sharesSince: Date.parse(sharesSince) / DAY_MS }),
  ...(sharesRatio !== '' && { sharesRatio: Number(sharesRatio) }),
});

const [COMMA, MINUS, POINT, ZERO, NINE, BACKSLASH, LETTER_N] = [44, 45, 46, 48, 57, 92, 110];
const DAY_CHARS = 10;
/** Up to this many digits, integer and power of ten are exact doubles, so that their quotient is rounded once, as by Number(). */
const DIGITS_MAX = 15;
const POWERS = Array.from({ length: DIGITS_MAX + 1 }, (_, power) => 10 ** power);

/**
 * Parses {@link statementLines} from the bytes of their JSON string.
 * @param rowCount number of rows; their figures share one array
 */
export function rowsOfKept(json: Buffer, rowCount: number): FiledRow[] {
  const rows: FiledRow[] = [];
  const width = STATEMENT_IDS.length;
  const figures = new Float64Array(width * rowCount).fill(Number.NaN);
  const end = json.length - 1;
  for (let at = 1; at < end; ) {
    const heads = rows.length < rowCount ? headsAt(json, at) : null;
    const values = figures.subarray(width * rows.length, width * (rows.length + 1));
    at = heads ? readFigures(json, heads.figuresAt, values) : 0;
    const isRow = at === end || (json[at] === BACKSLASH && json[at + 1] === LETTER_N);
    if (!heads || !isRow) return rowsOfLines(JSON.parse(json.toString('utf8')) as string);
    const { day, kind, currency, flags } = heads;
    rows.push({ day, kind, currency, values, ...sharesOf(heads), ...readPeriodFlags(flags) });
    at += 2;
  }
  return rows;
}

const PLAIN = /^[A-Za-z]*$/;

interface Heads extends SharesText {
  readonly flags: string;
  readonly figuresAt: number;
}

/** Cells before a row's figures; null if the currency may contain escapes. */
function headsAt(json: Buffer, from: number): (Pick<FiledRow, 'day' | 'kind' | 'currency'> & Heads) | null {
  const kindAt = from + DAY_CHARS + 1;
  const currencyAt = json.indexOf(COMMA, kindAt) + 1;
  const filedAt = json.indexOf(COMMA, currencyAt) + 1;
  const sinceAt = json.indexOf(COMMA, filedAt) + 1;
  const ratioAt = json.indexOf(COMMA, sinceAt) + 1;
  const flagsAt = json.indexOf(COMMA, ratioAt) + 1;
  const figuresAt = json.indexOf(COMMA, flagsAt) + 1;
  const currency = json.toString('latin1', currencyAt, filedAt - 1);
  if (!PLAIN.test(currency)) return null;
  return {
    day: Date.parse(json.toString('latin1', from, from + DAY_CHARS)) / DAY_MS,
    kind: json.toString('latin1', kindAt, currencyAt - 1) as PeriodKind,
    currency: currency === '' ? null : currency,
    filed: json.toString('latin1', filedAt, sinceAt - 1),
    sharesSince: json.toString('latin1', sinceAt, ratioAt - 1),
    sharesRatio: json.toString('latin1', ratioAt, flagsAt - 1),
    flags: json.toString('latin1', flagsAt, figuresAt - 1),
    figuresAt,
  };
}

/** Reads comma-separated numbers and returns the end position. */
function readFigures(json: Buffer, from: number, values: Float64Array): number {
  for (let cell = 0, at = from; ; cell++) {
    let [mantissa, digitCount, point] = [0, 0, -1];
    const first = json[at] === MINUS ? at + 1 : at;
    let next = first;
    for (let byte = json[next]!; ; byte = json[++next]!) {
      if (byte >= ZERO && byte <= NINE) {
        mantissa = 10 * mantissa + (byte - ZERO);
        digitCount++;
      } else if (byte === POINT && point < 0) point = next;
      else break;
    }
    const isPlain = digitCount <= DIGITS_MAX && (json[next] === COMMA || json[next] === BACKSLASH || next === json.length - 1);
    if (!isPlain) while (next < json.length - 1 && json[next] !== COMMA && json[next] !== BACKSLASH) next++;
    if (next > at) {
      const value = point < 0 ? mantissa : mantissa / POWERS[next - point - 1]!;
      values[cell] = isPlain ? (first > at ? -value : value) : Number(json.toString('latin1', at, next));
    }
    if (json[next] !== COMMA) return next;
    at = next + 1;
  }
}

/** Ten digits, as in the SEC's files. */
export function cikText(cik: number): string {
  return String(cik).padStart(10, '0');
}
