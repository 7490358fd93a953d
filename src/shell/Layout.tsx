import './shell.css';
import { Outlet } from 'react-router-dom';
import { BuildOffer } from './BuildOffer.tsx';
import { ConsentBar } from './ConsentBar.tsx';
import { useT } from './i18n.ts';
import { OfflineMark } from './OfflineMark.tsx';

/** Common frame of all pages. Notices reduce the page's height instead of covering it. */
export function Layout() {
  const t = useT();
  return (
    <div className="layout stack">
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      <div className="fill">
        <Outlet />
      </div>
      <OfflineMark />
      <BuildOffer />
      <ConsentBar />
    </div>
  );
}
