import { useT } from './i18n.ts';
import { chooseTheme, THEMES, useTheme } from './theme.ts';

const SIGNS = { auto: '◐', dark: '☾', light: '☀' } as const;

/** Switches to the next theme. */
export function ThemeButton({ className }: { readonly className?: string }) {
  const t = useT();
  const theme = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
  const name = t(`theme.${theme}`);
  const label = t('theme.label', { theme: name });
  return (
    <button type="button" className={className} aria-label={label} title={label} onClick={() => chooseTheme(next)}>
      <span aria-hidden="true">{SIGNS[theme]}</span> {name}
    </button>
  );
}
