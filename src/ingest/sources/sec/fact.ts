import { dayOfIso as readDay } from '../../formats/day.ts';

/** A reported figure of a company. */
export interface Fact {
  /** As in tags.ts: plain for us-gaap, otherwise with the taxonomy and a colon as prefix. */
  readonly tag: string;
  /** First day of the period in days since 1970-01-01; NaN for an instant. */
  readonly start: number;
  /** Last day of the period, or the instant. */
  readonly end: number;
  readonly value: number;
  /** As reported: a currency, `shares`, a currency with `/shares`, or another unit, which is ignored. */
  readonly unit: string;
  readonly filed: number;
  readonly accession: string;
  /** Such as 10-K or 10-Q/A. */
  readonly form: string;
}

const ANNUAL_FORM = /^(10-KT?|10-K405|20-F|40-F)(\/A)?$/;

export function isAnnualForm(form: string): boolean {
  return ANNUAL_FORM.test(form);
}

/** Whether a form is that of a foreign company whose listing may be a depositary receipt. Canadian ones file 40-F and list their shares. */
export function isForeignForm(form: string): boolean {
  return form.startsWith('20-F');
}

const days = new Map<string, number>();
const DAYS_KEPT_MAX = 50_000;

/** As formats/day.ts, but remembers days, since filings repeat them. */
export function dayOfIso(text: unknown): number {
  if (typeof text !== 'string') return Number.NaN;
  const known = days.get(text);
  if (known !== undefined) return known;
  const day = readDay(text);
  if (days.size < DAYS_KEPT_MAX) days.set(text, day);
  return day;
}
