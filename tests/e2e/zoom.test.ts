import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DeskOptions, onGrid, openDesk, press, soon, text } from './desk.ts';
import { AXE_MS, findings, findingsInBothThemes } from './findings.ts';
import { demoFolder, rowCounts, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(1500));
});

const SCREEN = '?s=type+%3D+Equity+%7C+sort+marketCapitalization+desc+%7C+rows+1..60';

function desk(query = SCREEN, options: DeskOptions = {}): Promise<Page> {
  return openDesk(browser(), address, query, options);
}

const said = (page: Page): Promise<string> => page.locator('[role="status"]').first().innerText();
const told = (page: Page): Promise<string> => page.locator('.panorama-told').innerText();
const levelShown = (page: Page): Promise<string | null> =>
  page.locator('.zoom-level[aria-pressed="true"]').getAttribute('aria-label');
const zoomOf = (page: Page): string | null => new URL(page.url()).searchParams.get('zoom');

async function atLevel(page: Page, level: number): Promise<void> {
  await press(page, `Alt+${level}`);
  await page
    .locator(level < 3 ? '.grid-editor canvas' : '.panorama-canvas canvas')
    .first()
    .waitFor({ state: 'attached' });
}

/** Focuses the panorama and waits for a percentile in the readout. */
async function onPicture(page: Page): Promise<void> {
  await press(page, '2');
  await page.locator('.panorama-picture:focus').waitFor();
  await soon(() => told(page)).toMatch(/percentile \d/);
}

/** The readout once the orders are stable for a second without pending work. */
async function settled(page: Page): Promise<string> {
  let last = '';
  await soon(async () => {
    const [before, isWorking] = [last, await page.locator('progress').count()];
    await page.waitForTimeout(1000);
    last = await told(page);
    return isWorking === 0 && last !== '' && last === before;
  }).toBe(true);
  return last;
}

/** Waits until all visible columns are drawn in order. */
async function settledPicture(page: Page): Promise<void> {
  await page.locator('.panorama-canvas canvas').waitFor();
  for (const work of ['.panorama-work', '.panorama-pending']) await page.locator(work).waitFor({ state: 'detached' });
}

/** A point as fractions of the picture's size. */
async function pictureAt(page: Page, across: number, down: number): Promise<readonly [number, number]> {
  const box = await page.locator('.panorama-canvas canvas').boundingBox();
  if (!box) throw new Error('there is no picture');
  return [box.x + box.width * across, box.y + box.height * down];
}

describe('the zoom level', () => {
  it('is part of the address and of undo, and is restored on the next visit', async () => {
    const page = await desk();
    for (const level of [2, 3, 4, 5]) {
      // Earlier, they would merge into one edit.
      if (level > 2) await page.waitForTimeout(1100);
      await atLevel(page, level);
      await soon(() => zoomOf(page)).toBe(String(level));
    }
    await press(page, 'Control+z');
    await soon(() => zoomOf(page)).toBe('4');
    await page.goBack();
    await soon(() => zoomOf(page)).toBe('3');
    await press(page, 'Control+y', 'Control+y');
    await soon(() => zoomOf(page)).toBe('5');
    await page.reload();
    await page.locator('.panorama-picture').waitFor();
    await page.goto(`${address}stocks/screener`);
    await page.locator('.panorama-picture').waitFor();
    await page.context().close();
  });

  it('changes through all levels by the wheel, as one edit however slow it is, and the next turn is another', async () => {
    const page = await desk();
    const grid = await page.locator('.grid-frame').boundingBox();
    if (!grid) throw new Error('no grid');
    await page.mouse.move(grid.x + 700, grid.y + 400);
    await page.keyboard.down('Control');
    let level = '1';
    for (let notch = 0; notch < 60 && zoomOf(page) !== '5'; notch++) {
      await page.mouse.wheel(0, 100);
      await page.waitForTimeout(120);
      if (zoomOf(page) === level) continue;
      level = zoomOf(page) ?? '1';
      // Longer than what makes two edits of one elsewhere.
      await page.waitForTimeout(1200);
    }
    await page.keyboard.up('Control');
    await soon(() => zoomOf(page)).toBe('5');
    await page.keyboard.down('Control');
    for (let notch = 0; notch < 60 && zoomOf(page) !== '4'; notch++) {
      await page.mouse.wheel(0, -100);
      await page.waitForTimeout(120);
    }
    await page.keyboard.up('Control');
    await press(page, 'Control+z');
    await soon(() => zoomOf(page)).toBe('5');
    await press(page, 'Control+z');
    await soon(() => zoomOf(page)).toBe(null);
    await page.context().close();
  });
});

