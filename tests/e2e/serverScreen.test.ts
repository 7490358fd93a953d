/** Screens on a server's history; the engine is a small fake of ClickHouse's HTTP interface. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ServedScreens } from '../../src/commands/servedScreens.ts';
import { createServer, stopServer } from '../../src/server/server.ts';
import { listen } from '../server/http.ts';
import { type Answer, type Asked, type FakeServer, openFakeServer } from '../sql/server.ts';
import { DIGEST, isLedger, known, lines, whole as withLedger } from '../sql/smallHistory.ts';
import { command, openDesk, soon } from './desk.ts';
import { AXE_MS, findings } from './findings.ts';
import { demoFolder, serve, sharedBrowser } from './product.ts';

const MONTHS = Array.from(
  { length: 120 },
  (_, at) => `${2011 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-28`,
);
const ROWS = [
  ['AAA', 'XNYS', 'Alpha', 'US', 'USD', 1.5],
  ['BBB', 'XNYS', 'Beta', 'US', 'USD', null],
];
const whole = (asked: Asked): Answer => (isLedger(asked) ? withLedger(asked) : lines(ROWS));

const browser = sharedBrowser();
let fake: FakeServer;
let screens: ServedScreens;
let server: ReturnType<typeof createServer>;
let address = '';
let answer: (asked: Asked) => Answer | Promise<Answer> = whole;

beforeAll(async () => {
  fake = await openFakeServer((asked) => known(asked, MONTHS) ?? answer(asked));
  screens = await ServedScreens.open(fake.address.replace('://', '://reader:secret@'));
  server = createServer({ published: demoFolder(300), page: resolve('dist/app'), screens, log: () => {} });
  address = `http://127.0.0.1:${await listen(server)}/`;
});
beforeEach(() => {
  answer = whole;
});
afterAll(async () => {
  await stopServer(server);
  await screens.close();
  await fake.close();
});

const sheet = (page: Page) => page.getByRole('region', { name: 'Screen a history on the server' });

async function asked(text: string, at = address): Promise<Page> {
  const page = await openDesk(browser(), at);
  await command(page, 'screen a history on the server');
  await sheet(page).getByLabel('Screen text').fill(text);
  await page.keyboard.press('Control+Enter');
  return page;
}

describe('a screen on the server', () => {
  it('shows its rows, ledger and digest by keyboard alone, and saves them', { timeout: AXE_MS }, async () => {
    const page = await asked('close >= 1');
    await soon(() => sheet(page).innerText()).toContain('Rows: 2 · as of Dec 28, 2020 · digest ');
    const tables = sheet(page).getByRole('table');
    expect(await tables.first().getByRole('row').allInnerTexts()).toEqual([
      'Step\tIn\tRemain\tDropped\tMissing',
      'close >= 1\t5\t2\t2\t1',
    ]);
    expect(await tables.last().getByRole('row').allInnerTexts()).toEqual([
      expect.stringContaining('Symbol'),
      expect.stringMatching(/^AAA\t/),
      expect.stringMatching(/^BBB\t/),
    ]);
    expect(await sheet(page).innerText()).toContain(DIGEST.slice(0, 12));
    expect(await findings(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      sheet(page).getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('panscreen-close-min-1-2020-12-28.csv');
    expect(readFileSync(await file.path(), 'utf8').split('\n')[0]).toBe('symbol,exchange,name,country,currency,close');
    await page.keyboard.press('Escape');
    await soon(() => sheet(page).count()).toBe(0);
    await page.context().close();
  });

  it('counts a look for each answer inside the hold-out, and none before it', async () => {
    const page = await asked('as of 2012-06-30 | close >= 1');
    const box = sheet(page).getByLabel('Screen text');
    await soon(() => sheet(page).innerText()).toContain('as of Jun 28, 2012');
    expect(await sheet(page).innerText()).not.toContain('looks so far');
    for (const looks of [1, 2]) {
      await box.fill('as of 2020-12-31 | close >= 1');
      await box.press('Control+Enter');
      await soon(() => sheet(page).innerText()).toContain(`looks so far: ${looks}`);
    }
    await page.context().close();
  });

  it('reports an invalid text with its position, without asking the server', async () => {
    const page = await asked('close >=');
    await soon(() => sheet(page).getByRole('alert').innerText()).toContain('character 9');
    await page.context().close();
  });

  it('reports why the server refused, and can be cancelled', async () => {
    answer = () => ({ code: 202, error: 'Too many simultaneous queries' });
    const page = await asked('close >= 1');
    await soon(() => sheet(page).getByRole('alert').innerText()).toContain('the engine is full');
    answer = () => new Promise(() => {});
    await sheet(page).getByRole('button', { name: 'Run on the server' }).click();
    await sheet(page).getByRole('button', { name: 'Cancel' }).click();
    await soon(() => sheet(page).getByRole('progressbar').count()).toBe(0);
    answer = whole;
    await sheet(page).getByRole('button', { name: 'Run on the server' }).click();
    await soon(() => sheet(page).innerText()).toContain('Rows: 2');
    await page.context().close();
  });

  it('names the command that serves an engine if there is none', async () => {
    const page = await asked('close >= 1', await serve(demoFolder(300)));
    await soon(() => sheet(page).getByRole('alert').innerText()).toContain('panscreen serve --engine');
    await page.context().close();
  });
});
