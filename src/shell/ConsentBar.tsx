import { acceptConsent, rejectConsent, useConsentBar } from './consent.ts';
import { useT } from './i18n.ts';

/** Asks at the bottom of the page; takes no focus and covers nothing. Both answers weigh the same. */
export function ConsentBar() {
  const t = useT();
  if (!useConsentBar()) return null;
  return (
    <section className="consent" aria-labelledby="consent-title">
      <div>
        <h2 id="consent-title">{t('cookie_consent')}</h2>
        <p>{t('cookie_consent_text')}</p>
      </div>
      <button type="button" onClick={rejectConsent}>
        {t('reject')}
      </button>
      <button type="button" onClick={acceptConsent}>
        {t('accept')}
      </button>
    </section>
  );
}
