import { Popover } from '@base-ui/react/popover';
import { useSnapshot } from 'valtio';
import { useT } from '../shell/i18n.ts';
import { engine } from './engine.ts';
import { state } from './store.ts';
import { counted, countryName } from './words.ts';

/** Countries that could not be loaded, why, and another try. */
export function FailedCountries() {
  const t = useT();
  const { universe } = useSnapshot(state);
  const failed = universe.countries.filter((country) => country.status === 'failed');
  if (failed.length === 0) return null;
  const retryAll = (): void => engine().retry(failed.map((country) => country.country));
  return (
    <Popover.Root>
      <Popover.Trigger className="quiet-button warn">{counted('failed.button', failed.length)}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="layer" sideOffset={4} align="start">
          <Popover.Popup className="popup failed">
            <div className="failed-head">
              <Popover.Title>{t('failed.title')}</Popover.Title>
              <button type="button" className="button" onClick={retryAll}>
                {t('failed.retryAll')}
              </button>
            </div>
            <ul>
              {failed.map(({ country, reason }) => (
                <li key={country}>
                  <span className="failed-name">{countryName(country)}</span>
                  <span className="failed-reason">{reason ?? t('failed.unknown')}</span>
                  <button
                    type="button"
                    className="button"
                    aria-label={t('failed.retryOne', { country: countryName(country) })}
                    onClick={() => engine().retry([country])}
                  >
                    {t('failed.retry')}
                  </button>
                </li>
              ))}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
