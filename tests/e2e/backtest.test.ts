import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstHeldOut } from '../../src/engine/backtest/holdOut.ts';
import { LITERATURE } from '../../src/engine/backtest/literature.ts';
import { command, type DeskOptions, openDesk, press, soon, tabTo } from './desk.ts';
import { AXE_MS, findings } from './findings.ts';
import { demoFolder, demoHistory, panscreen, rowCounts, serve, sharedBrowser, temporaryFolder } from './product.ts';

const browser = sharedBrowser();
const SECURITIES = 150;
/** Long enough for a hold-out. */
const MONTHS = 80;
const SCREEN = 'type = Equity | sort earningsYield desc | rows 1..20 | hold every month cost 20bp';
const query = (text: string): string => `?s=${encodeURIComponent(text)}`;
let address = '';
let history = '';

beforeAll(async () => {
  // Keeps the command line's trials apart from the user's.
  process.env.PANSCREEN_STATE = temporaryFolder();
  history = demoHistory(SECURITIES, MONTHS);
  address = await serve(demoFolder(300), '--history', history);
}, 300_000);
afterAll(() => {
  delete process.env.PANSCREEN_STATE;
});

function desk(text = SCREEN, options: DeskOptions = {}): Promise<Page> {
  return openDesk(browser(), address, query(text), options);
}

/** The result of a text, once final. */
async function resultOf(page: Page, text: string): Promise<void> {
  await soon(() =>
    page
      .locator('.backtest-text')
      .innerText()
      .catch(() => ''),
  ).toBe(text);
  await page.locator('.backtest[aria-busy="false"]').waitFor();
}

async function backtested(options: DeskOptions = {}): Promise<Page> {
  const page = await desk(SCREEN, options);
  await press(page, 'r');
  await resultOf(page, SCREEN);
  return page;
}

/** Goes to another address without loading the page again, as the browser's back button does. */
function go(page: Page, search: string): Promise<void> {
  return page.evaluate((to) => {
    window.history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, search);
}

/** For tests that neither count trials nor need a size or language. */
let shared: Page | null = null;
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await shared?.context().close();
  shared = null;
});

/** The view, opened anew in the shared page. */
async function sharedView({ colorScheme = 'dark' }: Pick<DeskOptions, 'colorScheme'> = {}): Promise<Page> {
  shared ??= await desk();
  const page = shared;
  await page.emulateMedia({ colorScheme });
  await go(page, query(SCREEN));
  await page.locator('.backtest').waitFor({ state: 'detached' });
  await go(page, `${query(SCREEN)}&view=backtest`);
  await resultOf(page, SCREEN);
  return page;
}

/** The cells of a row of statistics. */
function statistics(page: Page, name: string): Promise<string[]> {
  return page
    .locator('.card-statistics tr', { has: page.getByRole('button', { name, exact: true }) })
    .locator('td')
    .allInnerTexts();
}

const looks = async (page: Page): Promise<string> =>
  (await page.locator('.tile', { hasText: 'Hold-out' }).innerText()).match(/: (\d+)/)?.[1] ?? '';
const trials = (page: Page): Promise<string> =>
  page.locator('.card-trials tr', { hasText: 'Screens tried' }).locator('td').innerText();

interface Json {
  readonly statistics: Readonly<Record<string, number>>;
  readonly benchmarks: Readonly<Record<'equal' | 'cap', { readonly statistics: Readonly<Record<string, number>> }>>;
  readonly honesty: {
    readonly deflatedSharpe: number;
    readonly randomBetter: number;
    readonly waterfall: readonly { readonly mistake: string; readonly difference?: number }[];
    readonly verdict: readonly { readonly key: string }[];
  };
  readonly trades: readonly { readonly snapshot: string; readonly rows: readonly string[] }[];
}

const percent = (value: number): string => `${value > 0 ? '+' : ''}${(value * 100).toFixed(2)}%`.replace('-', '−');

/** Recorded looks into the hold-out. */
function kept(page: Page): Promise<number> {
  return page.evaluate(() => {
    const log = localStorage.getItem('panscreen.trials');
    const histories = log === null ? {} : (JSON.parse(log) as { histories: Record<string, { looks: number }> }).histories;
    return Object.values(histories).reduce((sum, trials) => sum + trials.looks, 0);
  });
}

