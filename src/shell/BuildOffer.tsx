import { dismissBuild, useNewBuild } from './builds.ts';
import { useT } from './i18n.ts';

/** Reloading keeps steps and view: they are in the address. */
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
