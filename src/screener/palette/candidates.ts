/** Candidates of the palette: columns, steps, securities and actions, each with its verbs. */
import uFuzzy from '@leeoniya/ufuzzy';
import { COLUMNS } from '../../catalogue/catalogue.ts';
import { CURRENCIES } from '../../catalogue/codes.ts';
import { type TextKey, t } from '../../shell/i18n.ts';
import { chooseTheme, THEMES } from '../../shell/theme.ts';
import { goToColumn } from '../columns/goToColumn.ts';
import { ALL_GROUPS, GROUP_LETTERS, jumpToGroup } from '../columns/groups.ts';
import { beginsWord, searchColumns } from '../columns/search.ts';
import { COLUMN_SETS, takeSet, userSets } from '../columns/sets.ts';
import { showColumns, visibleIds } from '../columns/view.ts';
import { presses } from '../frame/keyNames.ts';
import { compareRow, showDetail } from '../rows/chosen.ts';
import { type FoundRow, searchRows } from '../rows/search.ts';
import { OWN_CURRENCY } from '../rows/shownMoney.ts';
import { ACTION_NAMES, act } from '../state/actions.ts';
import { exportFile } from '../state/export.ts';
import { FILE_FORMATS } from '../state/fileFormats.ts';
import { jumpTo } from '../state/jump.ts';
import { addedColumns, changeView, columnOf, say, showPanel, state } from '../state/store.ts';
import { columnLabel, groupLabel } from '../state/words.ts';
import { filterByColumn } from '../steps/cellFilter.ts';
import { addStep, goToStep } from '../steps/edit.ts';
import { sortByHeader } from '../steps/headerSort.ts';
import { sentence } from '../steps/sentence.ts';
import { stepsTyped } from '../steps/text.ts';
import { travelTo } from '../steps/travel.ts';

export type Verb = 'add' | 'trace' | 'travel' | 'go' | 'filter' | 'sort' | 'show' | 'hide' | 'compare' | 'open' | 'do';

export interface Candidate {
  readonly key: string;
  readonly kind: 'column' | 'row' | 'step' | 'group' | 'set' | 'action';
  readonly label: string;
  readonly note: string;
  readonly press: string;
  /** Verbs for Enter alone and with Shift, Ctrl and Alt. */
  readonly verbs: readonly { readonly verb: Verb; readonly run: () => void }[];
}

const COLUMNS_MAX = 12;
const ROWS_MAX = 12;
const ROWS_ALONE_MAX = 50;
const OTHERS_MAX = 10;
const STEPS_MAX = 6;

/** Delay until the grid has rendered the edit. */
const SETTLED_MS = 60;

function columnCandidate(id: string, shown: ReadonlySet<string>): Candidate {
  const isShown = shown.has(id);
  return {
    key: `column ${id}`,
    kind: 'column',
    label: columnLabel(id),
    note: groupLabel(columnOf(id)?.group ?? 'Other'),
    press: '',
    verbs: [
      { verb: 'go', run: () => goToColumn(id) },
      { verb: 'filter', run: () => filterByColumn(id) },
      { verb: 'sort', run: () => sortByHeader(id, false) },
      { verb: isShown ? 'hide' : 'show', run: () => showColumns([id], !isShown) },
    ],
  };
}

function goToRow({ row, position, symbol }: FoundRow): void {
  showDetail(row);
  if (position >= 0) setTimeout(() => jumpTo({ position }), SETTLED_MS);
  else say(t('announcement.notInResult', { symbol }));
}

function rowCandidate(found: FoundRow): Candidate {
  return {
    key: `row ${found.row}`,
    kind: 'row',
    label: `${found.symbol}  ${found.name}`,
    note: found.position < 0 ? t('palette.notInResult') : '',
    press: '',
    verbs: [
      { verb: 'go', run: () => goToRow(found) },
      { verb: 'compare', run: () => compareRow(found.row) },
      { verb: 'trace', run: () => showDetail(found.row) },
    ],
  };
}

function simple(
  kind: Candidate['kind'],
  key: string,
  label: string,
  press: string,
  run: () => void,
  verb: Verb = 'do',
): Candidate {
  return { key: `${kind} ${key}`, kind, label, note: '', press, verbs: [{ verb, run }] };
}

function stepCandidates(): readonly Candidate[] {
  return state.steps.map((entry) => ({
    key: `step ${entry.key}`,
    kind: 'step',
    label: sentence(entry.step, columnOf),
    note: '',
    press: '',
    verbs: [
      { verb: 'open', run: () => goToStep(entry.key) },
      { verb: 'travel', run: () => travelTo(entry.key) },
    ],
  }));
}

