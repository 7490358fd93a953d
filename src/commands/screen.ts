import { parseArgs } from 'node:util';
import { isText } from '../catalogue/column.ts';
import { formulaColumns, parseFormula } from '../catalogue/formula.ts';
import { nearest } from '../catalogue/nearest.ts';
import { fileChunks, type TextFormat } from '../engine/answers/export.ts';
import { ledger } from '../engine/answers/ledger.ts';
import { receipt } from '../engine/answers/receipt.ts';
import { REFERENCES, type Reference } from '../engine/answers/reference.ts';
import { traceReport } from '../engine/answers/traceReport.ts';
import { applySteps } from '../engine/run/apply.ts';
import { dateOf, isAsOf } from '../engine/steps/asOf.ts';
import { isHold, printDate } from '../engine/steps/hold.ts';
import { printStep, stepFault } from '../engine/steps/language.ts';
import { namedColumns } from '../engine/steps/namedColumns.ts';
import { ScreenTextError } from '../engine/steps/reader.ts';
import type { Step } from '../engine/steps/registry.ts';
import { type PlacedStep, parsePlacedScreen } from '../engine/steps/text.ts';
import { unknownValue } from '../engine/steps/unknownValue.ts';
import { withIds } from '../engine/steps/withIds.ts';
import { checkFormulas, isLet } from '../engine/table/formulas.ts';
import type { Table } from '../engine/table/table.ts';
import { withFormulas } from '../engine/table/withFormulas.ts';
import type { ExportFormat } from '../engine/worker/protocol.ts';
import { lineageAnswer, profileText } from './answers.ts';
import { editEffects, NAMING_COLUMNS, sides } from './comparison.ts';
import { engineScreen } from './engineScreen.ts';
import { printLines } from './lines.ts';
import { print, say } from './print.ts';
import { rowNamed } from './rowNamed.ts';
import { answerColumns } from './sql.ts';
import { noteLook } from './trialState.ts';
import { openUniverse, type Universe } from './universe.ts';
import { unknownColumn } from './unknownColumn.ts';
import { dataPlace, runCommand, UsageError } from './usage.ts';
import { checkWritable, writeOut } from './writable.ts';

const HELP = `panscreen screen 'TEXT' [--data DIR] [--columns id,id,…] [--format csv|tsv|json|parquet] [--out FILE] [--explain] [--where SYMBOL]
                        [--receipt] [--survivors universe|sector] [--proof SYMBOL COLUMN] [--against TEXT]
       panscreen screen 'as of DATE | TEXT' --history DIR [the same options]
       panscreen screen 'as of DATE | TEXT' --engine clickhouse://… [--columns …] [--format …] [--out FILE] [--explain] [--receipt]

Runs a screen over a folder of built data and prints the resulting rows in order.

  --data DIR      folder made by "panscreen ingest" or "panscreen demo" (default: PANSCREEN_DATA)
  --history DIR   folder or s3://bucket/prefix made by "panscreen history" (default: PANSCREEN_HISTORY): screens the snapshot at or
                  before the date that the text begins with, with figures that were public before it
  --engine URL    a ClickHouse server with a history ("panscreen push"): runs the screen there (docs/scale.md)
  --columns LIST  column ids; default: symbol, name, country and those in the text
  --format        csv (default), tsv, json or parquet; in CSV and TSV an apostrophe precedes text that a spreadsheet would execute
  --out FILE      write the rows to a file, atomically and with texts unchanged; required for Parquet.
                  Standard output has U+FFFD instead of control characters, or escapes in JSON
  --explain       print the effect of each step instead of the rows: in, out, failed, missing, and the result without the step
  --receipt       print as JSON the newest date, the number of rows and a digest of the rows in order
  --against TEXT  print which rows are in both screens (in: both) or only one (a, b), and the step of the other that dropped them;
                  for two dates of a history (“as of”) too, matched by security whatever its symbol was;
                  with --explain the effect of each edit between the two texts on the rows of the second
  --where SYMBOL  print as JSON which step dropped the symbol, and why
  --survivors OF  compare the remaining rows with the universe or their sectors: every numeric column, most different first, with the
                  Kolmogorov-Smirnov distance, Cliff's delta, both medians (amounts in US dollars) and the shares of missing values
  --proof SYMBOL COLUMN
                  print a number's formula down to the source columns, with their values, dates and flags

  --open-hold-out allow a text with “hold” inside the last three years of a history of six or more; every requested date in there
                  counts as a look

If several securities share a symbol, it means the first, and a line on standard error says so: SYMBOL@EXCHANGE selects another.

Example: panscreen screen 'type = Equity | marketCapitalization >= 1e9 USD | sort acquirersMultiple asc | rows 1..50'
Exit status: 0; 1 when the data can't be read or the file can't be written; 2 when the text or an option can't be read.
`;

