import { describe, expect, it } from 'vitest';
import { demoFolder, openScreener, panscreen, rowCounts, serve, sharedBrowser } from './product.ts';

const SCREENS = [
  'type = Equity | marketCapitalization >= 1e9 EUR | beta between 0.5 and 1.2 | sort altmanZScore desc | rows 1..40',
  'stats.252.rateBack >= 1.15 | returnOnEquity >= 10% | piotroskiFScore >= 6 | sort magicFormula asc',
  'debtToEquityRatio not between 0.1 and 2 | totalRevenue <= 5e8 JPY | percent 0..30',
];

/** Software adapters suffice: the built page must run them under its own policies. */
describe('the built page under the real Content-Security-Policy', async () => {
  const folder = demoFolder(1500);
  const address = await serve(folder);
  const browser = sharedBrowser();
  /** Rows of each screen by the command line. */
  const rowsOf = SCREENS.map((text) => {
    const explained = JSON.parse(panscreen('screen', text, '--data', folder, '--explain', '--format', 'json')) as {
      out: number;
    }[];
    return explained.at(-1)!.out.toLocaleString('en-US');
  });

  it.each(['webgpu', 'webgl2', 'webasm', 'cpu'])(
    '%s, forced, proves itself after the first rows are shown, and gives the rows of the command line',
    async (name) => {
      const page = await browser().newPage();
      let rows: Promise<string | null> | undefined;
      await page.route(/\/gpu-[^/]*\.js$/, async (route) => {
        rows ??= page.evaluate(() => document.querySelector('.status-rows')?.textContent ?? null);
        await rows;
        await route.continue();
      });
      const { complaints } = await openScreener(page, address, `?diagnostics&backend=${name}`);
      const lines = page.locator('.diagnostics li');
      await lines.last().waitFor({ timeout: 150_000 });
      expect(await rows).toMatch(/^[1-9]/);
      const output = await lines.allInnerTexts();
      expect(output.map((line) => line.split(':')[0])).toEqual([
        ...['webgpu', 'webgl2', 'webasm', 'cpu', 'computed by'],
        'panorama drawn by',
      ]);
      const line = output.find((each) => each.startsWith(`${name}:`));
      expect(line).toMatch(new RegExp(`^${name}: ok · renderer .+ · self-test [\\d.]+ ms, exact · ratios [\\d.]+ ms`));
      expect(output.at(-2)).toContain(`masks ${name} · distributions ${name} · correlation ${name}`);
      for (const [place, text] of SCREENS.entries()) {
        await page.getByLabel('Screen as text').fill(text);
        await expect.poll(() => rowCounts(page), { message: text }).toMatch(new RegExp(`^${rowsOf[place]} of`));
      }
      expect(complaints.filter((complaint) => /security|policy|violat|refused/i.test(complaint))).toEqual([]);
      await page.close();
    },
    240_000,
  );

  it("unless forced, rejects software renderers and says so, one click away, next to the panorama's renderer", async () => {
    const page = await browser().newPage();
    await page.addInitScript(() => localStorage.removeItem('panscreen.backends'));
    await openScreener(page, address, '?zoom=4');
    await page.locator('.status-ms').click();
    const lines = page.locator('.diagnostics li');
    await lines.last().waitFor({ timeout: 60_000 });
    const webgl = (await lines.allInnerTexts()).find((line) => line.startsWith('webgl2:')) ?? '';
    expect(webgl).toMatch(/^webgl2: (ok|refused: .* is a software renderer)/);
    await expect
      .poll(() => lines.last().innerText(), { timeout: 60_000 })
      .toMatch(/^panorama drawn by: (webgl2|cpu: .+) · webgl2 .* times as fast$/);
    await page.close();
  });
});
