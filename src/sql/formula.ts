/** Formulas as SQL, operation by operation, each rounded to float32 as in the loops of kernels/loops/loops.ts. Missing is NULL. */
import { compile, type Source } from '../../kernels/loops/cpu.ts';
import type { LoopName } from '../../kernels/loops/loops.ts';
import { type Formula, NOISE_SHARE } from '../catalogue/formula.ts';
import { type Dialect, decimal } from './dialect.ts';
import { double, type Expression, float, sql } from './expression.ts';
import type { Stages } from './stages.ts';

const SMALLEST_NORMAL = 2 ** -126;
const LARGEST = 3.4028234663852886e38;
/** From here on e^x is out of float32's range. */
const EXP_MAX = 89;

type Operation = (a: Expression, b: Expression, is: Dialect) => Expression;

const zero = (is: Dialect): string => is.float(0);
const one = (is: Dialect): string => is.float(1);

/** The result of an operation: tiny magnitudes become zero, infinite ones missing. */
export function settled(value: Expression, is: Dialect): Expression {
  return sql`CASE WHEN abs(${value}) < ${decimal(SMALLEST_NORMAL)} THEN ${zero(is)} WHEN abs(${value}) <= ${decimal(LARGEST)} THEN ${value} END`;
}

const rounded =
  (combine: (a: Expression, b: Expression) => Expression): Operation =>
  (a, b, is) =>
    settled(float(is, combine(a, b)), is);

const compared =
  (sign: string): Operation =>
  (a, b, is) =>
    sql`CASE WHEN ${a} IS NULL OR ${b} IS NULL THEN NULL WHEN ${a} ${sign} ${b} THEN ${one(is)} ELSE ${zero(is)} END`;

const divide = rounded((a, b) => sql`${a} / nullIf(${b}, 0)`);

const OPERATIONS: Readonly<Record<LoopName, Operation>> = {
  '+': rounded((a, b) => sql`${a} + ${b}`),
  '-': rounded((a, b) => sql`${a} - ${b}`),
  '*': rounded((a, b) => sql`${a} * ${b}`),
  '/': divide,
  '/nz': divide,
  '/pos': rounded((a, b) => sql`${a} / (CASE WHEN ${b} > 0 THEN ${b} END)`),
  negate: (a) => sql`-${a}`,
  nz: (a) => sql`CASE WHEN ${a} <> 0 THEN ${a} END`,
  pos: (a) => sql`CASE WHEN ${a} > 0 THEN ${a} END`,
  opt: (a, _, is) => sql`coalesce(${a}, ${zero(is)})`,
  optIf: (a, b, is) => sql`CASE WHEN ${a} IS NOT NULL THEN ${a} WHEN ${b} IS NOT NULL THEN ${zero(is)} END`,
  add: (a, b, is) =>
    settled(sql`CASE WHEN ${a} IS NULL THEN ${b} WHEN ${b} IS NULL THEN ${a} ELSE ${float(is, sql`${a} + ${b}`)} END`, is),
  avg: (a, b, is) =>
    settled(sql`CASE WHEN ${b} IS NULL THEN ${a} ELSE ${float(is, sql`${float(is, sql`${a} + ${b}`)} / 2`)} END`, is),
  diff(a, b, is) {
    const difference = float(is, sql`${a} - ${b}`);
    const noise = float(is, sql`abs(${a}) * ${is.float(NOISE_SHARE)}`);
    return sql`CASE WHEN abs(${difference}) <= ${noise} OR abs(${difference}) < ${decimal(SMALLEST_NORMAL)} THEN ${zero(is)} WHEN abs(${difference}) <= ${decimal(LARGEST)} THEN ${difference} END`;
  },
  taxRate(a, b, is) {
    const rate = float(is, sql`${a} / (CASE WHEN ${b} > 0 THEN ${b} END)`);
    return sql`CASE WHEN ${a} IS NULL OR ${b} IS NULL THEN NULL WHEN ${b} <= 0 OR ${rate} < ${decimal(SMALLEST_NORMAL)} THEN ${zero(is)} WHEN ${rate} < 0.5 THEN ${rate} ELSE ${is.float(0.5)} END`;
  },
  gt: compared('>'),
  lt: compared('<'),
  le: compared('<='),
  or1: (a, _, is) => sql`coalesce(${a}, ${one(is)})`,
  max: (a, b) => sql`CASE WHEN ${a} IS NULL OR ${b} IS NULL THEN NULL WHEN ${a} > ${b} THEN ${a} ELSE ${b} END`,
  ln: (a, _, is) => float(is, { ...a, text: is.ln(double(is, sql`CASE WHEN ${a} > 0 THEN ${a} END`).text) }),
  sqrt: (a, _, is) => float(is, sql`sqrt(${double(is, sql`CASE WHEN ${a} >= 0 THEN ${a} END`)})`),
  exp: (a, _, is) => settled(float(is, sql`exp(${double(is, sql`CASE WHEN ${a} < ${EXP_MAX} THEN ${a} END`)})`), is),
  abs: (a) => sql`abs(${a})`,
};

/**
 * A formula as a column of the stages.
 * @param inputOf the columns that it reads, settled; null for one that is missing in every row
 * @throws NoSql for one that is nested too deep
 */
export function formulaColumn(formula: Formula, stages: Stages, is: Dialect, inputOf: (id: string) => Expression): Expression {
  const { instructions } = compile([{ id: '', formula }]);
  const registers = new Map<number, Expression>();
  let result: Expression | null = null;
  const read = (source: Source): Expression => {
    if (source.kind === 'constant') return { text: is.float(source.value), stage: 0 };
    if (source.kind === 'column') return source.id === '' ? result! : inputOf(source.id);
    return registers.get(source.register)!;
  };
  for (const { name, a, b, out } of instructions) {
    const value = stages.column(OPERATIONS[name](read(a), read(b), is));
    if (out.kind === 'register') registers.set(out.register, value);
    else result = value;
  }
  return result!;
}
