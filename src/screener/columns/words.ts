/** A formula in words: names of columns as they are labelled, and what its functions mean. */
import type { Column } from '../../catalogue/column.ts';
import { type Formula, type FunctionName, parseFormula } from '../../catalogue/formula.ts';
import { t } from '../../shell/i18n.ts';
import { columnLabel } from '../state/words.ts';

const SIGNS = { '+': '+', '-': '−', '*': '×', '/': '÷' } as const;
const STRENGTH = { '+': 1, '-': 1, '*': 2, '/': 2 } as const;
/** Functions that only say what a missing or a zero value means: told in words where that is short, else left out. */
const SILENT: readonly FunctionName[] = ['nz', 'opt', 'optIf', 'or1'];

interface Words {
  readonly text: string;
  /** How tightly it holds together: 3 never needs brackets. */
  readonly strength: 1 | 2 | 3;
}

function whole(text: string): Words {
  return { text, strength: 3 };
}

/** In brackets, unless it holds together at least that tightly. */
function bracketed({ text, strength }: Words, atLeast: number): string {
  return strength >= atLeast ? text : `(${text})`;
}

function spell(formula: Formula): Words {
  switch (formula.node) {
    case 'number':
      return whole(String(formula.value).replace('-', '−'));
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

/** A formula in words. */
export function formulaText(formula: Formula): string {
  return spell(formula).text;
}

/** How a column comes about, in words; empty when it simply arrives. */
export function formulaWords(column: Column): string {
  if (column.formula === null) return column.definedAs ?? '';
  return formulaText(parseFormula(column.formula));
}
