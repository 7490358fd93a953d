/** Data sources in words. */
import type { UniverseState } from '../../engine/worker/protocol.ts';
import { t } from '../../shell/i18n.ts';
import { dayText } from './words.ts';

export type Coverage = NonNullable<UniverseState['coverage']>;

/** Proper names, the same in every language. */
const NAMES = new Map(
  Object.entries({
    sec: 'SEC EDGAR',
    'sec-datasets': 'SEC Financial Statement Data Sets',
    fails: 'SEC Fails-to-Deliver Data',
    stooq: 'Stooq',
    tiingo: 'Tiingo',
    eodhd: 'EODHD',
    alphavantage: 'Alpha Vantage',
    financedatabase: 'FinanceDatabase',
  }),
);

/** A source with its latest date. */
export function sourceText({ name, day }: Coverage['sources'][number]): string {
  const label = NAMES.get(name) ?? t('source.tables');
  return day === null ? label : t('source.upTo', { source: label, date: dayText(Date.parse(day) / 1000) });
}
