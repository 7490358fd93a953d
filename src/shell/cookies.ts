/** The sole adapter of the cookie library. Values are taken as text and never parsed: who may write cookies may not write objects. */
import Cookies from 'universal-cookie';
import { COOKIES, type CookieName } from '../cookies.ts';

const S_PER_DAY = 24 * 60 * 60;

const jar = new Cookies(null, { path: '/' });

/** The value of a cookie; null when there is none, or one that is no choice. */
export function readCookie(name: CookieName): string | null {
  const value: unknown = jar.get(name, { doNotParse: true });
  return typeof value === 'string' && COOKIES[name](value) !== null ? value : null;
}

/** Keeps a value on the whole host. SameSite none is only taken by browsers on a secure connection. */
export function writeCookie(name: CookieName, value: string, sameSite: 'lax' | 'none'): void {
  const secure = sameSite === 'none' || location.protocol === 'https:';
  jar.set(name, value, { path: '/', maxAge: (COOKIES[name](value) ?? 0) * S_PER_DAY, sameSite, secure });
}

export function removeCookie(name: string): void {
  jar.remove(name, { path: '/' });
}

/** Names of the cookies that scripts can see. */
export function cookieNames(): string[] {
  return Object.keys(jar.getAll<Record<string, string>>({ doNotParse: true }));
}

/** Whether the page stands in a frame of another origin, where lax cookies do not travel. */
export function isEmbeddedElsewhere(): boolean {
  if (window.self === window.top) return false;
  try {
    return window.top?.location.origin !== location.origin;
  } catch {
    return true;
  }
}
