/** Data quality findings as sentences. */
import type { Finding, Lineage } from '../../engine/answers/lineage.ts';
import { t } from '../../shell/i18n.ts';
import { formulaText } from '../columns/words.ts';
import { columnLabel, counted, exactText } from '../state/words.ts';

export function findingText({ flag, part, value, columns }: Finding, { currency, statementCurrency }: Lineage): string {
  const about = { part: part ? formulaText(part) : '', value: exactText(value) };
  const named = { columns: columns.map(columnLabel).join(', ') };
  switch (flag) {
    case 'missing':
      return t('flag.missing', named);
    case 'stale':
      return t('flag.stale', { age: counted('lineage.age', Math.round(value)) });
    case 'currency':
      return t('flag.currency', { from: statementCurrency, to: currency });
    case 'negative':
      return t('flag.negative', about);
    case 'nearZero':
      return t('flag.nearZero', about);
    case 'fallback':
      return part ? t('flag.fallback', about) : t('flag.fallbackOf', named);
    case 'guessedFiling':
      return t('flag.guessedFiling');
    case 'mixedPeriods':
    case 'inconsistent':
    case 'stalePrice':
    case 'gaps':
      return t(`flag.${flag}`, named);
  }
}
