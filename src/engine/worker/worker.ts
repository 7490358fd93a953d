/** Owns the table. Dispatches messages to the pure functions of the engine; everything it says is a message of protocol.ts. */
import type { BackendName } from '../../../kernels/gpu/device.ts';
import { renderersKey } from '../../../kernels/gpu/renderers.ts';
import type { Progress } from '../../../kernels/statistics/correlation.ts';
import { comparison, partRows } from '../answers/comparison.ts';
import { columnCorrelations } from '../answers/correlation.ts';
import { inTableOrder, presentDistribution, universeDistribution } from '../answers/distribution.ts';
import { filePieces } from '../answers/export.ts';
import { flagCounts } from '../answers/flags.ts';
import { emptyingSteps, ledgerWork } from '../answers/ledger.ts';
import { lineage } from '../answers/lineage.ts';
import { orderWork, swapOf } from '../answers/order.ts';
import { columnPercentiles } from '../answers/percentile.ts';
import { type ColumnProfile, mostDifferentFirst, profiles } from '../answers/profile.ts';
import { categoryCounts, columnRange } from '../answers/range.ts';
import { receiptWork } from '../answers/receipt.ts';
import { compareReceipts, MARKED_ROWS_MAX, printReceipt, readReceipt, rowMarks } from '../answers/receiptLink.ts';
import { since } from '../answers/since.ts';
import { takeSnapshot } from '../answers/snapshot.ts';
import { traceReport } from '../answers/traceReport.ts';
import type { Freshness } from '../load/fetchAnswer.ts';
import { Loader } from '../load/loader.ts';
import { remoteSource } from '../load/remote.ts';
import { RetainedAnswers } from '../load/retainedAnswers.ts';
import { serveCodes } from '../panorama/codesPort.ts';
import { columnBlocks } from '../panorama/columnOrder.ts';
import { orderedRows } from '../panorama/rowOrder.ts';
import { applySteps, outputBehind, type Prefix } from '../run/apply.ts';
import type { Step } from '../steps/registry.ts';
import { parseScreen } from '../steps/text.ts';
import { capped } from '../table/cappedText.ts';
import type { ColumnValues } from '../table/columnValues.ts';
import { UnknownColumn } from '../table/numbers.ts';
import { isTextColumn, type Table } from '../table/table.ts';
import { withFormulas } from '../table/withFormulas.ts';
import { Accelerator } from './accelerator.ts';
import type { Answer, BackendChoice, ColumnDistribution, ComparedScreen, Request } from './protocol.ts';

/** While loading, a picture of the universe is given with its first rows, then only if all are not there soon, and then as often: each takes time from what it shows. */
const SECOND_PUBLISH_MS = 2000;
const PUBLISH_MS = 1000;
/** Longest that loading waits for the page to paint the first rows: one that nobody looks at never does. */
const SHOWN_MS = 1000;
/** Longest that a country waits for those before it. */
const TURN_MS = 500;

const scope = self as unknown as DedicatedWorkerGlobalScope;

// Held for as long as this worker lives: who waits for it learns that the worker is gone, of which a browser says nothing.
void scope.navigator.locks?.request(scope.name, () => new Promise(() => {}));

let loader: Loader | null = null;
/** The answers of the load, until they are taken; null when this page keeps nothing. */
let retained: RetainedAnswers | null = null;
let loadedBase = '';
let forced: BackendName | null = null;
let remembered: BackendChoice | null = null;
let isSelfTested = false;
let steps: readonly Step[] = [];
/** Whether a list of steps has been applied: before that nobody wants a result. */
let isAsked = false;
/** Steps that the rows that are wanted go through. */
let shownCount = 0;
let prefix: Prefix | null = null;
let comparedScreen: ComparedScreen | null = null;
let comparedPrefix: Prefix | null = null;
/** Columns that the page has on its screen, and the version of the table that they were last sent of. */
let watched: readonly string[] = [];
let watchedVersion = -1;
let publishTimer: ReturnType<typeof setTimeout> | null = null;
let publishedRowCount = 0;
/** Pictures given of this load. */
let published = 0;
/** Says to the loader that rows have been painted. */
let showRows: () => void = () => {};
/** Tickets of the long work under way; one that is taken out stops. */
const working = new Set<number>();

