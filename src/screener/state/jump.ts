/** Lets other panels bring a place of the grid into view. What is not named stays as it is. */
export interface GridPlace {
  readonly columnId?: string;
  /** Whether the column is to stand first behind those that stay in place; else in the middle. */
  readonly isAtStart?: boolean;
  /** Place of a row among the present ones. */
  readonly position?: number;
}

let listener: ((place: GridPlace) => void) | null = null;

/** Called by the grid: takes the requests until it is left. */
export function onJump(take: (place: GridPlace) => void): () => void {
  listener = take;
  return () => {
    if (listener === take) listener = null;
  };
}

/** Brings a place into view, puts the cursor there, and the focus into the grid. */
export function jumpTo(place: GridPlace): void {
  listener?.(place);
}