describe('a date inside the hold-out', () => {
  const REST = 'type = Equity | marketCapitalization >= 2';
  const at = (date: string, rest = REST): string => `as of ${date} | ${rest}`;
  let dates: readonly string[] = [];
  /** Index of the first closed date. */
  let shut = 0;

  beforeAll(async () => {
    const manifest = JSON.parse(await readFile(join(history, 'history.json'), 'utf8')) as { blocks: { dates: string[] }[] };
    dates = manifest.blocks.flatMap((block) => block.dates);
    shut = dates.indexOf(dates.find((date) => date >= firstHeldOut(dates)!)!);
  });

  const arrived = async (page: Page): Promise<void> => {
    await page.locator('.top-date-name').waitFor();
    await soon(() => rowCounts(page)).toMatch(/^[1-9]\d* of/);
  };

  /** Loads the page at a date and waits for its rows. */
  async function load(page: Page, date: string, rest = ''): Promise<void> {
    await page.goto(`${address}stocks/screener${query(at(date))}${rest}`);
    await arrived(page);
  }

  /** A page that goes to a date. */
  async function deskAt(date: string): Promise<Page> {
    const page = await desk(REST);
    await go(page, query(at(date)));
    await arrived(page);
    return page;
  }

  it('is counted, however it is reached: address, keys, edit, undo, comparison, playback', async () => {
    const [before, first] = [dates[shut - 1]!, dates[shut]!];
    const page = await deskAt(before);
    expect(await kept(page)).toBe(0);
    await press(page, ';');
    await soon(() => kept(page)).toBe(1);
    await soon(() => page.locator('.looks').innerText()).toContain('looks so far: 1');
    await page.getByLabel('Screen as text').fill(at(first, REST.replace('2', '3')));
    await soon(() => kept(page)).toBe(2);
    await page.getByRole('heading', { name: 'Receipt' }).click();
    await press(page, 'Control+z');
    await soon(() => kept(page)).toBe(3);
    // Displayed rows belong to a recorded look.
    const download = page.waitForEvent('download');
    await command(page, 'csv');
    expect((await readFile(await (await download).path(), 'utf8')).split('\n').length).toBeGreaterThan(2);
    expect(await kept(page)).toBe(3);
    await press(page, ',');
    await page.locator('.looks').waitFor({ state: 'detached' });
    expect(await kept(page)).toBe(3);
    // The address follows a little later.
    await soon(() => new URL(page.url()).searchParams.get('s')).toContain(before);
    await page.reload();
    await soon(() => rowCounts(page)).toMatch(/^[1-9]\d* of/);
    expect(await kept(page)).toBe(3);
    await load(page, first);
    await soon(() => kept(page)).toBe(4);
    await load(page, before, `&b=${encodeURIComponent(at(first))}`);
    await soon(() => kept(page)).toBe(5);
    await go(page, query(at(dates.at(-2)!)));
    await arrived(page);
    await soon(() => kept(page)).toBe(6);
    await press(page, ':');
    await soon(() => kept(page)).toBe(7);
    await page.context().close();
  });

  it('is excluded from the date strip and from traces over dates until the hold-out is opened, which is counted', async () => {
    const before = dates[shut - 4]!;
    const page = await deskAt(before);
    const slider = page.getByRole('slider', { name: 'Date of the screen' });
    await press(page, 'a');
    await soon(() => slider.getAttribute('aria-valuetext')).toMatch(/\d+ of \d+ rows/);
    await soon(() => page.locator('.dates-bars:not([data-old])').count()).toBe(1);
    const bars = (): Promise<number> =>
      page.locator('.dates-bars').evaluate((path) => (path.getAttribute('d') ?? '').split('M').length);
    const told = await bars();
    expect(await page.locator('.dates-shut').count()).toBe(1);
    await press(page, 'x');
    await page.locator('.trace-finder input').fill('a');
    await page.locator('.trace-row').first().waitFor();
    await press(page, 'Enter');
    const fates = (): Promise<number> => page.locator('.trace-strip rect:not([data-fate="unknown"]):not(.trace-told)').count();
    await soon(fates).toBe(shut);
    expect(await kept(page)).toBe(0);
    await page.locator('.dates').getByRole('button', { name: 'Open the hold-out' }).click();
    await soon(() => kept(page)).toBe(1);
    await soon(bars).toBe(told + dates.length - shut);
    await soon(fates).toBe(dates.length);
    expect(await page.locator('.dates-shut').count()).toBe(0);
    // The next edit closes it.
    await page.getByLabel('Screen as text').fill(at(before, REST.replace('2', '3')));
    await page.locator('.dates-shut').waitFor({ state: 'attached' });
    await soon(fates).toBe(shut);
    expect(await kept(page)).toBe(1);
    await page.context().close();
  });
});

