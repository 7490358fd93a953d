/** The tables of a folder and their columns (docs/data-sources.md). */
import { HEADER_IDS } from '../../catalogue/catalogue.ts';
import { RAW_COLUMNS } from '../../catalogue/raw.ts';
import { STATEMENT_IDS } from '../figures/period.ts';

/** The last three are only read for a history. */
export const TABLES = ['securities', 'statements', 'prices', 'forecasts', 'rates', 'listings', 'actions', 'members'] as const;
export type Table = (typeof TABLES)[number];

/** Undated figures in rows of `securities`. */
export const SNAPSHOT_IDS = ['marketCapitalization', 'dilutedEPSTTM', 'dividendPerShare', 'beta'] as const;

/** The delivered forecasts; the other forecast columns are derived from them. */
export const FORECAST_IDS: readonly string[] = RAW_COLUMNS.filter(
  (column) => column.group === 'ForecastData' && !('definedAs' in column),
).map(({ id }) => id);

export interface TableColumn {
  readonly id: string;
  readonly type: 'text' | 'number' | 'date';
  readonly isRequired: boolean;
  /** Required unless the table has a column `id`. */
  readonly orId?: true;
}

const columns = (type: TableColumn['type'], ids: readonly string[], isRequired = false): TableColumn[] =>
  ids.map((id) => ({ id, type, isRequired }));

/** A row belongs to the security with its id, or to the one listed under its symbol on the row's day. */
const SYMBOL: readonly TableColumn[] = [
  { id: 'symbol', type: 'text', isRequired: true, orId: true },
  { id: 'id', type: 'text', isRequired: false },
];

const FIELD_IDS = HEADER_IDS.filter((id) => !['symbol', 'country', 'latestQuarter'].includes(id));

/** priceCurrency is the unit of prices if it differs from the currency, such as GBX with GBP. */
export const TABLE_COLUMNS: Readonly<Record<Table, readonly TableColumn[]>> = {
  securities: [
    ...columns('text', ['symbol', 'country'], true),
    ...columns('text', ['id']),
    ...columns('text', FIELD_IDS),
    ...columns('text', ['priceCurrency']),
    ...columns('date', ['latestQuarter']),
    ...columns('number', SNAPSHOT_IDS),
    // Common shares per depositary receipt.
    ...columns('number', ['adrRatio']),
  ],
  statements: [
    ...SYMBOL,
    ...columns('date', ['periodEnd'], true),
    ...columns('text', ['period'], true),
    ...columns('text', ['currency', 'exchange', 'accession']),
    ...columns('date', ['periodStart', 'filed', 'sharesSince']),
    ...columns('number', ['sharesRatio']),
    // Doubtful figures in the format of wire/sourceFlags.ts: `fallback:totalDebt;netDebt`.
    ...columns('text', ['flags']),
    ...columns('number', STATEMENT_IDS),
  ],
  prices: [
    ...SYMBOL,
    ...columns('date', ['date'], true),
    ...columns('number', ['close'], true),
    ...columns('number', ['adjClose', 'volume', 'open', 'high', 'low']),
    // Not 0 if the close is adjusted: it is displayed, but not used in calculations.
    ...columns('number', ['isAdjusted']),
    ...columns('text', ['exchange']),
  ],
  forecasts: [...columns('text', ['symbol'], true), ...columns('number', FORECAST_IDS)],
  rates: [...columns('text', ['currency'], true), ...columns('number', ['usdRate'], true), ...columns('date', ['date'])],
  listings: [
    ...columns('text', ['id', 'symbol'], true),
    ...columns('date', ['from'], true),
    ...columns('date', ['to']),
    ...columns('text', ['exchange', 'reason']),
    ...columns('number', ['endReturn']),
  ],
  actions: [
    ...SYMBOL,
    ...columns('date', ['date'], true),
    ...columns('text', ['kind'], true),
    ...columns('number', ['value'], true),
    ...columns('text', ['exchange']),
  ],
  members: [...columns('text', ['list'], true), ...SYMBOL, ...columns('date', ['from'], true), ...columns('date', ['to'])],
};

export function tableColumn(table: Table, id: string): TableColumn | undefined {
  return TABLE_COLUMNS[table].find((column) => column.id === id);
}
