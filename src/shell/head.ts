/** Links in the document head are relative to the opened page; the address changes later without a reload. */
import { BASE } from './base.ts';

/** Makes the links absolute. Call once, at the start. */
export function anchorLinks(): void {
  const links = 'link[rel="icon"], link[rel="apple-touch-icon"], link[rel="manifest"], link[rel="canonical"]';
  for (const link of document.querySelectorAll<HTMLLinkElement>(links)) link.setAttribute('href', link.href);
}

/** Sets the canonical URL without the query, which holds the user's screen. */
export function showCanonical(pathname: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  link?.setAttribute('href', new URL(pathname, BASE).href);
}
