import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { command, type DeskOptions, onBars, onGrid, openDesk, press, soon, text } from './desk.ts';
import { demoFolder, gridColumn, openScreener, rowCounts, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(1500));
});

function desk(screen: string, options: DeskOptions = {}, view = ''): Promise<Page> {
  return openDesk(browser(), address, `?s=${encodeURIComponent(screen)}${view}`, { width: 1440, height: 900, ...options });
}

/** Visible columns from left to right. */
function heads(page: Page): Promise<string[]> {
  return page.evaluate(() => [...document.querySelectorAll('canvas table th')].map((cell) => cell.textContent ?? ''));
}

async function gridBox(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator('.grid-frame').boundingBox();
  if (!box) throw new Error('no grid');
  return box;
}

/** Width of the frozen columns. */
const FROZEN_PX = 74 + 128;

describe('cells', () => {
  it('stay selected while the focus goes to another panel and back by its keys', async () => {
    const page = await desk('sort marketCapitalization desc | rows 1..3');
    await press(page, '2', 'Control+Home', 'ArrowRight', 'ArrowRight', 'Shift+ArrowDown');
    const cells = (): Promise<string> => page.locator('.status-selection').innerText();
    await soon(cells).toContain('2 cells');
    await press(page, '3');
    await page.locator('.panel-columns :focus').waitFor();
    await press(page, '2');
    await onGrid(page);
    await page.waitForTimeout(300);
    expect(await cells()).toContain('2 cells');
    await page.context().close();
  });

  it('are copied with headers by a key, from the palette and by the button, and bare and exact by Ctrl C', async () => {
    const page = await desk('sort marketCapitalization desc | rows 1..3');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    const empty = (): Promise<void> => page.evaluate(() => navigator.clipboard.writeText(''));
    await press(page, '2', 'Control+Home', 'ArrowRight', 'ArrowRight', 'Shift+ArrowDown');
    await page.getByRole('button', { name: 'Copy as table' }).waitFor();
    await empty();
    await press(page, 'Shift+c');
    await soon(copied).toMatch(/^Symbol\tMarket capitalization \(USD\)\n\S+\t\d{9,}\n\S+\t\d{9,}$/);
    const table = await copied();
    await press(page, 'Control+c');
    const lines = table.split('\n').slice(1);
    await soon(copied).toBe(lines.map((line) => line.split('\t')[1]).join('\n'));
    await empty();
    await command(page, 'copy the selection with headers');
    await soon(copied).toBe(table);
    await empty();
    await page.getByRole('button', { name: 'Copy as table' }).click();
    await soon(copied).toBe(table);
    await page.context().close();
  });
});

describe('the columns of the screen', () => {
  it('come first, in the order of the steps, and stay under a pointer that sorts by one', async () => {
    const page = await desk('returnOnEquity >= 5% | sort stats.252.rateBack desc');
    await soon(async () => (await heads(page)).slice(2, 5)).toEqual(['Return on equity', 'Return, 1 year', 'Country']);
    await page.getByLabel('Screen as text').fill('p/e < 40 | sort roe desc');
    await soon(async () => (await heads(page)).slice(2, 5)).toEqual(['P/E ratio', 'Return on equity', 'Country']);
    const { x, y } = await gridBox(page);
    const before = await heads(page);
    await page.mouse.click(x + FROZEN_PX + 58 + 58 + 20, y + 30);
    await soon(() => text(page)).toContain('sort country asc');
    expect(await heads(page)).toEqual(before);
    await page.context().close();
  });
});

