import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { openHistoryAt } from '../../src/commands/publishedHistory.ts';
import { demoHistory } from '../../src/demo/history.ts';
import type { History } from '../../src/engine/history/history.ts';
import { applySteps } from '../../src/engine/run/apply.ts';
import { asOfStep } from '../../src/engine/steps/asOf.ts';
import type { Step } from '../../src/engine/steps/registry.ts';
import { printScreen } from '../../src/engine/steps/text.ts';
import { dayOfIso } from '../../src/ingest/formats/day.ts';
import { publishHistory } from '../../src/ingest/history/buildHistory.ts';
import type { HistoryInput } from '../../src/ingest/history/input.ts';
import type { Known } from '../../src/ingest/history/snapshotRow.ts';
import { Report } from '../../src/ingest/report/report.ts';
import { Random } from '../random.ts';
import { randomScreen } from '../random-screen.ts';
import { openDesk, press, soon, text } from './desk.ts';
import { AXE_MS, findings } from './findings.ts';
import { floats, json, serveElsewhere } from './other-server.ts';
import { demoFolder, panscreen, rowCounts, SCREENER, serve, sharedBrowser, temporaryFolder } from './product.ts';

const OPTIONS = { securities: 80, months: 60, seed: 5, asOfDay: dayOfIso('2021-12-31') };
const SCREENS = 120;
const REST = 'type = Equity | earningsYield >= 3% | sort marketCapitalization desc';

const browser = sharedBrowser();
const out = join(temporaryFolder(), 'history');
let history: History;
let address = '';
let elsewhere = '';

/** The demo's companies as SEC filers. */
function filers(): HistoryInput {
  const input = demoHistory(OPTIONS);
  return {
    ...input,
    *known(first, last) {
      let cik = 320_193;
      for (const known of input.known(first, last) as Iterable<Known>) {
        const fields = new Map(known.security.fields).set('CIK', String(cik++).padStart(10, '0'));
        yield { ...known, filings: known.filings, security: { ...known.security, fields } };
      }
    },
  };
}

beforeAll(async () => {
  const options = { out, since: dayOfIso('2017-01-01'), until: Number.POSITIVE_INFINITY, every: 'month' as const };
  await publishHistory({ ...options, report: new Report(), progress: () => {} }, async () => filers());
  history = await openHistoryAt(out);
  address = await serve(demoFolder(1500), '--history', out);
  const calls = {
    countries: json({ US: 1763596800 }),
    'reverse-index': json({ close: 0 }),
    'header-index': json({ symbol: 0, name: 1 }),
    'vector-indexing/US': json({ tickerIndex: [['AAA', 'A company']] }),
    'vector/US': floats([5]),
  };
  elsewhere = await serveElsewhere(calls, '/', out);
}, 120_000);

/** Opens the page at a date of the history. */
async function openDated(base: string, screen: string, rest = ''): Promise<Page> {
  const context = await browser().newContext({ viewport: { width: 1800, height: 1000 }, colorScheme: 'dark', bypassCSP: true });
  await context.addCookies([{ name: 'analytics', value: 'false', url: base }]);
  const page = await context.newPage();
  await page.goto(`${base}${SCREENER}${query(screen, rest)}`);
  await page.locator('.top-date-name').waitFor();
  await page.locator('.top-loading').waitFor({ state: 'detached' });
  await page.locator('.status-rows').waitFor();
  return page;
}

const query = (screen: string, rest = ''): string => `?s=${encodeURIComponent(screen)}${rest}`;
const rowsAt = (date: string, screen = REST): number =>
  (JSON.parse(panscreen('screen', `as of ${date} | ${screen}`, '--history', out, '--format', 'json')) as unknown[]).length;

/** The date strip with all counts. */
async function openStrip(page: Page): Promise<void> {
  await page.locator('.top-date-name').waitFor();
  await press(page, 'a');
  await page.locator('.dates-slider svg').waitFor();
}

const slider = (page: Page) => page.getByRole('slider', { name: 'Date of the screen' });

