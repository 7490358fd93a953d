/** First script of the screener's page: requests the data before the other scripts are loaded. */
import { formatOf, preferredLocale } from '../../shell/locales.ts';
import { startEarly } from './start.ts';

startEarly();

// The first use of Intl takes 20 ms, which are free while scripts are loading.
setTimeout(() => {
  const tag = formatOf(preferredLocale(navigator.languages));
  new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }).format(0);
  new Intl.PluralRules(tag).select(0);
});
