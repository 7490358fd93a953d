/**
 * Synchronises the browser's history with the timeline, so that Back and Forward undo and redo. Navigation is asynchronous: on every
 * arrival the trail compares the wanted entry with the browser's.
 */

/** The browser's history. */
export interface Entries {
  push(id: string): void;
  replace(id: string): void;
  go(delta: number): void;
}

/** Number of entries that every browser keeps; older moments are reachable by undo only. */
const KEPT_MAX = 50;
/** Later arrivals mean that the browser lost its entries or is very busy. */
const ARRIVES_WITHIN_MS = 2000;

export class Trail {
  readonly #entries: Entries;
  #stack: readonly string[];
  #place = 0;
  #ids: readonly string[];
  #wanted: number;
  #going: ReturnType<typeof setTimeout> | undefined;
  /** Target of an expired navigation: a late arrival there was not made by the user. */
  #late: string | null = null;

  constructor(entries: Entries, id: string) {
    this.#entries = entries;
    this.#stack = [id];
    this.#ids = [id];
    this.#wanted = 0;
    entries.replace(id);
  }

  /** Moves the browser to the timeline's place. */
  follow(ids: readonly string[], place: number): void {
    this.#ids = ids;
    this.#wanted = place;
    if (this.#going === undefined) this.#step();
  }

  /** Called on arrival at an entry. Returns by how many edits the user navigated: 0 if the trail went there, null for an unknown entry. */
  arrived(id: string): number | null {
    const wasSent = this.#going !== undefined || id === this.#late;
    clearTimeout(this.#going);
    this.#going = undefined;
    this.#late = null;
    const [before, place] = [this.#place, this.#stack.indexOf(id)];
    if (place < 0) this.#stack = [id];
    this.#place = Math.max(0, place);
    if (wasSent) {
      this.#step();
      return 0;
    }
    const [was, is] = [this.#wanted, this.#ids.indexOf(id)];
    if (is >= 0) this.#wanted = is;
    if (place >= 0) return place - before;
    return is < 0 ? null : is - was;
  }

  #step(): void {
    const id = this.#ids[this.#wanted];
    if (id === undefined) return;
    // The nearest earlier moment that the browser still has.
    let from = this.#wanted;
    while (from >= 0 && !this.#stack.includes(this.#ids[from] ?? '')) from--;
    if (from < 0) {
      this.#restart(id);
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
    if (id !== undefined) this.#restart(id);
  }

  #restart(id: string): void {
    this.#stack = [id];
    this.#place = 0;
    this.#entries.replace(id);
  }
}
