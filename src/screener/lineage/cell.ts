/** Which number is proven. */
import { held, state } from '../state/store.ts';

/** Shows the proof of a column in a row of the painted frame. */
export function showProof(columnId: string, row: number): void {
  if (!state.frame) return;
  state.proven = held({ version: state.frame.version, row, columnId });
  state.sheet = 'proof';
}
