/** Handles the page's requests: a table with one entry per kind of request in protocol.ts. */
import type { Work } from '../../../kernels/choose.ts';
import type { Correlations, Progress } from '../../../kernels/statistics/correlation.ts';
import { columnCorrelations } from '../answers/correlation.ts';
import { inTableOrder, presentDistribution, universeDistribution } from '../answers/distribution.ts';
import { fileChunks } from '../answers/export.ts';
import { flagCounts } from '../answers/flags.ts';
import { ledgerWork } from '../answers/ledger.ts';
import { arrivedIds, lineage } from '../answers/lineage.ts';
import { orderWork, swapOf } from '../answers/order.ts';
import { fateOf, keptCount } from '../answers/overDates.ts';
import { columnPercentiles } from '../answers/percentile.ts';
import { type ColumnProfile, mostDifferentFirst, profiles } from '../answers/profile.ts';
import { categoryCounts, columnRange } from '../answers/range.ts';
import { receiptWork } from '../answers/receipt.ts';
import { compareReceipts, MARKED_ROWS_MAX, printReceipt, readReceipt, rowMarks } from '../answers/receiptLink.ts';
import { relaxationWork } from '../answers/relaxation.ts';
import { since } from '../answers/since.ts';
import { takeSnapshot } from '../answers/snapshot.ts';
import { traceReport } from '../answers/traceReport.ts';
import { ColumnsNotFetched } from '../history/history.ts';
import { serveCodes } from '../panorama/codesPort.ts';
import { columnBlocks, uncorrelated } from '../panorama/columnOrder.ts';
import { orderedRows } from '../panorama/rowOrder.ts';
import { applySteps, type Prefix } from '../run/apply.ts';
import { stepColumns } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import { capped } from '../table/cappedText.ts';
import { UnknownColumn } from '../table/numbers.ts';
import { labelAt, type Table } from '../table/table.ts';
import { Accelerator } from './accelerator.ts';
import { Past } from './past.ts';
import type { Answer, AtDate, ColumnDistribution, Request } from './protocol.ts';
import { rehearsal } from './rehearsal.ts';
import { ownBuffer, sentValues } from './sentValues.ts';
import { Session } from './session.ts';
import { pause, SLICE_MS, TimeSlicer } from './timeSlicer.ts';
import { Universe } from './universe.ts';

type Of<Kind extends Request['kind']> = Extract<Request, { kind: Kind }>;

const scope = self as unknown as DedicatedWorkerGlobalScope;

// Held while this worker lives, so that others can detect its end, which browsers do not report.
void scope.navigator.locks?.request(scope.name, () => new Promise(() => {}));

function post(answer: Answer, transfer: Transferable[] = []): void {
  scope.postMessage(answer, transfer);
}

const slicer = new TimeSlicer();
/** gpu.js is loaded with the first self-test, long after the first rows are shown. */
const accelerator = new Accelerator(
  async (name, size) => (await import('../../../kernels/gpu/gpu.ts')).openDevice(name, size),
  (choice) => post({ kind: 'backends', choice }),
);
const universe: Universe = new Universe(accelerator, slicer, (picture) => {
  post({ kind: 'universe', universe: picture });
  if (session.isAsked && !session.isOnSnapshot) void apply(0);
  if (universe.isComplete) void past.find();
});
const past: Past = new Past(
  (history) => {
    post({ kind: 'history', history });
    if (history.status === 'there' && history.reason === null && session.date !== null) void applyOnDate(0);
  },
  (isUnderWay, fetching) => post({ kind: 'fetching', isUnderWay, ...fetching }),
);
const session = new Session(universe, past);

/** Devices are used for the current universe only, because a snapshot's columns are fetched on demand. */
const deviceDoes = (work: Work): boolean => session.date === null && accelerator.does(work);

/** Ticket of the list that waits for columns of a snapshot; the next one replaces it. */
let fetchingFor = Number.NaN;

