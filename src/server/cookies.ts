/** Sends the visitor's choices again with the html: Safari keeps what scripts have written for seven days only. */
import type { IncomingMessage } from 'node:http';
import { COOKIES, type CookieName } from '../cookies.ts';

const S_PER_DAY = 24 * 60 * 60;
/** A longer Cookie header holds more than our two: it isn't read. */
const COOKIE_CHARS_MAX = 8192;

/** The first value of each of our cookies, when it is a choice. */
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

/** Set-Cookie lines for the choices that the request carries, to be kept as long as the page keeps them. None for a page in a frame: its own terms differ. */
export function choicesAgain({ headers }: IncomingMessage, isSecure: boolean): string[] {
  const { cookie = '', 'sec-fetch-dest': destination = 'document' } = headers;
  if (destination !== 'document' || cookie.length > COOKIE_CHARS_MAX) return [];
  return [...choices(cookie)].map(([name, value]) => {
    const maxAge = (COOKIES[name](value) ?? 0) * S_PER_DAY;
    return `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  });
}
