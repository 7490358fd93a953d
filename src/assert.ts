/** Throws with `message` when `condition` is false. Kept in production: it guards module boundaries, per block and per message, never per cell. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
