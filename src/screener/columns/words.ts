/** Formulas in words, with column labels and function meanings. */
import type { Column } from '../../catalogue/column.ts';
import { type Formula, type FunctionName, parseFormula } from '../../catalogue/formula.ts';
import { locale, t } from '../../shell/i18n.ts';
import { localized } from '../state/figures.ts';
import { columnLabel } from '../state/words.ts';

const SIGNS = { '+': '+', '-': '−', '*': '×', '/': '÷' } as const;
const STRENGTH = { '+': 1, '-': 1, '*': 2, '/': 2 } as const;
/** Functions that only handle missing or zero values: omitted. */
const SILENT: readonly FunctionName[] = ['nz', 'opt', 'optIf', 'or1'];

interface Words {
  readonly text: string;
  /** Operator precedence: 3 never needs brackets. */
  readonly strength: 1 | 2 | 3;
}

function whole(text: string): Words {
  return { text, strength: 3 };
}

/** Adds brackets unless the precedence is high enough. */
function bracketed({ text, strength }: Words, atLeast: number): string {
  return strength >= atLeast ? text : `(${text})`;
}

function spell(formula: Formula): Words {
  switch (formula.node) {
    case 'number':
      return whole(localized(String(formula.value), locale()));
    case 'column':
      return whole(columnLabel(formula.id));
    case 'negate':
      return { text: `−${bracketed(spell(formula.operand), 3)}`, strength: 2 };
    case 'binary': {
      const strength = STRENGTH[formula.operator];
      const left = bracketed(spell(formula.left), strength);
      const isStrict = formula.operator === '-' || formula.operator === '/';
      const right = bracketed(spell(formula.right), isStrict ? strength + 1 : strength);
      return { text: `${left} ${SIGNS[formula.operator]} ${right}`, strength };
    }
    default:
      return spellCall(formula.name, formula.operands.map(spell));
  }
}

function spellCall(name: FunctionName, operands: readonly Words[]): Words {
  const [first = whole(''), second = whole('')] = operands;
  if (SILENT.includes(name)) return first;
  if (name === 'diff') return { text: `${bracketed(first, 1)} − ${bracketed(second, 2)}`, strength: 1 };
  if (name === 'add') return { text: `${bracketed(first, 1)} + ${bracketed(second, 1)}`, strength: 1 };
  const comparison = { gt: '>', lt: '<', le: '≤' }[name as string];
  if (comparison) return whole(`[${first.text} ${comparison} ${second.text}]`);
  return whole(t(`function.${name as SpokenFunction}`, { x: first.text, y: second.text }));
}

type SpokenFunction = Exclude<FunctionName, 'nz' | 'opt' | 'optIf' | 'or1' | 'add' | 'diff' | 'gt' | 'lt' | 'le'>;

export function formulaText(formula: Formula): string {
  return spell(formula).text;
}

/** How a column is computed, in words; empty for a stored column. */
export function formulaWords(column: Column): string {
  if (column.formula === null) return column.definedAs ?? '';
  return formulaText(parseFormula(column.formula));
}