/** Turns the wheel with Ctrl until the level changes. */
async function wheel(page: Page, deltaY: number): Promise<void> {
  const before = await levelShown(page);
  await page.keyboard.down('Control');
  for (let notch = 0; notch < 10 && (await levelShown(page)) === before; notch++) {
    await page.mouse.wheel(0, deltaY);
    await page.waitForTimeout(200);
  }
  await page.keyboard.up('Control');
}

describe('the cell under the pointer', () => {
  it('stays in place from compact text to colors and back', async () => {
    const page = await desk('?s=type+%3D+Equity+%7C+sort+marketCapitalization+desc+%7C+rows+1..400&zoom=2');
    // Far from the edges, where scrolling ends.
    await press(page, '2');
    await onGrid(page);
    await press(page, 'g', 'p', 'PageDown', 'PageDown', 'PageDown');
    const grid = await page.locator('.grid-frame').boundingBox();
    if (!grid) throw new Error('no grid');
    const [x, y] = [grid.x + 900, grid.y + 500];
    const cellAt = (): Promise<readonly string[]> =>
      page.evaluate(() => {
        const cell = document.querySelector('canvas td[aria-selected="true"]');
        const row = cell?.parentElement;
        const place = [...(row?.children ?? [])].indexOf(cell ?? document.body);
        const header = row?.closest('table')?.querySelectorAll('th')[place];
        return [row?.children[0]?.textContent ?? '', header?.textContent ?? ''];
      });
    // The accessible table lags behind the grid.
    const cellNow = async (): Promise<readonly string[]> => {
      let cell = await cellAt();
      await soon(async () => {
        const before = cell;
        await page.waitForTimeout(500);
        cell = await cellAt();
        return cell[1] !== '' && cell.join() === before.join();
      }).toBe(true);
      return cell;
    };
    await cellNow();
    await page.mouse.click(x, y);
    const [symbol = '', column = ''] = await cellNow();
    await wheel(page, 100);
    await page.locator('.panorama-canvas canvas').waitFor();
    await page.mouse.move(x, y);
    await soon(async () => {
      const words = await told(page);
      return [words.startsWith(`${symbol} `), words.includes(`, ${column}: `)];
    }).toEqual([true, true]);
    await wheel(page, -100);
    await page.locator('.grid-editor canvas').first().waitFor();
    await soon(async () => {
      await page.mouse.click(x, y);
      return await cellAt();
    }).toEqual([symbol, column]);
    await page.context().close();
  });
});

