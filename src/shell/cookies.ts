/** The sole adapter of the cookie library. Values are read as text and never parsed: a cookie's writer must not inject objects. */
import Cookies from 'universal-cookie';
import { COOKIES, type CookieName } from '../cookies.ts';

const S_PER_DAY = 24 * 60 * 60;

const jar = new Cookies(null, { path: '/' });

/** The value of a cookie; null when missing or invalid. */
export function readCookie(name: CookieName): string | null {
  const value: unknown = jar.get(name, { doNotParse: true });
  return typeof value === 'string' && COOKIES[name](value) !== null ? value : null;
}

/** Writes a cookie for the whole host. Browsers accept SameSite=None over https only. */
export function writeCookie(name: CookieName, value: string, sameSite: 'lax' | 'none'): void {
  const secure = sameSite === 'none' || location.protocol === 'https:';
  jar.set(name, value, { path: '/', maxAge: (COOKIES[name](value) ?? 0) * S_PER_DAY, sameSite, secure });
}

export function removeCookie(name: string): void {
  jar.remove(name, { path: '/' });
}

/** Names of the cookies visible to scripts. */
export function cookieNames(): string[] {
  return Object.keys(jar.getAll<Record<string, string>>({ doNotParse: true }));
}

/** Whether the page is in a cross-origin frame, where lax cookies are not sent. */
export function isEmbeddedElsewhere(): boolean {
  if (window.self === window.top) return false;
  try {
    return window.top?.location.origin !== location.origin;
  } catch {
    return true;
  }
}
