/** Sets up the empty document of the second window. */
import { used } from '../frame/secondWindow.ts';

const ROOT_ID = 'root';
/** Root attributes that style sheets use. */
const MIRRORED = ['data-theme', 'lang', 'dir'] as const;

/** The render root, created on first use. */
export function rootOf(page: Document): HTMLElement {
  const known = page.getElementById(ROOT_ID);
  if (known) return known;
  const root = page.createElement('div');
  root.id = ROOT_ID;
  page.body.append(root);
  copyStyles(page);
  return root;
}

/** Mirrors theme, language and style sheets, and tracks the window in use. Returns the cleanup. */
export function mirrorFirst(page: Document): () => void {
  const observer = new MutationObserver(() => copyStyles(page));
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [...MIRRORED] });
  observer.observe(document.head, { childList: true });
  copyStyles(page);
  const leave = new AbortController();
  for (const each of [page, document]) {
    for (const name of ['pointerdown', 'keydown']) each.addEventListener(name, used, { capture: true, signal: leave.signal });
  }
  return () => {
    observer.disconnect();
    leave.abort();
  };
}

/** Copies theme, language and style sheets; also those loaded later. */
function copyStyles(page: Document): void {
  for (const name of MIRRORED) page.documentElement.setAttribute(name, document.documentElement.getAttribute(name) ?? '');
  const known = new Set([...page.head.querySelectorAll('link')].map((link) => link.href));
  for (const sheet of document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (known.has(sheet.href)) continue;
    const link = page.createElement('link');
    link.rel = 'stylesheet';
    link.href = sheet.href;
    page.head.append(link);
  }
  // Only the development server inlines styles.
  const written = [...document.head.querySelectorAll('style')].slice(page.head.querySelectorAll('style').length);
  for (const style of written) page.head.append(style.cloneNode(true));
}
