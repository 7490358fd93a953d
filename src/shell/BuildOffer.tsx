import { dismissBuild, useNewBuild } from './builds.ts';
import { useT } from './i18n.ts';

/** Offers a newer build. The address holds the steps and the view, so a reload keeps them. */
export function BuildOffer() {
  const t = useT();
  if (!useNewBuild()) return null;
  return (
    <div className="notice" role="status">
      <span>{t('build.newer')}</span>
      <button type="button" onClick={() => location.reload()}>
        {t('build.reload')}
      </button>
      <button type="button" onClick={dismissBuild}>
        {t('build.later')}
      </button>
    </div>
  );
}
