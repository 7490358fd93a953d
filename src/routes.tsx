import { createBrowserRouter } from 'react-router-dom';
import { BASE } from './shell/base.ts';
import { ErrorPage } from './shell/ErrorPage.tsx';
import { Layout } from './shell/Layout.tsx';

/** The two pages, both loaded on demand, in one layout. */
export function createRoutes() {
  return createBrowserRouter(
    [
      {
        element: <Layout />,
        errorElement: <ErrorPage />,
        hydrateFallbackElement: <div aria-busy="true" />,
        children: [
          { index: true, lazy: async () => ({ Component: (await import('./home/Home.tsx')).Home }) },
          { path: 'stocks/screener', lazy: async () => ({ Component: (await import('./screener/Screener.tsx')).Screener }) },
        ],
      },
    ],
    { basename: new URL(BASE).pathname },
  );
}
