/** Runs a generator to its end without pausing. */
export function runToEnd<T>(work: Generator<unknown, T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
