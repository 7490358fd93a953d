/** Securities with malicious texts, on the built product with its own headers: they are shown as plain text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { FIELD_IDS, VECTOR_IDS } from '../../src/catalogue/catalogue.ts';
import { publish } from '../../src/ingest/publish/publish.ts';
import type { FieldValue } from '../../src/wire/indexing.ts';
import { press } from './desk.ts';
import { openScreener, rowCounts, SCREENER, serve, sharedBrowser, temporaryFolder } from './product.ts';

const RLO = '\u202e';
/** Bidirectional control characters. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/;
const MARKUP = [
  '<img src=x onerror="globalThis.harmed=1">',
  '<script>globalThis.harmed=1</script>',
  '"><svg onload=globalThis.harmed=1>',
  '</span></h2><iframe srcdoc="<script>parent.harmed=1</script>"></iframe>',
  "'-globalThis.harmed=1-'",
  '{{constructor.constructor("globalThis.harmed=1")()}}',
  '#{globalThis.harmed=1}',
  '$t(app.name) {{count}}',
  '&lt;b&gt;&#x3c;img src=x onerror=globalThis.harmed=1&#x3e;',
  '<style>*{display:none}</style>',
  '<a href="javascript:globalThis.harmed=1">x</a>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<math><mtext><table><mglyph><style><img src=x onerror=globalThis.harmed=1>',
];
const ODD = [
  `moc.lpmaxe${RLO}gpj.exe`,
  '\u2066isolated\u2069\u202dforced\u202c',
  'a'.repeat(10_000),
  `${'Z\u0351\u0352\u0353'.repeat(60)}`,
  '\ud800 alone',
  '\u0000\u0001\u001b[31m',
  '=HYPERLINK("https://evil.example","x")',
  "+cmd|' /C calc'!A0",
  '-2+3',
  '@SUM(1)',
  '\t=1+1',
  '\r\n=1+1',
  'a"b,c;d\ne',
  '__proto__',
  'constructor',
];
const WEBSITES = [
  'javascript:globalThis.harmed=1',
  'JaVaScRiPt:globalThis.harmed=1//.example',
  ' javascript:globalThis.harmed=1',
  'java\nscript:globalThis.harmed=1',
  'data:text/html,<script>opener.harmed=1</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://evil.example/x',
  'https://evil.example/"onmouseover="globalThis.harmed=1',
  `https://${RLO}moc.elpmaxe.example/`,
  '//evil.example/path',
];
const NAMES = [...MARKUP, ...ODD];

function field(id: string, row: number): FieldValue {
  const text = NAMES[row]!;
  if (id === 'symbol') return `S${row}`;
  if (id === 'country') return 'US';
  if (id === 'type') return 'Equity';
  if (id === 'currency') return 'USD';
  if (id === 'website') return WEBSITES[row % WEBSITES.length]!;
  if (id === 'exchange' || id === 'cusip' || id === 'isin') return null;
  return ['name', 'sector', 'industry', 'description', 'address', 'timezone'].includes(id) ? text : null;
}

const folder = temporaryFolder();
const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  const rows = NAMES.map((_, row) => row);
  await publish(join(folder, 'data'), [
    {
      country: 'US',
      updated: 1_763_596_800,
      securities: rows.map((row) => FIELD_IDS.map((id) => field(id, row))),
      columns: VECTOR_IDS.map((_, column) => Float32Array.from(rows, (row) => (row + 1) * (column + 1))),
      note: MARKUP.join(' '),
    },
  ]);
  address = await serve(join(folder, 'data'));
});

interface Watched {
  readonly page: Page;
  /** Browser reports: blocked scripts, errors, dialogs, windows, outgoing requests. */
  readonly seen: string[];
}

