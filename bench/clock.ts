/** Time of the processor: on a busy machine work of more than a few milliseconds is interrupted again and again, and by the clock would seem to grow. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
