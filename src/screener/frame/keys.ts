/** All keyboard shortcuts. Single characters apply only outside of text fields, and can be switched off. */

import { groupOfLetter, jumpToGroup } from '../columns/groups.ts';
import { closeLineage } from '../inspector/cell.ts';
import { type ActionName, act } from '../state/actions.ts';
import { state } from '../state/store.ts';
import { VIEW_KEYS, VIEW_NAMES } from '../views/names.ts';
import { openView, shownHere } from '../views/open.ts';

interface Key {
  readonly press: string;
  readonly action: ActionName;
  /** Grid keys apply only while the grid has the focus. */
  readonly where: 'page' | 'grid';
}

function keys(where: Key['where'], presses: Readonly<Record<string, ActionName>>): readonly Key[] {
  return Object.entries(presses).map(([press, action]) => ({ press, action, where }));
}

const VIEW_PRESSES = Object.fromEntries(VIEW_NAMES.map((name) => [VIEW_KEYS[name], name]));

export const KEYS: readonly Key[] = [
  ...keys('page', VIEW_PRESSES),
  ...keys('page', {
    'Ctrl+k': 'palette',
    '/': 'findRow',
    '?': 'keys',
    'Ctrl+z': 'undo',
    'Ctrl+Shift+z': 'redo',
    'Ctrl+y': 'redo',
    g: 'group',
    p: 'lens',
    'Shift+p': 'lensScope',
    '[': 'steps',
    ']': 'columns',
    '{': 'moveSteps',
    '}': 'moveColumns',
    d: 'second',
    'Shift+d': 'sendView',
    '\\': 'columnSheet',
    x: 'trace',
    b: 'startComparison',
    'Shift+b': 'swapScreens',
    'Shift+v': 'nextPart',
    k: 'saved',
    q: 'format',
    j: 'totals',
    1: 'focusSteps',
    2: 'focusGrid',
    3: 'focusPanel',
    n: 'addFilter',
    'Alt+1': 'zoom1',
    'Alt+2': 'zoom2',
    'Alt+3': 'zoom3',
    'Alt+4': 'zoom4',
    'Alt+5': 'zoom5',
    t: 'transpose',
    a: 'dates',
    'Shift+a': 'today',
    ',': 'dateBefore',
    ';': 'dateAfter',
    ':': 'playDates',
  }),
  ...keys('grid', {
    s: 'sort',
    'Shift+s': 'sortAlso',
    f: 'filter',
    '.': 'row',
    c: 'compare',
    'Shift+c': 'copyTable',
    i: 'lineage',
    m: 'menu',
    ContextMenu: 'menu',
    'Shift+F10': 'menu',
    '-': 'hide',
    '!': 'pin',
    '<': 'moveLeft',
    '>': 'moveRight',
    w: 'wider',
    'Shift+w': 'narrower',
    z: 'fold',
  }),
];

/** The event's target as an element. Each window has its own HTMLElement, so `instanceof` fails for the second window. */
function elementOf(target: EventTarget | null): HTMLElement | null {
  return target && 'isContentEditable' in target ? (target as HTMLElement) : null;
}

const TYPED_IN = 'textarea, select, input:not([type="checkbox"], [type="range"], [type="radio"])';

function isTyping(target: HTMLElement | null): boolean {
  return target !== null && (target.isContentEditable || target.matches(TYPED_IN));
}

/** The key combination in the notation of the table. */
export function pressOf(event: KeyboardEvent): string {
  // On a Mac, Option changes the character.
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  if (digit && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) return `Alt+${digit}`;
  const isCharacter = event.key.length === 1;
  const isLetter = isCharacter && event.key.toLowerCase() !== event.key.toUpperCase();
  // AltGr types characters such as brackets; Windows reports it as Ctrl and Alt.
  const types = isCharacter && event.getModifierState('AltGraph');
  const control = (event.ctrlKey || event.metaKey) && !types ? 'Ctrl+' : '';
  const alt = event.altKey && !types ? 'Alt+' : '';
  const shift = event.shiftKey && (isLetter || !isCharacter) ? 'Shift+' : '';
  return control + alt + shift + (isLetter ? event.key.toLowerCase() : event.key);
}

function isBare(press: string): boolean {
  return press.length === 1 || /^Shift\+.$/.test(press);
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const target = elementOf(event.target);
  const press = pressOf(event);
  if (state.palette) return;
  if (target?.closest('[role="dialog"], [role="menu"]') && press !== 'Ctrl+k') return;
  if (press === 'Escape' && state.sheet) {
    state.sheet = null;
    return;
  }
  if (press === 'Escape' && state.lineageCell && !isTyping(target)) {
    closeLineage();
    return;
  }
  if (press === 'Escape' && shownHere(state) !== 'table' && !isTyping(target)) {
    openView('table');
    return;
  }
  if (press === 'Escape' && state.travelKey !== null && !isTyping(target)) {
    state.travelKey = null;
    return;
  }
  if (state.awaitsGroup && takeGroup(press, event)) return;
  const key = KEYS.find(
    (each) => each.press === press && (each.where === 'page' || target?.closest('.grid-editor, .panorama-picture')),
  );
  if (!key) return;
  if (press !== 'Ctrl+k' && isTyping(target)) return;
  if (isBare(press) && !state.singleKeys) return;
  event.preventDefault();
  act(key.action);
}

function takeGroup(press: string, event: KeyboardEvent): boolean {
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return true;
  state.awaitsGroup = false;
  const group = groupOfLetter(press);
  if (!group) return press === 'Escape';
  event.preventDefault();
  jumpToGroup(group);
  return true;
}

/** Listens in a window's document. Returns the cleanup. */
export function listenForKeys(page: Document): () => void {
  page.addEventListener('keydown', pressed);
  return () => page.removeEventListener('keydown', pressed);
}
