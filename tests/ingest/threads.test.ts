/** Several threads give the same as one, in the same order, byte for byte. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Threads } from '../../src/ingest/threads/threads.ts';
import { builtCli } from '../support/builtCli.ts';
import { writeZip } from '../zip.ts';
import { companyFacts, fact } from './sources/sec/facts.ts';

const COMPANIES = 80;
const cli = builtCli();
const folder = mkdtempSync(join(tmpdir(), 'panscreen-threads-'));
afterAll(() => rmSync(folder, { recursive: true }));

function factsOf(cik: number): string {
  const facts = [
    `Assets 2022-12-31 ${900 + cik} USD 2023-02-01 10-K`,
    `Assets 2023-12-31 ${1000 + cik} USD 2024-02-01 10-K`,
    `NetIncomeLoss 2022-01-01..2022-12-31 ${70 + cik} USD 2023-02-01 10-K`,
    `NetIncomeLoss 2023-01-01..2023-12-31 ${80 + cik} USD 2024-02-01 10-K`,
    'CommonStockSharesOutstanding 2023-12-31 50 shares 2024-02-01 10-K',
  ];
  return JSON.stringify(companyFacts(cik, `Company ${cik}`, facts.map(fact)));
}

beforeAll(() => {
  mkdirSync(join(folder, 'sec'));
  mkdirSync(join(folder, 'tables'));
  const ciks = Array.from({ length: COMPANIES }, (_, at) => at + 1);
  const nameOf = (cik: number): string => `CIK${String(cik).padStart(10, '0')}.json`;
  // Some can't be read: the report names the first of them.
  const texts = ciks.map((cik) => [nameOf(cik), cik % 9 === 0 ? '{"cik":' : factsOf(cik)]);
  writeZip(join(folder, 'sec/companyfacts.zip'), Object.fromEntries(texts));
  const tickers = ciks.map((cik) => ({ cik_str: cik, ticker: `S${cik}`, title: `Company ${cik}` }));
  writeFileSync(join(folder, 'sec/company_tickers.json'), JSON.stringify({ ...tickers }));
  const closes = ciks.flatMap((cik) => ['2024-05-31', '2024-06-28', '2024-07-31'].map((day) => `S${cik},${day},${10 + cik}`));
  writeFileSync(join(folder, 'tables/prices.csv'), `symbol,date,close\n${closes.join('\n')}\n`);
});

/** All files in a folder with their contents; of the manifest only the build. */
function contentsOf(path: string): Map<string, string> {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const contents = new Map(paths.map((file) => [file.slice(path.length), readFileSync(file, 'latin1')]));
  const manifest = contents.get('/manifest.json');
  if (manifest !== undefined) contents.set('/manifest.json', JSON.parse(manifest).build);
  return contents;
}

it.each([
  ['ingest', ['--as-of', '2024-08-01', '--publish-anyway']],
  ['history', []],
] as const)('%s writes and says the same with one thread and with three', (command, more) => {
  const [one, three] = [1, 3].map((threads) => {
    const out = join(folder, `${command}-${threads}`);
    const from = ['--from', 'sec', join(folder, 'sec'), '--from', 'tables', join(folder, 'tables')];
    const args = [cli, command, ...from, '--out', out, '--threads', String(threads), ...more];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    return { stdout, files: contentsOf(out), work: contentsOf(`${out}.work`) };
  });
  expect(three).toEqual(one);
  expect(one!.files.size).toBeGreaterThan(2);
});

it('results come in the order of the calls, from existing threads, and an error belongs to its call', async () => {
  const threads = Threads.open({ program: cli, count: 2 }, COMPANIES);
  expect(threads.count).toBe(2);
  const items = Array.from({ length: 30 }, (_, at) => at + 1);
  const ask = async (cik: number): Promise<string> =>
    await threads.ask('filingLines', Buffer.from(cik === 17 ? 'no JSON' : factsOf(cik))).catch((error: Error) => error.message);
  const answers: string[] = [];
  for await (const lines of threads.inOrder(items, ask)) answers.push(lines);
  await threads.close();
  const alone = Threads.open(undefined, COMPANIES);
  expect(alone.count).toBe(0);
  for (const [at, cik] of items.entries()) {
    if (cik === 17) expect(answers[at]).toMatch(/JSON/);
    else expect(answers[at]).toBe(await alone.ask('filingLines', Buffer.from(factsOf(cik))));
  }
  await expect(threads.ask('filingLines', Buffer.from(factsOf(1)))).rejects.toThrow('a thread has ended');
});