/** Applies the list once the columns of its date are fetched; if that fails, its first step finds no rows. */
async function applyOnDate(ticket: number): Promise<void> {
  const { date } = session;
  if (date === null) return await apply(ticket);
  // The list that is already waiting will see the change.
  if (ticket === 0 && !Number.isNaN(fetchingFor)) return;
  fetchingFor = ticket;
  const isOvertaken = (): boolean => fetchingFor !== ticket;
  try {
    await past.fetch(date, session.wantedIds);
    await withColumns(() => (isOvertaken() ? undefined : apply(ticket)));
  } catch {
    if (isOvertaken()) return;
    past.lose(date);
    await apply(ticket);
  }
  if (!isOvertaken()) fetchingFor = Number.NaN;
}

/** Runs `ask`, and again after fetching columns that it turns out to read. */
async function withColumns<T>(ask: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ColumnsNotFetched)) throw error;
      await past.fetchMissing(error);
    }
  }
}

/** Ticket 0: not requested, but the universe has changed. */
async function apply(ticket: number): Promise<void> {
  const from = performance.now();
  const table = session.table();
  const masks = deviceDoes('masks') ? await accelerator.masks(table, session.steps) : null;
  // The steps may have changed meanwhile: the page takes the result as the last list's.
  const applied = applySteps(table, session.steps, session.prefix, (step) => masks?.get(step));
  const { counts } = applied;
  const { rows, stepCount } = session.takeApplied(table, applied);
  const ms = performance.now() - from;
  const columns = session.watchedColumns(table);
  const { version, rowCount } = table;
  const buffers = [rows.buffer as ArrayBuffer, ...columns.flatMap(ownBuffer)];
  const universeCount = table.rows.length;
  post({ kind: 'applied', ticket, version, rowCount, universeCount, rows, columns, counts, stepCount, ms }, buffers);
}

/** The current table, if row numbers of that version still hold. */
function tableOf(version: number, next: string): Table {
  const table = session.table();
  if (table.version !== version) throw new Error(`more countries have arrived in the meantime: ${next}`);
  return table;
}

async function exportRows({ ticket, format, columnIds, version, rows }: Of<'export'>): Promise<void> {
  const table = tableOf(version, 'export again');
  slicer.begin(ticket);
  const { chunks, count } = await fileChunks(table, { format, columnIds, rows });
  if (!(await slicer.rest(ticket))) return;
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  function* collect(): Generator<undefined, boolean> {
    for (const chunk of chunks) {
      parts.push(chunk);
      yield;
    }
    return true;
  }
  const progress = (): void => post({ kind: 'progress', ticket, done: parts.length, total: count });
  if (!(await slicer.run(ticket, collect(), progress))) return;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  post({ kind: 'export', ticket, bytes }, [bytes.buffer]);
}

/** Time without requests before an edit is rehearsed. */
const REHEARSAL_IDLE_MS = 300;
/** Cannot be cancelled: tickets count from 1. */
const REHEARSAL_TICKET = -1;
let isRehearsed = false;

async function rehearse(ids: readonly string[]): Promise<void> {
  if (isRehearsed) return;
  isRehearsed = true;
  await slicer.idle(REHEARSAL_IDLE_MS);
  await slicer.run(REHEARSAL_TICKET, rehearsal(session.table(), ids));
}

/** Column headers are visible, so low-priority work waits for them. */
function countFirst(request: Of<'distributions'>): Promise<void> {
  const work = sendDistributions(request);
  const counting = slicer.goFirst(work);
  // A failure only leaves the first edit slow.
  if (!isRehearsed && universe.isComplete) counting.then(() => rehearse(request.ids)).catch(() => {});
  return work;
}

async function sendDistributions({ ticket, ids, stepCount }: Of<'distributions'>): Promise<void> {
  const table = session.table();
  const { version } = table;
  const rows = inTableOrder(session.rowsBehind(stepCount), table.rowCount);
  slicer.begin(ticket);
  let columns: ColumnDistribution[] = [];
  let from = performance.now();
  for (const id of ids) {
    // Send the columns of a finished slice, except the last.
    if (columns.length > 0 && performance.now() - from >= SLICE_MS) {
      post({ kind: 'distributions', ticket, version, columns, isLast: false });
      columns = [];
      if (!(await slicer.rest(ticket))) return;
      from = performance.now();
    }
    const counted = deviceDoes('distributions') ? await accelerator.counts(table, id, rows) : null;
    columns.push({
      universe: universeDistribution(table, id),
      present: presentDistribution(table, id, rows, counted ?? undefined),
    });
  }
  slicer.end(ticket);
  post({ kind: 'distributions', ticket, version, columns, isLast: true });
}

