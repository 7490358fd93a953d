/** Runs a generator to its end without pausing. */
export function runToEnd<T>(work: Generator<unknown, T>): T {
  let piece = work.next();
  while (!piece.done) piece = work.next();
  return piece.value;
}
