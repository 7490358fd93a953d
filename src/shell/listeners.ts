export interface Listeners<Args extends readonly unknown[]> {
  /** Adds a listener and returns its removal. */
  readonly add: (listener: (...args: Args) => void) => () => void;
  readonly tell: (...args: Args) => void;
}

export function makeListeners<Args extends readonly unknown[]>(): Listeners<Args> {
  const all = new Set<(...args: Args) => void>();
  return {
    add(listener) {
      all.add(listener);
      return () => all.delete(listener);
    },
    tell(...args) {
      for (const listener of all) listener(...args);
    },
  };
}