async function watched(query = ''): Promise<Watched> {
  const context = await browser().newContext({
    viewport: { width: 1800, height: 1000 },
    acceptDownloads: true,
  });
  await context.addCookies([{ name: 'analytics', value: 'false', url: address }]);
  const seen: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`blocked: ${violatedDirective} ${blockedURI}`),
    );
  });
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('page', (opened) => seen.push(`window ${opened.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith('blob:') && !request.url().startsWith('data:'))
      seen.push(`request ${request.url()}`);
  });
  const { complaints } = await openScreener(page, address, query);
  await expect.poll(() => rowCounts(page)).toMatch(new RegExp(`of ${NAMES.length} rows$`));
  seen.push(...complaints);
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(message.text());
  });
  return { page, seen };
}

async function expectHarmless({ page, seen }: Watched): Promise<void> {
  const found = await page.evaluate(() => ({
    harmed: 'harmed' in globalThis,
    foreign: document.querySelectorAll(
      '#root script, #root iframe, #root style, #root base, #root meta, #root math, #root [onerror], #root [onload], #root img, #portal script, #portal img, #portal iframe, [srcdoc]',
    ).length,
    links: [...document.querySelectorAll('a[href]')].map((link) => (link as HTMLAnchorElement).protocol),
    polluted: Object.keys(Object.prototype).length,
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  expect(found).toEqual({
    harmed: false,
    foreign: 0,
    links: found.links.map(() => expect.stringMatching(/^https?:$/)),
    polluted: 0,
    wide: 0,
  });
  expect(seen).toEqual([]);
}

describe('malicious texts of securities', () => {
  it('are harmless in the grid, in the row panel and in a comparison', async () => {
    const desk = await watched(`?s=${encodeURIComponent('sort marketCapitalization asc')}`);
    const { page } = desk;
    const onGrid = async (): Promise<void> => {
      await press(page, '2');
      await page.locator('.grid-editor :focus').waitFor({ state: 'attached' });
    };
    await onGrid();
    await press(page, '.');
    await page.locator('.row-head h2').waitFor();
    for (const [row, name] of NAMES.entries()) {
      await expect.poll(() => page.locator('.row-head h2').innerText()).toMatch(new RegExp(`^S${row}\\s`));
      const shown = await page.locator('.row-head h2').textContent();
      expect(shown, name).not.toMatch(BIDI_CONTROLS);
      const site = page.locator('.row-site');
      if ((await site.count()) > 0 && (await site.evaluate((element) => element.tagName)) === 'A') {
        expect(
          await site.evaluate((element) => [
            (element as HTMLAnchorElement).protocol,
            (element as HTMLAnchorElement).rel,
            (element as HTMLAnchorElement).target,
          ]),
        ).toEqual([expect.stringMatching(/^https?:$/), 'noopener noreferrer', '_blank']);
      }
      await onGrid();
      await press(page, 'ArrowDown', '.');
    }
    await expectHarmless(desk);
    await onGrid();
    await press(page, 'c', 'ArrowUp', 'c', 'ArrowUp', 'c');
    await expect.poll(() => page.locator('.compare thead th').count()).toBeGreaterThan(1);

    await expectHarmless(desk);
    await page.context().close();
  });

  it('are harmless in the palette, in a category filter, in the text of a screen and on the home page', async () => {
    const desk = await watched(`?s=${encodeURIComponent('sort symbol asc')}`);
    const { page } = desk;
    for (const words of ['img', 'script', 'svg', 'S1', 'aaaaaa', '=HYPER', 'evil', '<', 'constructor']) {
      await press(page, '/');
      await page.locator('.palette-text:focus').waitFor();
      await page.keyboard.type(words);
      await page.waitForTimeout(100);
      await expectHarmless(desk);
      await press(page, 'Escape');
      if (await page.locator('.palette').count()) await press(page, 'Escape');
    }
    const text = page.getByLabel('Screen as text');
    for (const name of NAMES.filter((each) => each.length < 500 && !/[\p{Cc}\p{Cs}]/u.test(each))) {
      await text.fill(`name = ${JSON.stringify(name.replaceAll(new RegExp(BIDI_CONTROLS, 'g'), ''))}`);
      await expect.poll(() => rowCounts(page), { message: name }).toBe(`1 of ${NAMES.length} rows`);
    }
    await expectHarmless(desk);
    await page.evaluate(
      (names) =>
        localStorage.setItem('panscreen.recent', JSON.stringify(names.map((each) => ({ text: each, used: 1_790_000_000 })))),
      MARKUP.slice(0, 8),
    );
    await page.goto(address);
    await page.locator('.home-recent').waitFor();
    await expectHarmless(desk);
    await page.context().close();
  });

  it('are harmless in a list of values, in the column sheet, and in any language', async () => {
    const desk = await watched(
      `?s=${encodeURIComponent('sector = "<img src=x onerror=globalThis.harmed=1>" | industry in ("<script>globalThis.harmed=1</script>")')}`,
    ).catch((error: Error) => error);
    expect(desk).not.toBeInstanceOf(Error);
    const { page } = desk as Watched;
    await page.locator('.step-sentence').first().click();
    await page.waitForTimeout(300);
    await expectHarmless(desk as Watched);
    await page.goto(
      `${address}${SCREENER}?s=${encodeURIComponent('<img src=x onerror=globalThis.harmed=1>')}&cols=${encodeURIComponent('<script>')}&pin=javascript:1#<img src=x onerror=globalThis.harmed=1>`,
    );
    await page.getByRole('alert').first().waitFor();
    await expectHarmless(desk as Watched);
    await page.context().close();
  });

  it('are not formulas in exported files', async () => {
    const { page } = await watched();
    const download = page.waitForEvent('download');
    await press(page, 'Control+k');
    await page.locator('.palette-text:focus').waitFor();
    await page.keyboard.type('csv shown');
    await page.locator('.palette-row').first().waitFor();
    await press(page, 'Enter');
    const file = readFileSync(await (await download).path(), 'utf8');
    const cells = [...file.matchAll(/(?:^|,|\n)("(?:[^"]|"")*"|[^",\n]*)/g)].map(([, cell]) => cell!.replace(/^"|"$/g, ''));
    expect(cells.length).toBeGreaterThan(NAMES.length);
    expect(cells.filter((cell) => /^[=+@\t\r]|^-(?![\d.]|Infinity)/.test(cell) || cell === '-2+3')).toEqual([]);
    expect(BIDI_CONTROLS.test(file)).toBe(false);
    await page.context().close();
  });
});
