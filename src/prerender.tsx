/** Renders the home page as HTML at build time: what is visible before any script has run. */
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { TEMPLATES } from './catalogue/templates.ts';
import { Home } from './home/Home.tsx';
import { startTexts, t } from './shell/i18n.ts';
import { Layout } from './shell/Layout.tsx';

export interface Prerendered {
  readonly path: string;
  readonly title: string;
  readonly html: string;
  /** The page's content, served as `_payload.json` next to it. */
  readonly payload: { readonly data: object };
}

export async function prerender(): Promise<Prerendered[]> {
  startTexts();
  const routes = [{ element: <Layout />, children: [{ index: true, element: <Home /> }] }];
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error(`the home page answered ${context.status}`);
  const router = createStaticRouter(routes, context);
  const markup = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  // The title goes into the head; relative links work below any base path.
  const shown = markup.replaceAll(/<title>.*?<\/title>/g, '').replaceAll('href="/', 'href="./');
  // Controls that need scripts are disabled until then, because an early choice would be lost.
  const html = shown.replaceAll(/<(select|button) /g, '<$1 disabled ');
  return [
    {
      path: '/',
      title: t('home.pageTitle'),
      html,
      payload: { data: { title: t('home.title'), text: t('home.text'), templates: TEMPLATES } },
    },
  ];
}