function post(answer: Answer, transfer: Transferable[] = []): void {
  scope.postMessage(answer, transfer);
}

/** gpu.js comes with the first self-test, long after the first rows are on the screen. */
const accelerator = new Accelerator(
  async (name, size) => (await import('../../../kernels/gpu/gpu.ts')).openDevice(name, size),
  (choice) => post({ kind: 'backends', choice }),
);

function tableNow(): Table {
  if (!loader) throw new Error('no universe has been asked for');
  return withFormulas(loader.table(), steps);
}

/** Of the result and that of the screen beside it, the rows that are wanted. */
function shownRows(table: Table, rows: Uint32Array): Uint32Array {
  if (!comparedScreen || comparedScreen.part === 'a') return rows;
  const applied = applySteps(table, comparedScreen.steps, comparedPrefix);
  comparedPrefix = applied.prefix;
  return partRows(rows, applied.rows, comparedScreen.part, table.rowCount);
}

/** Ticket 0 says that nobody asked: the universe has changed under the steps. */
async function apply(ticket: number): Promise<void> {
  const from = performance.now();
  const table = tableNow();
  const masks = accelerator.does('masks') ? await accelerator.masks(table, steps) : null;
  const applied = applySteps(table, steps, prefix, (step) => masks?.get(step));
  prefix = applied.prefix;
  const stepCount = Math.min(shownCount, applied.counts.length);
  const isWhole = stepCount === applied.counts.length;
  const shown = isWhole ? shownRows(table, applied.rows) : outputBehind(applied.prefix, stepCount);
  const rows = shown.slice();
  const { counts } = applied;
  const ms = performance.now() - from;
  const columns = watchedColumns(table);
  const buffers = [rows.buffer, ...columns.flatMap(ownBuffer)];
  const { version, rowCount } = table;
  post({ kind: 'applied', ticket, version, rowCount, rows, columns, counts, stepCount, ms }, buffers);
}

/** Values of the watched columns when those of this table have not been sent; none when it is the table no longer. */
function watchedColumns(table: Table): ColumnValues[] {
  if (table.version === watchedVersion || tableNow().version !== table.version) return [];
  const found = watched.filter((id) => table.column(id));
  if (found.length > 0) watchedVersion = table.version;
  return found.map((id) => columnValues(table, id));
}

function watch(ids: readonly string[]): void {
  watched = ids;
  // The first result may have gone out before anybody knew what to send with it.
  if (isAsked && watchedVersion < 0 && loader?.loading && loader.rowCount > 0) void apply(0);
}

function publish(): void {
  if (publishTimer !== null) clearTimeout(publishTimer);
  publishTimer = null;
  if (!loader) return;
  publishedRowCount = loader.rowCount;
  published++;
  post({ kind: 'universe', universe: loader.universe() });
  if (isAsked) void apply(0);
}

function publishSoon(changed: Loader): void {
  if (changed !== loader) return;
  if (!changed.loading || publishedRowCount === 0) publish();
  else publishTimer ??= setTimeout(publish, published === 1 ? SECOND_PUBLISH_MS : PUBLISH_MS);
  if (!changed.loading && !isSelfTested) void selfTestBackends();
}

/** The back ends are tried when nobody has asked for anything for so long, and wait between two trials when somebody has. */
const PROOF_IDLE_MS = 2000;
const TRIAL_IDLE_MS = 400;
let askedAt = 0;

/** Resolves when nobody has asked for anything for that long. */
async function idle(idleMs: number): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, Math.max(0, askedAt + idleMs - performance.now())));
  while (performance.now() < askedAt + idleMs);
}

/** First everything comes from the loops; then, once, each back end shows what it can do. */
async function selfTestBackends(): Promise<void> {
  isSelfTested = true;
  if (forced === null) await idle(PROOF_IDLE_MS);
  await accelerator.chooseBackends(
    forced,
    { now: () => performance.now(), pause: () => idle(forced === null ? TRIAL_IDLE_MS : 0) },
    await renderersKey(),
    remembered,
  );
  if (accelerator.does('masks')) publish();
}

/** Held answers that nobody has taken so long after the load are let go. */
const HELD_MS = 120_000;

