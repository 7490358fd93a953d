// npm run pictures: the main screens at 1440p and on a phone, the views at three sizes, and the five levels of the zoom on four screens, in both
// themes, into docs/pictures; the views in German, Arabic and Japanese too.
// `npm run pictures -- zoom` takes only those whose name contains this. Needs a build and a browser.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { runnerImport } from 'vite';

const OUT = 'docs/pictures';
const CLI = 'dist/node/cli.js';
const SCREEN =
  'type = Equity | marketCapitalization >= 1e9 USD | grossProfitMargin >= 40% | sort stats.252.rateBack desc | percent 0..50';
const SCREENS = {
  desk: { viewport: { width: 2560, height: 1440 }, shownWidth: 1600 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true, shownWidth: 520 },
};
/** Screens for the levels of the zoom; pictures of the large ones are made smaller. */
const ZOOM_SCREENS = {
  'zoom-1440': { viewport: { width: 1440, height: 900 }, shownWidth: 1440 },
  'zoom-2560': { viewport: { width: 2560, height: 1440 }, shownWidth: 2048 },
  'zoom-3840': { viewport: { width: 3840, height: 2160 }, shownWidth: 1600 },
  'zoom-5120': { viewport: { width: 5120, height: 1440 }, shownWidth: 2048 },
};
/** Screens for the views of the bar. */
const VIEW_SCREENS = {
  'views-1440': { viewport: { width: 1440, height: 900 }, shownWidth: 1200 },
  'views-2560': { viewport: { width: 2560, height: 1440 }, shownWidth: 1600 },
  'views-3840': { viewport: { width: 3840, height: 2160 }, shownWidth: 1600 },
};
/** Languages in which the views are shown once, at the first size. */
const VIEW_LANGUAGES = ['de', 'ar', 'ja'];
const THEMES = ['dark', 'light'];
const QUALITY = 0.82;
/** Quality for forty pictures full of small figures and colors. */
const ZOOM_QUALITY = 0.5;
const SETTLED_MS = 1200;
const ORDERED_MS = 180_000;
const VIEW_SECURITIES = 5000;
/** A history long enough for a backtest of ten years with a hold-out. */
const HISTORY_SECURITIES = 500;
const HISTORY_MONTHS = 121;
const LARGEST = 'type = Equity | sort marketCapitalization desc | rows 1..140';

/** Shows '…' until its value is loaded. */
const PENDING = '.ledger-without, .compare td, .row-line dd, .waterfall-names';

const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
const steps = async (page) => {
  if (!(await page.locator('.panel-steps').isVisible())) await press(page, '[');
  await page.locator('.step-sentence').nth(1).click();
  await page.locator('.step-form .bounds').waitFor();
};
const grid = async (page) => {
  await press(page, '2');
  await page.locator('.grid-editor :focus').waitFor({ state: 'attached' });
};
const command = async (page, words) => {
  await press(page, 'Control+k');
  await page.locator('.palette-text:focus').waitFor();
  await page.keyboard.type(words);
  await page.locator('.palette-row').first().waitFor();
  await press(page, 'Enter');
  await page.locator('.palette').waitFor({ state: 'detached' });
};

/** Each view: its address, and the steps that open it. */
const VIEWS = {
  home: { path: '', go: async () => {}, caption: 'Home: known screens to start from' },
  screener: { go: steps, caption: 'The screener: steps, every column, distributions in the headers' },
  lens: { go: (page) => press(page, 'p'), caption: 'The percentile lens', only: 'desk' },
  sheet: { go: (page) => command(page, 'column statistics'), caption: 'Column statistics' },
  row: {
    go: async (page) => {
      await grid(page);
      await press(page, '.');
      await page.locator('.row-head').waitFor();
    },
    caption: 'One security in detail',
  },
  compare: {
    go: async (page) => {
      await grid(page);
      await press(page, 'c', 'ArrowDown', 'c', 'ArrowDown', 'c', 'ArrowDown', 'c');
      await page.locator('.compare').waitFor();
    },
    caption: 'Four securities side by side',
    only: 'desk',
  },
  palette: {
    go: async (page) => {
      await press(page, 'Control+k');
      await page.locator('.palette-text:focus').waitFor();
      await page.keyboard.type('margin');
    },
    caption: 'The palette: columns, securities, steps, commands',
    only: 'desk',
  },
};

