/** Eight hours of desk work in fast motion on the built page: memory of page, worker and graphics, nodes and listeners must stay flat. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright';
import { comeBack, goHome, type Held, loaded, Memory, visitIdle, work } from '../tests/e2e/work.ts';
import { type Allocation, allocationOf } from './allocated.ts';
import { BarePage, newProfile } from './barePage.ts';
import { openBrowser, serveProduct } from './product.ts';

const SECURITIES = 1500;
/** A low window: every frame is painted, few rows of it. */
const SCREEN = { width: 1280, height: 440 };
/** Frames as fast as they are painted, not as fast as a display shows them. */
const FAST = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];
const LOOKS = 40;
/** Actions between two returns from the home page. */
const BATCH = 250;
/**
 * Maximum of the last quarter as a multiple of the second, comparing the minimum of each, since more depends on what was
 * open last. The first quarter fills caches and the undo list.
 */
const GROWTH_MAX = 1.1;
/**
 * Allowed growth per action of the browser's allocations outside the script heap. The cause of that growth is not known
 * (docs/robustness.md says what was examined).
 */
const ALLOCATED_PER_ACTION_MAX = 512;
/** Memory that the browser keeps for later is printed but not limited. */
const UNJUDGED: readonly (keyof Look)[] = ['slack', 'pageMb'];
const KB_PER_MB = 1024;
const MB = 2 ** 20;
/** Measures with their labels and units, in the order of docs/robustness.md. */
const HELD: readonly (readonly [name: keyof Look, held: string, unit: number])[] = [
  ['heap', 'Heap of the page, MB', MB],
  ['worker', 'Heap of the worker, MB', MB],
  ['buffers', 'Buffers of both, MB', MB],
  ['graphicsMb', 'Graphics process, MB', 1],
  ['documents', 'Documents', 1],
  ['workers', 'Workers', 1],
  ['nodes', 'DOM nodes', 1],
  ['listeners', 'Listeners', 1],
  ['allocated', 'Allocated by the browser outside of the heap, MB', MB],
  ['slack', 'Slack of its allocators, MB', MB],
  ['pageMb', 'Resident memory of the page’s process, MB', 1],
];

/** `Allocation` is that of the page's process, outside of the script's heap. */
interface Look extends Held, Allocation {
  /** Resident memory of the page's process and of that of the graphics, MB. */
  readonly pageMb: number;
  readonly graphicsMb: number;
}

function residentMb(pid: number): number {
  const kilobytes = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) / KB_PER_MB;
}

/** The largest of the processes of a kind; NaN on systems without /proc. */
async function processMb(browser: Browser, kind: RegExp): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return Math.max(...processInfo.filter(({ type }) => kind.test(type)).map(({ id }) => residentMb(id)));
  } catch {
    return Number.NaN;
  } finally {
    await session.detach();
  }
}

/** Runs `--actions` (100,000 by default), prints a line per measurement, writes them to `--json`, and resolves to the exit status. */
export async function desk(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { actions: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' }, json: { type: 'string' } },
  });
  const actions = Number(values.actions);
  if (!(actions >= LOOKS)) {
    console.error(`--actions takes a number from ${LOOKS} on`);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'panscreen-desk-'));
  const data = process.env.PANSCREEN_DATA ?? join(folder, 'demo');
  if (!process.env.PANSCREEN_DATA)
    spawnSync(process.execPath, ['dist/node/cli.js', 'demo', '--out', data, '--securities', String(SECURITIES)], {
      stdio: 'inherit',
    });
  process.env.PANSCREEN_DATA = data;
  const served = await serveProduct();
  const browser = await openBrowser(FAST);
  const looks: Look[] = [];
  const errors: string[] = [];
  try {
    const page = await BarePage.open(browser, await newProfile(browser), `${served.address}stocks/screener`, SCREEN);
    await loaded(page);
    const memory = await Memory.of(page);
    const perLook = Math.ceil(actions / LOOKS);
    const from = performance.now();
    for (let look = 0; look < LOOKS; look++) {
      for (let done = 0; done < perLook; done += BATCH) {
        if (look + done > 0) await comeBack(page);
        await work(page, Math.min(BATCH, perLook - done), Number(values.seed) + look * perLook + done);
        await goHome(page);
      }
      await visitIdle(page);
      const now = await memory.held();
      errors.splice(0, errors.length, ...(await page.errors()));
      looks.push({
        ...now,
        ...(await allocationOf(browser)),
        pageMb: await processMb(browser, /^renderer$/i),
        graphicsMb: await processMb(browser, /^gpu/i),
      });
      const { heap, allocated, slack, worker, buffers, nodes, listeners, documents, workers, pageMb, graphicsMb } = looks.at(-1)!;
      console.log(
        `${((look + 1) * perLook).toLocaleString('en-US')} actions, ${((performance.now() - from) / 1000).toFixed(0)} s: heap ${(heap / MB).toFixed(1)} MB, allocated ${(allocated / MB).toFixed(1)} MB and ${(slack / MB).toFixed(1)} MB of slack, worker ${(worker / MB).toFixed(1)} MB, buffers ${(buffers / MB).toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners, ${documents} documents, ${workers} workers, page ${pageMb.toFixed(0)} MB, graphics ${graphicsMb.toFixed(0)} MB, ${errors.length} errors`,
      );
    }
  } finally {
    await browser.close();
    served.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const least = (quarter: number, name: keyof Look): number =>
    Math.min(...looks.slice((quarter * LOOKS) / 4, ((quarter + 1) * LOOKS) / 4).map((look) => look[name]));
  const allocatedPerAction = (least(3, 'allocated') - least(1, 'allocated')) / (actions / 2);
  const unjudged = allocatedPerAction > ALLOCATED_PER_ACTION_MAX ? UNJUDGED : [...UNJUDGED, 'allocated'];
  const growths = (Object.keys(looks[0]!) as (keyof Look)[]).map((name) => {
    return { name, growth: least(3, name) / least(1, name), isJudged: !unjudged.includes(name) };
  });
  for (const { name, growth, isJudged } of growths)
    console.log(
      `${name}: the last quarter is ${growth.toFixed(3)} of the second${isJudged ? ` (at most ${GROWTH_MAX})` : ', for information'}`,
    );
  console.log(
    `allocated: ${allocatedPerAction.toFixed(0)} bytes an action (at most ${ALLOCATED_PER_ACTION_MAX}, where it is more than ${GROWTH_MAX})`,
  );
  if (values.json) {
    const results = HELD.map(([name, held, unit]) => {
      const rounded = (value: number): number => Number((value / unit).toFixed(1));
      const [early, second, last] = [looks[0]![name], least(1, name), least(3, name)].map(rounded);
      return { held, early, second, last, ratioMax: UNJUDGED.includes(name) ? null : GROWTH_MAX };
    });
    writeFileSync(values.json, `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), actions, results }, null, 1)}\n`);
  }
  for (const error of errors.slice(0, 10)) console.error(error);
  return errors.length === 0 && growths.every(({ growth, isJudged }) => !(isJudged && growth > GROWTH_MAX)) ? 0 : 1;
}
