/** What one step did. in = out + failed + missing for filters; for sorts failed = missing = 0; for slices failed = in - out. */
export interface StepCount {
  readonly in: number;
  readonly out: number;
  readonly failed: number;
  readonly missing: number;
}
