import { GROUPS, type Group } from './codes.ts';
import { type Column, type ColumnRow, GRANULARITY, RATIO_GRANULARITY } from './column.ts';
import { COMPANY_COLUMNS, SOURCE_FLAGS, STATEMENT_CURRENCY } from './company.ts';
import { FIELD_COLUMNS } from './fieldColumns.ts';
import { type Formula, formulaColumns, parseFormula } from './formula.ts';
import { RATIO_COLUMNS } from './ratios.ts';
import { RAW_COLUMNS } from './raw.ts';
import { STATISTIC_COLUMNS } from './statistics.ts';

function complete(row: ColumnRow): Column {
  return {
    id: row.id,
    kind: row.kind,
    group: row.group,
    unit: row.unit,
    display: row.display,
    better: row.better,
    helper: row.helper ?? false,
    granularity: row.kind === 'ratio' ? RATIO_GRANULARITY : GRANULARITY,
    formula: row.formula ?? null,
    definedAs: row.definedAs ?? null,
    missingWhen: row.missingWhen ?? null,
    source: row.source,
  };
}

const ROWS: readonly ColumnRow[] = [...COMPANY_COLUMNS, ...FIELD_COLUMNS, ...RAW_COLUMNS, ...STATISTIC_COLUMNS, ...RATIO_COLUMNS];

/** All columns, by group in the order of GROUPS and within a group in the order of the source. */
export const COLUMNS: readonly Column[] = GROUPS.flatMap((group) => ROWS.filter((row) => row.group === group).map(complete));

const BY_ID: ReadonlyMap<string, Column> = new Map(COLUMNS.map((column) => [column.id, column]));

export function columnById(id: string): Column | undefined {
  return BY_ID.get(id);
}

/** A column that a server sends and the catalogue does not have: a plain number in its own group. */
export function otherColumn(id: string): Column {
  return {
    id,
    kind: 'other',
    group: 'Other',
    unit: 'ratio',
    display: 'number',
    better: 'neutral',
    helper: false,
    granularity: GRANULARITY,
    formula: null,
    definedAs: null,
    missingWhen: null,
    source: 'sent by the server',
  };
}

/** Ids of the numeric columns of a vector, in writing order. */
export const VECTOR_IDS: readonly string[] = [...RAW_COLUMNS, ...STATISTIC_COLUMNS].map((row) => row.id);

/** Ids of the company columns of a row of tickerIndex, in writing order. */
export const HEADER_IDS: readonly string[] = COMPANY_COLUMNS.map((row) => row.id);

/** All fields written into a row of tickerIndex. */
export const FIELD_IDS: readonly string[] = [...HEADER_IDS, STATEMENT_CURRENCY, SOURCE_FLAGS];

/** Columns of a group, in display order. */
export function columnsOfGroup(group: Group): readonly Column[] {
  return COLUMNS.filter((column) => column.group === group);
}

export interface Ratio {
  readonly id: string;
  readonly formula: Formula;
}

/**
 * The ratios in order of computation, each after those it reads.
 * Throws at load on an unknown name or a cycle, so that a misspelt formula cannot be released.
 */
export const RATIOS: readonly Ratio[] = inOrderOfComputation(RATIO_COLUMNS);

/** Raw columns with a formula for servers that do not send them, such as totalDebt; in order of computation. */
export const FALLBACKS: readonly Ratio[] = inOrderOfComputation(
  RAW_COLUMNS.filter((row): row is typeof row & { formula: string } => 'formula' in row),
);

function inOrderOfComputation(rows: readonly { id: string; formula: string }[]): Ratio[] {
  const formulas = new Map<string, Formula>(rows.map(({ id, formula }) => [id, parseFormula(formula)]));
  const ordered: Ratio[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (id: string): void => {
    const formula = formulas.get(id);
    if (!formula || state.get(id) === 'done') return;
    if (state.get(id) === 'open') throw new Error(`the formula of ${id} depends on itself`);
    state.set(id, 'open');
    for (const input of formulaColumns(formula)) {
      if (!BY_ID.has(input)) throw new Error(`the formula of ${id} uses the unknown column ${input}`);
      visit(input);
    }
    state.set(id, 'done');
    ordered.push({ id, formula });
  };
  for (const { id } of rows) visit(id);
  return ordered;
}
