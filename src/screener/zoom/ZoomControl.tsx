import './zoom.css';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { keyName } from '../frame/keyNames.ts';
import { state } from '../state/store.ts';
import { LEVELS } from './level.ts';
import { setLevel } from './zoom.ts';

export function ZoomControl() {
  const t = useT();
  const { view } = useSnapshot(state);
  return (
    <fieldset className="zoom" title={t('zoom.title')}>
      <legend className="unseen">{t('zoom.label')}</legend>
      {LEVELS.map((level) => (
        <button
          key={level}
          type="button"
          className="zoom-level quiet"
          aria-pressed={view.zoom.level === level}
          aria-label={t(`zoom.${level}`)}
          title={`${t(`zoom.${level}`)} (${keyName(`Alt+${level}`)})`}
          onClick={() => setLevel(level)}
        >
          <span className={`zoom-sign zoom-sign-${level}`} />
        </button>
      ))}
    </fieldset>
  );
}
