/** Translates a mapping's formulas (the catalogue's formula language) to SQL; a missing number is NULL. */
import { type Formula, type FunctionName, NOISE_SHARE } from '../../catalogue/formula.ts';

const CALLS: Readonly<Record<FunctionName, ((...operands: string[]) => string) | null>> = {
  nz: (x) => `NULLIF(${x}, 0)`,
  pos: (x) => `CASE WHEN ${x} > 0 THEN ${x} END`,
  opt: (x) => `COALESCE(${x}, 0)`,
  optIf: (x, y) => `COALESCE(${x}, CASE WHEN ${y} IS NOT NULL THEN 0 END)`,
  add: (x, y) => `COALESCE(${x} + ${y}, ${x}, ${y})`,
  avg: (now, prior) => `COALESCE((${now} + ${prior}) / 2, ${now})`,
  diff: (x, y) => `CASE WHEN abs(${x} - ${y}) <= abs(${x}) * ${NOISE_SHARE} THEN 0 ELSE ${x} - ${y} END`,
  taxRate: (t, p) =>
    `CASE WHEN ${p} <= 0 AND ${t} IS NOT NULL THEN 0 WHEN ${p} > 0 AND ${t} IS NOT NULL THEN GREATEST(0, LEAST(0.5, ${t} / ${p})) END`,
  gt: (x, y) => `CAST(${x} > ${y} AS DOUBLE)`,
  lt: (x, y) => `CAST(${x} < ${y} AS DOUBLE)`,
  le: (x, y) => `CAST(${x} <= ${y} AS DOUBLE)`,
  or1: (x) => `COALESCE(${x}, 1)`,
  max: (x, y) => `CASE WHEN ${x} >= ${y} THEN ${x} WHEN ${y} > ${x} THEN ${y} END`,
  ln: (x) => `CASE WHEN ${x} > 0 THEN ln(${x}) END`,
  sqrt: (x) => `CASE WHEN ${x} >= 0 THEN sqrt(${x}) END`,
  exp: (x) => `exp(${x})`,
  abs: (x) => `abs(${x})`,
  rankDesc: null,
};

/**
 * @param columnSql SQL of a column of the file as a number
 * @throws if it ranks over the universe, which is impossible within a row
 */
export function formulaSql(formula: Formula, columnSql: (name: string) => string): string {
  const sql = (node: Formula): string => {
    switch (node.node) {
      case 'number':
        return `CAST(${node.value} AS DOUBLE)`;
      case 'column':
        return columnSql(node.id);
      case 'negate':
        return `(-${sql(node.operand)})`;
      case 'binary':
        return node.operator === '/'
          ? `(${sql(node.left)} / NULLIF(${sql(node.right)}, 0))`
          : `(${sql(node.left)} ${node.operator} ${sql(node.right)})`;
      case 'call': {
        const call = CALLS[node.name];
        if (!call) throw new Error(`${node.name} can't be used in a mapping`);
        return `(${call(...node.operands.map(sql))})`;
      }
    }
  };
  return sql(formula);
}
