/** Where is X: shows the way of a security through the steps. */
import { asRef, state } from '../state/store.ts';

export function showTrace(row: number): void {
  const { frame } = state;
  if (!frame) return;
  state.traced = asRef({ version: frame.version, rows: [row] });
  state.sheet = 'trace';
}