describe('the panorama', () => {
  it('works by keys alone and announces the cell under the crosshair', async () => {
    const page = await desk();
    for (const level of [3, 4, 5]) {
      await atLevel(page, level);
      await onPicture(page);
      const before = await settled(page);
      await press(page, 'ArrowRight', 'ArrowDown');
      await soon(() => told(page)).not.toBe(before);
      // The readout may change when values arrive.
      await soon(async () => (await said(page)).trim() === (await told(page))).toBe(true);
      const [column] = (await told(page)).split(': ');
      await press(page, 'ArrowLeft', 'ArrowRight');
      await soon(async () => (await told(page)).split(': ')[0]).toBe(column);
    }
    await press(page, 'Space');
    await page.locator('.panorama-told[data-held]').waitFor();
    const [symbol = ''] = (await told(page)).split(' ');
    await press(page, 'Enter');
    await onGrid(page);
    expect(zoomOf(page) ?? '1').toBe('1');
    await press(page, '.');
    await soon(() => page.locator('.row-head').innerText()).toContain(symbol);
    await page.context().close();
  });

  it('shows the same value as the grid', async () => {
    const page = await desk(`${SCREEN}&cols=symbol..name,beta,close`);
    await press(page, '2');
    await onGrid(page);
    await atLevel(page, 3);
    await onPicture(page);
    await press(page, 'Home', 'ArrowDown', 'ArrowUp');
    const words = await settled(page);
    const [, value = ''] = /, Beta: (\S+), /.exec(words) ?? [];
    expect(value, words).not.toBe('');
    await press(page, 'f');
    await soon(() => text(page)).toContain('beta >=');
    const [, bound = ''] = /beta >= (\S+)/.exec(await text(page)) ?? [];
    expect(Number(bound).toFixed(2)).toBe(value);
    await page.context().close();
  });

  it('zooms into a rectangle, and filters by one with Alt, as one edit', async () => {
    const page = await desk();
    await atLevel(page, 4);
    await press(page, '2');
    await page.locator('.panorama-picture:focus').waitFor();
    await soon(() => told(page)).not.toBe('');
    const drag = async (): Promise<void> => {
      await page.mouse.move(...(await pictureAt(page, 0.2, 0.1)));
      await page.mouse.down();
      await page.mouse.move(...(await pictureAt(page, 0.24, 0.2)), { steps: 4 });
      await page.mouse.up();
    };
    await drag();
    await soon(() => new URL(page.url()).searchParams.get('cell')).toMatch(/x/);
    // Earlier, the two would merge into one edit.
    await page.waitForTimeout(1200);
    const before = await text(page);
    await page.keyboard.down('Alt');
    await drag();
    await page.keyboard.up('Alt');
    await soon(() => text(page)).toContain(' between ');
    await soon(() => rowCounts(page)).not.toMatch(/^60 of/);
    const [rows = ''] = (await rowCounts(page)).split(' ');
    expect(Number(rows)).toBeGreaterThan(0);
    await press(page, 'Control+z');
    await soon(() => text(page)).toBe(before);
    await page.context().close();
  });

  it('has its crosshair around the announced cell, and repaints no column name while panning down', async () => {
    const page = await desk('?s=type+%3D+Equity&zoom=4&colorder=group');
    await settledPicture(page);
    const [x, y] = await pictureAt(page, 0.4, 0.5);
    await page.mouse.move(x, y);
    await soon(() => told(page)).toMatch(/percentile/);
    const [column, row] = await Promise.all(['column', 'row'].map((name) => page.locator(`.panorama-${name}`).boundingBox()));
    expect(x).toBeGreaterThanOrEqual(column!.x);
    expect(x).toBeLessThan(column!.x + column!.width);
    expect(y).toBeGreaterThanOrEqual(row!.y);
    expect(y).toBeLessThan(row!.y + row!.height);
    await press(page, '2', ' ');
    const painted = await page.evaluate(async () => {
      const texts = new Map<string, number>();
      const plain = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (...given) {
        texts.set(this.canvas.className, (texts.get(this.canvas.className) ?? 0) + 1);
        plain.apply(this, given);
      };
      const held = document.querySelector('.panorama-row')!;
      const from = held.getBoundingClientRect().top;
      document.querySelector('.panorama-picture')!.scrollTop += 40;
      while (held.getBoundingClientRect().top === from) await new Promise(requestAnimationFrame);
      return {
        above: texts.get('panorama-head') ?? 0,
        beside: texts.get('panorama-strip') ?? 0,
        moved: from - held.getBoundingClientRect().top,
      };
    });
    expect(painted).toMatchObject({ above: 0, moved: 40 });
    expect(painted.beside).toBeGreaterThan(0);
  });

  it('keeps its column order until a new one is computed, shows the progress, and can be cancelled', async () => {
    const page = await desk('?s=type+%3D+Equity&zoom=4&colorder=group');
    await settledPicture(page);
    await page.evaluate(() => {
      const seen = Object.assign(globalThis, { orders: [] as string[][], works: [] as string[], stops: false });
      const plain = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (this: Worker, ...given: Parameters<typeof plain>) {
        if (given[0].kind === 'columns') seen.orders.push(given[0].columns);
        plain.apply(this, given);
      } as typeof plain;
      new MutationObserver(() => {
        const work = document.querySelector('.panorama-work');
        if (!work?.querySelector('progress')) return;
        seen.works.push(work.textContent ?? '');
        if (seen.stops) work.querySelector('button')?.click();
      }).observe(document.body, { subtree: true, childList: true });
    });
    type Seen = { orders: string[][]; works: string[]; stops: boolean };
    const seen = (stops: boolean): Promise<Seen> =>
      page.evaluate((next) => {
        const found = globalThis as unknown as Seen;
        const now = { orders: found.orders, works: found.works, stops: next };
        Object.assign(globalThis, { orders: [], works: [], stops: next });
        return now;
      }, stops);
    const choose = async (order: string): Promise<void> => {
      await page.getByLabel('Order of columns').selectOption(order);
      await page.waitForFunction(() => (globalThis as unknown as Seen).works.length > 0);
      await page.locator('.panorama-work').waitFor({ state: 'detached' });
    };
    await choose('difference');
    const { orders, works } = await seen(true);
    const byDifference = orders.at(-1)!;
    expect(works[0]).toMatch(/^Ordering the columns.*Cancel$/);
    await choose('cluster');
    for (const order of (await seen(false)).orders) expect(order).toEqual(byDifference);
    await choose('difference');
    await choose('cluster');
    const shown = (await seen(false)).orders;
    for (const order of shown.slice(0, -1)) expect(order).toEqual(byDifference);
    expect(shown.at(-1)).not.toEqual(byDifference);
    expect(shown.at(-1)?.toSorted()).toEqual(byDifference.toSorted());
  });

  it('stores transposition, orders and colors in the address', async () => {
    const page = await desk();
    await atLevel(page, 3);
    await onPicture(page);
    await press(page, 't');
    await soon(() => new URL(page.url()).searchParams.get('transpose')).toBe('1');
    const before = await told(page);
    await press(page, 'ArrowDown');
    await soon(() => told(page)).not.toBe(before);
    // Down moves to another column of the same row.
    expect((await told(page)).split(', ')[0]).toBe(before.split(', ')[0]);
    await page.getByLabel('Color: percentile in').selectOption('size');
    await page.getByLabel('Order of columns').selectOption('difference');
    await page.getByLabel('Order of rows').selectOption('similarity');
    await page.getByLabel('One row per issuer').check();
    await soon(() => new URL(page.url()).search).toMatch(/ref=size.*colorder=difference.*roworder=similarity.*issuers=one/);
    await page.locator('.panorama-work').waitFor({ state: 'detached' });
    await page.reload();
    await soon(() => page.getByLabel('Order of rows').inputValue()).toBe('similarity');
    await soon(() => page.getByLabel('Color: percentile in').inputValue()).toBe('size');
    await page.context().close();
  });
});

describe('axe finds nothing serious or critical at any level', { timeout: AXE_MS }, () => {
  it('on a wide page', async () => {
    const page = await desk();
    for (const level of [2, 3, 4, 5]) {
      await atLevel(page, level);
      await page.waitForTimeout(800);
      if (level >= 3) await onPicture(page);
      expect(await findingsInBothThemes(page), `level ${level}`).toEqual([]);
    }
    await page.context().close();
  });

  it('on a phone', async () => {
    const page = await desk(`${SCREEN}&zoom=4`, { width: 390, height: 844, touch: true });
    await page.locator('.panorama-picture').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
});
