/** The first script of the screener's page, by itself: the data are asked for before the page's own scripts have come. */
import { formatOf, preferredLocale } from '../../shell/locales.ts';
import { startEarly } from './start.ts';

startEarly();

// A browser reads its tables of a language with the first figure that it writes: 20 ms that are free while scripts are on their way.
setTimeout(() => {
  const tag = formatOf(preferredLocale(navigator.languages));
  new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }).format(0);
  new Intl.PluralRules(tag).select(0);
});
