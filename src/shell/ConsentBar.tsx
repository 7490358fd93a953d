import { type FormEvent, useState } from 'react';
import { acceptConsent, chooseConsent, consentChoice, rejectConsent, useConsentBar } from './consent.ts';
import { useT } from './i18n.ts';

/** Takes no focus and covers nothing. Accept and reject are equally prominent; each purpose can be chosen separately. */
export function ConsentBar() {
  const t = useT();
  if (!useConsentBar()) return null;
  return (
    <section className="consent" aria-labelledby="consent-title">
      <div>
        <h2 id="consent-title">{t('cookie_consent')}</h2>
        <p>{t('cookie_consent_text')}</p>
        <details>
          <summary>{t('consent.choose')}</summary>
          <Purposes />
        </details>
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

/** Nothing is preselected. */
function Purposes() {
  const t = useT();
  const [choice, setChoice] = useState(consentChoice);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    chooseConsent(choice);
  };
  return (
    <form className="consent-purposes line wrap" onSubmit={save}>
      {(['analytics', 'marketing'] as const).map((purpose) => (
        <label key={purpose}>
          <input
            type="checkbox"
            checked={choice[purpose]}
            onChange={(event) => setChoice({ ...choice, [purpose]: event.target.checked })}
          />
          {t(`consent.${purpose}`)}
        </label>
      ))}
      <button type="submit">{t('consent.save')}</button>
    </form>
  );
}
