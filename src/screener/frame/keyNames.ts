/** Names of keys on this platform. */
import type { ActionName } from '../state/actions.ts';
import { KEYS } from './keys.ts';

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** `Ctrl+Shift+z` → Ctrl Shift Z. */
export function keyName(press: string): string {
  return press
    .split(/\+(?=.)/)
    .map((part) => {
      if (part === 'Ctrl') return isApple ? '⌘' : part;
      return part.length === 1 ? part.toUpperCase() : part;
    })
    .join(' ');
}

/** Key combinations of an action, the most common first. */
export function presses(action: ActionName): readonly string[] {
  return KEYS.filter((key) => key.action === action).map((key) => keyName(key.press));
}
