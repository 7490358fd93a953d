/** Holds what the part of the page that is mounted now provides. */
export function makeSlot<T>() {
  let held: T | null = null;
  return {
    current: (): T | null => held,
    /** Returns the removal, which leaves a later provider alone. */
    provide(value: T): () => void {
      held = value;
      return () => {
        if (held === value) held = null;
      };
    },
  };
}
