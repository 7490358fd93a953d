/** Actions available to keys, palette and buttons. */
import { t } from '../../shell/i18n.ts';
import { dates, goToDate, showDates, stepDate, togglePlay } from '../asOf/dates.ts';
import { ALL_GROUPS, foldGroup } from '../columns/groups.ts';
import { FROZEN_IDS, moveShown, nudgeWidth, pinColumn, resetView, showColumns } from '../columns/view.ts';
import { endComparison, nextPart, startComparison, swapScreens } from '../comparison/comparison.ts';
import { switchSide } from '../frame/docks.ts';
import { focusPalette, focusSoon } from '../frame/focus.ts';
import { sendView, toggleSecond } from '../frame/secondWindow.ts';
import { openMenu } from '../grid/columnMenu.ts';
import { copySelected } from '../grid/copySelected.ts';
import { toggleLineage } from '../inspector/cell.ts';
import { findTraced } from '../inspector/find.ts';
import { nextLensScope, toggleLens } from '../lens/scope.ts';
import { compareRow, showDetail } from '../rows/chosen.ts';
import { filterByCell } from '../steps/cellFilter.ts';
import { addNew, setEntries } from '../steps/edit.ts';
import { sortByHeader } from '../steps/headerSort.ts';
import { NEW_STEPS, type NewStepName } from '../steps/registry.ts';
import { travelTo } from '../steps/travel.ts';
import { VIEW_NAMES, type ViewName } from '../views/names.ts';
import { changeSettings, toggleView } from '../views/open.ts';
import { setLevel, transpose } from '../zoom/zoom.ts';
import { jumpTo } from './jump.ts';
import { change, changeView, columnOf, type Panel, type Sheet, say, showPanel, showTab, state } from './store.ts';
import { redo, undo } from './sync.ts';

function toggleSheet(sheet: Sheet): void {
  state.sheet = state.sheet === sheet ? null : sheet;
}

function toggle(panel: Panel): void {
  showPanel(panel, !state.panels[panel]);
}

function openPalette(scope: 'all' | 'rows'): void {
  change({ palette: scope });
  focusPalette();
}

/** Runs on the column under the cursor. */
function onColumn(work: (columnId: string) => void): void {
  if (state.cursor) work(state.cursor.columnId);
  else say(t('announcement.noCursor'));
}

const ADDS = Object.fromEntries(Object.keys(NEW_STEPS).map((name) => [name, () => addNew(name as NewStepName)]));

const OPENS = Object.fromEntries(VIEW_NAMES.map((name) => [name, () => toggleView(name)]));

/** In the order of the palette without a search. */
const ACTIONS = {
  ...(ADDS as Readonly<Record<NewStepName, () => void>>),
  palette: () => openPalette('all'),
  findRow: () => openPalette('rows'),
  ...(OPENS as Readonly<Record<ViewName, () => void>>),
  keys: () => toggleSheet('keys'),
  columnSheet: () => toggleSheet('columns'),
  trace: findTraced,
  startComparison,
  swapScreens,
  nextPart,
  endComparison,
  saved: () => {
    showTab('saved');
    focusSoon('.saved-name');
  },
  format: () => toggleSheet('format'),
  serverScreen: () => toggleSheet('serverScreen'),
  totals: () => changeSettings('table', { totals: state.view.settings['table.totals'] ? null : 'on' }),
  dates: () => showDates(!dates.isOpen),
  dateBefore: () => stepDate(-1),
  dateAfter: () => stepDate(1),
  playDates: togglePlay,
  today: () => goToDate(null),
  zoom1: () => setLevel(1),
  zoom2: () => setLevel(2),
  zoom3: () => setLevel(3),
  zoom4: () => setLevel(4),
  zoom5: () => setLevel(5),
  transpose,
  print: () => window.print(),
  undo,
  redo,
  group: () => change({ awaitsGroup: true }),
  lens: toggleLens,
  lensScope: nextLensScope,
  steps: () => toggle('steps'),
  columns: () => toggle('columns'),
  moveSteps: () => switchSide('steps'),
  moveColumns: () => switchSide('columns'),
  second: toggleSecond,
  sendView,
  focusSteps: () => {
    showPanel('steps', true);
    focusSoon('.step-sentence, .panel-steps .add-steps .button');
  },
  focusGrid: () => jumpTo({}),
  focusPanel: () => {
    showPanel('columns', true);
    focusSoon('.panel-columns [role="tab"][aria-selected="true"]');
  },
  travel: () => {
    if (state.openKey !== null) travelTo(state.openKey);
    else say(t('announcement.noStep'));
  },
  resetFolds: () => changeView({ folded: [] }),
  foldAll: () => changeView({ folded: ALL_GROUPS }),
  clearSteps: () => setEntries([]),
  resetView,
  sort: () => onColumn((id) => sortByHeader(id, false)),
  sortAlso: () => onColumn((id) => sortByHeader(id, true)),
  filter: filterByCell,
  row: () => {
    if (state.cursor) showDetail(state.cursor.row);
  },
  compare: () => {
    if (state.cursor) compareRow(state.cursor.row);
  },
  copyTable: () => void copySelected(),
  lineage: () => {
    if (state.cursor) toggleLineage(state.cursor.columnId, state.cursor.row);
    else say(t('announcement.noCursor'));
  },
  menu: () => onColumn(openMenu),
  hide: () =>
    onColumn((id) => {
      if (!FROZEN_IDS.includes(id)) showColumns([id], false);
    }),
  pin: () => onColumn(pinColumn),
  moveLeft: () => onColumn((id) => moveShown(id, -1)),
  moveRight: () => onColumn((id) => moveShown(id, 1)),
  wider: () => onColumn((id) => nudgeWidth(id, 1)),
  narrower: () => onColumn((id) => nudgeWidth(id, -1)),
  fold: () =>
    onColumn((id) => {
      const group = columnOf(id)?.group;
      if (group) foldGroup(group);
    }),
} as const satisfies Record<string, () => void>;

export type ActionName = keyof typeof ACTIONS;
export const ACTION_NAMES = Object.keys(ACTIONS) as readonly ActionName[];

export function act(name: ActionName): void {
  ACTIONS[name]();
}
