// @vitest-environment happy-dom
import { createMemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isCrawler } from '../../src/shell/crawlers.ts';
import { type PageDefinition, pageRoute, unmatchedRoute } from '../../src/shell/pages.ts';
import { isVerySlow, preloadAll } from '../../src/shell/prefetch.ts';
import { forgetScreens, recentScreens, rememberScreen } from '../../src/shell/recent.ts';
import { mayReload, RELOAD_GUARD_MS } from '../../src/shell/reload.ts';

const load = async () => () => null;

async function errorAt(page: PageDefinition, address: string): Promise<unknown> {
  const router = createMemoryRouter([{ errorElement: <p />, children: [pageRoute(page, { known: () => {} }), unmatchedRoute] }], {
    initialEntries: [address],
  });
  await vi.waitFor(() => expect(router.state.initialized).toBe(true));
  return Object.values(router.state.errors ?? {})[0] ?? null;
}

describe('pages', () => {
  it('are validated before they are shown', async () => {
    const page: PageDefinition = { path: 'a', load, validate: (url) => url.searchParams.get('x') !== 'bad' };
    expect(await errorAt(page, '/a?x=good')).toBe(null);
    expect(await errorAt(page, '/a?x=bad')).toMatchObject({ message: 'Page Not Found: /a?x=bad', status: 404, fatal: true });
    expect(await errorAt(page, '/b?x=1')).toMatchObject({ message: 'Page not found: /b?x=1', status: 404, fatal: false });
  });

  it('are reported with query and fragment when missing', async () => {
    const page: PageDefinition = { path: 'a', load, validate: () => false };
    expect(await errorAt(page, '/a?x=1&y#part')).toMatchObject({ message: 'Page Not Found: /a?x=1&y#part' });
    expect(await errorAt(page, '/b/c?x=1&y#part?z')).toMatchObject({ message: 'Page not found: /b/c?x=1&y#part?z' });
    expect(await errorAt(page, '/b#')).toMatchObject({ message: 'Page not found: /b' });
  });

  it('reject an unknown middleware', async () => {
    expect(await errorAt({ path: 'a', load, middleware: ['known'] }, '/a')).toBe(null);
    expect(await errorAt({ path: 'a', load, middleware: ['lost'] }, '/a')).toMatchObject({
      message: 'Unknown route middleware: lost',
      fatal: true,
    });
  });
});

describe('the reload guard', () => {
  beforeEach(() => sessionStorage.clear());

  it('allows one reload of a path per period', () => {
    expect([mayReload('/a', 1000), mayReload('/a', 1000 + RELOAD_GUARD_MS - 1), mayReload('/b', 1500)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(mayReload('/a', 1000 + RELOAD_GUARD_MS)).toBe(true);
  });

  it('survives corrupt data, and never reloads without storage', () => {
    sessionStorage.setItem('panscreen.reload', '{broken');
    expect(mayReload('/a', 5)).toBe(true);
    vi.stubGlobal('sessionStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    expect(mayReload('/c', 5)).toBe(false);
    vi.unstubAllGlobals();
  });
});

describe('prefetching', () => {
  it('runs at most four loaders at a time', async () => {
    let [running, most, done] = [0, 0, 0];
    const loader = async (): Promise<void> => {
      running++;
      most = Math.max(most, running);
      await new Promise((next) => setTimeout(next, 2));
      running--;
      if (++done === 3) throw new Error('one of them fails');
    };
    await preloadAll(Array.from({ length: 11 }, () => loader));
    expect([most, done]).toEqual([4, 11]);
  });

  it('skips slow and metered connections', () => {
    const slow = [{ saveData: true }, { effectiveType: 'slow-2g' }, { effectiveType: '2g' }];
    const quick = [undefined, {}, { effectiveType: '3g' }, { effectiveType: '4g', saveData: false }];
    expect([...slow, ...quick].map(isVerySlow)).toEqual([true, true, true, false, false, false, false]);
  });
});

describe('the recent screens', () => {
  it('are eight, the latest first, without duplicates and invalid entries', () => {
    for (const place of [1, 2, 3, 4, 5, 6, 7, 8, 9, 3]) rememberScreen(`rows 1..${place}`);
    rememberScreen('');
    expect(recentScreens().map(({ text }) => text.slice(8))).toEqual(['3', '9', '8', '7', '6', '5', '4', '2']);
    localStorage.setItem('panscreen.recent', '[{"text":1},{"text":"a","used":2},null]');
    expect(recentScreens()).toEqual([{ text: 'a', used: 2 }]);
    localStorage.setItem('panscreen.recent', '{');
    expect(recentScreens()).toEqual([]);
    forgetScreens();
    expect(recentScreens()).toEqual([]);
  });
});

describe('crawlers', () => {
  it('are distinguished from people', () => {
    const people = [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    ];
    const crawlers = [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
      'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
      'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
      'Mozilla/5.0 (compatible; Baiduspider/2.0)',
      'Twitterbot/1.0',
    ];
    expect([...people, ...crawlers].map(isCrawler)).toEqual([...people.map(() => false), ...crawlers.map(() => true)]);
  });
});