/** Keeps the answers of every country that has been loaded. */
function keep(port: MessagePort | undefined): void {
  const lost = (loader?.universe().countries ?? []).flatMap(({ country, status }) => (status === 'loaded' ? [] : [country]));
  const isGood = (url: string): boolean =>
    !lost.some((country) => new URL(url).pathname.endsWith(`/${encodeURIComponent(country)}`));
  if (port && retained) retained.handOver(port, isGood);
  else retained?.drop();
  retained = null;
}

function load(base: string, backend: BackendName | null, known: BackendChoice | null, cache: Freshness = 'default'): void {
  remembered = known;
  isSelfTested = isSelfTested && forced === backend;
  forced = backend;
  loadedBase = base;
  publishedRowCount = 0;
  published = 0;
  watchedVersion = -1;
  loader?.abandon();
  const isShown = new Promise<void>((resolve) => {
    showRows = resolve;
    setTimeout(resolve, SHOWN_MS);
  });
  retained?.drop();
  retained = 'caches' in scope ? new RetainedAnswers() : null;
  loader = new Loader(
    remoteSource(base, { retained, cache }),
    publishSoon,
    () => (accelerator.does('ratios') ? (columnOf, rowCount, absent) => accelerator.ratios(columnOf, rowCount, absent) : null),
    // Only a page whose server sends the headers for it may share memory; others get copies.
    scope.crossOriginIsolated ? 'shared' : 'own',
    { isShown, late: () => new Promise((resolve) => setTimeout(resolve, TURN_MS)) },
  );
  prefix = null;
  comparedPrefix = null;
  const holding = retained;
  void loader.load().then(() => setTimeout(() => holding?.drop(), HELD_MS));
}

/** Whether the page may read these values where they are: shared ones are never written again. */
function isShared(values: Float32Array | Uint32Array): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && values.buffer instanceof SharedArrayBuffer;
}

function columnValues(table: Table, id: string): ColumnValues {
  const text = table.text(id);
  if (text)
    return { kind: 'text', id, codes: isShared(text.codes) ? text.codes : text.codes.slice(), labels: capped(text.labels) };
  if (isTextColumn(table, id)) return { kind: 'text', id, codes: new Uint32Array(table.rowCount), labels: [''] };
  const values = table.numbers(id);
  if (!values) return { kind: 'number', id, values: new Float32Array(table.rowCount).fill(Number.NaN) };
  return { kind: 'number', id, values: isShared(values) ? values : values.slice() };
}

function sendColumn(ticket: number, id: string): void {
  const table = tableNow();
  const column = columnValues(table, id);
  post({ kind: 'column', ticket, version: table.version, column }, ownBuffer(column));
}

/** The memory of a copy, to be given away; none when it is shared. */
function ownBuffer(column: ColumnValues): ArrayBuffer[] {
  const { buffer } = column.kind === 'text' ? column.codes : column.values;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}

/** Rows behind the first `stepCount` steps of the list that was applied last; behind all of them, those that are shown. */
function rowsBehind(stepCount: number): Uint32Array {
  const table = tableNow();
  const applied = applySteps(table, steps, prefix);
  prefix = applied.prefix;
  if (stepCount >= steps.length) return shownRows(table, applied.rows);
  return outputBehind(applied.prefix, stepCount);
}

/** Lets other messages in between two pieces. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function exportRows({ ticket, format, columnIds, version, rows }: Extract<Request, { kind: 'export' }>): Promise<void> {
  const table = tableNow();
  if (table.version !== version) throw new Error('more countries have come in the meantime: export again');
  working.add(ticket);
  const { pieces, count } = await filePieces(table, { format, columnIds, rows });
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  let from = performance.now();
  for (const piece of pieces) {
    parts.push(piece);
    if (performance.now() - from < PIECE_MS) continue;
    post({ kind: 'progress', ticket, done: parts.length, total: count });
    await pause();
    if (!working.has(ticket)) return;
    from = performance.now();
  }
  working.delete(ticket);
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  post({ kind: 'exported', ticket, bytes }, [bytes.buffer]);
}

/** A screen as many begin: a filter, and the largest first. */
const REHEARSED = parseScreen('marketCapitalization >= 1e9 | sort marketCapitalization desc');

/** Longest that work goes on before other messages are let in, and pieces are sent. */
const PIECE_MS = 8;

