/** Links of the document's head. They are written relative to the page that was opened; the address changes later without a reload. */
import { BASE } from './base.ts';

/** Makes the links absolute. Called once, at the start. */
export function anchorLinks(): void {
  const links = 'link[rel="icon"], link[rel="apple-touch-icon"], link[rel="manifest"], link[rel="canonical"]';
  for (const link of document.querySelectorAll<HTMLLinkElement>(links)) link.setAttribute('href', link.href);
}

/** Names the page that is shown, without the query that holds the user's screen. */
export function showCanonical(pathname: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  link?.setAttribute('href', new URL(pathname, BASE).href);
}