describe('a date of the history', () => {
  it(`has the same rows in the page's worker and on the command line, for ${SCREENS} random screens at random dates`, async () => {
    const random = new Random(26);
    const lists: Step[][] = [];
    const expected: number[][] = [];
    for (let index = 0; index < SCREENS; index++) {
      const place = random.below(history.dates.length);
      const values = await history.ask(place, (table) =>
        Array.from(table.rows.subarray(0, 30), (row) => table.numbers('close')![row]!),
      );
      const steps = randomScreen(random, () => values).map(
        (step) => JSON.parse(JSON.stringify(step, (key, value) => (key === 'currency' ? 'USD' : value))) as Step,
      );
      const dated = [asOfStep({ date: history.dates[place]! }), ...steps];
      lists.push(dated);
      expected.push(await history.ask(place, (table) => [...applySteps(table, dated, null).rows]));
    }
    const page = await openDesk(browser(), address);
    const found = await page.evaluate(
      async ({ base, lists }) => {
        const script = performance.getEntriesByType('resource').find(({ name }) => /\/worker-[^/]*\.js$/.test(name))!;
        const rules = { createScriptURL: (url: string) => url };
        const policy = (
          globalThis as unknown as { trustedTypes?: { createPolicy(name: string, of: typeof rules): typeof rules } }
        ).trustedTypes;
        const worker = new Worker(policy ? policy.createPolicy('test', rules).createScriptURL(script.name) : script.name, {
          type: 'module',
        });
        worker.postMessage({ kind: 'load', base });
        const all: number[][] = [];
        for (const [index, steps] of lists.entries()) {
          const rows = new Promise<Uint32Array>((resolve) => {
            worker.onmessage = ({ data }) => data.kind === 'applied' && data.ticket === index + 1 && resolve(data.rows);
          });
          worker.postMessage({ kind: 'apply', ticket: index + 1, steps, stepCount: steps.length, comparedScreen: null });
          all.push([...(await rows)]);
        }
        worker.terminate();
        return all;
      },
      { base: address, lists },
    );
    for (const [index, rows] of found.entries()) expect(rows, printScreen(lists[index]!)).toEqual(expected[index]);
    expect(found.flat().length).toBeGreaterThan(SCREENS);
    await page.context().close();
  });

  it('plays through 60 months, each with the rows of the command line, as one edit', { timeout: AXE_MS }, async () => {
    const page = await openDesk(browser(), address, query(REST));
    await openStrip(page);
    expect(await findings(page, '.dates')).toEqual([]);
    expect(await findings(page, '.top-date')).toEqual([]);
    await slider(page).focus();
    await press(page, 'Home');
    await soon(() => text(page)).toBe(
      `as of ${history.dates[0]} | type = Equity | earningsYield >= 0.03 | sort marketCapitalization desc`,
    );
    await page.getByLabel('Speed').selectOption('8');
    await press(page, ':');
    await expect.poll(() => text(page), { timeout: 120_000 }).toContain(`as of ${history.dates.at(-1)}`);
    await soon(() => page.getByRole('button', { name: 'Play', pressed: false }).count()).toBe(1);
    expect(history.dates.length).toBe(60);
    // Compares some dates of the strip with the command line.
    for (const place of [59, 40, 23, 0]) {
      await slider(page).focus();
      await press(
        page,
        'Home',
        ...new Array<string>(Math.floor(place / 12)).fill('PageUp'),
        ...new Array<string>(place % 12).fill('ArrowRight'),
      );
      const kept = rowsAt(history.dates[place]!);
      await soon(() => slider(page).getAttribute('aria-valuetext')).toContain(
        `${kept} of ${history.manifest.blocks.flatMap((block) => block.coverage)[place]!.listed} rows`,
      );
      await soon(() => rowCounts(page)).toContain(`${kept} of`);
    }
    await press(page, 'Shift+a');
    await soon(() => text(page)).not.toContain('as of');
    await press(page, ',');
    await soon(() => text(page)).toContain(`as of ${history.dates.at(-1)}`);
    await press(page, ';');
    await soon(() => text(page)).not.toContain('as of');
    await page.context().close();
  });

  it('outside the history gives no rows and states the range', async () => {
    const page = await openDesk(browser(), address);
    await page.getByLabel('Screen as text').fill(`as of 1999-01-31 | ${REST}`);
    await soon(() => page.locator('.panel-steps').innerText()).toContain('there is no snapshot as of Jan 31, 1999');
    await soon(() => rowCounts(page)).toMatch(/^0 of/);
    await page.context().close();
  });

  it('shows at each date which step removed a security and by which value, or that it was not listed yet', {
    timeout: AXE_MS,
  }, async () => {
    const last = history.dates.length - 1;
    // A company listed after the first date and still listed.
    const young = await history
      .ask(last, async () => null)
      .then(async () => {
        const [first, now] = [await history.table(0), await history.table(last)];
        await history.fetch(['symbol', 'earningsYield']);
        const idsOf = (table: typeof now) =>
          Array.from(table.rows, (row) => table.text('id')!.labels[table.text('id')!.codes[row]!]!);
        const then = new Set(idsOf(first));
        const row = now.rows[idsOf(now).findIndex((id) => !then.has(id))]!;
        return now.text('symbol')!.labels[now.text('symbol')!.codes[row]!]!;
      });
    const page = await openDated(address, `as of ${history.dates[last]} | type = Equity | earningsYield >= 99`);
    await soon(() => rowCounts(page)).toMatch(/^0 of/);
    await press(page, 'x');
    await page.locator('.trace-finder input').fill(young);
    await page.locator('.trace-row').first().waitFor();
    await press(page, 'Enter');
    await soon(() => page.locator('.trace-runs').innerText()).toContain('not listed');
    const runs = await page.locator('.trace-runs').innerText();
    expect(runs).toContain('removed by step 3: Earnings yield ≥ 9.9K% (Earnings yield:');
    expect(await findings(page, '.panel-columns')).toEqual([]);
    await page.locator('.trace-strip').focus();
    await press(page, 'Home');
    await soon(() => page.locator('.trace-strip').getAttribute('aria-valuetext')).toContain('not listed');
    await press(page, 'Enter');
    await soon(() => text(page)).toContain(`as of ${history.dates[0]}`);
    await page.context().close();
  });

  it('links a number to its filing at the SEC', async () => {
    const date = history.dates[20]!;
    const page = await openDated(address, `as of ${date} | netIncome > 0 | sort netIncome desc`, '&cols=symbol,name,netIncome');
    await page
      .context()
      .route('https://www.sec.gov/**', (route) => route.fulfill({ contentType: 'text/html', body: 'the filing' }));
    await soon(() => rowCounts(page)).toMatch(/^[1-9]/);
    await press(page, '2');
    await page.locator('.grid-editor :focus').waitFor({ state: 'attached' });
    await press(page, 'End', 'i');
    const links = page.locator('.lineage-facts a');
    await links.first().waitFor();
    const symbol = (await page.locator('.lineage-name').innerText()).split(' ')[0]!.trim();
    await history.fetch(['symbol']);
    const table = await history.table(20);
    const symbols = table.text('symbol')!;
    const row = table.rows.find((each) => symbols.labels[symbols.codes[each]!] === symbol)!;
    const filings = (await history.filings(20, row, 'netIncome')).map(({ accession }) => accession);
    expect(await links.allInnerTexts()).toEqual(filings.filter(Boolean));
    const opened = page.context().waitForEvent('page');
    await links.first().click();
    const filing = await opened;
    await filing.waitForLoadState();
    const accession = filings.find(Boolean)!;
    expect(filing.url()).toMatch(
      new RegExp(`^https://www\\.sec\\.gov/Archives/edgar/data/\\d+/${accession.replaceAll('-', '')}/${accession}-index\\.htm$`),
    );
    await page.context().close();
  });

  it('is compared with another date: securities entered, left, and at which step', async () => {
    const [a, b] = [history.dates[40]!, history.dates[10]!];
    const page = await openDated(address, `as of ${a} | ${REST}`, `&b=${encodeURIComponent(`as of ${b} | ${REST}`)}`);
    await page.getByRole('tab', { name: 'A/B' }).click();
    await soon(() => page.locator('.comparison-edits').innerText()).toContain('As of');
    const counts = await page.locator('.comparison-count').allInnerTexts();
    expect(counts.slice(0, 2).map(Number)).toEqual([rowsAt(a), rowsAt(b)]);
    expect(Number(counts[2]) + Number(counts[3])).toBe(Number(counts[0]));
    expect(Number(counts[2]) + Number(counts[4])).toBe(Number(counts[1]));
    await soon(() => page.locator('.fill.comparison').innerText()).toContain('not listed on the date of');
    await page.context().close();
  });

  it('has a receipt with the digest of the history, which the command line prints and a link confirms', async () => {
    const screen = `as of ${history.dates[30]} | ${REST}`;
    const printed = JSON.parse(panscreen('screen', screen, '--history', out, '--receipt')) as Record<string, string | number>;
    expect(printed).toMatchObject({ history: history.manifest.digest, snapshot: history.dates[30] });
    const receipt = [String(printed.dataDate).replaceAll('-', ''), printed.universeCount, printed.rowCount, printed.digest].join(
      '.',
    );
    const page = await openDated(address, screen, `&receipt=${receipt}~${history.manifest.digest.slice(0, 8)}`);
    await soon(() => page.locator('.receipt-verdict').getAttribute('data-same')).toBe('true');
    await soon(() => page.locator('.receipt-verdict').innerText()).toMatch(/same data/i);
    await page.goto(`${address}${SCREENER}${query(screen, `&receipt=${receipt}~ffffffff`)}`);
    await soon(() => page.locator('.receipt-verdict').innerText()).not.toMatch(/same data/i);
    await page.context().close();
  });
});

