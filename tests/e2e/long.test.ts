/** A random work session: memory of page and worker afterwards is bounded. `npm run soak -- desk` is the long form. */
import { expect, test } from 'vitest';
import { demoFolder, openScreener, serve, sharedBrowser } from './product.ts';
import { comeBack, type Desk, goHome, type Held, Memory, type Session, work } from './work.ts';

const browser = sharedBrowser();
const SECURITIES = 300;
const VISITS = 5;
const ACTIONS = 70;
/** Nodes of the last visit are retained; those of several visits would be more. */
const NODES_MAX = 16_000;
const LISTENERS_MAX = 2200;
const MB = 2 ** 20;

test('edits, scrolls, columns, sheets, lens, undo and visits leak no memory', { timeout: 240_000 }, async () => {
  const address = await serve(demoFolder(SECURITIES));
  const context = await browser().newContext({
    viewport: { width: 1400, height: 800 },
    locale: 'en-US',
    serviceWorkers: 'block',
  });
  await context.addCookies([{ name: 'analytics', value: 'false', url: address }]);
  const page = await context.newPage();
  const { complaints } = await openScreener(page, address);
  const memory = await Memory.of((await context.newCDPSession(page)) as unknown as Session);
  const desk: Desk = { evaluate: (run, operand) => page.evaluate(run as never, operand as never) };
  const looks: Held[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    if (visit > 0) await comeBack(desk);
    await work(desk, ACTIONS, visit + 1);
    await goHome(desk);
    looks.push(await memory.held());
  }
  const output = JSON.stringify(looks);
  const of = (name: keyof Held): number[] => looks.map((look) => look[name]);
  expect(of('workers'), output).toEqual(looks.map(() => 1));
  for (const documents of of('documents')) expect(documents, output).toBeLessThan(5);
  for (const nodes of of('nodes')) expect(nodes, output).toBeLessThan(NODES_MAX);
  for (const listeners of of('listeners')) expect(listeners, output).toBeLessThan(LISTENERS_MAX);
  // The first visits fill intended caches: columns, texts, undo.
  const growth = (name: 'heap' | 'worker' | 'buffers'): number => (of(name).at(-1)! - of(name)[1]!) / MB;
  expect(growth('heap'), output).toBeLessThan(8);
  expect(growth('worker'), output).toBeLessThan(4);
  // A back end retains memory from its self-test.
  expect(growth('buffers'), output).toBeLessThan(32);
  expect(complaints.filter((line) => !/Service Worker/.test(line))).toEqual([]);
  await context.close();
});
