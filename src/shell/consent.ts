/** Who may learn of the visit: the user's choice, its cookie, and what is told to tags that an operator may add. */
import { useSyncExternalStore } from 'react';
import { type Preferences, startHook, stopHook } from './analytics.ts';
import { cookieNames, readCookie, removeCookie, writeCookie } from './cookies.ts';

/** Names the choice on analytics: without it nothing has been chosen, and the bar asks. */
const ANALYTICS_COOKIE = 'analytics';
const MARKETING_COOKIE = 'marketing';
export const CONSENT_COOKIES = [ANALYTICS_COOKIE, MARKETING_COOKIE] as const;
export const CONSENT_CHECK_MS = 50;
/** Tags wait so long for the choice before they read the default. */
const WAIT_FOR_UPDATE_MS = 500;
/** Cookies that common first-party tags leave; they go when consent is withdrawn. */
const TAG_COOKIES = { analytics: /^_(?:ga|gid|gat|pk_|hj|clck|clsk)/, marketing: /^_(?:gcl|fbp|fbc)/ } as const;

/** What the user decides; what is necessary is always on. */
export type Choice = Pick<Preferences, 'analytics' | 'marketing'>;

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

/** Tells tags of the choice; what is not granted ends, and its cookies go. */
function take({ analytics, marketing }: Choice): void {
  const isOther = marketing !== preferences.marketing;
  preferences = { necessary: true, analytics, marketing };
  command('consent', 'update', signals(preferences));
  // A hook that runs has been told of the earlier choice.
  if (!analytics || isOther) stopHook();
  if (analytics) startHook(preferences);
  const gone = (['analytics', 'marketing'] as const).filter((purpose) => !preferences[purpose]);
  for (const name of cookieNames()) if (gone.some((purpose) => TAG_COOKIES[purpose].test(name))) removeCookie(name);
}

/** Denies by default, before anything else runs, and looks a little later for an earlier choice. */
export function startConsent(): void {
  command('consent', 'default', { ...signals(preferences), wait_for_update: WAIT_FOR_UPDATE_MS });
  setTimeout(check, CONSENT_CHECK_MS);
}

function check(): void {
  const analytics = readCookie(ANALYTICS_COOKIE);
  if (isRefusedByBrowser()) take({ analytics: false, marketing: false });
  else if (analytics === null) isBarShown = true;
  else take({ analytics: analytics === 'true', marketing: readCookie(MARKETING_COOKIE) === 'true' });
  announce();
}

/** Takes the user's choice, keeps it, and hides the bar. */
export function chooseConsent(choice: Choice): void {
  writeCookie(ANALYTICS_COOKIE, String(choice.analytics), 'lax');
  // Who was never asked for marketing needs no cookie that says no.
  if (choice.marketing || readCookie(MARKETING_COOKIE) !== null) writeCookie(MARKETING_COOKIE, String(choice.marketing), 'lax');
  isBarShown = false;
  take(choice);
  announce();
}

/** Grants analytics, which is what the bar asks for. Marketing is granted by its own name alone. */
export function acceptConsent(): void {
  chooseConsent({ analytics: true, marketing: false });
}

export function rejectConsent(): void {
  chooseConsent({ analytics: false, marketing: false });
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

/** What is granted now. */
export function consentChoice(): Choice {
  return preferences;
}