/** A level of the zoom with both panels folded, and the pointer in the middle of the picture. */
const level = (number, query, what) => ({
  query: `?s=${encodeURIComponent(query)}&zoom=${number}`,
  go: async (page) => {
    for (const [panel, key] of [
      ['steps', '['],
      ['columns', ']'],
    ]) {
      if (await page.locator(`.panel-${panel}`).isVisible()) await press(page, key);
    }
    if (number < 3) return;
    await page.locator('.panorama-canvas canvas').waitFor();
    await page.waitForTimeout(SETTLED_MS);
    for (const work of ['.panorama-work', '.panorama-pending']) {
      await page.locator(work).waitFor({ state: 'detached', timeout: ORDERED_MS });
    }
    const { width, height } = page.viewportSize();
    await page.mouse.move(width * 0.45, height * 0.5);
  },
  caption: `Level ${number}: ${what}`,
});

const viewOf = (name, ready, caption) => ({
  query: `?s=${encodeURIComponent(SCREEN)}&view=${name}`,
  go: async (page) => {
    await page.locator(ready).first().waitFor();
    await page.waitForTimeout(SETTLED_MS);
  },
  caption,
});

const HOLD = 'type = Equity | grossProfitMargin >= 40% | sort stats.252.rateBack desc | rows 1..50 | hold every month';

const BAR_VIEWS = {
  table: viewOf('table', '.grid-editor', 'The table: steps, and every column of the result'),
  overview: { ...level(4, SCREEN, ''), caption: 'The overview: every column of the result as colors' },
  scatter: viewOf('scatter', '.scatter-plot', 'Two columns against each other'),
  differences: viewOf('differences', '.profile tbody tr', 'What makes these stocks different'),
  breakdown: viewOf('breakdown', '.breakdown tbody tr', 'The result by sector, beside the universe'),
  correlations: viewOf('correlations&correlations.group=MarketValueRatios', '.matrix', 'Correlations of columns'),
  backtest: {
    ...viewOf('backtest', '.backtest-result', 'What the screen would have earned, and how far to believe it'),
    query: `?s=${encodeURIComponent(HOLD)}&view=backtest`,
  },
  watchlists: viewOf('watchlists', '.lists', 'Lists of securities'),
};

const ZOOM_VIEWS = {
  1: level(1, LARGEST, 'text'),
  2: level(2, LARGEST, 'compact text'),
  3: level(3, LARGEST, 'percentiles in digits on color'),
  4: level(4, LARGEST, 'the 140 largest companies in every column'),
  5: level(5, 'type = Equity', 'every equity of the universe in every column'),
};

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

async function serve(...folders) {
  const server = spawn(process.execPath, [CLI, 'serve', ...folders], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1' },
  });
  let output = '';
  for await (const chunk of server.stdout) {
    output += chunk;
    const address = /http:\/\/\S+\//.exec(output)?.[0];
    if (address) return { server, address };
  }
  throw new Error(`the server ended: ${output}`);
}

/** A picture of that width as WebP; the browser itself makes it smaller. */
async function compressed(page, png, width, quality) {
  return Buffer.from(
    await page.evaluate(
      async ([base64, shownWidth, quality]) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const size = [shownWidth, Math.round((image.height * shownWidth) / image.width)];
        const canvas = new OffscreenCanvas(...size);
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, ...size);
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
        return [...new Uint8Array(await blob.arrayBuffer())];
      },
      [png.toString('base64'), width, quality],
    ),
  );
}

/** Without a font that has them, all Japanese characters are drawn as the same box, or as nothing. */
async function expectSigns(page) {
  const drawn = await page.evaluate(() =>
    ['日', '本'].map((sign) => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      context.font = '40px sans-serif';
      context.fillText(sign, 0, 50);
      return canvas.toDataURL();
    }),
  );
  if (drawn[0] !== drawn[1]) return;
  throw new Error(
    'no font of this machine has Japanese signs: apt-get install fonts-noto-cjk, or name a folder of fonts in FONTCONFIG_FILE',
  );
}

