import { isRouteErrorResponse, Link, useRouteError } from 'react-router-dom';
import { useT } from './i18n.ts';

/** Shows the status code and the way home; why, a developer reads in the console. */
export function ErrorPage() {
  const t = useT();
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <main id="content" className="error-page">
      <title>{t('error.title', { status })}</title>
      <h1>{status}</h1>
      <Link to="/">{t('error.home')}</Link>
    </main>
  );
}