/** Ends with the headers that are being counted, which are seen at once: what is only read waits for them. */
let counting: Promise<void> = Promise.resolve();

function countFirst(request: Extract<Request, { kind: 'distributions' }>): Promise<void> {
  const work = sendDistributions(request);
  counting = work.catch(() => {});
  // One that fails leaves the first edit slow, and nothing else.
  if (!isRehearsed && loader && !loader.loading) counting.then(() => rehearse(request.ids)).catch(() => {});
  return work;
}

/** Nobody has asked for anything for so long before an edit is rehearsed. */
const REHEARSAL_IDLE_MS = 300;
let isRehearsed = false;

/** What follows an edit, once, over every second row and thrown away: the first edit then finds its code compiled. */
async function rehearse(ids: readonly string[]): Promise<void> {
  if (isRehearsed) return;
  isRehearsed = true;
  await idle(REHEARSAL_IDLE_MS);
  let from = performance.now();
  for (const _ of rehearsal(tableNow(), ids)) {
    if (performance.now() - from < PIECE_MS) continue;
    await pause();
    await counting;
    from = performance.now();
  }
}

function* rehearsal(table: Table, ids: readonly string[]): Generator<void> {
  const rows = table.rows.filter((row) => row % 2 === 0);
  for (const id of ids) {
    presentDistribution(table, id, rows);
    yield;
  }
  const { prefix: made } = applySteps(table, REHEARSED, null);
  yield;
  const written = yield* ledgerWork(table, REHEARSED, made);
  yield* orderWork(table, REHEARSED, written.prefix);
  yield* receiptWork(table, rows);
}

async function sendDistributions({ ticket, ids, stepCount }: Extract<Request, { kind: 'distributions' }>): Promise<void> {
  const table = tableNow();
  const rows = inTableOrder(rowsBehind(stepCount), table.rowCount);
  working.add(ticket);
  let columns: ColumnDistribution[] = [];
  let from = performance.now();
  for (const [index, id] of ids.entries()) {
    const counted = accelerator.does('distributions') ? await accelerator.counts(table, id, rows) : null;
    columns.push({
      universe: universeDistribution(table, id),
      present: presentDistribution(table, id, rows, counted ?? undefined),
    });
    const isLast = index === ids.length - 1;
    if (!isLast && performance.now() - from < PIECE_MS) continue;
    post({ kind: 'distributions', ticket, version: table.version, columns, isLast });
    if (isLast) break;
    columns = [];
    await pause();
    if (!working.has(ticket)) return;
    from = performance.now();
  }
  if (ids.length === 0) post({ kind: 'distributions', ticket, version: table.version, columns, isLast: true });
  working.delete(ticket);
}

function sendPercentiles({ ticket, id, scope, stepCount }: Extract<Request, { kind: 'percentiles' }>): void {
  const table = tableNow();
  const values = columnPercentiles(table, id, scope, rowsBehind(stepCount));
  post({ kind: 'percentiles', ticket, version: table.version, values }, [values.buffer]);
}

/** As {@link inPieces}, and says how far the work is. */
function told<T>(ticket: number, work: Generator<Progress | undefined, T>): Promise<T | null> {
  const telling = function* (): Generator<undefined, T> {
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value;
      if (step.value) tell(ticket, step.value);
      yield;
    }
  };
  return inPieces(ticket, telling());
}

/** Progress is told so often. */
const TELL_MS = 50;
let toldAt = 0;

function tell(ticket: number, progress: Progress): void {
  if (performance.now() - toldAt < TELL_MS) return;
  toldAt = performance.now();
  post({ kind: 'progress', ticket, ...progress });
}

async function sendColumnOrder({ ticket, ids, order, stepCount }: Extract<Request, { kind: 'columnOrder' }>): Promise<void> {
  const table = tableNow();
  const blocks = await told(ticket, columnBlocks(table, ids, order, rowsBehind(stepCount)));
  if (blocks) post({ kind: 'columnOrder', ticket, version: table.version, blocks });
}

