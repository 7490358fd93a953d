/** Renews the visitor's cookies with the HTML: Safari limits cookies set by scripts to seven days. */
import type { IncomingMessage } from 'node:http';
import { COOKIES, type CookieName } from '../cookies.ts';

const S_PER_DAY = 24 * 60 * 60;
/** A longer Cookie header is ignored. */
const COOKIE_CHARS_MAX = 8192;

/** First valid value of each known cookie. */
function choices(header: string): Map<CookieName, string> {
  const found = new Map<CookieName, string>();
  const seen = new Set<string>();
  for (const pair of header.split(';')) {
    const [name = '', value = ''] = pair.trim().split(/=(.*)/s, 2);
    if (seen.has(name)) continue;
    seen.add(name);
    if (Object.hasOwn(COOKIES, name) && COOKIES[name as CookieName](value) !== null) found.set(name as CookieName, value);
  }
  return found;
}

/** Set-Cookie lines that renew the request's cookies for the page's lifetimes. None for a page in a frame, which has other rules. */
export function choicesAgain({ headers }: IncomingMessage, isSecure: boolean): string[] {
  const { cookie = '', 'sec-fetch-dest': destination = 'document' } = headers;
  if (destination !== 'document' || cookie.length > COOKIE_CHARS_MAX) return [];
  return [...choices(cookie)].map(([name, value]) => {
    const maxAge = (COOKIES[name](value) ?? 0) * S_PER_DAY;
    return `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  });
}
