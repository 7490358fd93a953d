/** Long work in time slices: other messages are handled between them and may cancel it. */

/** Time slice after which other messages are handled and partial results sent. */
export const SLICE_MS = 4;

/** Lets other messages be handled. Uses a message, because browsers delay nested timers by at least 4 ms. */
export function pause(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

export class TimeSlicer {
  /** Tickets of the work in progress; removing one stops it. */
  readonly #working = new Set<number>();
  #askedAt = 0;
  /** Resolves after the work that goes first. */
  #urgent: Promise<void> = Promise.resolve();

  /** A request has arrived. */
  noteRequest(): void {
    this.#askedAt = performance.now();
  }

  /** Resolves after this long without a request. */
  async idle(idleMs: number): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve, Math.max(0, this.#askedAt + idleMs - performance.now())));
    while (performance.now() < this.#askedAt + idleMs);
  }

  /** Makes low-priority work wait for this work. Resolves when it has ended or failed. */
  goFirst(work: Promise<void>): Promise<void> {
    this.#urgent = work.catch(() => {});
    return this.#urgent;
  }

  begin(ticket: number): void {
    this.#working.add(ticket);
  }

  /** The work of that ticket is done or no longer wanted. */
  end(ticket: number): void {
    this.#working.delete(ticket);
  }

  isWanted(ticket: number): boolean {
    return this.#working.has(ticket);
  }

  /** Lets other messages be handled. Resolves to whether the work is still wanted. */
  async rest(ticket: number): Promise<boolean> {
    await pause();
    return this.isWanted(ticket);
  }

  /** Waits for the work that goes first. Resolves to whether the other is still wanted. */
  async waitForUrgent(ticket: number): Promise<boolean> {
    await this.#urgent;
    return this.isWanted(ticket);
  }

  /**
   * Runs work to its end. After each slice `onSlice` is called with the last yielded value; without `onSlice`, the work waits for what
   * goes first. Resolves to the work's result, or to null when cancelled.
   */
  async run<P, T>(ticket: number, work: Generator<P, T>, onSlice?: (last: P) => void): Promise<T | null> {
    this.begin(ticket);
    try {
      let from = performance.now();
      for (;;) {
        const step = work.next();
        if (step.done) return step.value;
        if (performance.now() - from < SLICE_MS) continue;
        onSlice?.(step.value);
        const isWanted = await this.rest(ticket);
        if (!isWanted || !(onSlice || (await this.waitForUrgent(ticket)))) return null;
        from = performance.now();
      }
    } finally {
      this.end(ticket);
    }
  }
}
