// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

interface Consent {
  readonly detail: { necessary: boolean; analytics: boolean; marketing: boolean };
}

const CHECK_MS = 50;
let told: Consent['detail'][] = [];
const listen = (event: Event): void => {
  told.push((event as unknown as Consent).detail);
};

/** The last consent signals, as tags read them. */
function signals(): Record<string, string> {
  const layer = (globalThis as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? [];
  const [, , words] = Array.from(layer.at(-1) ?? []);
  return words as Record<string, string>;
}

function cookies(): Record<string, string> {
  return Object.fromEntries(
    document.cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => pair.split('=') as [string, string]),
  );
}

function setCookie(line: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: there is no cookie store in the test's document
  document.cookie = line;
}

let root: Root | null = null;

/** Opens the page, with the bar if it is shown. */
async function open(): Promise<HTMLElement> {
  vi.resetModules();
  vi.useFakeTimers();
  const [{ startConsent }, { ConsentBar }, { startTexts }] = await Promise.all([
    import('../../src/shell/consent.ts'),
    import('../../src/shell/ConsentBar.tsx'),
    import('../../src/shell/i18n.ts'),
  ]);
  startTexts();
  const host = document.createElement('div');
  document.body.replaceChildren(host);
  await act(async () => root?.unmount());
  root = createRoot(host);
  await act(async () => root?.render(<ConsentBar />));
  startConsent();
  await act(async () => vi.advanceTimersByTime(CHECK_MS));
  vi.useRealTimers();
  return host;
}

const press = (host: HTMLElement, name: string) =>
  act(async () => [...host.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());
const tick = (host: HTMLElement, name: string) =>
  act(async () => [...host.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(name))?.click());

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Each opening has its own React, unknown to the test's.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  told = [];
  addEventListener('panscreen:consent', listen);
  Object.assign(globalThis, { dataLayer: [] });
  for (const name of Object.keys(cookies())) setCookie(`${name}=; max-age=0; path=/`);
});
afterEach(() => removeEventListener('panscreen:consent', listen));

describe('the consent bar', () => {
  it.each([
    { analytics: true, marketing: true },
    { analytics: false, marketing: true },
    { analytics: true, marketing: false },
    { analytics: false, marketing: false },
  ])('lets each purpose be chosen by itself: %o, and remembers it', async (choice) => {
    let host = await open();
    expect([...host.querySelectorAll('input')].map(({ checked }) => checked)).toEqual([false, false]);
    if (choice.analytics) await tick(host, 'Statistics');
    if (choice.marketing) await tick(host, 'Marketing');
    expect(cookies()).toEqual({});
    await press(host, 'Save choice');
    const word = (granted: boolean): string => (granted ? 'granted' : 'denied');
    const granted = {
      ad_storage: word(choice.marketing),
      ad_user_data: word(choice.marketing),
      ad_personalization: word(choice.marketing),
      analytics_storage: word(choice.analytics),
    };
    expect([told.at(-1), signals()]).toEqual([{ necessary: true, ...choice }, granted]);
    expect(host.querySelector('.consent')).toBeNull();
    expect(cookies()).toEqual({ analytics: String(choice.analytics), ...(choice.marketing ? { marketing: 'true' } : {}) });
    host = await open();
    expect(host.querySelector('.consent')).toBeNull();
    expect([told.at(-1), signals()]).toEqual([{ necessary: true, ...choice }, granted]);
  });

  it.each(['Accept', 'Reject'])('%s takes one click, and neither grants nor leaves marketing', async (name) => {
    setCookie('_gcl_au=1; path=/');
    setCookie('_ga=1; path=/');
    setCookie('marketing=true; path=/');
    const host = await open();
    await press(host, name);
    expect(told.at(-1)).toEqual({ necessary: true, analytics: name === 'Accept', marketing: false });
    expect(cookies()).toEqual({
      analytics: String(name === 'Accept'),
      marketing: 'false',
      ...(name === 'Accept' ? { _ga: '1' } : {}),
    });
  });

  it('grants nothing for a marketing cookie alone: the bar asks', async () => {
    setCookie('marketing=true; path=/');
    const host = await open();
    expect(host.querySelector('.consent')).not.toBeNull();
    expect(told.at(-1)).toEqual({ necessary: true, analytics: false, marketing: false });
  });
});