async function picture(context, address, view) {
  const page = await context.newPage();
  page.setDefaultTimeout(ORDERED_MS);
  const query = view.query ?? `?s=${encodeURIComponent(SCREEN)}`;
  await page.goto(view.path === undefined ? `${address}stocks/screener${query}` : address + view.path);
  if (view.path === undefined) {
    await page.locator('.status-rows').waitFor();
    await page.locator('.top-loading').waitFor({ state: 'detached' });
    await page.waitForTimeout(SETTLED_MS);
  }
  await view.go(page);
  await page.waitForTimeout(SETTLED_MS);
  await page.waitForFunction(
    (pending) =>
      !document.querySelector('.work progress') &&
      ![...document.querySelectorAll(pending)].some(({ textContent }) => textContent.includes('…')),
    PENDING,
  );
  const png = await page.screenshot();
  await page.close();
  return png;
}

const { module } = await runnerImport('./tests/support/browser.ts');
const found = module.findBrowser();
if (!found) throw new Error(module.HOW_TO_GET_ONE);
const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
const servers = [];
const addresses = new Map();
/** The views have a history, with a smaller universe so that they settle sooner. */
async function addressOf(kind) {
  const known = addresses.get(kind);
  if (known) return known;
  const data = join(folder, kind);
  const folders = ['--data', data];
  if (kind === 'views') {
    const history = join(folder, 'history');
    run(CLI, 'demo', '--out', data, '--securities', String(VIEW_SECURITIES));
    run(
      CLI,
      'demo',
      '--history',
      '--out',
      history,
      '--securities',
      String(HISTORY_SECURITIES),
      '--months',
      String(HISTORY_MONTHS),
    );
    folders.push('--history', history);
  } else run(CLI, 'demo', '--out', data);
  const { server, address } = await serve(...folders);
  servers.push(server);
  addresses.set(kind, address);
  return address;
}
const browser = await chromium.launch({
  executablePath: found.path,
  args: [...found.args],
  // The caller's own font settings take precedence.
  env: { ...found.env, ...process.env },
});
const workshop = await browser.newPage();
await expectSigns(workshop);
const only = process.argv[2] ?? '';
if (only === '') rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
let total = 0;
const lines = ['# Pictures', '', 'Generated by `npm run pictures` from the synthetic demo data.', ''];
const TITLES = { desk: 'The desk', phone: 'On a phone' };
for (const [screen, { shownWidth, ...options }] of Object.entries({ ...SCREENS, ...VIEW_SCREENS, ...ZOOM_SCREENS })) {
  const { width, height } = options.viewport;
  const [isZoom, isView] = [screen in ZOOM_SCREENS, screen in VIEW_SCREENS];
  const size = `${width} × ${height}`;
  lines.push(`## ${isZoom ? `Zoom at ${size}` : isView ? `Views at ${size}` : `${TITLES[screen]} at ${size}`}`, '');
  const languages = isView && screen === Object.keys(VIEW_SCREENS)[0] ? ['en-US', ...VIEW_LANGUAGES] : ['en-US'];
  for (const [name, view] of Object.entries(isZoom ? ZOOM_VIEWS : isView ? BAR_VIEWS : VIEWS)) {
    if (view.only && view.only !== screen) continue;
    lines.push(`### ${view.caption}`, '');
    for (const [locale, colorScheme] of languages.flatMap((each) =>
      (each === 'en-US' ? THEMES : THEMES.slice(1)).map((theme) => [each, theme]),
    )) {
      const file = `${screen}-${name}-${locale === 'en-US' ? colorScheme : locale}.webp`;
      lines.push(`![${view.caption}, ${locale === 'en-US' ? colorScheme : locale}](${file})`);
      if (!file.includes(only)) continue;
      const address = await addressOf(isView ? 'views' : 'demo');
      const context = await browser.newContext({ ...options, colorScheme, locale });
      await context.addCookies([{ name: 'analytics', value: 'false', url: address }]);
      const quality = isZoom || isView ? ZOOM_QUALITY : QUALITY;
      const bytes = await compressed(workshop, await picture(context, address, view), shownWidth, quality);
      writeFileSync(join(OUT, file), bytes);
      total += bytes.length;
      await context.close();
    }
    lines.push('');
  }
}
writeFileSync(join(OUT, 'README.md'), `${lines.join('\n').trimEnd()}\n`);
await browser.close();
for (const server of servers) server.kill();
rmSync(folder, { recursive: true, force: true });
console.log(`${OUT}: ${Math.round(total / 1000)} kB`);
