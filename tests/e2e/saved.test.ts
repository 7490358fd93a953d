import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { VECTOR_IDS } from '../../src/catalogue/catalogue.ts';
import { type CountryData, publish } from '../../src/ingest/publish/publish.ts';
import { openPublished } from '../../src/server/published.ts';
import { readCountries, readPositions } from '../../src/wire/calls.ts';
import { readIndexing } from '../../src/wire/indexing.ts';
import { Random } from '../random.ts';
import { command } from './desk.ts';
import { openScreener, panscreen, rowCounts, SCREENER, serve, sharedBrowser, temporaryFolder } from './product.ts';

const SECURITIES = '1500';
const TEXT =
  'type = Equity | marketCapitalization >= 1e9 USD | stats.252.rateBack >= 1.05 | sort stats.252.rateBack desc | rows 1..40';

interface PrintedReceipt {
  readonly dataDate: string;
  readonly rowCount: number;
  readonly digest: string;
}

function printedReceipt(folder: string, text: string): PrintedReceipt {
  return JSON.parse(panscreen('screen', text, '--data', folder, '--receipt')) as PrintedReceipt;
}

/** Symbol, exchange and country of each result row, in order: symbols may be ambiguous. */
function listings(folder: string, text: string): string[] {
  return panscreen('screen', text, '--data', folder, '--columns', 'symbol,exchange,country').trim().split('\n').slice(1);
}

/** Publishes the same securities some days later: a third has other returns and sizes, a few are gone. */
async function moveOn(folder: string, days: number): Promise<void> {
  const random = new Random(11);
  const published = openPublished(folder);
  const answer = async (call: string): Promise<Uint8Array> => (await published.readAnswer(call)).slice();
  const json = async (call: string): Promise<unknown> => JSON.parse(new TextDecoder().decode(await answer(call)));
  const header = readPositions(await json('header-index'), '');
  const countries: CountryData[] = [];
  for (const { country, updated } of readCountries(await json('countries'))) {
    const { rows } = readIndexing(await json(`vector-indexing/${country}`), header);
    const floats = new Float32Array((await answer(`vector/${country}`)).buffer);
    const kept = rows.map((_, row) => row).filter(() => !random.chance(0.03));
    const columns = VECTOR_IDS.map((id, at) =>
      Float32Array.from(kept, (row) => {
        const value = floats[row * VECTOR_IDS.length + at]!;
        if (!Number.isFinite(value)) return Number.NaN;
        if (id === 'date') return value + days * S_PER_DAY;
        return CHANGED.includes(id) && random.chance(0.3) ? value * (0.8 + 0.4 * random.next()) : value;
      }),
    );
    countries.push({
      country,
      updated: updated + days * S_PER_DAY,
      securities: kept.map((row) => rows[row]!),
      columns,
      note: null,
    });
  }
  await publish(folder, countries);
}

const S_PER_DAY = 86_400;
const CHANGED: readonly string[] = ['stats.252.rateBack', 'marketCapitalization'];
const query = (text: string): string => `?s=${encodeURIComponent(text)}`;
const digestOf = (page: Page) => page.locator('.receipt code');

