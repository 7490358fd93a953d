export type Json = Readonly<Record<string, unknown>>;

/** @throws with the position if it is not an object */
export function record(value: unknown, place: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${place} is not an object`);
  return value as Json;
}
