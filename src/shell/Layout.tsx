import { Outlet } from 'react-router-dom';
import { useT } from './i18n.ts';

/** What every page has around it. */
export function Layout() {
  const t = useT();
  return (
    <>
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      <Outlet />
    </>
  );
}
