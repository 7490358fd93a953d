import './style.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { assert } from './assert.ts';
import { createRoutes } from './routes.tsx';
import { startLanguage } from './shell/i18n.ts';
import { startTheme } from './shell/theme.ts';

startTheme();
startLanguage();

// Written relative to the page that was opened; the address changes later without a reload.
for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) icon.setAttribute('href', icon.href);

const root = document.getElementById('root');
assert(root, 'index.html has no element #root');
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <RouterProvider router={createRoutes()} />
    </CSPProvider>
  </StrictMode>,
);
