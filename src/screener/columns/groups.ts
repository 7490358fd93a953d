/** Column groups: shortcut letters and navigation. */
import { GROUPS } from '../../catalogue/codes.ts';
import type { Column } from '../../catalogue/column.ts';
import { t } from '../../shell/i18n.ts';
import { jumpTo } from '../state/jump.ts';
import { changeView, columnOf, say, state } from '../state/store.ts';
import { groupLabel } from '../state/words.ts';
import { screenIds } from './screenColumns.ts';
import { LEADING_IDS, shownIds } from './view.ts';

export type GroupName = Column['group'];

export const ALL_GROUPS: readonly GroupName[] = [...GROUPS, 'Other'];

/** Letter after `g` that jumps to a group; the same in every language, like all keys. */
export const GROUP_LETTERS: Readonly<Record<GroupName, string>> = {
  CompanyInformation: 'c',
  PriceAggregates: 't',
  CondensedFundamentalData: 'm',
  MarketValueRatios: 'v',
  ProfitabilityRatios: 'p',
  PerformanceRatios: 'e',
  GrowthData: 'g',
  ForecastData: 'f',
  SpecialFormulas: 's',
  LiquidityRatios: 'l',
  SolvencyRatios: 'o',
  EfficiencyRatios: 'y',
  CostRatios: 'k',
  CashFlowRatios: 'w',
  IncomeStatement: 'i',
  CashFlowStatement: 'h',
  BalanceSheet: 'b',
  Other: 'x',
};

export function groupOfLetter(letter: string): GroupName | undefined {
  return ALL_GROUPS.find((group) => GROUP_LETTERS[group] === letter);
}

/** Moves the cursor to the group's first shown column. */
export function jumpToGroup(group: GroupName): void {
  const ids = shownIds().filter((id) => columnOf(id)?.group === group);
  const elsewhere = [...LEADING_IDS, ...screenIds()];
  const columnId = ids.find((id) => !elsewhere.includes(id)) ?? ids[0];
  if (columnId) jumpTo({ columnId, isAtStart: true });
  else say(t('announcement.noGroup', { group: groupLabel(group) }));
}

/** Folds a group to its first column, or unfolds it. */
export function foldGroup(group: GroupName, folded = !state.view.folded.includes(group)): void {
  const others = state.view.folded.filter((each) => each !== group);
  changeView({ folded: folded ? [...others, group] : others });
  say(t(folded ? 'announcement.folded' : 'announcement.unfolded', { group: groupLabel(group) }));
}
