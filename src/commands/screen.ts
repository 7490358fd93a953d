import { parseArgs } from 'node:util';
import { noColumn } from '../catalogue/retired.ts';
import { applySteps } from '../engine/apply.ts';
import { withFormulas } from '../engine/computed.ts';
import { receipt } from '../engine/digest.ts';
import { filePieces } from '../engine/export.ts';
import { stepFault } from '../engine/faults.ts';
import { checkFormulas } from '../engine/formulas.ts';
import { ledger } from '../engine/ledger.ts';
import { loadTable, type Source } from '../engine/load.ts';
import type { ExportFormat } from '../engine/protocol.ts';
import { ScreenTextError } from '../engine/reader.ts';
import { REFERENCES } from '../engine/reference.ts';
import { type Step, stepColumns } from '../engine/steps.ts';
import type { Table } from '../engine/table.ts';
import { type PlacedStep, parsePlacedScreen, printStep } from '../engine/text.ts';
import { whereabouts } from '../engine/where.ts';
import { writeDurably } from '../ingest/durable.ts';
import { openPublished } from '../server/published.ts';
import { proofAnswer, survivorsText } from './answers.ts';
import { printLines } from './lines.ts';
import { editEffects, sides } from './overlap.ts';
import { rowNamed } from './rowNamed.ts';
import { runCommand, UsageError } from './usage.ts';

const HELP = `panscreen screen 'TEXT' [--data DIR] [--columns id,id,…] [--format csv|tsv|json|parquet] [--out FILE] [--explain] [--where SYMBOL]
                        [--receipt] [--survivors universe|sector] [--proof SYMBOL COLUMN] [--against TEXT]

Runs a screen over a folder of built data and prints the rows of the result in order.

  --data DIR      folder made by "panscreen ingest" or "panscreen demo" (default: PANSCREEN_DATA)
  --columns LIST  column ids; default: symbol, name, country and those that the text names
  --format        csv (default), tsv, json or parquet
  --out FILE      write the rows to a file, whole or not at all; Parquet needs one
  --explain       print what each step did instead of the rows: in, out, failed, missing, and the result without the step
  --receipt       print as JSON what the result was made of: newest date, rows, and a digest of the rows in order
  --against TEXT  print which rows both screens have (in: both) or only one (a, b), and the step of the other that dropped them;
                  with --explain what each edit between the two texts does to the rows of the second
  --where SYMBOL  print as JSON where the symbol left the screen, and why
  --survivors OF  what sets the rows that are left apart from the universe or from their sectors: every number column, most different
                  first, with the Kolmogorov-Smirnov distance, Cliff's delta, both medians (amounts in US dollars) and missing shares
  --proof SYMBOL COLUMN
                  a number with its formula, unfolded to the columns that arrive, their values, the dates, and what is doubtful

A symbol that several securities have means the first of them, and a line on standard error says so: SYMBOL@EXCHANGE names another.

Example: panscreen screen 'type = Equity | marketCapitalization >= 1e9 USD | sort acquirersMultiple asc | rows 1..50'
Exit status: 0, or 2 when the text or an option can't be read.
`;

const DEFAULT_COLUMNS = ['symbol', 'name', 'country'];
const FORMATS: readonly string[] = ['csv', 'tsv', 'json', 'parquet'];
const CALL_FOLDER = 'api/screener/';

/** The five calls answered from a published folder. */
export function publishedSource(folder: string): Source {
  const published = openPublished(folder);
  const bytes = (path: string): Promise<Uint8Array> => published.readAnswer(decodeURIComponent(path.slice(CALL_FOLDER.length)));
  return { bytes, json: async (path) => JSON.parse(new TextDecoder().decode(await bytes(path))) };
}

function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n');
  const near = text.slice(at, at + 24).split('\n')[0] ?? '';
  return `line ${lines.length}, character ${(lines.at(-1)?.length ?? 0) + 1}${near === '' ? ' (the end)' : `, at “${near}”`}`;
}

function readText(text: string): PlacedStep[] {
  try {
    return parsePlacedScreen(text);
  } catch (error) {
    if (!(error instanceof ScreenTextError)) throw error;
    throw new UsageError(`the screen can't be read: ${error.message}; ${placeOf(text, error.at)}`);
  }
}

/** A fault of a formula is named at its character. */
function checkFormulaSteps(text: string, placed: readonly PlacedStep[], table: Table): void {
  const steps = placed.map(({ step }) => step);
  const [fault] = checkFormulas(steps, (id) => table.column(id)).faults;
  if (!fault) return;
  const { at, end } = placed.findLast(({ step }) => step.operatorType === 'let' && step.columnId === fault.id)!;
  const from = text.slice(at, end).indexOf('=') + 1;
  const formula = text.slice(at + from, end);
  const place = at + from + (formula.length - formula.trimStart().length) + fault.at;
  throw new UsageError(`the screen can't be run: ${fault.message}; ${placeOf(text, place)}`);
}

function checkSteps(text: string, placed: readonly PlacedStep[], table: Table): void {
  for (const { step, at } of placed) {
    const fault = stepFault(step, (id) => table.column(id));
    if (fault !== null) throw new UsageError(`the screen can't be run: ${fault}; ${placeOf(text, at)}`);
  }
}