async function sendAccount({ ticket }: Of<'account'>): Promise<void> {
  const table = session.table();
  const { steps } = session;
  slicer.begin(ticket);
  if (!(await slicer.waitForUrgent(ticket))) return;
  const written = await slicer.run(ticket, ledgerWork(table, steps, session.prefix));
  const ordered = written && (await slicer.run(ticket, orderWork(table, steps, written.prefix)));
  const emptying = ordered && (await slicer.run(ticket, relaxationWork(table, steps, written.lines)));
  if (!emptying) return;
  const account = { lines: written.lines, emptying, marks: ordered.marks };
  post({ kind: 'account', ticket, version: table.version, account });
}

async function sendReceipt({ ticket, linked: linkedText }: Of<'receipt'>): Promise<void> {
  const table = session.table();
  const rows = session.ownRows(table);
  const receipt = await slicer.run(ticket, receiptWork(table, rows));
  if (!receipt) return;
  const linked = linkedText === null ? null : readReceipt(linkedText);
  const isMarked = rows.length <= MARKED_ROWS_MAX;
  const marks = isMarked || linked?.marks ? rowMarks(table, rows) : [];
  const short = printReceipt(receipt, isMarked ? marks : null);
  const verdict = linked && compareReceipts(linked, receipt, marks);
  post({ kind: 'receipt', ticket, version: table.version, receipt, short, verdict });
}

function sendSnapshot({ ticket }: Of<'snapshot'>): void {
  if (session.date === null && !universe.isComplete)
    throw new Error('countries are still coming: keep the screen when all are there');
  const snapshot = takeSnapshot(session.table(), session.steps);
  const buffers = snapshot.columns.map((column) => (column.kind === 'text' ? column.codes.buffer : column.values.buffer));
  post({ kind: 'snapshot', ticket, snapshot }, buffers);
}

function sendSwap({ ticket, at, max }: Of<'swap'>): void {
  const table = session.table();
  const { entered, left } = swapOf(table, session.steps, at);
  const swap = { entered: entered.slice(0, max), left: left.slice(0, max) };
  post({ kind: 'swap', ticket, version: table.version, swap });
}

/** Interval between progress messages. */
const TELL_MS = 50;
let toldAt = 0;

function tell(ticket: number, progress: Progress): void {
  if (performance.now() - toldAt < TELL_MS) return;
  toldAt = performance.now();
  post({ kind: 'progress', ticket, ...progress });
}

/** Reports the progress of work. */
function* telling<T>(ticket: number, work: Generator<Progress | undefined, T>): Generator<undefined, T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (step.value) tell(ticket, step.value);
    yield;
  }
}

async function sendColumnOrder({ ticket, ids, order, stepCount }: Of<'columnOrder'>): Promise<void> {
  const table = session.table();
  const rows = session.rowsBehind(stepCount);
  const wanted = uncorrelated(table, ids, order);
  slicer.begin(ticket);
  const correlations = wanted.length > 0 ? await correlationsOnDevice(ticket, table, wanted, table.rows) : null;
  if (!slicer.isWanted(ticket)) return;
  const work = columnBlocks(table, ids, order, rows, correlations);
  const blocks = await slicer.run(ticket, telling(ticket, work));
  if (blocks) post({ kind: 'columnOrder', ticket, version: table.version, blocks });
}

async function sendRowOrder({ ticket, version, rows, order, isOnePerIssuer }: Of<'rowOrder'>): Promise<void> {
  const table = tableOf(version, 'ask again');
  const ordered = await slicer.run(ticket, telling(ticket, orderedRows(table, rows, order, isOnePerIssuer)));
  if (ordered) post({ kind: 'rowOrder', ticket, version, rows: ordered }, [ordered.buffer as ArrayBuffer]);
}

