/** The home page as html, for the build: what is on the screen before any script has run. */
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
  /** What the page is made of, as `_payload.json` beside it. */
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
  // Written into the head instead; links are relative, so that the page works below any base path.
  const shown = markup.replaceAll(/<title>.*?<\/title>/g, '').replaceAll('href="/', 'href="./');
  // What only scripts can answer waits for them: a choice made before would be lost.
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
