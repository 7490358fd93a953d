/** Lets other panels bring a column of the grid into view. */
let listener: ((id: string) => void) | null = null;

/** Called by the grid: takes the requests until it is left. */
export function onJump(take: (id: string) => void): () => void {
  listener = take;
  return () => {
    if (listener === take) listener = null;
  };
}

/** Brings a shown column into view and puts the cursor there. */
export function jumpToColumn(id: string): void {
  listener?.(id);
}