/** Null to leave it to the loops, and when no longer wanted. */
async function correlationsOnDevice(
  ticket: number,
  table: Table,
  ids: readonly string[],
  rows: Uint32Array,
): Promise<Correlations | null> {
  if (!deviceDoes('correlation')) return null;
  let from = performance.now();
  const goOn = async (progress: Progress): Promise<boolean> => {
    if (performance.now() - from >= SLICE_MS) {
      tell(ticket, progress);
      await pause();
      from = performance.now();
    }
    return slicer.isWanted(ticket);
  };
  return await accelerator.correlation(table, ids, rows, goOn);
}

async function sendCorrelation({ ticket, ids, stepCount }: Of<'correlation'>): Promise<void> {
  const table = session.table();
  const rows = session.rowsBehind(stepCount);
  slicer.begin(ticket);
  const onDevice = await correlationsOnDevice(ticket, table, ids, rows);
  if (!onDevice && !slicer.isWanted(ticket)) return;
  const correlations = onDevice ?? (await slicer.run(ticket, telling(ticket, columnCorrelations(table, ids, rows))));
  slicer.end(ticket);
  if (correlations) post({ kind: 'correlation', ticket, version: table.version, correlations });
}

async function sendProfile({ ticket, ids, stepCount, reference }: Of<'profile'>): Promise<void> {
  const table = session.table();
  const columns: ColumnProfile[] = [];
  function* collect(): Generator<undefined, boolean> {
    for (const column of profiles(table, ids, session.rowsBehind(stepCount), reference)) {
      columns.push(column);
      yield;
    }
    return true;
  }
  const progress = (): void => post({ kind: 'progress', ticket, done: columns.length, total: ids.length });
  if (!(await slicer.run(ticket, collect(), progress))) return;
  post({ kind: 'profile', ticket, version: table.version, columns: mostDifferentFirst(columns) });
}

async function sendLineage({ ticket, version, id, row }: Of<'lineage'>): Promise<void> {
  const { date } = session;
  const found = lineage(tableOf(version, 'ask again'), id, row);
  const filings = date !== null && found.filing ? await past.filings(date, row, arrivedIds(found.root)) : {};
  post({ kind: 'lineage', ticket, lineage: capped({ ...found, filings }) });
}

/** Prefixes by snapshot of the last counted steps, so that an edit reruns only what it changes. */
const prefixes = new Map<number, Prefix>();

async function sendOverDates(request: Of<'dateCounts'> | Of<'dateFates'>): Promise<void> {
  const { kind, ticket, steps, isOpen } = request;
  const security = kind === 'dateFates' ? request.security : null;
  await past.find();
  slicer.begin(ticket);
  const ids = [...steps.flatMap((step) => stepColumns(step))];
  let dates: AtDate[] = [];
  let from = performance.now();
  const shutFrom = isOpen ? Number.POSITIVE_INFINITY : past.firstShut;
  for (const block of past.history?.blocks ?? []) {
    const places = block.filter((place) => place < shutFrom);
    if (places.length === 0) continue;
    await past.fetchPlaces(ids, places);
    for (const place of places.toReversed()) {
      if (!slicer.isWanted(ticket)) return;
      dates.push(await withColumns(() => atDate(place, steps, security)));
      if (performance.now() - from < SLICE_MS) continue;
      post({ kind, ticket, dates, isLast: false });
      dates = [];
      if (!(await slicer.rest(ticket))) return;
      from = performance.now();
    }
  }
  slicer.end(ticket);
  post({ kind, ticket, dates, isLast: true });
}

function atDate(place: number, steps: readonly Step[], security: string | null): AtDate {
  const table = past.history!.knownTable(place);
  const { kept, prefix } = keptCount(table, steps, prefixes.get(place) ?? null);
  prefixes.set(place, prefix);
  return { place, kept, fate: security === null ? null : fateOf(table, steps, security) };
}

type Handlers = { readonly [Kind in Request['kind']]: (request: Of<Kind>, ports: readonly MessagePort[]) => unknown };

