/** What can be listened to. */
export interface Events<Args extends readonly unknown[]> {
  /** Adds a listener and returns its removal. */
  readonly add: (listener: (...args: Args) => void) => () => void;
  /** Number of events so far, by which a listener notices what happened before it was added. */
  readonly count: () => number;
}

export interface Listeners<Args extends readonly unknown[]> extends Events<Args> {
  readonly tell: (...args: Args) => void;
}

export function makeListeners<Args extends readonly unknown[]>(): Listeners<Args> {
  const all = new Set<(...args: Args) => void>();
  let count = 0;
  return {
    add(listener) {
      all.add(listener);
      return () => all.delete(listener);
    },
    tell(...args) {
      count++;
      for (const listener of all) listener(...args);
    },
    count: () => count,
  };
}