const FORMATS = ['csv', 'tsv', 'json', 'parquet'] as const satisfies readonly ExportFormat[];

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

/** Resolves common names of columns, such as pe, to ids. */
function withColumnIds(placed: readonly PlacedStep[], table: Table): readonly PlacedStep[] {
  const steps = withIds(
    placed.map(({ step }) => step),
    (id) => table.column(id),
  );
  return placed.map((each, index) => ({ ...each, step: steps[index]! }));
}

/** Warns of categories and currencies that no security has, which may be typos. */
function unknownValues(steps: readonly Step[], table: Table): string[] {
  const valuesOf = (id: string): readonly string[] | null => table.text(id)?.labels ?? null;
  return steps.flatMap((step) => {
    const found = unknownValue(step, (id) => table.column(id), valuesOf);
    if (!found) return [];
    const meant = nearest(found.value, (valuesOf(found.columnId) ?? []).filter(Boolean));
    const { columnId, value } = found;
    const finding = columnId === 'currency' ? `no security trades in ${value}` : `no ${columnId} is called ${value}`;
    return [meant === null ? finding : `${finding}: did you mean ${meant}?`];
  });
}

/** Reports the position of an error in a formula. */
function checkFormulaSteps(text: string, placed: readonly PlacedStep[], table: Table): void {
  const steps = placed.map(({ step }) => step);
  const [fault] = checkFormulas(steps, (id) => table.column(id)).faults;
  if (!fault) return;
  const { at, end } = placed.findLast(({ step }) => isLet(step) && step.columnId === fault.id)!;
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

const LEDGER_COLUMNS = ['step', 'in', 'out', 'failed', 'missing', 'without'] as const;

/** A step as text; a date with its snapshot's date if they differ. */
function stepText({ origin }: Table, step: Step): string {
  const text = printStep(step) ?? '';
  return isAsOf(step) && origin && origin.snapshot !== step.date ? `${text} (snapshot of ${origin.snapshot})` : text;
}

function explanation(table: Table, steps: readonly Step[], format: TextFormat): string {
  const lines = ledger(table, steps, null).lines.map((line, index) => ({ step: stepText(table, steps[index]!), ...line }));
  return printLines(LEDGER_COLUMNS, lines, format);
}

function traceText(table: Table, steps: readonly Step[], symbol: string): string {
  const row = rowNamed(table, '--where', symbol);
  const { lineage: proof, ...report } = traceReport(table, steps, row);
  return `${JSON.stringify({ symbol, ...report, proof })}\n`;
}

function lineageOf(table: Table, symbol: string, columnId: string, format: TextFormat): string {
  const row = rowNamed(table, '--proof', symbol);
  if (!table.column(columnId)) throw unknownColumn('--proof', columnId);
  return lineageAnswer(table, row, columnId, format);
}

const JSON_ANSWERS: ReadonlySet<string> = new Set(['where', 'receipt']);

/** Requested output: the rows, or one answer about them. */
type Asked =
  | {
      readonly answer: 'rows';
      readonly format: ExportFormat;
      readonly columns: string | undefined;
      readonly out: string | undefined;
    }
  | { readonly answer: 'explain' | 'receipt'; readonly format: TextFormat }
  | { readonly answer: 'where'; readonly format: TextFormat; readonly symbol: string }
  | { readonly answer: 'survivors'; readonly format: TextFormat; readonly reference: Reference }
  | { readonly answer: 'proof'; readonly format: TextFormat; readonly symbol: string; readonly columnId: string }
  | { readonly answer: 'against'; readonly format: TextFormat; readonly other: string; readonly explains: boolean };

interface Request {
  readonly text: string;
  readonly folder: string | undefined;
  readonly history: string | undefined;
  readonly opensHoldOut: boolean;
  readonly engine: string | undefined;
  readonly asked: Asked;
}

/** Throws {@link UsageError}. */
function readRequest(args: string[]): Request {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      history: { type: 'string' },
      engine: { type: 'string' },
      columns: { type: 'string' },
      format: { type: 'string' },
      explain: { type: 'boolean' },
      out: { type: 'string' },
      where: { type: 'string' },
      receipt: { type: 'boolean' },
      survivors: { type: 'string' },
      proof: { type: 'string' },
      against: { type: 'string' },
      'open-hold-out': { type: 'boolean', default: false },
    },
  });
  const [text, ...rest] = positionals;
  if (text === undefined || rest.length !== (values.proof === undefined ? 0 : 1))
    throw new UsageError(
      values.proof === undefined
        ? 'expected one screen text in quotes; see panscreen screen --help'
        : "expected a screen text in quotes, and a column after the symbol: 'TEXT' --proof SYMBOL COLUMN",
    );
  const format = values.format === undefined ? 'csv' : FORMATS.find((each) => each === values.format);
  if (!format) throw new UsageError(`--format is csv, tsv, json or parquet, not ${values.format}`);
  const { engine } = values;
  if (engine !== undefined && (values.data !== undefined || values.history !== undefined))
    throw new UsageError('--engine has its own history: leave --data and --history out');
  const folder = values.data ?? process.env.PANSCREEN_DATA;
  const history = values.history ?? process.env.PANSCREEN_HISTORY;
  const places = { folder, history, engine, opensHoldOut: values['open-hold-out'] };
  if (!folder && !history && engine === undefined) throw new UsageError('expected --data DIR, or the folder in PANSCREEN_DATA');
  if (folder) dataPlace('--data', folder);
  if (history) dataPlace('--history', history);

  const answers = (['against', 'where', 'proof', 'survivors', 'receipt', 'explain'] as const).filter(
    (name) => values[name] !== undefined && !(name === 'explain' && values.against !== undefined),
  );
  const [answer, another] = answers;
  if (another !== undefined) throw new UsageError(`--${answer} and --${another} are two answers: ask for one of them`);
  if (answer === undefined) {
    if (format === 'parquet' && !values.out) throw new UsageError('--format parquet needs --out FILE');
    return { text, ...places, asked: { answer: 'rows', format, columns: values.columns, out: values.out } };
  }
  if (values.out !== undefined) throw new UsageError('--out takes the rows, not an answer about them');
  if (format === 'parquet') throw new UsageError('--format parquet is for the rows, not for an answer about them');
  if (JSON_ANSWERS.has(answer) && values.format !== undefined && format !== 'json')
    throw new UsageError(`--${answer} prints JSON: leave --format ${format} out`);
  const { where = '', proof = '', against = '' } = values;
  switch (answer) {
    case 'where':
      return { text, ...places, asked: { answer, format, symbol: where } };
    case 'proof':
      return { text, ...places, asked: { answer, format, symbol: proof, columnId: rest[0] ?? '' } };
    case 'against':
      return { text, ...places, asked: { answer, format, other: against, explains: values.explain ?? false } };
    case 'survivors': {
      const reference = REFERENCES.find((each) => each === values.survivors);
      if (!reference) throw new UsageError(`--survivors is ${REFERENCES.join(' or ')}, not ${values.survivors}`);
      return { text, ...places, asked: { answer, format, reference } };
    }
    default:
      return { text, ...places, asked: { answer, format } };
  }
}

