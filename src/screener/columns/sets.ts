/** Column sets: built-in ones and the user's own, stored on this device. */
import { columnsOfGroup } from '../../catalogue/catalogue.ts';
import type { Group } from '../../catalogue/codes.ts';
import { t } from '../../shell/i18n.ts';
import { readList, writeList } from '../../shell/storage.ts';
import { asRef, say, state } from '../state/store.ts';
import { allIds, shownIds, takeColumns } from './view.ts';

const ABOUT = ['symbol', 'name', 'country', 'sector', 'marketCapitalization', 'close'] as const;

function groups(...names: readonly Group[]): readonly string[] {
  return names.flatMap((name) => columnsOfGroup(name).flatMap((column) => (column.helper ? [] : [column.id])));
}

/** Built-in sets; null columns are the default view. */
export const COLUMN_SETS = [
  { name: 'everything', columns: () => null },
  { name: 'valuation', columns: () => [...ABOUT, ...groups('MarketValueRatios', 'ForecastData')] },
  {
    name: 'quality',
    columns: () => [
      ...ABOUT,
      ...groups('ProfitabilityRatios', 'CashFlowRatios', 'EfficiencyRatios'),
      'piotroskiFScore',
      'grossProfitability',
      'sloanAccruals',
      'beneishMScore',
    ],
  },
  { name: 'momentum', columns: () => [...ABOUT, ...groups('PriceAggregates')] },
  {
    name: 'solvency',
    columns: () => [
      ...ABOUT,
      ...groups('SolvencyRatios', 'LiquidityRatios'),
      'altmanZScore',
      'altmanZDoublePrimeScore',
      'ohlsonOScore',
      'ohlsonProbability',
      'zmijewskiScore',
      'springateScore',
    ],
  },
] as const satisfies readonly { name: string; columns: () => readonly string[] | null }[];

export interface UserSet {
  readonly name: string;
  readonly columns: readonly string[];
}

const SETTING = 'columnSets';

function isSet(value: unknown): value is UserSet {
  if (typeof value !== 'object' || value === null) return false;
  const { name, columns } = value as Partial<UserSet>;
  return typeof name === 'string' && Array.isArray(columns) && columns.every((id) => typeof id === 'string');
}

/** The user's sets in order of creation. */
export function userSets(): readonly UserSet[] {
  return readList(SETTING, isSet);
}

function write(sets: readonly UserSet[]): void {
  writeList(SETTING, isSet, sets);
  state.userSets = asRef([...sets]);
}

/** Saves the shown columns, replacing a set of the same name. */
export function keepSet(name: string): void {
  const tidy = name.trim();
  if (tidy === '') return;
  const others = userSets().filter((set) => set.name !== tidy);
  write([...others, { name: tidy, columns: shownIds() }]);
  say(t('announcement.setKept', { name: tidy }));
}

export function dropSet(name: string): void {
  write(userSets().filter((set) => set.name !== name));
}

/** Shows the columns of a set; the user's sets take precedence. */
export function takeSet(name: string): void {
  const own = userSets().find((set) => set.name === name);
  const builtIn = COLUMN_SETS.find((set) => set.name === name);
  if (!own && !builtIn) return;
  const known = new Set(allIds());
  const columns = own ? own.columns : (builtIn?.columns() ?? null);
  takeColumns(columns?.filter((id) => known.has(id)) ?? null);
  say(t('announcement.setTaken', { name: own ? name : t(`set.${builtIn?.name ?? 'everything'}`) }));
}

/** Name of the set that matches the shown columns, or null. */
export function currentSet(): string | null {
  const shown = shownIds().join();
  const own = userSets().find((set) => set.columns.join() === shown);
  if (own) return own.name;
  const known = new Set(allIds());
  for (const { name, columns } of COLUMN_SETS) {
    const ids = columns();
    if (ids === null ? state.view.columns === null : [...new Set(ids)].filter((id) => known.has(id)).join() === shown)
      return name;
  }
  return null;
}
