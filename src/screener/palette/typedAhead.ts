/** What is typed between the key that opens the palette and the palette, whose script may still be coming. */

let typed = '';

/** Notes a character; other keys have nothing to do yet. */
export function typeAhead({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return false;
  typed += key;
  return true;
}

/** The text so far, once. */
export function takeTypedAhead(): string {
  const text = typed;
  typed = '';
  return text;
}
