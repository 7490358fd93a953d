/** The row under the pointer, marked in all other views. Not part of the state, so that pointer moves re-render nothing. */

let row = -1;
const listeners = new Set<() => void>();

/** Table row, or -1. */
export function pointedRow(): number {
  return row;
}

export function pointAt(pointed: number): void {
  if (pointed === row) return;
  row = pointed;
  for (const tell of listeners) tell();
}

/** Returns the cleanup. */
export function onPointed(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
