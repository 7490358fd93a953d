/** The product's cookies, written by the page and renewed by the server: names, values and lifetimes. */
import { localeOf } from './shell/locales.ts';

const GRANTED_DAYS = 365;
const DENIED_DAYS = 30;
const LANGUAGE_DAYS = 365;

function consentDays(value: string): number | null {
  return value === 'true' ? GRANTED_DAYS : value === 'false' ? DENIED_DAYS : null;
}

/** Days for which each cookie keeps a value; null for an invalid value. */
export const COOKIES = {
  analytics: consentDays,
  marketing: consentDays,
  language: (value: string): number | null => (localeOf(value) === null ? null : LANGUAGE_DAYS),
} as const satisfies Record<string, (value: string) => number | null>;

export type CookieName = keyof typeof COOKIES;