describe('a history on a plain static host', () => {
  it('is found and read; failed downloads leave no rows, a reason and a retry', async () => {
    const date = history.dates[35]!;
    const page = await openDated(elsewhere, `as of ${date} | ${REST}`);
    await soon(() => rowCounts(page)).toContain(`${rowsAt(date)} of`);
    await page.context().close();

    const context = await browser().newContext({ bypassCSP: true });
    await context.addCookies([{ name: 'analytics', value: 'false', url: elsewhere }]);
    const broken = await context.newPage();
    let isBroken = true;
    await context.route('**/history/files/*.f32', (route) => (isBroken ? route.abort() : route.continue()));
    await broken.goto(`${elsewhere}${SCREENER}${query(`as of ${date} | ${REST}`)}`);
    const alert = broken.getByRole('alert').filter({ hasText: 'the history can' });
    await alert.waitFor();
    await soon(() => rowCounts(broken)).toMatch(/^0 of/);
    isBroken = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await soon(() => rowCounts(broken)).toContain(`${rowsAt(date)} of`);
    await context.close();
  });

  it('is not required', async () => {
    const page = await openDesk(browser(), await serve(demoFolder(1500)));
    expect(await page.locator('.top-date').count()).toBe(0);
    await page.getByLabel('Screen as text').fill('as of 2020-01-31 | type = Equity');
    await soon(() => page.locator('.panel-steps').innerText()).toContain('there is no history');
    await page.context().close();
  });
});
