/** The lineage of a number: its formula expanded down to the raw columns, its dates, and its flags. */
import { evaluateRow } from '../../../kernels/loops/row.ts';
import { FALLBACKS } from '../../catalogue/catalogue.ts';
import { STATEMENT_CURRENCY } from '../../catalogue/company.ts';
import { type Flag, flagsOf } from '../../catalogue/flag.ts';
import { type Formula, formulaColumns } from '../../catalogue/formula.ts';
import { printFormula } from '../../catalogue/formulaText.ts';
import type { FiledFigures } from '../../wire/filings.ts';
import { ACCESSION_COLUMN, FILED_COLUMN } from '../../wire/history.ts';
import { formulaOf, partsOf } from '../table/formulaOf.ts';
import { moneyPower } from '../table/formulas.ts';
import { rankedListings } from '../table/issuers.ts';
import { numbersOf, UnknownColumn } from '../table/numbers.ts';
import { isTextColumn, labelAt, rankEligible, type Table } from '../table/table.ts';
import { columnChecks, columnFlags, formulaValues, isNearZero, isNegative, reportAges, sourceFindings } from './flags.ts';
import { causeOfMissing } from './missingCause.ts';
import { percentileAmong } from './percentile.ts';

/** A rank in a formula: the measure, its value, the rank from 1 and the number of ranked rows. For a ratio, of the issuer's ranked listing. */
export interface LineageRank {
  readonly measure: Formula;
  readonly value: number;
  readonly rank: number;
  readonly of: number;
}

/** A column in one row, and the columns that it was computed from. */
export interface LineageNode {
  readonly id: string;
  /** float32; NaN when missing. */
  readonly value: number;
  /** null for a raw value. */
  readonly formula: Formula | null;
  readonly inputs: readonly LineageNode[];
  readonly ranks: readonly LineageRank[];
}

/** Why a number is doubtful. */
export interface Finding {
  readonly flag: Flag | 'missing';
  /** The denominator, or the function that replaced a missing value; null when the flag is about the whole number. */
  readonly part: Formula | null;
  /** Value of that part, or the age in days of a stale report; else NaN. */
  readonly value: number;
  /** Columns that make a value missing, or that the source flags. */
  readonly columns: readonly string[];
}

export interface Lineage {
  readonly row: number;
  readonly symbol: string;
  readonly name: string;
  readonly root: LineageNode;
  /** Value of a text column; null for numbers. */
  readonly text: string | null;
  /** Within the universe, 0 … 1; NaN for text and for a missing value. */
  readonly percentile: number;
  /** Currencies of the row's amounts and of its statements; empty when unknown. */
  readonly currency: string;
  readonly statementCurrency: string;
  /** Day of the price and end of the reported period, epoch seconds; NaN where unknown. */
  readonly priceDate: number;
  readonly reportDate: number;
  /** Days from the end of the period to the newest price of the universe; NaN where unknown. */
  readonly reportAge: number;
  readonly readsStatements: boolean;
  readonly findings: readonly Finding[];
  /** The newest filing used, for a number of a past date that depends on statements; else null. */
  readonly filing: LineageFiling | null;
  /** Filings by statement line (column id), where the history has them. */
  readonly filings?: Readonly<Record<string, readonly FiledFigures[]>>;
}

export interface LineageFiling {
  /** Day on which it became public, or is assumed to have, in epoch seconds; NaN without statements. */
  readonly day: number;
  /** SEC accession number and CIK; empty when unknown. */
  readonly accession: string;
  readonly cik: string;
}

const FALLBACK_FORMULAS: ReadonlyMap<string, Formula> = new Map(FALLBACKS.map(({ id, formula }) => [id, formula]));

/** The fallback formula of a raw column, when it yields exactly the stored value. */
function fallbackOf(id: string, value: number, read: (id: string) => number): Formula | null {
  const formula = FALLBACK_FORMULAS.get(id);
  return formula && evaluateRow(formula, read) === value ? formula : null;
}

function ranksOf(table: Table, id: string, formula: Formula, row: number): LineageRank[] {
  const measures = [...partsOf(formula, null)].flatMap((part) =>
    part.node === 'call' && part.name === 'rankDesc' ? [part.operands[0]!] : [],
  );
  if (measures.length === 0) return [];
  const isRatio = table.column(id)?.kind === 'ratio';
  const all = measures.map((measure) => {
    const values = formulaValues(table, measure);
    // A user's column ranks money in the base currency, among all rows with a value.
    const rates = !isRatio && moneyPower(measure, (each) => table.column(each)) === 1 ? table.rates : null;
    return rates ? values.map((value, each) => value * rates[each]!) : values;
  });
  const eligible = isRatio ? rankEligible(table) : new Uint8Array(table.rowCount).fill(1);
  const ranked = (index: number): Uint8Array =>
    eligible.map((isEligible, each) =>
      (isRatio ? all : [all[index]!]).every((values) => !Number.isNaN(values[each]!)) ? isEligible : 0,
    );
  return measures.map((measure, index) => {
    const values = all[index]!;
    const present = ranked(index);
    const listings = isRatio ? rankedListings(table, present) : null;
    const listing = listings?.[row] ?? row;
    const rivals = table.rows.filter((each) => present[each] === 1 && (listings === null || listings[each] === each));
    const above = rivals.reduce((count, each) => count + (values[each]! > values[listing]! ? 1 : 0), 0);
    const rank = present[row] === 1 ? above + 1 : Number.NaN;
    return { measure, value: formulaValues(table, measure)[listing]!, rank, of: rivals.length };
  });
}