describe('a group of columns', () => {
  it('is reached by its letter, next to the frozen columns; Ctrl Home goes back', async () => {
    const page = await desk('sort marketCapitalization desc');
    await soon(() => rowCounts(page)).toMatch(/ of 1,500 rows/);
    await soon(() => heads(page)).toContain('Country');
    const start = await heads(page);
    for (let round = 0; round < 3; round++) {
      await press(page, 'g', 'v');
      await soon(async () => (await heads(page))[2]).toBe('Enterprise value');
      await press(page, 'Control+Home');
      await soon(() => heads(page)).toEqual(start);
    }
    await page.context().close();
  });

  it('is folded by its header and unfolded by the remaining one, wherever the grid is scrolled', async () => {
    const page = await desk('sort marketCapitalization desc');
    await press(page, 'g', 'v');
    await soon(async () => (await heads(page))[2]).toBe('Enterprise value');
    await page.evaluate(() => {
      const scroller = document.querySelector('.dvn-scroller');
      if (scroller) scroller.scrollLeft += 900;
    });
    await soon(async () => (await heads(page))[2]).not.toBe('Enterprise value');
    const { x, y } = await gridBox(page);
    await page.mouse.click(x + FROZEN_PX + 60, y + 10);
    await soon(() => page.url()).toContain('fold=MarketValueRatios');
    await soon(async () => (await heads(page)).slice(2, 4)).toEqual(['Enterprise value', 'Gross margin']);
    await page.mouse.click(x + FROZEN_PX + 60, y + 10);
    await soon(() => page.url()).not.toContain('fold=');
    await soon(async () => (await heads(page))[3]).toBe('Enterprise value with leases');
    await page.context().close();
  });
});

describe('a drag over a distribution', () => {
  it('is one edit, undone at once, however slow it is', async () => {
    const page = await desk('beta >= -100 | sort beta desc', {}, '&cols=symbol..name,beta');
    await soon(() => rowCounts(page)).toMatch(/ of 1,500 rows/);
    const { x, y } = await gridBox(page);
    await onBars(page, x + FROZEN_PX + 20, y + 22 + 54);
    await page.mouse.down();
    await page.mouse.move(x + FROZEN_PX + 30, y + 22 + 54, { steps: 3 });
    // Longer than the pause that separates other edits.
    await page.waitForTimeout(1200);
    await page.mouse.move(x + FROZEN_PX + 40, y + 22 + 54, { steps: 3 });
    await page.mouse.up();
    await soon(() => text(page)).toMatch(/^beta between \S+ and \S+ \|/);
    await press(page, 'Control+z');
    await soon(() => text(page)).toBe('beta >= -100 | sort beta desc');
    // Nothing of the way to it is left behind, before it or after it.
    await press(page, 'Control+y');
    await soon(() => text(page)).toMatch(/^beta between \S+ and \S+ \|/);
    expect(await page.locator('.top-undo').last().isDisabled()).toBe(true);
    await press(page, 'Control+z');
    await soon(() => text(page)).toBe('beta >= -100 | sort beta desc');
    await soon(() => page.locator('.top-undo').first().isDisabled()).toBe(true);
    await page.context().close();
  });

  it('has bounds with few digits, and leaves no filter behind once undone', async () => {
    const page = await desk('sort beta desc', {}, '&cols=symbol..name,beta,close,priceToEarningsRatio');
    await soon(() => rowCounts(page)).toMatch(/ of 1,500 rows/);
    const { x, y } = await gridBox(page);
    for (const column of [0, 1, 2]) {
      const left = x + FROZEN_PX + column * 58 + 15;
      await onBars(page, left, y + 22 + 54);
      await page.mouse.down();
      await page.mouse.move(left + 25, y + 22 + 54, { steps: 5 });
      await page.mouse.up();
      await soon(() => text(page)).toMatch(/ between | < | >= /);
      const bounds = (await text(page)).match(/-?\d[\d.e+-]*/g) ?? [];
      for (const bound of bounds) expect(Number(bound)).toBe(Number(Number(bound).toPrecision(4)));
      await press(page, 'Control+z');
      await soon(() => text(page)).toBe('sort beta desc');
      expect(await page.locator('.step').count()).toBe(1);
    }
    await page.context().close();
  });
});

/** What a drag makes the page do, in order: frames of the display, pictures of all cells, paints of the header of beta, questions for distributions, new counts beside the steps. */
type Work = ('frame' | 'cells' | 'header' | 'count' | 'ledger')[];

/** Runs before the page's scripts. */
function watchWork(): void {
  const work: Work = [];
  const { fillRect, fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
    const isWhole = x === 0 && y === 0 && width === this.canvas.width && height === this.canvas.height;
    if (isWhole && this.canvas.dataset.testid === 'data-grid-canvas') work.push('cells');
    fillRect.call(this, x, y, width, height);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    if (text === 'Beta') work.push('header');
    fillText.call(this, text, ...rest);
  };
  const post = Worker.prototype.postMessage as (...args: unknown[]) => void;
  Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
    if ((args[0] as { readonly kind?: string }).kind === 'distributions') work.push('count');
    post.apply(this, args);
  };
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target.parentElement?.closest('.ledger-out'))) work.push('ledger');
  }).observe(document, { subtree: true, characterData: true });
  const tick = (): void => {
    work.push('frame');
    requestAnimationFrame(tick);
  };
  tick();
  Object.assign(globalThis, { work });
}

