/** A page as a route: loaded on demand and validated before it is shown. */
import type { ComponentType } from 'react';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { BASE } from './base.ts';
import { CatalogueError } from './errors.ts';

/** Runs before a page is shown; throws to prevent it. */
export type Middleware = (url: URL) => void | Promise<void>;

export interface PageDefinition {
  /** Relative to the base path; empty for the home page. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  readonly validate?: (url: URL) => boolean;
  /** Names of middlewares to run first. */
  readonly middleware?: readonly string[];
}

/** The path relative to the base, with query and fragment. */
export function fullPathOf(url: URL): string {
  const base = new URL(BASE).pathname;
  const path = url.pathname.startsWith(base) ? url.pathname.slice(base.length - 1) : url.pathname;
  return path + url.search + url.hash;
}

/** The URL of a navigation with its fragment, which requests omit. */
function addressOf({ request, url }: LoaderFunctionArgs): URL {
  return new URL(url.hash, request.url);
}

async function admit(url: URL, page: PageDefinition, known: Readonly<Record<string, Middleware>>): Promise<null> {
  for (const name of page.middleware ?? []) {
    const run = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!run) throw new CatalogueError('middlewareUnknown', { name });
    await run(url);
  }
  if (page.validate && !page.validate(url)) throw new CatalogueError('pageInvalid', { fullPath: fullPathOf(url) });
  return null;
}

/** @param known middlewares by name */
export function pageRoute(page: PageDefinition, known: Readonly<Record<string, Middleware>> = {}): RouteObject {
  const place = page.path === '' ? ({ index: true } as const) : ({ path: page.path } as const);
  const lazy = async () => ({ Component: await page.load() });
  if (!page.validate && !page.middleware) return { ...place, lazy };
  return { ...place, lazy, loader: (args: LoaderFunctionArgs) => admit(addressOf(args), page, known) };
}

/** Matches every other path. */
export const unmatchedRoute: RouteObject = {
  path: '*',
  Component: () => null,
  loader: (args: LoaderFunctionArgs) => {
    throw new CatalogueError('routeUnmatched', { fullPath: fullPathOf(addressOf(args)) });
  },
};
