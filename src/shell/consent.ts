/** Consent: the user's choice, its cookies, and signals to the operator's tags. */
import { useSyncExternalStore } from 'react';
import { type Preferences, startHook, stopHook } from './analytics.ts';
import { cookieNames, readCookie, removeCookie, writeCookie } from './cookies.ts';
import { makeListeners } from './listeners.ts';

/** Without this cookie no choice has been made, and the bar is shown. */
const ANALYTICS_COOKIE = 'analytics';
const MARKETING_COOKIE = 'marketing';
export const CONSENT_COOKIES = [ANALYTICS_COOKIE, MARKETING_COOKIE] as const;
export const CONSENT_CHECK_MS = 50;
/** Time that tags wait for the choice before they use the default. */
const WAIT_FOR_UPDATE_MS = 500;
/** First-party cookies of common tags, removed when consent is withdrawn. */
const TAG_COOKIES = { analytics: /^_(?:ga|gid|gat|pk_|hj|clck|clsk)/, marketing: /^_(?:gcl|fbp|fbc)/ } as const;

export type Choice = Pick<Preferences, 'analytics' | 'marketing'>;

interface ConsentWindow {
  dataLayer?: unknown[];
}

let preferences: Preferences = { necessary: true, analytics: false, marketing: false };
let isBarShown = false;
const listeners = makeListeners<[]>();

/** Tag managers recognise a command by its `arguments` object. */
function command(..._words: readonly unknown[]): void {
  const layer = globalThis as ConsentWindow;
  layer.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: tag managers ignore arrays, such as rest parameters
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
  listeners.tell();
  dispatchEvent(new CustomEvent('panscreen:consent', { detail: preferences }));
}

function isRefusedByBrowser(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}

/** Signals the choice to tags; stops what is not granted and removes its cookies. */
function take({ analytics, marketing }: Choice): void {
  const isOther = marketing !== preferences.marketing;
  preferences = { necessary: true, analytics, marketing };
  command('consent', 'update', signals(preferences));
  // A running hook knows only the earlier choice.
  if (!analytics || isOther) stopHook();
  if (analytics) startHook(preferences);
  const gone = (['analytics', 'marketing'] as const).filter((purpose) => !preferences[purpose]);
  for (const name of cookieNames()) if (gone.some((purpose) => TAG_COOKIES[purpose].test(name))) removeCookie(name);
}

/** Denies by default before anything else runs, and reads an earlier choice shortly afterwards. */
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

/** Stores and applies the user's choice and hides the bar. */
export function chooseConsent(choice: Choice): void {
  writeCookie(ANALYTICS_COOKIE, String(choice.analytics), 'lax');
  // No cookie for marketing unless it was granted before.
  if (choice.marketing || readCookie(MARKETING_COOKIE) !== null) writeCookie(MARKETING_COOKIE, String(choice.marketing), 'lax');
  isBarShown = false;
  take(choice);
  announce();
}

/** Grants analytics only. Marketing needs an explicit choice. */
export function acceptConsent(): void {
  chooseConsent({ analytics: true, marketing: false });
}

export function rejectConsent(): void {
  chooseConsent({ analytics: false, marketing: false });
}

/** Reopens the bar. */
export function openConsent(): void {
  isBarShown = true;
  announce();
}

export function useConsentBar(): boolean {
  return useSyncExternalStore(
    listeners.add,
    () => isBarShown,
    () => false,
  );
}

export function consentChoice(): Choice {
  return preferences;
}