const HANDLERS: Handlers = {
  load: ({ base, backend, remembered }) => {
    session.forget();
    past.forget(base);
    prefixes.clear();
    universe.load(base, backend, remembered);
  },
  retry: async ({ countries }) => {
    if (countries.length > 0) await universe.retry(countries);
    else {
      session.forget();
      past.forget();
      universe.reload();
    }
  },
  hold: ({ portfolio }) => universe.hold(portfolio),
  retryHistory: () => {
    past.retry();
    void applyOnDate(0);
  },
  apply: (request) => {
    session.take(request);
    return session.date === null ? apply(request.ticket) : applyOnDate(request.ticket);
  },
  watch: ({ ids }) => {
    if (session.watch(ids)) void apply(0);
  },
  shown: () => universe.showRows(),
  column: ({ ticket, id }) => {
    const table = session.table();
    const column = sentValues(table, id);
    post({ kind: 'column', ticket, version: table.version, column }, ownBuffer(column));
  },
  categories: ({ ticket, id, stepCount }) => {
    const categories = capped(categoryCounts(session.table(), id, session.rowsBehind(stepCount)));
    post({ kind: 'categories', ticket, categories });
  },
  range: ({ ticket, id }) => post({ kind: 'range', ticket, range: columnRange(session.table(), id) }),
  account: sendAccount,
  receipt: sendReceipt,
  comparison: ({ ticket }) => {
    const table = session.table();
    post({ kind: 'comparison', ticket, version: table.version, comparison: session.comparison(table) });
  },
  snapshot: sendSnapshot,
  since: ({ ticket, steps, snapshot }) => {
    const table = session.tableFor(steps);
    post({ kind: 'since', ticket, version: table.version, since: capped(since(table, steps, snapshot)) });
  },
  trace: ({ ticket, version, row }) => {
    const table = session.table();
    const trace = table.version === version ? capped(traceReport(table, session.steps, row)) : null;
    post({ kind: 'trace', ticket, version: table.version, trace });
  },
  swap: sendSwap,
  distributions: countFirst,
  percentiles: ({ ticket, id, scope, stepCount }) => {
    const table = session.table();
    const values = columnPercentiles(table, id, scope, session.rowsBehind(stepCount));
    post({ kind: 'percentiles', ticket, version: table.version, values }, [values.buffer]);
  },
  correlation: sendCorrelation,
  profile: sendProfile,
  painter: (_, [port]) => port && serveCodes(port, { table: () => session.table(), withColumns, pause }),
  columnOrder: sendColumnOrder,
  rowOrder: sendRowOrder,
  lineage: sendLineage,
  text: ({ ticket, version, id, row }) =>
    post({ kind: 'text', ticket, text: labelAt(tableOf(version, 'ask again').text(id), row) }),
  flags: ({ ticket, id, stepCount }) =>
    post({ kind: 'flags', ticket, counts: flagCounts(session.table(), id, session.rowsBehind(stepCount)) }),
  export: exportRows,
  dateCounts: sendOverDates,
  dateFates: sendOverDates,
  keep: (_, [port]) => universe.keep(port),
  cancel: ({ ticket }) => {
    slicer.end(ticket);
    if (fetchingFor !== ticket) return;
    fetchingFor = Number.NaN;
    post({ kind: 'refused', ticket, message: 'another list has been requested', isOvertaken: true });
  },
};

/** Columns named in a request, fetched together. */
function columnsNamed(request: Request): readonly string[] {
  if ('columnIds' in request) return request.columnIds;
  return request.kind !== 'watch' && 'ids' in request ? request.ids : 'id' in request ? [request.id] : [];
}

async function answer<Kind extends Request['kind']>(request: Of<Kind>, ports: readonly MessagePort[]): Promise<void> {
  const { kind } = request;
  const ask = (): unknown => HANDLERS[kind as Kind](request, ports);
  const ids = session.date === null ? [] : columnsNamed(request);
  // A failed fetch is reported when the column is read.
  if (session.date !== null && ids.length > 0) await past.fetch(session.date, ids).catch(() => {});
  // `apply` fetches what it reads itself.
  await (kind === 'apply' || kind === 'retryHistory' ? ask() : withColumns(ask));
}

scope.onmessage = (event: MessageEvent<Request>) => {
  const request = event.data;
  slicer.noteRequest();
  answer(request, event.ports).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    if ('ticket' in request)
      post({ kind: 'refused', ticket: request.ticket, message, isOvertaken: error instanceof UnknownColumn });
  });
};