function node(table: Table, id: string, row: number): LineageNode {
  const read = (input: string): number => table.numbers(input)?.[row] ?? Number.NaN;
  const value = read(id);
  const formula = formulaOf(table, id) ?? fallbackOf(id, value, read);
  if (formula === null) return { id, value, formula: null, inputs: [], ranks: [] };
  const inputs = formulaColumns(formula).map((input) => node(table, input, row));
  return { id, value, formula, inputs, ranks: ranksOf(table, id, formula, row) };
}

function findingsOf(table: Table, id: string, row: number, age: number): Finding[] {
  const { columns, denominators, substitutes } = columnChecks(table, id);
  const flags = flagsOf(columnFlags(table, id)[row]!);
  const whole = (flag: Finding['flag'], value = Number.NaN, columns: readonly string[] = []): Finding => ({
    flag,
    part: null,
    value,
    columns,
  });
  const causes = Number.isNaN(table.numbers(id)?.[row] ?? Number.NaN) ? causeOfMissing(table, id, row) : [];
  return [
    ...(causes.length > 0 ? [whole('missing', Number.NaN, causes)] : []),
    ...(flags.includes('stale') ? [whole('stale', age)] : []),
    ...(flags.includes('currency') ? [whole('currency')] : []),
    ...(flags.includes('guessedFiling') ? [whole('guessedFiling')] : []),
    ...denominators.flatMap((each): Finding[] => {
      const found = [
        ...(isNegative(each, row) ? (['negative'] as const) : []),
        ...(isNearZero(each, row) ? (['nearZero'] as const) : []),
      ];
      return found.map((flag) => ({ flag, part: each.formula, value: each.values[row]!, columns: [] }));
    }),
    ...substitutes.flatMap(({ formula, isUsed }): Finding[] =>
      isUsed[row] === 1 ? [{ flag: 'fallback', part: formula, value: formulaValues(table, formula)[row]!, columns: [] }] : [],
    ),
    ...[...sourceFindings(table, columns, row)].map(([flag, flagged]) => whole(flag, Number.NaN, flagged)),
  ];
}

/** @throws {@link UnknownColumn} */
export function lineage(table: Table, id: string, row: number): Lineage {
  if (!table.column(id)) throw new UnknownColumn(id);
  const text = (field: string): string => labelAt(table.text(field), row);
  const number = (field: string): number => table.numbers(field)?.[row] ?? Number.NaN;
  const about = {
    row,
    symbol: text('symbol'),
    name: text('name'),
    currency: text('currency'),
    statementCurrency: text(STATEMENT_CURRENCY),
    priceDate: number('date'),
    reportDate: number('latestQuarter'),
  };
  const reportAge = reportAges(table)[row]!;
  if (isTextColumn(table, id)) {
    const root = { id, value: Number.NaN, formula: null, inputs: [], ranks: [] };
    return {
      ...about,
      root,
      text: text(id),
      percentile: Number.NaN,
      reportAge,
      readsStatements: false,
      findings: [],
      filing: null,
    };
  }
  const { values, rates } = numbersOf(table, id);
  const { readsStatements } = columnChecks(table, id);
  const compared = values[row]! * (rates === null ? 1 : rates[row]!);
  return {
    ...about,
    root: node(table, id, row),
    text: null,
    percentile: percentileAmong(table, id, table.rows, compared),
    reportAge,
    readsStatements,
    filing:
      readsStatements && table.column(FILED_COLUMN)
        ? { day: number(FILED_COLUMN), accession: text(ACCESSION_COLUMN), cik: text('CIK') }
        : null,
    findings: findingsOf(table, id, row, reportAge),
  };
}

/** The columns of a lineage with their depth, each followed by its inputs. */
export function* lineageLines(root: LineageNode, depth = 0): Generator<{ readonly node: LineageNode; readonly depth: number }> {
  yield { node: root, depth };
  for (const input of root.inputs) yield* lineageLines(input, depth + 1);
}

/** The raw columns that a number is computed from, without duplicates. */
export function arrivedIds(root: LineageNode): string[] {
  return [...new Set([...lineageLines(root)].flatMap(({ node }) => (node.inputs.length === 0 ? [node.id] : [])))];
}

/** `id = formula`, or the id alone for a raw value. */
export function definitionText({ id, formula }: LineageNode): string {
  return formula === null ? id : `${id} = ${printFormula(formula)}`;
}
