/** Keys of the whole desk. Single characters count only where nothing is being typed. */
import { type Panel, showPanel, state } from './store.ts';

const PANEL_KEYS: Readonly<Record<string, Panel>> = { '[': 'steps', ']': 'columns' };

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'range';
}

function pressed(event: KeyboardEvent): void {
  const panel = PANEL_KEYS[event.key];
  // Brackets are typed with AltGr on many keyboards, which Windows reports as Ctrl and Alt.
  const isBare = !event.metaKey && (event.getModifierState('AltGraph') || (!event.ctrlKey && !event.altKey));
  if (!panel || !isBare || isTyping(event.target)) return;
  event.preventDefault();
  showPanel(panel, !state.panels[panel]);
}

/** Listens until the page is left. */
export function listenForKeys(): () => void {
  document.addEventListener('keydown', pressed);
  return () => document.removeEventListener('keydown', pressed);
}
