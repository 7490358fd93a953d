/** Buffers keys typed while the palette is loading. */

let typed = '';

/** Buffers a character; ignores other keys. */
export function typeAhead({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return false;
  typed += key;
  return true;
}

/** Returns and clears the buffer. */
export function takeTypedAhead(): string {
  const text = typed;
  typed = '';
  return text;
}