describe('the backtest view', () => {
  it('shows the numbers of the command line', async () => {
    const page = await backtested();
    const found = JSON.parse(panscreen('backtest', SCREEN, '--history', history, '--format', 'json')) as Json;
    const all = [found.statistics, found.benchmarks.equal.statistics, found.benchmarks.cap.statistics];
    expect(await statistics(page, 'CAGR')).toEqual(all.map(({ cagr }) => percent(cagr!)));
    expect(await statistics(page, 'Worst period')).toEqual(all.map(({ worst }) => percent(worst!)));
    expect(await statistics(page, 'Maximum drawdown')).toEqual(all.map(({ maxDrawdown }) => percent(maxDrawdown!)));
    expect(await page.locator('.card-periods tbody tr').count()).toBe(found.trades.length);
    const { waterfall, verdict, deflatedSharpe, randomBetter } = found.honesty;
    await soon(() => page.locator('.card-trials tr', { hasText: 'Random screens' }).locator('td').innerText()).toBe(
      `${(randomBetter * 100).toFixed(1)}%`,
    );
    expect(await page.locator('.card-trials tr', { hasText: 'Deflated' }).locator('td').innerText()).toBe(
      `${(deflatedSharpe * 100).toFixed(1)}%`,
    );
    expect(await page.locator('.waterfall li > b').allInnerTexts()).toEqual(
      waterfall.map(({ difference }) => (difference === undefined ? 'not available' : percent(difference))),
    );
    expect(await page.locator('.card-waterfall').innerText()).toContain('panscreen history --biases');
    // Biases are one sentence on the page.
    const sentences =
      verdict.filter(({ key }) => key !== 'mistake').length + Number(verdict.some(({ key }) => key === 'mistake'));
    expect(await page.locator('.verdict > span').count()).toBe(sentences);
    const held = found.trades.at(-2)!;
    await soon(() => page.locator('.card-holdings tbody tr:not([data-left])').count()).toBe(held.rows.length);
    await page.context().close();
  });

  it('updates after an edited number, and dims outdated results', async () => {
    const page = await sharedView();
    const [before] = await statistics(page, 'CAGR');
    await page.locator('.step-sentence').last().click();
    await page.getByLabel('Cost in basis points').first().fill('500');
    await resultOf(page, SCREEN.replace('20bp', '500bp'));
    const [after] = await statistics(page, 'CAGR');
    expect(after).not.toBe(before);
    await press(page, 'Control+z');
    await resultOf(page, SCREEN);
    expect((await statistics(page, 'CAGR'))[0]).toBe(before);
  });

  it('counts trials and looks across edits, undo and reloads, and shows nothing of the hold-out without a look', async () => {
    const page = await backtested();
    expect([await trials(page), await looks(page)]).toEqual(['1', '0']);
    const shut = await page.locator('.card-periods tbody tr').count();
    await page.locator('.step-sentence').last().click();
    await page.getByLabel('Cost in basis points').first().fill('30');
    await resultOf(page, SCREEN.replace('20bp', '30bp'));
    await press(page, 'Control+z');
    await resultOf(page, SCREEN);
    expect([await trials(page), await looks(page)]).toEqual(['2', '0']);
    await page.getByRole('button', { name: 'Open the hold-out' }).click();
    await soon(() => looks(page)).toBe('1');
    await soon(() => page.locator('.card-periods tbody tr').count()).toBeGreaterThan(shut);
    // Other starts and ends in the address give no access.
    await page.goto(`${address}stocks/screener${query(SCREEN.replace(' cost', ' until 2030-01-31 cost'))}`);
    await page.locator('.status-rows').waitFor();
    await press(page, 'r');
    await resultOf(page, SCREEN.replace(' cost', ' until 2030-01-31 cost'));
    expect(await page.locator('.card-periods tbody tr').count()).toBe(shut);
    expect([await trials(page), await looks(page)]).toEqual(['3', '1']);
    await page.context().close();
  });

  it("saves the command line's files, for the shown dates only", async () => {
    const page = await sharedView();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Periods (CSV)' }).click();
    const saved = await readFile(await (await download).path(), 'utf8');
    expect(saved).toBe(panscreen('backtest', SCREEN, '--history', history, '--format', 'csv'));
  });

  it('works by keyboard alone', async () => {
    const page = await sharedView();
    await tabTo(page, /Log scale/);
    await press(page, 'Space');
    expect(await page.getByLabel('Log scale').isChecked()).toBe(true);
    await tabTo(page, /Growth of the screen/);
    await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'Enter');
    const opened = await page.locator('.card-periods tr[data-open] th').innerText();
    await soon(() => page.locator('.card-holdings h3').innerText()).toContain(opened);
    await tabTo(page, /Open in the grid/);
    await press(page, 'Enter');
    await soon(() => page.getByLabel('Screen as text').inputValue()).toBe(`as of ${opened} | ${SCREEN}`);
    await page.locator('.grid-editor canvas').first().waitFor();
  });

  it('computes how a result depends on a number, and applies another value', async () => {
    const page = await sharedView();
    await page.locator('.card-strips').getByRole('button', { name: 'Compute' }).click();
    await soon(() => page.locator('.strip-box svg path').count()).toBeGreaterThan(2);
    const strip = page.locator('.strip-box').last().getByRole('application');
    await strip.focus();
    await press(page, 'ArrowRight', 'Enter');
    await soon(() => page.getByLabel('Screen as text').inputValue()).not.toBe(SCREEN);
  });

  it.each(['en-US', 'de'])('shows every column of its tables at 1440 × 900: %s', async (locale) => {
    const page = await backtested({ width: 1440, height: 900, locale });
    await page.locator('.card-holdings tbody tr').first().waitFor();
    const cut = await page
      .locator('.card-scroll')
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.ariaLabel));
    expect(cut).toEqual([]);
    await page.context().close();
  });

  it('shows published signals next to their replication', async () => {
    const page = await sharedView();
    await page.getByRole('button', { name: 'Replay the signals' }).click();
    await soon(() => page.locator('.card-literature tbody tr').count()).toBe(LITERATURE.length);
  });

  it('explains how to get a history, and offers a hold to a text without one', async () => {
    const page = await openDesk(browser(), await serve(demoFolder(300)), query(SCREEN));
    await press(page, 'r');
    await soon(() => page.locator('.backtest-empty').innerText()).toContain('panscreen demo --history');
    await page.context().close();
    const other = await sharedView();
    await go(other, `${query('type = Equity')}&view=backtest`);
    await other.getByRole('button', { name: 'Add a hold step' }).click();
    await soon(() => other.getByLabel('Screen as text').inputValue()).toBe('type = Equity | hold every month');
    await other.locator('.headline').waitFor();
  });
});

describe('axe finds nothing serious or critical', { timeout: AXE_MS }, () => {
  it.each(['dark', 'light'] as const)('in the view and the hold form, %s', async (colorScheme) => {
    const page = await sharedView({ colorScheme });
    await page.locator('.card-holdings tbody tr').first().waitFor();
    expect(await findings(page, '.desk-grid')).toEqual([]);
    await page.locator('.step-sentence').last().click();
    await page.locator('.slider-field').first().waitFor();
    expect(await findings(page, '.panel-steps')).toEqual([]);
  });
});
