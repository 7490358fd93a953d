import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { BASE } from './shell/base.ts';
import { ErrorPage, PageError } from './shell/ErrorPage.tsx';
import { wantTexts } from './shell/i18n.ts';
import { Layout } from './shell/Layout.tsx';
import { pageRoute, unmatchedRoute } from './shell/pages.ts';
import { loadChunk, watchChunks } from './shell/reload.ts';

const importHome = async () => (await import('./home/Home.tsx')).Home;

async function importScreener() {
  const [{ Screener, openDesk }, { followVisit }] = await Promise.all([
    import('./screener/Screener.tsx'),
    import('./visit.ts'),
    wantTexts('columns'),
  ]);
  return { Screener, openDesk, followVisit };
}

let isFollowed = false;

/** `isHere` tells whether the address is the screener's by then. */
async function openScreener(isHere: () => boolean) {
  const { Screener, openDesk, followVisit } = await importScreener();
  if (!isFollowed) followVisit();
  isFollowed = true;
  if (isHere()) openDesk();
  return Screener;
}

/** Components of the pages, for preloading. */
export const ROUTE_LOADERS: readonly (() => Promise<unknown>)[] = [importHome, importScreener];

/** The two pages, both loaded on demand, in one layout. */
export function createRoutes() {
  const pages: RouteObject[] = [
    pageRoute({ path: '', load: () => loadChunk(importHome, target) }),
    pageRoute({
      path: 'stocks/screener',
      load: () => loadChunk(() => openScreener(() => target().pathname === location.pathname), target),
    }),
    unmatchedRoute,
  ];
  const router = createBrowserRouter(
    [
      {
        element: <Layout />,
        errorElement: <ErrorPage />,
        hydrateFallbackElement: <div aria-busy="true" />,
        children: [{ errorElement: <PageError />, children: pages }],
      },
    ],
    { basename: new URL(BASE).pathname },
  );
  watchChunks(target);
  /** The page being navigated to, or the current one. */
  function target(): URL {
    const next = router.state.navigation.location;
    return next ? new URL(router.createHref(next), location.href) : new URL(location.href);
  }
  return router;
}
