/** Long work in slices: other messages get in between two of them, and may cancel it. */

/** Longest that work goes on before other messages are let in, and what there is so far is sent. */
export const SLICE_MS = 8;

/** Lets other messages in. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export class TimeSlicer {
  /** Tickets of the work under way; one that is taken out stops. */
  readonly #working = new Set<number>();
  #askedAt = 0;
  /** Ends with the work whose result is seen at once. */
  #urgent: Promise<void> = Promise.resolve();

  /** Somebody has asked for something. */
  noteRequest(): void {
    this.#askedAt = performance.now();
  }

  /** Resolves when nobody has asked for anything for that long. */
  async idle(idleMs: number): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve, Math.max(0, this.#askedAt + idleMs - performance.now())));
    while (performance.now() < this.#askedAt + idleMs);
  }

  /** What is only read waits for this work. Resolves when that has ended, or failed. */
  goFirst(work: Promise<void>): Promise<void> {
    this.#urgent = work.catch(() => {});
    return this.#urgent;
  }

  begin(ticket: number): void {
    this.#working.add(ticket);
  }

  /** The work of that ticket is done, or no longer wanted. */
  end(ticket: number): void {
    this.#working.delete(ticket);
  }

  isWanted(ticket: number): boolean {
    return this.#working.has(ticket);
  }

  /** Lets other messages in. Resolves to whether the work is still wanted. */
  async rest(ticket: number): Promise<boolean> {
    await pause();
    return this.isWanted(ticket);
  }

  /** Lets the work that goes first end. Resolves to whether the other is still wanted. */
  async waitForUrgent(ticket: number): Promise<boolean> {
    await this.#urgent;
    return this.isWanted(ticket);
  }

  /**
   * Does work to its end. After each slice `onSlice` gets what the work gave last; work without it waits for what goes first.
   * Resolves to what the work returns, or to null when it was cancelled.
   */
  async run<P, T>(ticket: number, work: Generator<P, T>, onSlice?: (piece: P) => void): Promise<T | null> {
    this.begin(ticket);
    try {
      let from = performance.now();
      for (;;) {
        const piece = work.next();
        if (piece.done) return piece.value;
        if (performance.now() - from < SLICE_MS) continue;
        onSlice?.(piece.value);
        const isWanted = await this.rest(ticket);
        if (!isWanted || !(onSlice || (await this.waitForUrgent(ticket)))) return null;
        from = performance.now();
      }
    } finally {
      this.end(ticket);
    }
  }
}
