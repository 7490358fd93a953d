/** Who may learn of the visit: the user's choice, its cookie, and what is told to tags that an operator may add. */
import { useSyncExternalStore } from 'react';
import { type Preferences, startHook, stopHook } from './analytics.ts';
import { cookieNames, readCookie, removeCookie, writeCookie } from './cookies.ts';

export const CONSENT_COOKIE = 'analytics';
export const CONSENT_CHECK_MS = 50;
/** Tags wait so long for the choice before they read the default. */
const WAIT_FOR_UPDATE_MS = 500;
/** Cookies that common first-party analytics leave; they go when consent is withdrawn. */
const ANALYTICS_COOKIES = /^_(?:ga|gid|gat|gcl|pk_|hj|clck|clsk)/;

interface ConsentWindow {
  dataLayer?: unknown[];
}

let preferences: Preferences = { necessary: true, analytics: false, marketing: false };
let isBarShown = false;
const listeners = new Set<() => void>();

/** Tag managers tell a command from other entries by its being an `arguments` object. */
function command(..._words: readonly unknown[]): void {
  const layer = globalThis as ConsentWindow;
  layer.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: the list of rest parameters is an array, which tag managers ignore
  layer.dataLayer.push(arguments);
}

function signals({ analytics, marketing }: Preferences): Record<string, string> {
  const word = (granted: boolean): string => (granted ? 'granted' : 'denied');
  return {
    ad_storage: word(marketing),
    ad_user_data: word(marketing),
    ad_personalization: word(marketing),
    analytics_storage: word(analytics),
  };
}

function announce(): void {
  for (const listener of listeners) listener();
  dispatchEvent(new CustomEvent('panscreen:consent', { detail: preferences }));
}

function isRefusedByBrowser(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}

function grant(): void {
  preferences = { ...preferences, analytics: true };
  command('consent', 'update', signals(preferences));
  startHook(preferences);
}

function deny(): void {
  preferences = { ...preferences, analytics: false };
  command('consent', 'update', signals(preferences));
  stopHook();
  for (const name of cookieNames()) if (ANALYTICS_COOKIES.test(name)) removeCookie(name);
}

/** Denies by default, before anything else runs, and looks a little later for an earlier choice. */
export function startConsent(): void {
  command('consent', 'default', { ...signals(preferences), wait_for_update: WAIT_FOR_UPDATE_MS });
  setTimeout(check, CONSENT_CHECK_MS);
}

function check(): void {
  const choice = readCookie(CONSENT_COOKIE);
  if (isRefusedByBrowser() || choice === 'false') deny();
  else if (choice === 'true') grant();
  else isBarShown = true;
  announce();
}

export function acceptConsent(): void {
  writeCookie(CONSENT_COOKIE, 'true', 'lax');
  isBarShown = false;
  grant();
  announce();
}

export function rejectConsent(): void {
  writeCookie(CONSENT_COOKIE, 'false', 'lax');
  isBarShown = false;
  deny();
  announce();
}

/** Shows the bar again, for another choice. */
export function openConsent(): void {
  isBarShown = true;
  announce();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConsentBar(): boolean {
  return useSyncExternalStore(
    listen,
    () => isBarShown,
    () => false,
  );
}
