/** Whatever is pressed, the focus stays on something: the keys that follow go where the user looks. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { openDesk } from './desk.ts';
import { demoFolder, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(300));
});

const SCRIPTS = 250;
/** Side by side: while one waits, another computes. */
const PAGES = 2;
const SCREENS = [
  '',
  'beta >= 1 | sector = Energy | sort close desc',
  'type = Equity | rows 1..20',
  'let x = close / beta | x >= 2 | percent 0..20',
];
const WORDS = ['beta', 'country', 'United S', 'sector', '1.5', 'roe > 15%', 'scatter', 'add a sort', 'zzz'];
const KEYS = [
  ...['Enter', 'Enter', 'Escape', 'Escape', 'Tab', 'Shift+Tab', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'Space', 'Delete'],
  ...['Control+z', 'Control+Shift+z', 'Control+k', 'Alt+1', 'Alt+2', 'Alt+4', 'Alt+ArrowUp', '/', '[', ']', '\\', '1', '2', '3'],
  ...[
    'n',
    'n',
    'e',
    'h',
    'y',
    'v',
    'u',
    'o',
    'l',
    'p',
    'k',
    'q',
    'x',
    'b',
    'Shift+b',
    's',
    'f',
    '.',
    'c',
    'i',
    'm',
    '-',
    'z',
    't',
    '?',
  ],
];
/** Controls that leave the page, open a window or save a file. */
const NOT_PRESSED = 'a, select, input[type="file"], .top-second, .status-export *, [aria-haspopup], .theme-button';

/** Notes in the page what was pressed or had the focus last, and says it when nothing has the focus. */
function watch(): void {
  let last: Element | null = null;
  const note = (event: Event): void => {
    const target = event.target as Element;
    last = event.type === 'focusin' ? target : target.closest('button, input, select, textarea, a[href], [tabindex]');
  };
  for (const name of ['focusin', 'pointerdown']) document.addEventListener(name, note, true);
  const lost = (): string | null => {
    const { activeElement, body } = document;
    if (last === null || (activeElement && activeElement !== body)) return null;
    return `${last.className || last.tagName} “${(last.getAttribute('aria-label') ?? last.textContent ?? '').slice(0, 30)}”`;
  };
  Object.assign(window, {
    lostFocus: async () => {
      const until = performance.now() + 15_000;
      while (lost() !== null && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
      const found = lost();
      last = null;
      return found;
    },
  });
}

/** A control that can be pressed: its middle and its name. */
function someControl([shares, refused]: readonly [readonly number[], string]): readonly [number, number, string] | null {
  const root = document.querySelector('.palette') ?? document;
  const controls = [...root.querySelectorAll('button:enabled, input:enabled, [role="option"], [tabindex="0"]')];
  for (const share of shares) {
    const control = controls[Math.floor(share * controls.length)];
    if (!control || control.matches(refused)) continue;
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (!control.contains(document.elementFromPoint(x, y))) continue;
    return [x, y, (control.getAttribute('aria-label') ?? control.textContent ?? '').slice(0, 30)];
  }
  return null;
}

async function act(page: Page, random: Random): Promise<string> {
  const choice = random.next();
  if (choice < 0.1) {
    const word = random.pick(WORDS);
    await page.keyboard.type(word);
    return `“${word}”`;
  }
  const shares = Array.from({ length: 8 }, () => random.next());
  const control = choice < 0.4 ? await page.evaluate(someControl, [shares, NOT_PRESSED] as const) : null;
  if (control) {
    const [x, y, name] = control;
    await page.mouse.click(x, y);
    return `click ${name}`;
  }
  const key = random.pick(KEYS);
  await page.keyboard.press(key);
  return key;
}

const lost = (page: Page): Promise<string | null> =>
  page.evaluate(() => (window as unknown as { lostFocus(): Promise<string | null> }).lostFocus());

/** Clicks a button that is disabled when the pointer reaches it, as those of the receipt are while a result is pending. */
async function clickDisabled(page: Page): Promise<void> {
  const middle = await page
    .locator('.receipt button:enabled')
    .first()
    .evaluate((button: HTMLButtonElement) => {
      button.disabled = true;
      const { left, right, top, bottom } = button.getBoundingClientRect();
      return [(left + right) / 2, (top + bottom) / 2] as const;
    });
  await page.mouse.click(...middle);
}

/** What was pressed before nothing had the focus. */
async function lostFocus(seed: number): Promise<readonly string[]> {
  const random = new Random(seed);
  const page = await openDesk(browser(), address, '', { width: 1100, height: 700 });
  await page.evaluate(watch);
  const found: string[] = [];
  // The keeper of the focus loads after the rows: the first click may come before it, the second cannot.
  for (const when of ['early', 'late']) {
    await clickDisabled(page);
    if ((await lost(page)) !== null) found.push(`a disabled button, ${when}`);
  }
  for (let script = 0; script < SCRIPTS / PAGES; script++) {
    await page.evaluate((screen) => {
      history.pushState(null, '', `?s=${encodeURIComponent(screen)}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, random.pick(SCREENS));
    const done: string[] = [];
    for (let count = 3 + random.below(4); count > 0; count--) {
      done.push(await act(page, random));
      const where = await lost(page);
      if (where !== null) found.push(`${done.join(', ')}: ${where}`);
    }
  }
  await page.context().close();
  return found;
}

it('random scripts of keys and clicks never lose the focus', { timeout: 900_000 }, async () => {
  expect((await Promise.all(Array.from({ length: PAGES }, (_, page) => lostFocus(2403 + page)))).flat()).toEqual([]);
});