/** A checked screen with a table that includes its own columns. */
interface Screened {
  readonly placed: readonly PlacedStep[];
  readonly steps: readonly Step[];
  readonly table: Table;
  /** Lines for standard error. */
  readonly warnings: readonly string[];
}

function screened(text: string, read: readonly PlacedStep[], loaded: Table): Screened {
  const placed = withColumnIds(read, loaded);
  const steps = placed.map(({ step }) => step);
  checkFormulaSteps(text, placed, loaded);
  const table = withFormulas(loaded, steps);
  checkSteps(text, placed, table);
  return { placed, steps, table, warnings: unknownValues(steps, table) };
}

async function writeRows(
  { table, rows, columnIds }: ReturnType<typeof rowsOf>,
  { format, out }: Pick<Extract<Asked, { answer: 'rows' }>, 'format' | 'out'>,
): Promise<void> {
  const { chunks } = await fileChunks(table, { format, columnIds, rows });
  if (out) {
    const bytes = Array.from(chunks, (chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
    await writeOut(out, Buffer.concat(bytes));
  } else for (const chunk of chunks) if (typeof chunk === 'string') await print(chunk, format);
}

function rowsOf(
  { steps, table }: Screened,
  columns: string | undefined,
): { table: Table; rows: Uint32Array; columnIds: readonly string[] } {
  const columnIds = answerColumns(steps, columns);
  const unknown = columnIds.find((id) => !table.column(id));
  if (unknown !== undefined) throw unknownColumn('--columns', unknown);
  for (const id of columnIds) isText(table.column(id)!) ? table.text(id) : table.numbers(id);
  return { table, rows: applySteps(table, steps, null).rows, columnIds };
}

function answerText(
  asked: Exclude<Asked, { answer: 'rows' }>,
  { steps, table }: Screened,
  other: Screened | null,
  loaded: Table,
  holdOut: { from: string; looks: number } | null,
): string {
  const rows = (): Uint32Array => applySteps(table, steps, null).rows;
  switch (asked.answer) {
    case 'explain':
      return explanation(table, steps, asked.format);
    case 'receipt':
      return `${JSON.stringify({ ...receipt(table, rows()), ...(holdOut && { holdOut }) })}\n`;
    case 'where':
      return traceText(table, steps, asked.symbol);
    case 'survivors':
      return profileText(table, rows(), asked.reference, asked.format);
    case 'proof':
      return lineageOf(table, asked.symbol, asked.columnId, asked.format);
    case 'against':
      return (asked.explains ? editEffects : sides)(
        { table: loaded, steps },
        other ?? { table: loaded, steps: [] },
        asked.format,
      );
  }
}

/**
 * Counts a look into a history's hold-out before anything is computed; null outside the hold-out. A screen with “hold” is refused there
 * unless the hold-out is opened.
 */
async function countedLooks(
  holdOut: Universe['holdOut'],
  date: string | null,
  placed: readonly PlacedStep[],
  opensHoldOut: boolean,
): Promise<{ from: string; looks: number } | null> {
  if (!holdOut) return null;
  const from = printDate(holdOut.from);
  const isHeld = placed.some(({ step }) => isHold(step));
  if (isHeld && !opensHoldOut)
    throw new UsageError(
      `the hold-out from ${from} on is closed for a screen with “hold”: --open-hold-out opens it and counts a look`,
    );
  // The newest snapshot, requested without a date, is today's universe.
  if (date === null && !isHeld) return null;
  const looks = await noteLook(holdOut.history);
  say(`${date ?? 'today'} is inside the hold-out from ${from} on: look ${looks}`);
  return { from, looks };
}

/** Runs a screen on a server, which only provides rows, counts and digests. */
async function runOnEngine({ text, opensHoldOut, asked }: Request, engine: string): Promise<void> {
  const { answer, format } = asked;
  if (answer !== 'rows' && answer !== 'explain' && answer !== 'receipt')
    throw new UsageError(`--${answer} needs the data here: use --data or --history instead of --engine`);
  const placed = readText(text);
  const date = dateOf(placed.map(({ step }) => step));
  const columns = asked.answer === 'rows' ? asked.columns : undefined;
  const out = asked.answer === 'rows' ? asked.out : undefined;
  await engineScreen(
    engine,
    text,
    { answer, format, columns },
    {
      look: (holdOut) => countedLooks(holdOut, date, placed, opensHoldOut),
      write: (table, columnIds) => writeRows({ table, rows: table.rows, columnIds }, { format, out }),
    },
  );
}

/** Reads columns, so that those of a history are fetched. */
function touch(table: Table, ids: Iterable<string>): void {
  for (const id of ids) {
    const column = table.column(id);
    if (column) isText(column) ? table.text(id) : table.numbers(id);
  }
}

/** The screen of --against, for the same or another date. Fetches the columns of both screens for both dates. */
async function otherScreen(
  text: string,
  read: readonly PlacedStep[],
  first: { readonly date: string | null; readonly universe: Universe; readonly screen: Screened },
  { folder, history, opensHoldOut }: Request,
): Promise<Screened> {
  const date = dateOf(read.map(({ step }) => step));
  if (date === first.date) return await first.universe.ask((loaded) => screened(text, read, loaded));
  if (date === null || first.date === null)
    throw new UsageError('--against compares two dates of a history: both texts begin with “as of”');
  const universe = await openUniverse(folder, history, date);
  await countedLooks(universe.holdOut, date, read, opensHoldOut);
  const other = await universe.ask((loaded) => screened(text, read, loaded));
  const ids = [
    ...NAMING_COLUMNS,
    'id',
    ...namedColumns([...first.screen.steps, ...read.map(({ step }) => step)]),
    ...inputs([first.screen, other]),
  ];
  await universe.ask((loaded) => touch(loaded, ids));
  await first.universe.ask((loaded) => touch(loaded, ids));
  return other;
}

function inputs(screens: readonly Screened[]): string[] {
  return screens.flatMap(({ steps }) => steps.flatMap((step) => (isLet(step) ? formulaColumns(parseFormula(step.formula)) : [])));
}

async function run(args: string[]): Promise<void> {
  const request = readRequest(args);
  const { text, folder, history, engine, opensHoldOut, asked } = request;
  if (asked.answer === 'rows') await checkWritable('--out', asked.out);
  if (engine !== undefined) return await runOnEngine(request, engine);
  const read = readText(text);
  const readOther = asked.answer === 'against' ? readText(asked.other) : [];
  const date = dateOf(read.map(({ step }) => step));
  const universe = await openUniverse(folder, history, date);
  const looks = await countedLooks(universe.holdOut, date, [...read, ...readOther], opensHoldOut);
  const screen = await universe.ask((loaded) => screened(text, read, loaded));
  const other =
    asked.answer === 'against' ? await otherScreen(asked.other, readOther, { date, universe, screen }, request) : null;
  for (const line of [...screen.warnings, ...(other?.warnings ?? [])]) say(line);
  if (asked.answer === 'rows') return await writeRows(await universe.ask(() => rowsOf(screen, asked.columns)), asked);
  const answer = await universe.ask((loaded) => answerText(asked, screen, other, loaded, looks));
  await print(answer, JSON_ANSWERS.has(asked.answer) ? 'json' : asked.format);
}

/** `panscreen screen`. Resolves to the exit status. */
export function screen(args: string[]): Promise<number> {
  return runCommand('screen', HELP, args, run);
}
