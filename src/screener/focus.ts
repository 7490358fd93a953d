/** How often and how long something is looked for that is about to be shown; forms are fetched on first use. */
const TRY_EVERY_MS = 40;
const TRIES_MAX = 50;

/** Puts the focus on what matches, once it is there. */
export function focusSoon(selector: string): void {
  let tries = 0;
  const attempt = (): void => {
    const element = document.querySelector<HTMLElement>(selector);
    if (element) element.focus();
    else if (++tries < TRIES_MAX) setTimeout(attempt, TRY_EVERY_MS);
  };
  setTimeout(attempt);
}

/** Gives the focus back to where it was, unless something else has it by now. */
export function refocusSoon(element: Element | null): void {
  setTimeout(() => {
    if (document.activeElement === document.body && element instanceof HTMLElement) element.focus();
  }, TRY_EVERY_MS);
}
