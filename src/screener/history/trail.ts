/**
 * The browser's own list of entries, kept in step with the timeline, so that its back and forward buttons undo and redo. Going back is
 * asynchronous: what the timeline wants is compared with where the browser is each time it has arrived somewhere.
 */

/** What the trail needs of a browser. */
export interface Entries {
  push(id: string): void;
  replace(id: string): void;
  go(delta: number): void;
}

/** Entries that browsers keep at least; older ones are only reached by undo. */
const KEPT_MAX = 50;
/** A browser that has not arrived by then has lost its entries, or is very busy. */
const ARRIVES_WITHIN_MS = 2000;

export class Trail {
  readonly #entries: Entries;
  #stack: readonly string[];
  #place = 0;
  #ids: readonly string[];
  #wanted: number;
  #going: ReturnType<typeof setTimeout> | undefined;
  /** Where it was sent to and has not arrived: should it come there yet, no user went there. */
  #late: string | null = null;

  constructor(entries: Entries, id: string) {
    this.#entries = entries;
    this.#stack = [id];
    this.#ids = [id];
    this.#wanted = 0;
    entries.replace(id);
  }

  /** Makes the browser's list end where the timeline is. */
  follow(ids: readonly string[], place: number): void {
    this.#ids = ids;
    this.#wanted = place;
    if (this.#going === undefined) this.#step();
  }

  /** The browser is at this entry. True when that is where it was sent to, false when the user went there. */
  arrived(id: string): boolean {
    const wasSent = this.#going !== undefined || id === this.#late;
    clearTimeout(this.#going);
    this.#going = undefined;
    this.#late = null;
    const place = this.#stack.indexOf(id);
    if (place < 0) this.#stack = [id];
    this.#place = Math.max(0, place);
    if (wasSent) this.#step();
    return wasSent;
  }

  #step(): void {
    const id = this.#ids[this.#wanted];
    if (id === undefined) return;
    // The nearest moment at or before the wanted one that the browser still knows.
    let from = this.#wanted;
    while (from >= 0 && !this.#stack.includes(this.#ids[from] ?? '')) from--;
    if (from < 0) {
      this.#stack = [id];
      this.#place = 0;
      this.#entries.replace(id);
      return;
    }
    const goal = this.#ids[from] ?? '';
    const there = this.#stack.indexOf(goal);
    if (there !== this.#place) {
      this.#going = setTimeout(() => this.#giveUp(goal), ARRIVES_WITHIN_MS);
      this.#entries.go(there - this.#place);
      return;
    }
    if (from === this.#wanted) this.#entries.replace(id);
    for (const next of this.#ids.slice(from + 1, this.#wanted + 1)) {
      this.#entries.push(next);
      this.#stack = [...this.#stack.slice(0, this.#place + 1), next].slice(-KEPT_MAX);
      this.#place = this.#stack.length - 1;
    }
  }

  #giveUp(goal: string): void {
    this.#going = undefined;
    this.#late = goal;
    const id = this.#ids[this.#wanted];
    if (id === undefined) return;
    this.#stack = [id];
    this.#place = 0;
    this.#entries.replace(id);
  }
}