describe('the moves of a drag', () => {
  it('have their cells painted before anything is counted or said beside the steps, and no header twice in a frame', async () => {
    const page = await (await browser().newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.addInitScript(watchWork);
    await openScreener(page, address, '?s=sort+beta+desc&cols=symbol..name,beta,close..volume');
    const { x, y } = await gridBox(page);
    await onBars(page, x + FROZEN_PX + 20, y + 22 + 54);
    await page.mouse.down();
    await page.evaluate(() => (globalThis as unknown as { work: Work }).work.splice(0));
    const seen = new Set<string>();
    for (let move = 1; move <= 12; move++) {
      await page.mouse.move(x + FROZEN_PX + 20 + 3 * move, y + 22 + 54);
      seen.add(await rowCounts(page));
      // The cells of the next move must not come in the frame of this one's counts.
      await page.waitForTimeout(80);
    }
    await page.mouse.up();
    await soon(() => page.evaluate(() => (globalThis as unknown as { work: Work }).work.includes('count'))).toBe(true);
    const work = await page.evaluate(() => (globalThis as unknown as { work: Work }).work);
    expect(seen.size).toBeGreaterThan(3);
    const frames = work
      .join()
      .split('frame')
      .map((frame) => frame.split(',').filter(Boolean));
    const of = (frame: readonly string[], what: Work[number]): number => frame.filter((each) => each === what).length;
    // The grid's own picture has its headers, too.
    expect(frames.filter((frame) => of(frame, 'header') > of(frame, 'cells') + 1)).toEqual([]);
    expect(frames.filter((frame) => frame.lastIndexOf('count') > frame.indexOf('cells') && of(frame, 'cells') > 0)).toEqual([]);
    // The cells of a move may come between the frame of the move before and its counts.
    const counted = frames.filter((frame) => of(frame, 'ledger') > 0);
    expect(counted.length).toBeGreaterThan(3);
    expect(counted.filter((frame) => of(frame, 'cells') > 0).length).toBeLessThan(counted.length / 2);
    await page.context().close();
  });

  it('paint all cells once for their rows, and open the form of the new step only at the end', async () => {
    const page = await (await browser().newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.addInitScript(watchWork);
    await openScreener(page, address, '?s=sort+close+desc&cols=symbol..name,beta,close..volume');
    const { x, y } = await gridBox(page);
    await onBars(page, x + FROZEN_PX + 20, y + 22 + 54);
    const before = await rowCounts(page);
    await page.mouse.down();
    await page.evaluate(() => (globalThis as unknown as { work: Work }).work.splice(0));
    await page.mouse.move(x + FROZEN_PX + 30, y + 22 + 54);
    await soon(() => rowCounts(page)).not.toBe(before);
    await soon(() => page.evaluate(() => (globalThis as unknown as { work: Work }).work.includes('count'))).toBe(true);
    const work = await page.evaluate(() => (globalThis as unknown as { work: Work }).work);
    expect(work.filter((what) => what === 'cells')).toHaveLength(1);
    expect(await page.locator('.step').count()).toBe(2);
    expect(await page.locator('.step[data-open]').count()).toBe(0);
    await page.mouse.up();
    await soon(() => page.locator('.step[data-open] .step-form').count()).toBe(1);
    await page.context().close();
  });
});

describe('the list of all columns', () => {
  it('takes no part in painting where it is far out of view, and has its whole length all the same', async () => {
    const page = await desk('sort beta desc', { width: 2560, height: 1440 });
    const groups = page.locator('.panel-columns .column-group');
    await groups.first().waitFor();
    const isPainted = (): Promise<boolean[]> =>
      groups.evaluateAll((all) =>
        all.map((group) => group.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) ?? false),
      );
    const scroller = page.locator('.panel-columns .fill');
    const length = (): Promise<number> => scroller.evaluate(({ scrollHeight }) => scrollHeight);
    await soon(async () => (await isPainted()).filter(Boolean).length / (await groups.count())).toBeLessThan(0.7);
    expect((await isPainted())[0]).toBe(true);
    const before = await length();
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await soon(async () => (await isPainted()).at(-1)).toBe(true);
    expect(Math.abs((await length()) - before)).toBeLessThan(0.05 * before);
    await page.context().close();
  });
});

describe('a click with Shift on a header', () => {
  it('sorts by a second column, below the first, and after a slice keeps its rows', async () => {
    const page = await desk('sort sector asc', {}, '&cols=symbol..name,sector,beta');
    const { x, y } = await gridBox(page);
    const inOrder = () => soon(async () => (await heads(page)).slice(2)).toEqual(['Sector', 'Beta']);
    await inOrder();
    await page.keyboard.down('Shift');
    await page.mouse.click(x + FROZEN_PX + 104 + 20, y + 30);
    await page.keyboard.up('Shift');
    await soon(() => text(page)).toBe('sort beta desc | sort sector asc');
    await page.getByLabel('Screen as text').fill('sort sector asc | rows 1..30');
    await soon(() => rowCounts(page)).toBe('30 of 1,500 rows');
    await inOrder();
    await page.keyboard.down('Shift');
    await page.mouse.click(x + FROZEN_PX + 104 + 20, y + 30);
    await page.keyboard.up('Shift');
    await soon(() => text(page)).toBe('sort sector asc | rows 1..30 | sort beta desc | sort sector asc');
    await page.context().close();
  });
});

describe('amounts', () => {
  it('compared in dollars are shown in dollars, in the order of their figures', async () => {
    const page = await desk('country in (JP, DE, US, GB) | marketCapitalization >= 2e9 | sort marketCapitalization desc');
    const figures = async (): Promise<number[]> =>
      (await gridColumn(page, 'Market capitalization')).filter(Boolean).map((cell) => {
        const [, number = '', unit = ''] = /^([\d.]+)([BMK]?)(?: [A-Z]{3})?$/.exec(cell) ?? [];
        return Number(number) * ({ B: 1e9, M: 1e6, K: 1e3 }[unit] ?? 1);
      });
    let shown: number[] = [];
    await soon(async () => {
      shown = await figures();
      return shown.length > 10 && shown.every((figure, at) => figure > 1.99e9 && figure <= (shown[at - 1] ?? figure));
    }).toBe(true);
    await page.getByLabel('Currency of amounts').selectOption('own');
    await soon(() => page.url()).toContain('money=own');
    await soon(async () => (await figures()).some((figure) => figure > (shown[0] ?? 0))).toBe(true);
    await page.context().close();
  });
});

describe('the palette', () => {
  it('adds a step typed in common words', async () => {
    const page = await desk('sort marketCapitalization desc');
    await command(page, 'roe > 15%');
    await soon(() => text(page)).toContain('returnOnEquity > 0.15');
    await page.context().close();
  });
});

describe('the format of the table', () => {
  it('has totals rows, color rules and a print layout, each undone as an edit', async () => {
    const page = await desk(
      'marketCapitalization >= 1e10 USD | sort marketCapitalization desc | rows 1..15',
      {},
      '&table.rules=marketCapitalization+>+1e11',
    );
    const kept = Number((await rowCounts(page)).split(' ')[0]?.replaceAll(',', ''));
    await press(page, '2', 'j');
    await soon(() => page.url()).toContain('table.totals=on');
    await soon(() => page.locator('canvas table').innerText()).toContain('Median');
    await press(page, 'q');
    const rule = page.locator('.format-rule');
    await soon(() => rule.innerText()).toContain('Market capitalization > 100B USD');
    await rule.locator('select').first().selectOption('red');
    await soon(() => page.url()).toContain('table.colors=red');
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const pages = page.locator('.print-pages');
    await soon(() => pages.locator('tbody tr').count()).toBe(Math.min(2000, kept));
    expect(await pages.locator('header').textContent()).toContain('marketCapitalization >= 1e10 USD');
    expect(await pages.locator('tfoot tr').first().textContent()).toContain('Median');
    expect(await pages.locator('td', { hasText: '▼' }).count()).toBeGreaterThan(0);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await soon(() => pages.count()).toBe(0);
    // Close together, the two merge into one edit.
    await press(page, '2', 'Control+z', 'Control+z');
    await soon(() => page.url()).not.toContain('table.totals');
    await page.context().close();
  });
});
