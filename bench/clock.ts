/** Stopwatches in milliseconds. */

/** Starts a measurement. */
export type Stopwatch = () => () => number;

export const wallTime: Stopwatch = () => {
  const from = performance.now();
  return () => performance.now() - from;
};

/**
 * CPU time, at most the elapsed time. On a busy machine, work of more than a few milliseconds is interrupted, which prolongs elapsed time;
 * and threads that collect garbage in parallel count only up to it, since much of their time is for earlier work.
 */
export const processorTime: Stopwatch = () => {
  const wall = wallTime();
  const from = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(from);
    return Math.min((user + system) / 1000, wall());
  };
};