describe('a screen saved between two data versions', async () => {
  const folder = join(temporaryFolder(), 'data');
  panscreen('demo', '--out', folder, '--securities', SECURITIES, '--as-of', '2026-10-30');
  const address = await serve(folder);
  const browser = sharedBrowser();

  it.each(['', '&backend=cpu', '&backend=webasm', '&backend=webgl2', '&backend=webgpu'])(
    'has the digest of the command line in the page%s',
    async (forced) => {
      const page = await browser().newPage();
      await openScreener(page, address, query(TEXT) + forced);
      const { digest } = printedReceipt(folder, TEXT);
      await expect.poll(() => digestOf(page).innerText()).toBe(digest);
      await page.close();
    },
  );

  it('is copied as text and link, compared, saved, and shows what has changed with newer data', async () => {
    const context = await browser().newContext({ serviceWorkers: 'allow' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    const { complaints } = await openScreener(page, address, query(TEXT));
    const before = { receipt: printedReceipt(folder, TEXT), listings: listings(folder, TEXT) };
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(() => digestOf(page).innerText()).toBe(before.receipt.digest);

    await page.getByRole('button', { name: 'Copy as text' }).click();
    await expect.poll(copied).toContain(`digest: ${before.receipt.digest}`);
    expect(await copied()).toContain(TEXT);
    await page.getByRole('button', { name: 'Copy as link' }).click();
    await expect.poll(copied).toMatch(/^http.*receipt=/);
    const link = await copied();
    expect(link.length).toBeLessThan(2000);

    // B is A with another bound.
    await page.keyboard.press('b');
    const other = TEXT.replace('1e9', '5e9');
    await page.getByLabel('Screen B as text').fill(other);
    const inB = listings(folder, other);
    const onlyB = inB.filter((listing) => !before.listings.includes(listing));
    await expect
      .poll(() => page.locator('.comparison-part[data-part=onlyB] .comparison-count').innerText())
      .toBe(String(onlyB.length));
    await page.locator('.comparison-part[data-part=onlyB] input').check();
    await expect.poll(() => rowCounts(page)).toMatch(new RegExp(`^${onlyB.length} of`));
    await expect.poll(() => new URL(page.url()).searchParams.get('b')).toBe(other);
    await expect.poll(() => new URL(page.url()).searchParams.get('show')).toBe('onlyB');
    await page.getByRole('button', { name: 'Close B' }).click();
    await expect.poll(() => rowCounts(page)).toMatch(new RegExp(`^${before.listings.length} of`));

    await page.getByRole('tab', { name: 'Saved' }).click();
    await page.getByLabel('Name of the screen').fill('My winners');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.since').waitFor();
    await expect.poll(() => page.locator('.since').innerText()).toContain('Same rows in the same order');
    const download = page.waitForEvent('download');
    await command(page, 'csv shown');
    expect((await download).suggestedFilename()).toMatch(/^panscreen-My-winners-\d{4}-\d\d-\d\d\.csv$/);

    await moveOn(folder, 7);
    const after = { receipt: printedReceipt(folder, TEXT), listings: listings(folder, TEXT) };
    const entered = after.listings.filter((listing) => !before.listings.includes(listing));
    const left = before.listings.filter((listing) => !after.listings.includes(listing));
    expect(Date.parse(after.receipt.dataDate) - Date.parse(before.receipt.dataDate)).toBe(7 * S_PER_DAY * 1000);
    expect(Math.min(entered.length, left.length)).toBeGreaterThan(1);

    // The receiver opens the link on newer data.
    const receiver = await context.newPage();
    await receiver.goto(link);
    const verdict = receiver.locator('.receipt-verdict');
    await expect.poll(() => verdict.innerText(), { timeout: 20_000 }).toContain('data 7 days newer');
    expect(await verdict.innerText()).toContain(`+${entered.length} −${left.length}`);
    await receiver.close();

    // The author opens it from the home page.
    await page.goto(address);
    await page.getByRole('link', { name: 'My winners' }).click();
    const since = page.locator('.since');
    await expect.poll(() => since.innerText(), { timeout: 20_000 }).toContain(`+${entered.length} −${left.length}`);
    await expect.poll(() => since.innerText()).toMatch(/Now passes step \d/);
    const told = await since.innerText();
    for (const listing of [...entered, ...left]) expect(told).toContain(listing.split(',')[0]!);
    expect(told).toMatch(/Dropped at step \d|No longer in the data/);

    // Screens, renaming and deleting work across two tabs.
    const second = await context.newPage();
    await openScreener(second, address, query('rows 1..5'));
    await second.keyboard.press('k');
    await second.getByLabel('Name of the screen').fill('First five');
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'First five', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Rename First five' }).click();
    await page.getByLabel('Rename First five').fill('Top five');
    await page.keyboard.press('Enter');
    await second.getByRole('button', { name: 'Top five', exact: true }).waitFor();
    await second.getByRole('button', { name: 'Delete Top five' }).click();
    await expect.poll(() => page.locator('.saved-list li').count()).toBe(1);
    await second.close();

    await page.getByRole('button', { name: 'Delete all local data' }).click();
    await page.getByRole('button', { name: 'Delete all', exact: true }).click();
    await expect
      .poll(() => page.getByRole('status').allInnerTexts())
      .toContainEqual(expect.stringContaining('All local data was deleted.'));
    const stored = await page.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name),
      settings: Object.keys(localStorage).filter((name) => name.startsWith('panscreen.')),
      cookies: document.cookie,
      caches: await caches.keys(),
    }));
    // Rereading the list creates an empty database.
    expect({ ...stored, databases: [] }).toEqual({ databases: [], settings: [], cookies: '', caches: [] });
    expect(await page.locator('.saved-list li').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('reports a storage failure and loses nothing', async () => {
    const page = await browser().newPage();
    await page.addInitScript(() => {
      const fail = (): never => {
        throw new DOMException('no space', 'QuotaExceededError');
      };
      IDBObjectStore.prototype.put = fail;
    });
    await openScreener(page, address, query(TEXT));
    await page.keyboard.press('k');
    await page.getByLabel('Name of the screen').fill('Full');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('storage is full');
    expect(new URL(page.url()).searchParams.get('s')).toBe(TEXT);
    await page.close();
  });

  it('opens a saved screen with a corrupt result and says so', async () => {
    const page = await browser().newPage();
    await openScreener(page, address, query(TEXT));
    await page.keyboard.press('k');
    await page.getByLabel('Name of the screen').fill('Broken');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.since').waitFor();
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          const opening = indexedDB.open('panscreen');
          opening.onsuccess = () => {
            const transaction = opening.result.transaction(['screens', 'sights'], 'readwrite');
            transaction.objectStore('screens').put({ name: 7 }, 'unreadable');
            const keys = transaction.objectStore('sights').getAllKeys();
            keys.onsuccess = () => {
              for (const key of keys.result) transaction.objectStore('sights').put({ snapshot: 'torn' }, key);
            };
            transaction.oncomplete = () => {
              opening.result.close();
              done();
            };
          };
        }),
    );
    await page.reload();
    await page.getByText('The rows saved with “Broken” can').waitFor();
    await page.getByText('1 saved screen can’t be read').waitFor();
    expect(new URL(page.url()).searchParams.get('s')).toBe(TEXT);
    expect(page.url()).toContain(SCREENER);
    await page.close();
  });
});
