/** Clocks for work: started, they say how many milliseconds it has taken since. */

/** Starts a measurement. */
export type Stopwatch = () => () => number;

export const wallTime: Stopwatch = () => {
  const from = performance.now();
  return () => performance.now() - from;
};

/**
 * Time of the processor, as long as that is no more than has passed. On a busy machine work of more than a few milliseconds is interrupted again and again, and by
 * the wall's clock would seem to grow; and threads that collect garbage beside the work are no part of it, and much of their time is for what was done before.
 */
export const processorTime: Stopwatch = () => {
  const wall = wallTime();
  const from = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(from);
    return Math.min((user + system) / 1000, wall());
  };
};
