import { useSnapshot } from 'valtio';
import { NEWER_DATA } from '../../engine/load/newerData.ts';
import { useT } from '../../shell/i18n.ts';
import { Button, QuietButton } from '../controls/buttons.tsx';
import { engine } from '../state/engine.ts';
import { state } from '../state/store.ts';
import { counted, countryName } from '../state/words.ts';

/** Countries that failed to load, the reasons, and retry buttons. */
export function FailedCountries() {
  const t = useT();
  const { universe } = useSnapshot(state);
  const failed = universe.countries.filter((country) => country.status === 'failed');
  if (failed.length === 0) return null;
  const isOutdated = failed.some(({ reason }) => reason === NEWER_DATA);
  return (
    <section className="strip failed" aria-label={t('failed.title')}>
      <p>
        <span className="warn">{counted('failed.count', failed.length)}</span>
        <Button onClick={() => engine().retry(failed.map(({ country }) => country))}>{t('failed.retryAll')}</Button>
        {isOutdated && <Button onClick={() => location.reload()}>{t('build.reload')}</Button>}
      </p>
      <ul>
        {failed.map(({ country, reason }) => (
          <li key={country}>
            <span>{countryName(country)}</span>
            <span className="failed-reason quiet">{reason ?? t('failed.unknown')}</span>
            <QuietButton
              aria-label={t('failed.retryOne', { country: countryName(country) })}
              onClick={() => engine().retry([country])}
            >
              {t('failed.retry')}
            </QuietButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