function namedColumns(placed: readonly PlacedStep[]): string[] {
  return placed.flatMap(({ step }) => (step.operatorType === 'let' ? [step.columnId] : stepColumns(step)));
}

const LEDGER_COLUMNS = ['step', 'in', 'out', 'failed', 'missing', 'without'] as const;

/** The step ledger: an array of objects as JSON, else a table with a header. */
function explanation(table: Table, steps: readonly Step[], format: ExportFormat): string {
  const lines = ledger(table, steps, null).lines.map((line, index) => ({ step: printStep(steps[index]!) ?? '', ...line }));
  return printLines(LEDGER_COLUMNS, lines, format);
}

/** Where the row of a symbol went. */
function wayOf(table: Table, steps: readonly Step[], symbol: string): string {
  const row = rowNamed(table, '--where', symbol);
  return `${JSON.stringify({ symbol, ...whereabouts(table, steps, row) })}\n`;
}

/** The proof of a column in the row of a symbol. */
function provenNumber(table: Table, symbol: string, columnId: string, format: ExportFormat): string {
  const row = rowNamed(table, '--proof', symbol);
  if (!table.column(columnId)) throw new UsageError(`--proof: ${noColumn(columnId)}`);
  return proofAnswer(table, row, columnId, format);
}

async function write(piece: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(piece)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      columns: { type: 'string' },
      format: { type: 'string', default: 'csv' },
      explain: { type: 'boolean' },
      out: { type: 'string' },
      where: { type: 'string' },
      receipt: { type: 'boolean' },
      survivors: { type: 'string' },
      proof: { type: 'string' },
      against: { type: 'string' },
    },
  });
  const [text, ...rest] = positionals;
  if (text === undefined || rest.length !== (values.proof === undefined ? 0 : 1))
    throw new UsageError(
      values.proof === undefined
        ? 'expected one screen text in quotes; see panscreen screen --help'
        : "expected a screen text in quotes, and a column behind the symbol: 'TEXT' --proof SYMBOL COLUMN",
    );
  if (!FORMATS.includes(values.format)) throw new UsageError(`--format is csv, tsv, json or parquet, not ${values.format}`);
  const reference = REFERENCES.find((each) => each === values.survivors);
  if (values.survivors !== undefined && !reference)
    throw new UsageError(`--survivors is ${REFERENCES.join(' or ')}, not ${values.survivors}`);
  const format = values.format as ExportFormat;
  const isAnswer = [values.where, values.proof, values.against, values.survivors].some((value) => value !== undefined);
  const isRows = !values.explain && !values.receipt && !isAnswer;
  if (values.out !== undefined && !isRows) throw new UsageError('--out takes the rows, not an answer about them');
  if (format === 'parquet' && !isRows) throw new UsageError('--format parquet is for the rows, not for an answer about them');
  if (format === 'parquet' && !values.out) throw new UsageError('--format parquet needs --out FILE');
  const folder = values.data ?? process.env.PANSCREEN_DATA;
  if (!folder) throw new UsageError('expected --data DIR, or the folder in PANSCREEN_DATA');

  const placed = readText(text);
  const steps = placed.map(({ step }) => step);
  const loaded = await loadTable(publishedSource(folder));
  checkFormulaSteps(text, placed, loaded);
  const table = withFormulas(loaded, steps);
  checkSteps(text, placed, table);
  if (values.against !== undefined) {
    const against = readText(values.against);
    const others = against.map(({ step }) => step);
    checkFormulaSteps(values.against, against, loaded);
    checkSteps(values.against, against, withFormulas(loaded, others));
    return write((values.explain ? editEffects : sides)(loaded, steps, others, format));
  }
  if (values.explain) return write(explanation(table, steps, format));
  if (values.where !== undefined) return write(wayOf(table, steps, values.where));
  if (reference) {
    return write(survivorsText(table, applySteps(table, steps, null).rows, reference, format));
  }
  if (values.proof !== undefined) return write(provenNumber(table, values.proof, rest[0] ?? '', format));
  if (values.receipt) return write(`${JSON.stringify(receipt(table, applySteps(table, steps, null).rows))}\n`);
  const columnIds = values.columns?.split(',').map((id) => id.trim()) ?? [
    ...new Set([...DEFAULT_COLUMNS, ...namedColumns(placed)]),
  ];
  const unknown = columnIds.find((id) => !table.column(id));
  if (unknown !== undefined) throw new UsageError(`--columns: ${noColumn(unknown)}`);

  const { rows } = applySteps(table, steps, null);
  const { pieces } = await filePieces(table, { format, columnIds, rows, guardFormulas: false });
  if (values.out) {
    const bytes = Array.from(pieces, (piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
    await writeDurably(values.out, Buffer.concat(bytes));
  } else for (const piece of pieces) await write(piece);
}

/** `panscreen screen`. Resolves to the exit status. */
export function screen(args: string[]): Promise<number> {
  return runCommand('screen', HELP, args, run);
}
