/** Where is X: shows the way of a security through the steps. */
import { held, state } from '../state/store.ts';

export function seek(row: number): void {
  const { frame } = state;
  if (!frame) return;
  state.sought = held({ version: frame.version, rows: [row] });
  state.sheet = 'where';
}
