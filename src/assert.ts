/** Throws with `message` when `condition` does not hold. Stays in production: it guards borders, per block and per message, never per cell. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
