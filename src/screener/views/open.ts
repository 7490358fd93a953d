/** Opening views, and their settings. */
import { t } from '../../shell/i18n.ts';
import { focusSoon } from '../frame/focus.ts';
import { jumpTo } from '../state/jump.ts';
import { changeView, type ScreenerState, say, state, type View } from '../state/store.ts';
import { isPanorama, type Level } from '../zoom/level.ts';
import { setLevel } from '../zoom/zoom.ts';
import type { ViewName } from './names.ts';

/** Level when switching between the two. */
const LEVELS = { table: 1, overview: 4 } as const satisfies Record<string, Level>;

interface Windows {
  readonly view: View;
  readonly second: ScreenerState['second'];
}

/** The view in the first window. A view moved to the second window leaves the table here. */
export function shownHere({ view, second }: Windows): View['shown'] {
  return view.shown === second ? 'table' : view.shown;
}

export function viewName(windows: Windows): ViewName {
  const shown = shownHere(windows);
  return shown === 'table' && isPanorama(windows.view.zoom) ? 'overview' : shown;
}

/** Shows a view and closes any sheet. */
export function openView(name: ViewName): void {
  state.sheet = null;
  if (name === state.second) {
    focusSoon('.second .view-frame');
    return;
  }
  if (name === viewName(state)) return;
  takeFocus(name);
  if (name === 'table' || name === 'overview') {
    if (isPanorama(state.view.zoom) === (name === 'overview')) changeView({ shown: 'table' });
    else setLevel(LEVELS[name]);
  } else changeView({ shown: name });
  say(t('announcement.view', { view: t(`view.${name}`) }));
}

/** Moves the focus out of the view that unmounts; the view bar keeps it. */
function takeFocus(name: ViewName): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body && !activeElement.closest('#content')) return;
  if (name === 'table') setTimeout(() => jumpTo({}));
  else focusSoon('.view-frame, .panorama-picture');
}

/** Toggles between a view and the table. */
export function toggleView(name: ViewName): void {
  openView(name === viewName(state) ? 'table' : name);
}

/** Changes settings of a view; null restores the default. */
export function changeSettings(view: ViewName, change: Readonly<Record<string, string | null>>): void {
  const settings = { ...state.view.settings };
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete settings[`${view}.${name}`];
    else settings[`${view}.${name}`] = value;
  }
  changeView({ settings });
}

export function settingOf(view: Pick<View, 'settings'>, name: ViewName, setting: string): string | null {
  return view.settings[`${name}.${setting}`] ?? null;
}
