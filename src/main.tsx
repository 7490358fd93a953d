import './style.css';
import './home/home.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { assert } from './assert.ts';
import { createRoutes, ROUTE_LOADERS } from './routes.tsx';
import { notePage } from './shell/analytics.ts';
import { watchBuilds } from './shell/builds.ts';
import { startConsent } from './shell/consent.ts';
import { anchorLinks, showCanonical } from './shell/head.ts';
import { InLanguage, startLanguage } from './shell/i18n.ts';
import { startOffline } from './shell/offline.ts';
import { startPrefetch } from './shell/prefetch.ts';
import { startTheme } from './shell/theme.ts';

// Before any code that an operator may have added.
startConsent();
startTheme();
anchorLinks();

const router = createRoutes();
const opened = new Promise<void>((resolve) => {
  const check = (): void => {
    if (router.state.initialized) resolve();
  };
  router.subscribe(check);
  check();
});

let shown = '';
function notePath(): void {
  const { pathname } = router.state.location;
  const path = pathname.slice((router.basename ?? '/').replace(/\/$/, '').length) || '/';
  if (path === shown) return;
  shown = path;
  showCanonical(path.replace(/^\/+|\/+$/g, ''));
  notePage(path);
}
router.subscribe(notePath);
notePath();

/** The prerendered page stays visible until the app and its language are loaded. */
async function start(): Promise<void> {
  await Promise.all([startLanguage(), opened]);
  const root = document.getElementById('root');
  assert(root, 'index.html has no element #root');
  document.getElementById('not-started')?.remove();
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <InLanguage>
          <RouterProvider router={router} useTransitions={false} />
        </InLanguage>
      </CSPProvider>
    </StrictMode>,
  );
}

void start();
watchBuilds();
startOffline();
if (document.readyState === 'complete') startPrefetch(ROUTE_LOADERS);
else addEventListener('load', () => startPrefetch(ROUTE_LOADERS), { once: true });