/** Input that parses as steps, such as roe > 15%. */
function typedSteps(text: string): readonly Candidate[] {
  const steps = stepsTyped(text);
  if (steps.length === 0) return [];
  const label = steps.map((step) => sentence(step, columnOf)).join(' · ');
  const add = (): void => {
    showPanel('steps', true);
    for (const step of steps) addStep(step);
  };
  return [simple('step', 'typed', `+ ${label}`, '', add, 'add')];
}

const EXPORTS = FILE_FORMATS.flatMap((format) => [[format, 'shown'] as const, [format, 'all'] as const]);

function moneyName(code: string | null): string {
  if (code === null) return t('money.common');
  return code === OWN_CURRENCY ? t('money.own') : code;
}

function otherCandidates(): readonly Candidate[] {
  const actions = ACTION_NAMES.filter((name) => name !== 'palette').map((name) =>
    simple('action', name, t(`action.${name}` as TextKey), presses(name)[0] ?? '', () => act(name)),
  );
  const groups = ALL_GROUPS.map((group) =>
    simple('group', group, groupLabel(group), `G ${GROUP_LETTERS[group].toUpperCase()}`, () => jumpToGroup(group), 'go'),
  );
  const sets = [
    ...COLUMN_SETS.map((set) => ({ name: set.name, label: t(`set.${set.name}`) })),
    ...userSets().map(({ name }) => ({ name, label: name })),
  ];
  const files = EXPORTS.map(([format, which]) =>
    simple('action', `${format} ${which}`, t(`export.${format}.${which}`), '', () => void exportFile(format, which)),
  );
  const currencies = [null, OWN_CURRENCY, ...CURRENCIES].map((code) =>
    simple('action', `money ${code}`, `${t('money.label')}: ${moneyName(code)}`, '', () => changeView({ money: code })),
  );
  const themes = THEMES.map((theme) =>
    simple('action', `theme ${theme}`, t('theme.choose', { theme: t(`theme.${theme}`) }), '', () => chooseTheme(theme)),
  );
  return [
    ...actions,
    ...currencies,
    ...themes,
    ...files,
    ...groups,
    ...sets.map(({ name, label }) => simple('set', name, label, '', () => takeSet(name))),
  ];
}

const fuzzy = new uFuzzy({ intraMode: 0, intraIns: 1 });

function matching(candidates: readonly Candidate[], text: string, max: number): readonly Candidate[] {
  if (text === '') return candidates.slice(0, max);
  const own = `${t('sets.label')} ${t('sets.own')}`;
  const haystack = candidates.map(({ kind, label }) => (kind === 'set' ? `${label} ${own}` : label));
  const [indexes, matches, order] = fuzzy.search(haystack, text, 2);
  const places = order && matches ? order.map((index) => matches.idx[index] ?? -1) : (indexes ?? []);
  return places.slice(0, max).flatMap((place) => candidates[place] ?? []);
}

/** Matches, best first within each kind. */
export function searchAll(text: string, scope: 'all' | 'rows'): readonly Candidate[] {
  const needle = text.trim();
  if (scope === 'rows') return searchRows(needle, ROWS_ALONE_MAX).map(rowCandidate);
  const shown = new Set(visibleIds());
  const columns = needle === '' ? [] : searchColumns([...COLUMNS, ...addedColumns()], needle);
  const rows = needle === '' ? [] : searchRows(needle, ROWS_MAX);
  const exact = rows.filter(({ symbol }) => symbol.toUpperCase() === needle.toUpperCase());
  const meant = columns.slice(0, COLUMNS_MAX).filter((column) => beginsWord(column, needle));
  const within = columns.slice(0, COLUMNS_MAX).filter((column) => !meant.includes(column));
  return [
    ...typedSteps(needle),
    ...meant.slice(0, 1).map(({ id }) => columnCandidate(id, shown)),
    ...exact.map(rowCandidate),
    ...meant.slice(1).map(({ id }) => columnCandidate(id, shown)),
    ...matching(otherCandidates(), needle, needle === '' ? Number.POSITIVE_INFINITY : OTHERS_MAX),
    ...within.map(({ id }) => columnCandidate(id, shown)),
    ...matching(stepCandidates(), needle, STEPS_MAX),
    ...rows.filter((row) => !exact.includes(row)).map(rowCandidate),
  ];
}
