import { chooseLocale, language, useT } from './i18n.ts';
import { LOCALES, localeOf } from './locales.ts';

/** Languages by their native names. */
export function LanguageMenu() {
  const t = useT();
  return (
    <select
      className="language-menu quiet"
      aria-label={t('language.label')}
      title={t('language.label')}
      value={language()}
      onChange={(event) => {
        const tag = localeOf(event.target.value);
        if (tag) void chooseLocale(tag);
      }}
    >
      {LOCALES.map(({ tag, name }) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
