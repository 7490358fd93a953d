/** Completion of screen text. The grammar itself decides: a piece is valid at a position if the parser reads the text with it past the piece. */
import { type Column, isText } from '../../catalogue/column.ts';
import { FUNCTIONS } from '../../catalogue/formula.ts';
import type { Piece as GrammarPiece } from '../../engine/steps/kind.ts';
import { PIECES, PIECES_AFTER } from '../../engine/steps/language.ts';
import { printColumn, printValue, ScreenTextError } from '../../engine/steps/reader.ts';
import { parseScreen } from '../../engine/steps/text.ts';
import { orFault } from './orFault.ts';

export type PieceKind = 'column' | 'operator' | 'keyword' | 'value' | 'function';

export interface Piece {
  readonly kind: PieceKind;
  /** Text to insert. */
  readonly text: string;
  /** Localised name; empty if the text is self-explanatory. */
  readonly name: string;
}

/** The span [from, to) that a chosen piece replaces. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly pieces: readonly Piece[];
}

/** Knowledge about columns. */
export interface Words {
  readonly columnOf: (id: string) => Column | undefined;
  /** Matching columns, best first; all for an empty text. */
  readonly search: (text: string) => readonly Column[];
  readonly nameOf: (column: Column) => string;
  /** Known values of a text column. */
  readonly valuesOf: (columnId: string) => readonly string[];
  readonly valueName: (columnId: string, value: string) => string;
}

const PIECES_MAX = 12;
/** Longer steps are pasted lists and are not completed. */
const STEP_CHARS_MAX = 2000;

/** Clauses shared by several step kinds, and separators. */
const CLAUSES: readonly GrammarPiece[] = [
  ['asc', 'asc'],
  ['desc', 'desc'],
  ['in sector', 'in sector'],
  ['in country', 'in country'],
  ['in universe', 'in universe'],
  ['in rows', 'in rows'],
  ['keep missing', 'keep missing'],
  ['and ', 'and 1'],
  ['| ', '| x is missing'],
];

/** Whether the text parses, or fails only at its end. */
function isRead(text: string): boolean {
  const read = orFault(() => parseScreen(text));
  return !(read instanceof ScreenTextError) || read.at >= text.length;
}

/** Start of the step around the caret: after the last bar outside quotes. */
function stepStart(text: string, caret: number): number {
  let quote = '';
  let start = 0;
  for (let index = 0; index < caret; index++) {
    const char = text.charAt(index);
    if (quote !== '' && char === '\\') index++;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === '`') quote = char;
    else if (char === '|') start = index + 1;
  }
  return start;
}

const WORD = /[\p{L}\p{N}_.]*$/u;
const LAST_COLUMN = /(?:`((?:[^`\\]|\\.)*)`|([A-Za-z_][\w.]*))\s*$/;
const VALUE_OF = /(?:`([^`]*)`|([A-Za-z_][\w.]*))\s*(?:!?=|(?:not\s+)?in\s*\((?:[^()"]|"(?:[^"\\]|\\.)*")*)\s*$/i;

function columnIn(match: RegExpExecArray | null): string {
  return match?.[1] ?? match?.[2] ?? '';
}

/** Completions at the caret. `before` is a prefix for the parser only. */
export function complete(text: string, caret: number, words: Words, before = ''): Completion | null {
  const typed = WORD.exec(text.slice(0, caret))?.[0] ?? '';
  // Numbers are not completed.
  if (/^\d/.test(typed)) return null;
  const from = caret - typed.length;
  const start = before === '' ? stepStart(text, from) : 0;
  const lead = before + text.slice(start, from);
  if (lead.length > STEP_CHARS_MAX) return null;
  const takes = (probe: string): boolean => isRead(lead + probe);
  const pieces: Piece[] = [];
  const begins = (piece: string): boolean => piece.toLowerCase().startsWith(typed.toLowerCase());
  const keyword = (kind: PieceKind, [piece, tried]: GrammarPiece): void => {
    if (begins(piece) && takes(tried)) pieces.push({ kind, text: piece, name: '' });
  };

  if (takes('"x"')) {
    const columnId = columnIn(VALUE_OF.exec(lead));
    for (const value of words.valuesOf(columnId)) {
      if (pieces.length === PIECES_MAX) break;
      const name = words.valueName(columnId, value);
      if (value !== '' && (begins(value) || begins(name))) {
        pieces.push({ kind: 'value', text: printValue(value), name: name === value ? '' : name });
      }
    }
    return { from, to: caret, pieces };
  }
  const last = words.columnOf(columnIn(LAST_COLUMN.exec(lead)));
  if (last) for (const operator of PIECES_AFTER[isText(last) ? 'text' : 'number']) keyword('operator', operator);
  const takesColumn = takes('zzz');
  for (const each of [...PIECES, ...CLAUSES]) {
    // Where a column is valid, a keyword would be read as one.
    if (takesColumn && !/[ (|]$|\.\./.test(each[0]) && each[0] !== 'median in sector') continue;
    keyword('keyword', each);
  }
  if (typed !== '' && takes('max(1, 1)')) {
    for (const name of Object.keys(FUNCTIONS)) if (begins(name)) pieces.push({ kind: 'function', text: `${name}(`, name: '' });
  }
  if (!takesColumn) return { from, to: caret, pieces: pieces.slice(0, PIECES_MAX) };
  const columns = words.search(typed).slice(0, PIECES_MAX);
  const named = columns.map((column): Piece => ({ kind: 'column', text: printColumn(column.id), name: words.nameOf(column) }));
  const isStart = typed === '';
  return {
    from,
    to: caret,
    pieces: (isStart ? [...pieces, ...named] : [...pieces.slice(0, 4), ...named]).slice(0, PIECES_MAX * 2),
  };
}

/** Inserts a piece and returns the new caret; words are followed by a space. */
export function insert(text: string, { from, to }: Completion, piece: Piece): { text: string; caret: number } {
  const rest = text.slice(to);
  const space = /[( ]$/.test(piece.text) || /^\s/.test(rest) || piece.kind === 'value' ? '' : ' ';
  const inserted = piece.text + space;
  return { text: text.slice(0, from) + inserted + rest, caret: from + inserted.length };
}