async function sendRowOrder({
  ticket,
  version,
  rows,
  order,
  isOnePerIssuer,
}: Extract<Request, { kind: 'rowOrder' }>): Promise<void> {
  const table = tableNow();
  if (table.version !== version) throw new Error('more countries have come in the meantime: ask again');
  const ordered = await told(ticket, orderedRows(table, rows, order, isOnePerIssuer));
  if (ordered) post({ kind: 'rowOrder', ticket, version, rows: ordered }, [ordered.buffer as ArrayBuffer]);
}

/** Does work to its end, letting other messages in between its pieces, and headers that are being counted before them; null when it was cancelled meanwhile. */
async function inPieces<T>(ticket: number, work: Generator<unknown, T>): Promise<T | null> {
  working.add(ticket);
  let from = performance.now();
  for (let piece = work.next(); ; piece = work.next()) {
    if (piece.done) {
      working.delete(ticket);
      return piece.value;
    }
    if (performance.now() - from < PIECE_MS) continue;
    await pause();
    await counting;
    if (!working.has(ticket)) return null;
    from = performance.now();
  }
}

async function sendAccount(ticket: number): Promise<void> {
  const table = tableNow();
  const asked = steps;
  working.add(ticket);
  await counting;
  if (!working.has(ticket)) return;
  const written = await inPieces(ticket, ledgerWork(table, asked, prefix));
  const ordered = written && (await inPieces(ticket, orderWork(table, asked, written.prefix)));
  if (!ordered) return;
  const { lines } = written;
  const account = { lines, emptying: emptyingSteps(lines), marks: ordered.marks };
  post({ kind: 'account', ticket, version: table.version, account });
}

/** The result of the list that was applied last, whatever is shown of it. */
function ownRows(table: Table): Uint32Array {
  const applied = applySteps(table, steps, prefix);
  prefix = applied.prefix;
  return applied.rows;
}

async function sendReceipt(ticket: number, linkedText: string | null): Promise<void> {
  const table = tableNow();
  const rows = ownRows(table);
  const made = await inPieces(ticket, receiptWork(table, rows));
  if (!made) return;
  const linked = linkedText === null ? null : readReceipt(linkedText);
  const isMarked = rows.length <= MARKED_ROWS_MAX;
  const marks = isMarked || linked?.marks ? rowMarks(table, rows) : [];
  post({
    kind: 'receipt',
    ticket,
    version: table.version,
    receipt: made,
    short: printReceipt(made, isMarked ? marks : null),
    verdict: linked && compareReceipts(linked, made, marks),
  });
}

function sendComparison(ticket: number): void {
  const table = tableNow();
  const compared = comparedScreen && comparison(table, steps, comparedScreen.steps, { a: prefix, b: comparedPrefix });
  post({ kind: 'comparison', ticket, version: table.version, comparison: compared });
}

function sendSnapshot(ticket: number): void {
  if (!loader || loader.loading) throw new Error('countries are still coming: keep the screen when all are there');
  const snapshot = takeSnapshot(tableNow(), steps);
  const buffers = snapshot.columns.map((column) => (column.kind === 'text' ? column.codes.buffer : column.values.buffer));
  post({ kind: 'snapshot', ticket, snapshot }, buffers);
}

function sendTrace({ ticket, version, row }: Extract<Request, { kind: 'trace' }>): void {
  const table = tableNow();
  const trace = table.version === version ? capped(traceReport(table, steps, row)) : null;
  post({ kind: 'trace', ticket, version: table.version, trace });
}

function sendSwap({ ticket, at, max }: Extract<Request, { kind: 'swap' }>): void {
  const table = tableNow();
  const { entered, left } = swapOf(table, steps, at);
  const swap = { entered: entered.slice(0, max), left: left.slice(0, max) };
  post({ kind: 'swap', ticket, version: table.version, swap });
}

async function sendCorrelation({ ticket, ids, stepCount }: Extract<Request, { kind: 'correlation' }>): Promise<void> {
  const table = tableNow();
  const rows = rowsBehind(stepCount);
  working.add(ticket);
  let from = performance.now();
  const goOn = async (progress: Progress): Promise<boolean> => {
    if (performance.now() - from >= PIECE_MS) {
      tell(ticket, progress);
      await pause();
      from = performance.now();
    }
    return working.has(ticket);
  };
  const onDevice = accelerator.does('correlation') ? await accelerator.correlation(table, ids, rows, goOn) : null;
  if (!onDevice && !working.has(ticket)) return;
  const correlations = onDevice ?? (await told(ticket, columnCorrelations(table, ids, rows)));
  working.delete(ticket);
  if (correlations) post({ kind: 'correlation', ticket, version: table.version, ids, correlations });
}

