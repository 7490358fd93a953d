import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { dateText } from '../catalogue/display.ts';
import { TEMPLATE_KINDS, TEMPLATES } from '../catalogue/templates.ts';
import { openConsent } from '../shell/consent.ts';
import { onScreensChange, type SavedScreen, savedScreens } from '../shell/database.ts';
import { EraseButton } from '../shell/EraseButton.tsx';
import { locale, useT } from '../shell/i18n.ts';
import { LanguageMenu } from '../shell/LanguageMenu.tsx';
import { Moment } from '../shell/Moment.tsx';
import { forgetScreens, type RecentScreen, recentScreens } from '../shell/recent.ts';
import { ThemeButton } from '../shell/ThemeButton.tsx';
import { useUniverse } from './universe.ts';

const SCREENER = '/stocks/screener';

function screenerWith(text: string): string {
  return `${SCREENER}?s=${encodeURIComponent(text)}`;
}

export function Home() {
  const t = useT();
  return (
    <div className="home stack">
      <title>{t('home.pageTitle')}</title>
      <header className="home-head line wrap">
        <span className="home-name">{t('app.name')}</span>
        <LanguageMenu />
        <ThemeButton />
      </header>
      <main id="content">
        <h1>{t('home.title')}</h1>
        <p className="home-text">{t('home.text')}</p>
        <p className="home-start line wrap">
          <Link className="home-open" to={SCREENER}>
            {t('home.open')}
          </Link>
          <Figures />
        </p>
        <Recent />
        <Saved />
        <h2>{t('home.templates')}</h2>
        {TEMPLATE_KINDS.map((kind) => (
          <section key={kind} aria-labelledby={`kind-${kind}`}>
            <h3 id={`kind-${kind}`}>{t(`kind.${kind}`)}</h3>
            <ul className="home-templates">
              {TEMPLATES.filter((template) => template.kind === kind).map(({ id, text, source }) => (
                <li key={id}>
                  <Link to={screenerWith(text)}>{t(`template.${id}`)}</Link>
                  <p>{t(`template.${id}Text`)}</p>
                  <p className="home-source" lang="en" dir="ltr">
                    {source}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </main>
      <footer className="home-foot wrap quiet">
        <span>{t('home.advice')}</span>
        <EraseButton />
        <button type="button" onClick={openConsent}>
          {t('consent.open')}
        </button>
      </footer>
    </div>
  );
}

/** Reserves its space until the data is known. */
function Figures() {
  const t = useT();
  const universe = useUniverse();
  if (!universe) return <span className="home-figures wrap quiet" />;
  const count = universe.countryCount;
  const number = new Intl.NumberFormat(locale()).format(count);
  const date = dateText(universe.updated, locale());
  return (
    <span className="home-figures wrap quiet">
      <span>{t('home.countries', { count, number })}</span>
      <span>{t('home.updated', { date })}</span>
    </span>
  );
}

/** Saved screens. Opening one also shows what has changed since. */
function Saved() {
  const t = useT();
  const [screens, setScreens] = useState<readonly SavedScreen[]>([]);
  useEffect(() => {
    // Storage errors are reported where screens are saved.
    const read = (): void => {
      savedScreens().then(
        (list) => setScreens(list.screens),
        () => setScreens([]),
      );
    };
    read();
    return onScreensChange(read);
  }, []);
  if (screens.length === 0) return null;
  return (
    <>
      <h2>{t('home.saved')}</h2>
      <ul className="home-recent">
        {screens.map(({ id, name, query, savedAt }) => (
          <li key={id}>
            <Link className="cut" to={`${SCREENER}${query === '' ? '?' : `${query}&`}saved=${encodeURIComponent(id)}`}>
              {name}
            </Link>
            <Moment at={savedAt} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Recent screens of this browser. */
function Recent() {
  const t = useT();
  const [screens, setScreens] = useState<readonly RecentScreen[]>(recentScreens);
  if (screens.length === 0) return null;
  const forget = (): void => {
    forgetScreens();
    setScreens([]);
  };
  return (
    <>
      <h2>
        {t('home.recent')}{' '}
        <button type="button" onClick={forget}>
          {t('home.forget')}
        </button>
      </h2>
      <ul className="home-recent">
        {screens.map(({ text, used }) => (
          <li key={text}>
            <Link className="cut" to={screenerWith(text)} dir="ltr">
              {text}
            </Link>
            <Moment at={used * 1000} />
          </li>
        ))}
      </ul>
    </>
  );
}
