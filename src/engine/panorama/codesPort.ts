/** The engine's end of the painter's channel: sends columns of codes as they are computed. */
import type { Table } from '../table/table.ts';
import type { CodedColumn, CodesAnswer, CodesRequest } from './codes.ts';
import { codedColumns } from './coding.ts';

/** Time slice after which columns are sent and other messages handled. */
const SLICE_MS = 8;

export interface CodesHost {
  /** Throws while there is no table. */
  table(): Table;
  /** Runs `ask`, and again when missing columns have been fetched. */
  withColumns<T>(ask: () => T | Promise<T>): Promise<T>;
  /** Lets other messages be handled. */
  pause(): Promise<void>;
}

/** Answers requests for codes on the port; a later one replaces an earlier one. */
export function serveCodes(port: MessagePort, host: CodesHost): void {
  let latest = 0;
  const post = (ticket: number, columns: readonly CodedColumn[] | null): void => {
    const answer: CodesAnswer = { ticket, columns };
    port.postMessage(
      answer,
      (columns ?? []).map(({ codes }) => codes.buffer as ArrayBuffer),
    );
  };
  const send = async (request: CodesRequest): Promise<void> => {
    const { ticket } = request;
    if (latest !== ticket) return;
    const table = host.table();
    if (table.version !== request.version) {
      post(ticket, null);
      return;
    }
    // A formula's column may be gone, and is no longer awaited.
    const ids = request.ids.filter((id) => table.column(id) !== undefined);
    let made: CodedColumn[] = [];
    let from = performance.now();
    for (const column of codedColumns(table, { ...request, ids })) {
      made.push(column);
      if (performance.now() - from < SLICE_MS) continue;
      post(ticket, made);
      made = [];
      await host.pause();
      if (latest !== ticket) return;
      from = performance.now();
    }
    post(ticket, made);
  };
  port.onmessage = ({ data }: MessageEvent<CodesRequest>) => {
    latest = data.ticket;
    // Without a table there is nothing to draw yet: the page says when there is.
    host.withColumns(() => send(data)).catch(() => post(data.ticket, null));
  };
}
