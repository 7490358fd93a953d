/** What a run of both sources costs on the day after, as counts of work: the same on every machine, so that a way that grows faster than the files is caught where times say nothing. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { Archive } from '../../src/ingest/formats/zip.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import { Parts } from '../../src/ingest/sources/sec/parts.ts';
import { PriceParts } from '../../src/ingest/sources/stooq/parts.ts';
import { HEADER } from '../../src/ingest/sources/stooq/rows.ts';
import { readManifest } from '../../src/wire/manifest.ts';
import { Random } from '../random.ts';
import { writeZip } from '../zip.ts';
import { companyFacts, fact } from './sources/sec/facts.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-day-'));
afterAll(() => rmSync(scratch, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

const DAY_MS = 86_400_000;
const FIRST_SESSION = Date.UTC(2024, 0, 1) / DAY_MS;
const SESSIONS = 30;
const iso = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** What the files of both sources say, as numbers from which their texts are made. */
interface Universe {
  /** Per company the assets of its latest year. */
  readonly assets: number[];
  /** Sessions of each price file, and the factor by which all its closes are adjusted. */
  readonly prices: { sessions: number; factor: number }[];
}

const universeOf = (count: number): Universe => ({
  assets: Array.from({ length: count }, (_, index) => 1000 + index),
  prices: Array.from({ length: count }, () => ({ sessions: SESSIONS, factor: 1 })),
});

function factsOf(cik: number, assets: number): string {
  const facts = [2019, 2020, 2021, 2022, 2023].flatMap((year) => [
    `Assets ${year}-12-31 ${year === 2023 ? assets : 900} USD ${year + 1}-02-01 10-K`,
    `NetIncomeLoss ${year}-01-01..${year}-12-31 ${70 + cik} USD ${year + 1}-02-01 10-K`,
  ]);
  return JSON.stringify(companyFacts(cik, `Company ${cik}`, facts.map(fact)));
}

const submissionsOf = (cik: number): string =>
  JSON.stringify({ cik: String(cik), name: `Company ${cik}`, sic: '3571', tickers: [`S${cik}`], exchanges: ['Nasdaq'] });

function pricesOf(number: number, { sessions, factor }: Universe['prices'][number]): string {
  const lines = Array.from({ length: sessions }, (_, at) => {
    const close = (factor * (10 + ((number + at) % 7))).toFixed(3);
    return `S${number}.US,D,${iso(FIRST_SESSION + at).replaceAll('-', '')},000000,${close},${close},${close},${close},100,0\r\n`;
  });
  return `${HEADER}\r\n${lines.join('')}`;
}

/** Writes the archives. Resolves to the sources that an ingest is told. */
function write(folder: string, { assets, prices }: Universe): readonly { source: 'sec' | 'stooq'; path: string }[] {
  mkdirSync(folder, { recursive: true });
  const entries = (name: (number: number) => string, text: (number: number) => string): Record<string, string> =>
    Object.fromEntries(assets.map((_, index) => [name(index + 1), text(index + 1)]));
  const file = (cik: number): string => `CIK${String(cik).padStart(10, '0')}.json`;
  writeZip(
    join(folder, 'companyfacts.zip'),
    entries(file, (cik) => factsOf(cik, assets[cik - 1]!)),
  );
  writeZip(join(folder, 'submissions.zip'), entries(file, submissionsOf));
  const path = join(folder, 'stooq.zip');
  const place = (number: number): string => `data/daily/us/nasdaq stocks/1/s${number}.us.txt`;
  writeZip(
    path,
    entries(place, (number) => pricesOf(number, prices[number - 1]!)),
  );
  return [
    { source: 'sec', path: folder },
    { source: 'stooq', path },
  ];
}

/** Runs an ingest. Resolves to the published build. */
async function run(folder: string, universe: Universe, out: string, day: number): Promise<string> {
  const from = write(folder, universe);
  await ingest({ from, out: join(folder, out), asOf: iso(FIRST_SESSION + day), publishesAnyway: true, progress: () => {} });
  return readManifest(readFileSync(join(folder, out, 'manifest.json'), 'utf8')).build;
}

const ADJUSTED = [4];
const CHANGED = [2, 9, 11];

/** The day after: a session in each price file, some histories adjusted, some companies with another figure. */
const dayAfter = ({ assets, prices }: Universe): Universe => ({
  assets: assets.map((value, index) => (CHANGED.includes(index) ? value + 1 : value)),
  prices: prices.map(({ sessions }, index) => ({ sessions: sessions + 1, factor: ADJUSTED.includes(index) ? 0.5 : 1 })),
});

/** Work of the ingest, counted from outside. */
interface Work {
  entriesRead: number;
  companiesKept: number;
  filesKept: number;
  sessionsKept: number;
}

