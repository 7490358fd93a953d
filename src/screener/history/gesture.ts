/** A gesture, such as a drag over a distribution, is undone as one edit. */
let count = 0;
let current: string | null = null;

export function beginGesture(): void {
  current = `gesture ${++count}`;
}

export function endGesture(): void {
  current = null;
}

/** Name of the present gesture, or null. */
export function presentGesture(): string | null {
  return current;
}
