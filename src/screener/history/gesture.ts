/** A gesture, such as a drag over a distribution, is undone as one edit. */
let count = 0;
let current: string | null = null;
const waiting: (() => void)[] = [];

export function beginGesture(): void {
  current = `gesture ${++count}`;
}

export function endGesture(): void {
  current = null;
  for (const action of waiting.splice(0)) action();
}

/** Runs at the end of the present gesture, or at once without one. */
export function afterGesture(action: () => void): void {
  if (current === null) action();
  else waiting.push(action);
}

/** Name of the present gesture, or null. */
export function presentGesture(): string | null {
  return current;
}
