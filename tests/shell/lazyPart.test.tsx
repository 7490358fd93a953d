// @vitest-environment happy-dom
import { act, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startLanguage } from '../../src/shell/i18n.ts';
import { lazyPart } from '../../src/shell/lazyPart.tsx';
import { mayReload } from '../../src/shell/reload.ts';

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await startLanguage();
});
beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

async function show(Part: React.ComponentType): Promise<HTMLElement> {
  const host = document.createElement('div');
  await act(async () =>
    createRoot(host).render(
      <>
        <p>the desk</p>
        <Suspense>
          <Part />
        </Suspense>
      </>,
    ),
  );
  return host;
}

const retry = (host: HTMLElement) => act(async () => host.querySelector('button')?.click());

describe('a part that is loaded on demand', () => {
  it('and fails again after the reload gives way to an error alone, and comes with the retry', async () => {
    // The path was just reloaded, so it may not reload again.
    expect(mayReload(location.pathname, Date.now())).toBe(true);
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no network');
    });
    let tries = 0;
    const Panel = lazyPart(async () => {
      if (++tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
      return () => <p>the panel</p>;
    });
    const host = await show(Panel);
    expect(host.textContent).toBe('the deskThis part of the page could not be loaded.Try again');
    await retry(host);
    expect(host.textContent).toContain('could not be loaded');
    await retry(host);
    expect(host.textContent).toBe('the deskthe panel');
  });

  it('and is there again, but failed before, which browsers remember, loads the page afresh with the retry', async () => {
    expect(mayReload(location.pathname, Date.now())).toBe(true);
    const file = 'https://host/assets/Panel-1.js';
    const Panel = lazyPart(async () => {
      throw new TypeError(`Failed to fetch dynamically imported module: ${file}`);
    });
    const host = await show(Panel);
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      return new Response();
    });
    await retry(host);
    await expect.poll(() => reload.mock.calls.length).toBe(1);
    expect(asked).toEqual([file]);
  });

  it('and throws while it is shown leaves the rest as it is, with its reason and a retry', async () => {
    let isBroken = true;
    const Panel = lazyPart(async () => () => {
      if (isBroken) throw new RangeError('Invalid time value');
      return <p>the panel</p>;
    });
    const host = await show(Panel);
    expect(host.textContent).toBe('the deskThis part of the page failed: Invalid time valueTry again');
    isBroken = false;
    await retry(host);
    expect(host.textContent).toBe('the deskthe panel');
  });

  it('of another page reloads where the click was going, not where it was', async () => {
    // A page that is already being replaced would not reload again.
    vi.resetModules();
    const { watchChunks } = await import('../../src/shell/reload.ts');
    const target = new URL('/stocks/screener?s=rows+1..5#top', location.href);
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
    vi.stubGlobal('fetch', async () => new Response());
    watchChunks(() => target);
    dispatchEvent(new Event('vite:preloadError'));
    await expect.poll(() => assign.mock.calls).toEqual([[target]]);
    expect(reload).not.toHaveBeenCalled();
  });
});
