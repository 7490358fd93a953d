/** Lets other panels bring a place of the grid into view. What is not named stays as it is. */
export interface GridPlace {
  readonly columnId?: string;
  /** Whether the column is to stand first behind those that stay in place; else in the middle. */
  readonly isAtStart?: boolean;
  /** Place of a row among the present ones. */
  readonly position?: number;
}

/** A place that is not there by then will not come. */
const COMES_WITHIN_MS = 2000;

/** Brings a place into view; false when it is not there, or not yet. */
type Take = (place: GridPlace) => boolean;

let take: Take | null = null;
let wanted: { readonly place: GridPlace; readonly until: number } | null = null;

/** Called by the grid, with what it shows: takes the requests until it is left. */
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

/** Brings a place into view, puts the cursor there, and the focus into the grid, as soon as the grid shows it. A later request replaces an earlier one. */
export function jumpTo(place: GridPlace): void {
  wanted = { place, until: performance.now() + COMES_WITHIN_MS };
  attempt();
}
