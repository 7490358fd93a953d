import { FIELD_IDS } from '../catalogue/catalogue.ts';
import { EXCHANGES, MONTHS, type Month } from '../catalogue/codes.ts';
import type { COMPANY_COLUMNS, SOURCE_FLAGS, STATEMENT_CURRENCY } from '../catalogue/company.ts';
import { DAY_SECONDS } from '../ingest/formats/day.ts';
import type { FieldValue } from '../wire/indexing.ts';
import type { Listing } from './listings.ts';
import type { Random } from './random.ts';

export type Fields = {
  readonly [id in (typeof COMPANY_COLUMNS)[number]['id'] | typeof STATEMENT_CURRENCY | typeof SOURCE_FLAGS]?: FieldValue;
};

export function fieldRow(fields: Fields): FieldValue[] {
  return FIELD_IDS.map((id) => fields[id as keyof Fields] ?? null);
}

const SESSIONS: ReadonlyMap<string, Fields> = new Map(
  EXCHANGES.map(({ code, session, timezone }) => {
    const times = session.match(/\d\d:\d\d/g) ?? [];
    return [code, { marketOpen: times[0] ?? null, marketClose: times.at(-1) ?? null, timezone }];
  }),
);

export function listingFields({ exchange, currency, isAdr }: Listing): Fields {
  return { exchange, currency, isAdr, ...(exchange ? SESSIONS.get(exchange) : undefined) };
}

const HALF_YEARLY = new Set(['GB', 'AU', 'HK', 'FR', 'NZ', 'ZA', 'IE', 'SG', 'JE', 'GG', 'IM']);

/** End of the latest quarter or half-year reported by `asOf`, in epoch seconds. */
export function drawLatestQuarter(asOf: number, country: string, fiscalYearEnd: Month, random: Random): number {
  const months = HALF_YEARLY.has(country) && random.chance(0.6) ? 6 : 3;
  const lagDays = random.chance(0.05) ? random.between(120, 500) : random.between(28, 62);
  const last = MONTHS.indexOf(fiscalYearEnd);
  const now = new Date(asOf * 1000);
  for (let back = 0; ; back++) {
    // Day 0 is the last day of the previous month.
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 0) / 1000;
    const month = new Date(end * 1000).getUTCMonth();
    if ((month - last + 12) % months === 0 && end + lagDays * DAY_SECONDS <= asOf) return end;
  }
}

const ACTIVITIES = ['works in', 'does business in', 'would be known for', 'is made up as a company in'];

export function descriptionOf(name: string, industry: string, city: string, random: Random): string {
  return `Synthetic: ${name} of ${city} ${random.pick(ACTIVITIES)} ${industry.toLowerCase()}. No such company exists.`;
}
