import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadPublished } from '../../src/commands/published.ts';
import { applySteps } from '../../src/engine/run/apply.ts';
import type { Step } from '../../src/engine/steps/registry.ts';
import { printScreen } from '../../src/engine/steps/text.ts';
import { type Positions, readCountries, readPositions, rowWidth } from '../../src/wire/calls.ts';
import { readIndexing } from '../../src/wire/indexing.ts';
import { naiveScreen, naiveSecurities } from '../naive-screen.ts';
import { Random } from '../random.ts';
import { randomScreen } from '../random-screen.ts';
import type { CountryWire } from '../universe.ts';
import { demoFolder, openScreener, panscreen, rowCounts, serve, sharedBrowser } from './product.ts';

const SECURITIES = 2500;
const SCREENS = 1000;
const SCREENS_IN_FULL = 12;

const folder = demoFolder(SECURITIES, 'all');
const browser = sharedBrowser();

/** Transferred data, decoded value by value for the naive implementation. */
async function wireOf(address: string): Promise<CountryWire[]> {
  const get = async (call: string): Promise<unknown> => (await fetch(`${address}api/screener/${call}`)).json();
  const [positions, header] = [readPositions(await get('reverse-index'), ''), readPositions(await get('header-index'), '')];
  const ids = (index: Positions): string[] => Object.keys(index).sort((a, b) => index[a]! - index[b]!);
  const width = rowWidth(positions);
  return Promise.all(
    readCountries(await get('countries')).map(async ({ country }) => {
      const { rows } = readIndexing(await get(`vector-indexing/${country}`), header);
      const view = new DataView(await (await fetch(`${address}api/screener/vector/${country}`)).arrayBuffer());
      return {
        country,
        columns: ids(positions),
        header: ids(header),
        fields: rows.map((row) => [...row]),
        rows: rows.map((_, row) => Array.from({ length: width }, (_value, at) => view.getFloat32(4 * (row * width + at), true))),
      };
    }),
  );
}

describe('the same screen', async () => {
  const address = await serve(folder);
  const wire = await wireOf(address);
  const securities = naiveSecurities(wire);
  const table = await loadPublished(folder);
  const sample = securities.filter((_, index) => index % 41 === 0);
  const screens = ((): Step[][] => {
    const random = new Random(2026);
    return Array.from({ length: SCREENS }, () =>
      randomScreen(random, (id) => sample.map((security) => security[id] ?? Number.NaN)),
    );
  })();
  const keyOf = new Map(securities.map((security, row) => [security, row]));
  const expected = screens.map((steps) => {
    const rows = naiveScreen(securities, steps).map((security) => keyOf.get(security)!);
    return { count: rows.length, lines: rows.join('\n') };
  });

  it(`gives the rows of a naive filter on the command line, for ${SCREENS} random screens`, () => {
    expect(table.rowCount).toBe(SECURITIES);
    let kept = 0;
    for (const [index, steps] of screens.entries()) {
      const { rows } = applySteps(table, steps, null);
      expect(rows.join('\n'), printScreen(steps)).toBe(expected[index]!.lines);
      kept += rows.length;
    }
    expect(kept / SCREENS).toBeGreaterThan(100);
  });

  it(`gives them in the page's worker, for the same ${SCREENS}`, async () => {
    const context = await browser().newContext({ bypassCSP: true });
    const page = await context.newPage();
    await openScreener(page, address);
    const results = await page.evaluate(
      async ({ base, lists }) => {
        const script = performance.getEntriesByType('resource').find(({ name }) => /\/worker-[^/]*\.js$/.test(name));
        if (!script) throw new Error('the page has loaded no worker');
        const policy = (
          globalThis as unknown as {
            trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } };
          }
        ).trustedTypes;
        const url = policy
          ? policy.createPolicy('test', { createScriptURL: (text: string) => text }).createScriptURL(script.name)
          : script.name;
        const worker = new Worker(url, { type: 'module' });
        const ask = (
          request: object,
          ends: (answer: { kind: string; ticket: number; universe: { loading: boolean } }) => boolean,
        ) =>
          new Promise<{ rows: Uint32Array }>((resolve) => {
            worker.onmessage = ({ data }) => ends(data) && resolve(data);
            worker.postMessage(request);
          });
        await ask({ kind: 'load', base }, ({ kind, universe }) => kind === 'universe' && !universe.loading);
        const found: string[] = [];
        for (const [index, steps] of lists.entries()) {
          const answer = await ask(
            { kind: 'apply', ticket: index + 1, steps, stepCount: steps.length, comparedScreen: null },
            ({ kind, ticket }) => kind === 'applied' && ticket === index + 1,
          );
          found.push(answer.rows.join('\n'));
        }
        return found;
      },
      { base: address, lists: screens },
    );
    for (const [index, lines] of results.entries()) expect(lines, printScreen(screens[index]!)).toBe(expected[index]!.lines);
    await context.close();
  });

  it(`shows and saves in the page what panscreen screen prints, for ${SCREENS_IN_FULL} of them`, async () => {
    const page = await browser().newPage();
    const columns = 'symbol,name,country,close,altmanZScore';
    await openScreener(page, address);
    const show = async (text: string, count: number): Promise<void> => {
      await page.evaluate(
        (search) => {
          history.pushState(null, '', search);
          dispatchEvent(new PopStateEvent('popstate'));
        },
        `?s=${encodeURIComponent(text)}&cols=${columns}`,
      );
      const counts = `${count.toLocaleString('en-US')} of ${SECURITIES.toLocaleString('en-US')} rows`;
      await expect.poll(() => rowCounts(page), { message: text }).toBe(counts);
    };
    for (const [index, steps] of screens.slice(0, SCREENS_IN_FULL).entries()) {
      const text = printScreen(steps);
      const { count } = expected[index]!;
      // Another count between two screens tells when the second is there.
      const other = count === 1 ? 2 : 1;
      await show(`rows 1..${other}`, other);
      await show(text, count);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save the result as CSV, shown columns' }).click();
      const saved = readFileSync(await (await download).path(), 'utf8').replace(/^\ufeff/, '');
      const printed = panscreen('screen', text, '--data', folder, '--columns', columns);
      expect(saved.replaceAll('\r\n', '\n'), text).toBe(printed);
      const explained = JSON.parse(panscreen('screen', text, '--data', folder, '--explain', '--format', 'json')) as {
        out: number;
      }[];
      expect(explained.at(-1)?.out ?? SECURITIES, text).toBe(count);
    }
    await page.close();
  });
});
