/** Runs work that comes in time slices to its end, without a pause. */
export function runToEnd<T>(work: Generator<unknown, T>): T {
  let piece = work.next();
  while (!piece.done) piece = work.next();
  return piece.value;
}