async function sendProfile({ ticket, ids, stepCount, against }: Extract<Request, { kind: 'profile' }>): Promise<void> {
  const table = tableNow();
  const columns: ColumnProfile[] = [];
  working.add(ticket);
  let from = performance.now();
  for (const column of profiles(table, ids, rowsBehind(stepCount), against)) {
    columns.push(column);
    if (performance.now() - from < PIECE_MS) continue;
    post({ kind: 'progress', ticket, done: columns.length, total: ids.length });
    await pause();
    if (!working.has(ticket)) return;
    from = performance.now();
  }
  working.delete(ticket);
  post({ kind: 'profile', ticket, version: table.version, columns: mostDifferentFirst(columns) });
}

function sendLineage({ ticket, version, id, row }: Extract<Request, { kind: 'lineage' }>): void {
  const table = tableNow();
  if (table.version !== version) throw new Error('more countries have come in the meantime: ask again');
  post({ kind: 'lineage', ticket, lineage: capped(lineage(table, id, row)) });
}

function sendText({ ticket, version, id, row }: Extract<Request, { kind: 'text' }>): void {
  const table = tableNow();
  if (table.version !== version) throw new Error('more countries have come in the meantime: ask again');
  const column = table.text(id);
  post({ kind: 'text', ticket, text: column?.labels[column.codes[row]!] ?? '' });
}

async function answer(request: Request, ports: readonly MessagePort[]): Promise<void> {
  switch (request.kind) {
    case 'load':
      return load(request.base, request.backend, request.remembered);
    case 'retry':
      return request.countries.length === 0 ? load(loadedBase, forced, remembered, 'reload') : loader?.retry(request.countries);
    case 'apply':
      isAsked = true;
      steps = request.steps;
      shownCount = request.stepCount;
      comparedScreen = request.comparedScreen;
      return apply(request.ticket);
    case 'watch':
      return watch(request.ids);
    case 'shown':
      return showRows();
    case 'column':
      return sendColumn(request.ticket, request.id);
    case 'categories':
      return post({
        kind: 'categories',
        ticket: request.ticket,
        categories: capped(categoryCounts(tableNow(), request.id, rowsBehind(request.stepCount))),
      });
    case 'range':
      return post({ kind: 'range', ticket: request.ticket, range: columnRange(tableNow(), request.id) });
    case 'account':
      return sendAccount(request.ticket);
    case 'receipt':
      return sendReceipt(request.ticket, request.linked);
    case 'comparison':
      return sendComparison(request.ticket);
    case 'snapshot':
      return sendSnapshot(request.ticket);
    case 'since': {
      const table = tableNow();
      const found = capped(since(table, request.steps, request.snapshot));
      return post({ kind: 'since', ticket: request.ticket, version: table.version, since: found });
    }
    case 'trace':
      return sendTrace(request);
    case 'swap':
      return sendSwap(request);
    case 'distributions':
      return countFirst(request);
    case 'percentiles':
      return sendPercentiles(request);
    case 'correlation':
      return sendCorrelation(request);
    case 'profile':
      return sendProfile(request);
    case 'painter':
      return ports[0] && serveCodes(ports[0], { table: tableNow, pause });
    case 'columnOrder':
      return sendColumnOrder(request);
    case 'rowOrder':
      return sendRowOrder(request);
    case 'lineage':
      return sendLineage(request);
    case 'text':
      return sendText(request);
    case 'flags':
      return post({
        kind: 'flags',
        ticket: request.ticket,
        counts: flagCounts(tableNow(), request.id, rowsBehind(request.stepCount)),
      });
    case 'export':
      return exportRows(request);
    case 'keep':
      return keep(ports[0]);
    case 'cancel':
      working.delete(request.ticket);
  }
}

scope.onmessage = (event: MessageEvent<Request>) => {
  const request = event.data;
  askedAt = performance.now();
  answer(request, event.ports).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    if ('ticket' in request)
      post({ kind: 'refused', ticket: request.ticket, message, isOvertaken: error instanceof UnknownColumn });
  });
};