function countWork(): Work {
  const work: Work = { entriesRead: 0, companiesKept: 0, filesKept: 0, sessionsKept: 0 };
  const { readWithHead } = Archive.prototype;
  vi.spyOn(Archive.prototype, 'readWithHead').mockImplementation(function (this: Archive, ...given) {
    work.entriesRead++;
    return readWithHead.apply(this, given);
  });
  const addCompany = Parts.prototype.add;
  vi.spyOn(Parts.prototype, 'add').mockImplementation(function (this: Parts, record) {
    work.companiesKept++;
    return addCompany.call(this, record);
  });
  const addPrices = PriceParts.prototype.add;
  vi.spyOn(PriceParts.prototype, 'add').mockImplementation(function (this: PriceParts, record, series) {
    work.filesKept++;
    work.sessionsKept += series.days.length;
    return addPrices.call(this, record, series);
  });
  return work;
}

const bytesBelow = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

// Called before the ingest runs: code optimized without counters would not be counted.
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
afterAll(() => session.disconnect());

/** How often a block of the ingest's own code is entered meanwhile. */
async function blocksEntered(act: () => Promise<unknown>): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  await act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes('/src/ingest/'))
    .flatMap(({ functions }) => functions)
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0);
}

describe('a run on the next day', () => {
  it('reads only changes, and keeps one session of a file that has grown', async () => {
    const folder = join(scratch, 'counts');
    const count = 40;
    const universe = universeOf(count);
    const all = countWork();
    await run(folder, universe, 'out', SESSIONS);
    expect(all).toEqual({ entriesRead: 3 * count, companiesKept: count, filesKept: count, sessionsKept: SESSIONS * count });
    vi.restoreAllMocks();
    const parts = join(folder, 'out.work', 'stooq');
    const before = bytesBelow(parts);

    const unchanged = countWork();
    await run(folder, universe, 'out', SESSIONS);
    expect(unchanged).toEqual({ entriesRead: 0, companiesKept: 0, filesKept: 0, sessionsKept: 0 });
    vi.restoreAllMocks();

    const day = countWork();
    await run(folder, dayAfter(universe), 'out', SESSIONS);
    expect(day).toEqual({
      entriesRead: count + 2 * CHANGED.length,
      companiesKept: CHANGED.length,
      filesKept: count,
      sessionsKept: count - ADJUSTED.length + ADJUSTED.length * (SESSIONS + 1),
    });
    const SESSION_BYTES = 21;
    const heads = 700 * count;
    expect(bytesBelow(parts) - before).toBeLessThan(SESSION_BYTES * day.sessionsKept + heads);
  });

  it('does no more than twice the work for twice the files', async () => {
    const [small, middle, large] = [64, 128, 256];
    const works: number[] = [];
    for (const count of [small, middle, large]) {
      const folder = join(scratch, `size${count}`);
      const universe = universeOf(count);
      await run(folder, universe, 'out', SESSIONS);
      works.push(await blocksEntered(() => run(folder, dayAfter(universe), 'out', SESSIONS)));
    }
    const [first = 0, second = 0, third = 0] = works;
    expect(first).toBeGreaterThan(small * SESSIONS);
    // Differences remove the fixed cost; for quadratic work, the second difference is four times the first.
    expect((third - second) / (second - first)).toBeLessThan(2.05);
  });

  it('publishes the same as a run from scratch, whatever has changed in the files of both sources', async () => {
    const random = new Random(11);
    const folder = join(scratch, 'edits');
    const { assets, prices } = universeOf(12);
    const builds = new Set<string>();
    for (let round = 0; round < 12; round++) {
      for (let index = 0; index < assets.length; index++) {
        if (random.chance(0.2)) assets[index]! += 1 + random.below(50);
        const { sessions, factor } = prices[index]!;
        const change = random.below(10);
        if (change < 6) prices[index] = { sessions: sessions + 1 + random.below(2), factor };
        else if (change === 6) prices[index] = { sessions: sessions + 1, factor: factor * 0.9 };
        else if (change === 7) prices[index] = { sessions: Math.max(1, sessions - 1), factor };
        else if (change === 8) prices[index] = { sessions: sessions + 70, factor };
      }
      const day = random.chance(0.2) ? SESSIONS - random.below(20) : SESSIONS + 2 * round;
      const build = await run(folder, { assets, prices }, 'kept', day);
      rmSync(join(folder, 'fresh'), { recursive: true, force: true });
      rmSync(join(folder, 'fresh.work'), { recursive: true, force: true });
      expect(build, `round ${round}`).toBe(await run(folder, { assets, prices }, 'fresh', day));
      builds.add(build);
    }
    expect(builds.size).toBeGreaterThan(8);
  });
});
