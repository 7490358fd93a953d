/** Whether a number is doubtful, in SQL: the rules of src/engine/answers/flags.ts. */
import { SOURCE_FLAGS, STATEMENT_CURRENCY } from '../catalogue/company.ts';
import { SOURCE_KNOWN_FLAGS } from '../catalogue/flag.ts';
import { type Divisor, type FlagRules, flagRules } from '../engine/answers/flagRules.ts';
import { NEAR_ZERO_SHARE, PLAIN_USUAL_MAX, STALE_REPORT_DAYS } from '../engine/answers/flags.ts';
import { GUESSED_COLUMN } from '../wire/history.ts';
import { decimal } from './dialect.ts';
import { double, type Expression, float, joined, sql } from './expression.ts';
import type { Universe } from './universe.ts';

const DAY_SECONDS = 86_400;

/** TRUE or FALSE: FALSE for a comparison with a missing value. */
const surely = (condition: Expression): Expression => sql`coalesce(${condition}, FALSE)`;

/** Whether the source states a flag for any of the columns (src/wire/sourceFlags.ts). */
function stated(columns: readonly string[], universe: Universe): Expression {
  // An id with a space or a semicolon is never in the text.
  const ids = columns.filter((id) => !/[ ;]/.test(id)).map((id) => id.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const text = universe.text(SOURCE_FLAGS);
  const pattern = `(^| )(${SOURCE_KNOWN_FLAGS.join('|')}):([^ ]*;)?(${ids.join('|')})(;| |$)`;
  return ids.length === 0 ? sql`FALSE` : { ...text, text: universe.is.matches(text.text, pattern) };
}

/** Statements that are out of date, have a guessed filing day or another currency than the price. */
function ofStatements(universe: Universe): Expression[] {
  const { is, stages, snapshot } = universe;
  const [date, report] = [universe.number('date'), universe.number('latestQuarter')];
  const newest = stages.column(sql`max(${date}) OVER (PARTITION BY ${snapshot})`);
  const age = sql`(${double(is, newest)} - ${double(is, report)}) / ${DAY_SECONDS}`;
  const [statements, prices] = [universe.text(STATEMENT_CURRENCY), universe.text('currency')];
  return [
    surely(sql`${float(is, age)} > ${STALE_REPORT_DAYS}`),
    sql`(${universe.text(GUESSED_COLUMN)} = 'true')`,
    sql`(${statements} <> '' AND ${prices} <> '' AND ${statements} <> ${prices})`,
  ];
}

/** A denominator that is negative, or close to zero for a row of its size. */
function ofDivisor({ formula, sizeId }: Divisor, universe: Universe): Expression[] {
  const { is, stages } = universe;
  const value = universe.formula(formula);
  const near = (usual: Expression): Expression => sql`${is.toDouble(decimal(NEAR_ZERO_SHARE))} * ${double(is, usual)}`;
  const isNegative = surely(sql`${value} < 0`);
  if (sizeId === null) {
    const median = universe.median(stages.column(sql`abs(${value})`), 'universe');
    const usual = stages.column(
      sql`CASE WHEN ${median} < ${PLAIN_USUAL_MAX} THEN ${median} WHEN ${median} IS NOT NULL THEN ${is.float(PLAIN_USUAL_MAX)} END`,
    );
    return [isNegative, surely(sql`abs(${double(is, value)}) < ${near(usual)}`)];
  }
  const size = universe.number(sizeId);
  // Anything but 0 divided by a size of 0 is infinite.
  const quotient = float(is, sql`abs(${value}) / nullIf(abs(${size}), 0)`);
  const share = stages.column(
    sql`CASE WHEN ${size} = 0 THEN CASE WHEN ${value} <> 0 THEN ${is.infinity} END ELSE ${quotient} END`,
  );
  const usual = universe.median(share, 'universe');
  return [isNegative, surely(sql`abs(${double(is, value)}) < ${near(usual)} * ${double(is, sql`abs(${size})`)}`)];
}

/** Where a function replaced a missing value. */
function ofSubstitute({ name, operands }: FlagRules['substitutes'][number], universe: Universe): Expression {
  const [lacksX, lacksY] = operands.map((operand) => sql`${universe.formula(operand)} IS NULL`);
  if (lacksY === undefined) return sql`(${lacksX!})`;
  const lacksOne = sql`((${lacksX!}) <> (${lacksY}))`;
  return name === 'add' ? lacksOne : sql`(${lacksOne} AND (${lacksY}))`;
}

/** TRUE where the number of a column has any flag, whether or not there is a number. */
export function isFlagged(id: string, universe: Universe): Expression {
  const rules = flagRules(id, universe.columnOf, (each) => universe.formulaOf(each));
  const findings = [
    stated(rules.columns, universe),
    ...(rules.readsStatements ? ofStatements(universe) : []),
    ...rules.divisors.flatMap((divisor) => ofDivisor(divisor, universe)),
    ...rules.substitutes.map((call) => ofSubstitute(call, universe)),
  ];
  return joined(findings, ' OR ');
}
