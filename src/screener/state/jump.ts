/** Scrolls the grid to a cell on request of other panels. Omitted parts stay as they are. */
export interface GridPlace {
  readonly columnId?: string;
  /** Whether to scroll the column next to the frozen ones; else to the middle. */
  readonly isAtStart?: boolean;
  /** Position in the result. */
  readonly position?: number;
}

/** Requests expire after this time. */
const COMES_WITHIN_MS = 2000;

/** Scrolls to a place; false if it does not exist (yet). */
type Take = (place: GridPlace) => boolean;

let take: Take | null = null;
let wanted: { readonly place: GridPlace; readonly until: number } | null = null;

/** Registers the grid's handler. Returns the cleanup. */
export function onJump(taker: Take): () => void {
  take = taker;
  if (wanted) setTimeout(attempt);
  return () => {
    if (take === taker) take = null;
  };
}

function attempt(): void {
  if (!wanted || !take) return;
  const { place, until } = wanted;
  if (performance.now() > until || take(place)) wanted = null;
}

/** Scrolls to a place, moves the cursor there and focuses the grid, as soon as it is shown. A later request replaces an earlier one. */
export function jumpTo(place: GridPlace): void {
  wanted = { place, until: performance.now() + COMES_WITHIN_MS };
  attempt();
}
