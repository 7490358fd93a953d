/** A synthetic history as tables, whose correct results are known. */
import { type DemoHistoryOptions, demoHistory } from '../../src/demo/history.ts';
import { STATEMENT_IDS } from '../../src/ingest/figures/period.ts';
import { isoDay } from '../../src/ingest/formats/day.ts';
import type { Known } from '../../src/ingest/history/snapshotRow.ts';
import { type TableRow, writeTable } from './folder.ts';

export interface DemoTables {
  securities: TableRow[];
  listings: TableRow[];
  actions: TableRow[];
  members: TableRow[];
  statements: TableRow[];
  prices: TableRow[];
}

const dayText = (day: number): string => (Number.isFinite(day) ? isoDay(day) : '');

export function demoTables(options: DemoHistoryOptions): DemoTables {
  const input = demoHistory(options);
  const tables: DemoTables = { securities: [], listings: [], actions: [], members: [], statements: [], prices: [] };
  for (const { list, id, from, to } of input.members) tables.members.push({ list, id, from: dayText(from), to: dayText(to) });
  for (const known of input.known(0, 0) as Iterable<Known>) {
    const { id, fields } = known.security;
    tables.securities.push({
      id,
      ...Object.fromEntries([...fields].map(([name, value]) => [name, value === null ? '' : String(value)])),
    });
    for (const { symbol, exchange, from, to, reason, endReturn } of input.listings.of(id))
      tables.listings.push({
        id,
        symbol,
        exchange,
        from: dayText(from),
        to: dayText(to),
        reason,
        endReturn: Number.isNaN(endReturn) ? '' : endReturn,
      });
    for (const { day, kind, value } of known.actions ?? []) tables.actions.push({ id, date: dayText(day), kind, value });
    for (const { day, kind, filedDay, accession, values } of known.filings) {
      const figures = [...values].map((value, at) => [STATEMENT_IDS[at]!, Number.isNaN(value) ? '' : value] as const);
      const stated = Object.fromEntries(figures.filter(([, value]) => value !== ''));
      tables.statements.push({
        id,
        periodEnd: dayText(day),
        period: kind,
        filed: filedDay === undefined ? '' : dayText(filedDay),
        accession,
        ...stated,
      });
    }
    const { days, closes, volumes } = known.sessions;
    for (let at = 0; at < days.length; at++)
      tables.prices.push({ id, date: dayText(days[at]!), close: closes[at]!, volume: volumes[at]! });
  }
  return tables;
}

export function writeTables(folder: string, tables: DemoTables): void {
  for (const [name, rows] of Object.entries(tables)) writeTable(folder, name, rows as TableRow[]);
}
