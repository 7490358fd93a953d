/** A company as the SEC's files give it: who it is, its listed shares, and its statements as lines of the statements table. */
import type { StatementRow as FiledRow } from '../filed.ts';
import { type PeriodKind, STATEMENT_IDS } from '../period.ts';
import type { StatementRow } from './statements.ts';
import type { Submissions } from './submissions.ts';

export interface Company extends Omit<Submissions, 'filings' | 'pages'> {
  /** Latest period that a filing reports, in days since 1970-01-01; null where none is known. */
  readonly latestPeriod: number | null;
  /** Day of the latest filing, in days since 1970-01-01; of two companies with one symbol the later counts. */
  readonly filed: number;
  readonly rowCount: number;
  /** Files that couldn't be read, each with the reason. */
  readonly damaged: readonly string[];
  /** What was left out of its files or changed, by reason. */
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

/** Columns of the statements table that the SEC's files fill; `filed` says how new a row is. */
export const STATEMENT_COLUMNS: readonly string[] = ['symbol', 'periodEnd', 'period', 'currency', 'filed', ...STATEMENT_IDS];

const DAY_MS = 86_400_000;
const KIND_NAMES = { annual: 'annual', half: 'half', quarter: 'quarter' } as const;

/** A day as an ISO date. */
export function isoOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The lines of a company's statements behind the symbol, which its listings share. */
export function statementLines(rows: readonly StatementRow[]): string {
  return rows
    .map(({ day, kind, currency, filed, values }) => {
      const cells = Array.from(values, (value) => (Number.isNaN(value) ? '' : String(value)));
      return `${isoOfDay(day)},${KIND_NAMES[kind]},${currency},${Number.isFinite(filed) ? isoOfDay(filed) : ''},${cells.join(',')}`;
    })
    .join('\n');
}

const FIGURES_AT = 4;

/** The rows of {@link statementLines}. */
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
  const [day = '', kind = '', currency = ''] = heads;
  return { day: Date.parse(day) / DAY_MS, kind: kind as PeriodKind, currency: currency === '' ? null : currency, values };
}

/** Ten digits, as the SEC writes the number of a company. */
export function cikText(cik: number): string {
  return String(cik).padStart(10, '0');
}
