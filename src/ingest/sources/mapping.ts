/** Reads mapping.json, which maps a folder's files and columns to the tables. */
import { type Formula, FormulaError, parseFormula } from '../../catalogue/formula.ts';
import { TABLES, type Table, tableColumn } from './schema.ts';

/** Tables that a mapping can require a security to be in; `figures` is either of the others. */
export const REQUIRABLE = ['statements', 'prices', 'figures'] as const;
export type Requirable = (typeof REQUIRABLE)[number];

export type Origin =
  | { readonly from: 'column'; readonly name: string; readonly negated: boolean }
  | { readonly from: 'constant'; readonly value: string | number }
  | { readonly from: 'formula'; readonly formula: Formula };

export interface Mapping {
  /** Origins of columns that are not filled by a column of the same name, by table. */
  readonly origins: Readonly<Record<Table, ReadonlyMap<string, Origin>>>;
  /** File names that differ from the table's. */
  readonly files: Readonly<Partial<Record<Table, string>>>;
  /** A security without rows in one of these tables is dropped. */
  readonly require: readonly Requirable[];
  /** A file and its column of symbols; all other securities are dropped. */
  readonly symbols: { readonly file: string; readonly column: string } | null;
  /** Shown with the data. */
  readonly note: string | null;
}

type Keyed = { readonly [key in 'constants' | 'formulas' | 'files' | 'require' | 'symbols' | 'note']?: unknown } & Record<
  string,
  unknown
>;
const KEYS = [...TABLES, 'constants', 'formulas', 'files', 'require', 'symbols', 'note'];

/**
 * @param place file name for errors
 * @throws with the position of the error
 */
export function readMapping(text: string, place = 'mapping.json'): Mapping {
  const mapping: Keyed = record(parse(text, place), place);
  for (const key of Object.keys(mapping)) if (!KEYS.includes(key)) fail(`${place}: “${key}” is none of ${KEYS.join(', ')}`);
  const constants = tables(mapping.constants, `${place}: constants`);
  const formulas = tables(mapping.formulas, `${place}: formulas`);
  const origins = Object.fromEntries(
    TABLES.map((table) => {
      const own = new Map<string, Origin>();
      const add = (target: string, origin: Origin, where: string): void => {
        if (!tableColumn(table, target)) fail(`${where}: “${target}” is not a column of ${table}`);
        if (own.has(target)) fail(`${where}: ${target} is already filled by something else`);
        own.set(target, origin);
      };
      const renamed = record(mapping[table] ?? {}, `${place}: ${table}`);
      for (const [name, target] of Object.entries(renamed)) {
        const where = `${place}: ${table}: ${name}`;
        const id = asText(target, where);
        const negated = id.startsWith('-');
        if (negated && !isNumber(table, id.slice(1))) fail(`${where}: the sign of ${id.slice(1)} can't be reversed`);
        add(negated ? id.slice(1) : id, { from: 'column', name, negated }, where);
      }
      for (const [target, value] of Object.entries(constants[table])) {
        const where = `${place}: constants: ${table}: ${target}`;
        if (typeof value !== 'string' && typeof value !== 'number') fail(`${where} is neither a text nor a number`);
        add(target, { from: 'constant', value: value as string | number }, where);
      }
      for (const [target, value] of Object.entries(formulas[table])) {
        const where = `${place}: formulas: ${table}: ${target}`;
        if (!isNumber(table, target)) fail(`${where}: ${target} takes no number`);
        add(target, { from: 'formula', formula: formulaOf(asText(value, where), where) }, where);
      }
      return [table, own];
    }),
  ) as unknown as Mapping['origins'];
  return {
    origins,
    files: filesOf(mapping.files, place),
    require: requiredOf(mapping.require, place),
    symbols: symbolsOf(mapping.symbols, place),
    note: mapping.note === undefined ? null : asText(mapping.note, `${place}: note`),
  };
}

const isNumber = (table: Table, id: string): boolean => tableColumn(table, id)?.type === 'number';

function fail(message: string): never {
  throw new Error(message);
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return fail(`${place}: ${error instanceof Error ? error.message : error}`);
  }
}

function record(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(`${where} is not an object`);
  return value as Record<string, unknown>;
}

function asText(value: unknown, where: string): string {
  return typeof value === 'string' && value !== '' ? value : fail(`${where} is not a text`);
}

function formulaOf(text: string, where: string): Formula {
  try {
    return parseFormula(text);
  } catch (error) {
    if (error instanceof FormulaError) fail(`${where}: ${error.message} at character ${error.at + 1}`);
    throw error;
  }
}

/** Reads a key of mapping.json that is grouped by table. */
function tables(value: unknown, where: string): Record<Table, Record<string, unknown>> {
  const given = record(value ?? {}, where);
  for (const key of Object.keys(given)) if (!TABLES.includes(key as Table)) fail(`${where}: “${key}” is not a table`);
  return Object.fromEntries(TABLES.map((table) => [table, record(given[table] ?? {}, `${where}: ${table}`)])) as Record<
    Table,
    Record<string, unknown>
  >;
}

function filesOf(value: unknown, place: string): Mapping['files'] {
  const files: Partial<Record<Table, string>> = {};
  for (const [table, file] of Object.entries(record(value ?? {}, `${place}: files`))) {
    if (!TABLES.includes(table as Table)) fail(`${place}: files: “${table}” is not a table`);
    files[table as Table] = asText(file, `${place}: files: ${table}`);
  }
  return files;
}

function requiredOf(value: unknown, place: string): Requirable[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) fail(`${place}: require is not an array`);
  for (const table of value as unknown[]) {
    if (!REQUIRABLE.includes(table as Requirable)) fail(`${place}: require: “${table}” is neither ${REQUIRABLE.join(' nor ')}`);
  }
  return value as Requirable[];
}

function symbolsOf(value: unknown, place: string): Mapping['symbols'] {
  if (value === undefined) return null;
  const { file, column }: { file?: unknown; column?: unknown } = record(value, `${place}: symbols`);
  return { file: asText(file, `${place}: symbols: file`), column: asText(column ?? 'symbol', `${place}: symbols: column`) };
}
