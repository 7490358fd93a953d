/** Runs work that is done in pieces to its end, without a pause. */
export function runToEnd<T>(work: Generator<unknown, T>): T {
  let piece = work.next();
  while (!piece.done) piece = work.next();
  return piece.value;
}
