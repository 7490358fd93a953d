import { useEffect } from 'react';
import { Link, useRouteError } from 'react-router-dom';
import { isCrawler } from './crawlers.ts';
import { CatalogueError, statusOf } from './errors.ts';
import { useT } from './i18n.ts';
import { isReloading } from './reload.ts';

/** The reason is logged to the console. Crawlers get the status code and no page. */
export function ErrorPage() {
  const t = useT();
  const error = useRouteError();
  const status = statusOf(error);
  useEffect(() => console.error(error instanceof Error ? error.message : error), [error]);
  if (isReloading() || isCrawler(navigator.userAgent)) return null;
  return (
    <main id="content" className="error-page">
      <title>{t('error.title', { status })}</title>
      <h1>{status}</h1>
      <Link to="/">{t('error.home')}</Link>
    </main>
  );
}

/** Error boundary of a page; fatal errors replace the whole layout. */
export function PageError() {
  const error = useRouteError();
  if (error instanceof CatalogueError && error.fatal) throw error;
  return <ErrorPage />;
}
