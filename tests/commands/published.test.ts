import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COUNTRIES } from '../../src/catalogue/codes.ts';
import { loadPublished } from '../../src/commands/published.ts';
import { digest } from '../../src/engine/answers/receipt.ts';
import type { Table } from '../../src/engine/table/table.ts';
import { type CountryData, publish } from '../../src/ingest/publish/publish.ts';
import { readManifest } from '../../src/wire/manifest.ts';
import { country } from '../ingest/country.ts';
import { Random } from '../random.ts';

const LOADS = 40;
/** About as long as a load takes. */
const SWAPPED_WITHIN_MS = 40;
const CODES = COUNTRIES.slice(0, 25).map(({ code }) => code);
/** How much faster the clock runs: a small load takes as long as a large one, and the manifest may be checked again meanwhile. */
const CLOCK_RATE = 2000;

let folder: string;

/** A build whose symbols, figures and row counts depend on its seed. */
const build = (seed: number): CountryData[] =>
  CODES.map((code) => {
    const made = country(code, 20 + seed, seed);
    return {
      ...made,
      securities: made.securities.map((fields) => fields.map((field) => (field === code ? field : field && `${field}.${seed}`))),
    };
  });

/** What distinguishes builds: the rows in order, and a figure of each. */
function markOf(table: Table): string {
  const figures = table.numbers('close') ?? table.numbers('totalAssets');
  return `${digest(table, table.rows)} ${figures?.reduce((sum, value) => sum + (value || 0), 0)}`;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panscreen-loaded-'));
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => CLOCK_RATE * now());
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

/** Marks of loads during each of which the data are replaced once or twice, at random moments. */
async function marksWhile(place: string, swap: (seed: number) => Promise<void>): Promise<Set<string>> {
  const random = new Random(10);
  const marks = new Set<string>();
  let swaps = 0;
  for (let load = 0; load < LOADS; load++) {
    const loading = loadPublished(place);
    const swapping = (async () => {
      for (let times = 1 + random.below(2); times > 0; times--) {
        await new Promise((resolve) => setTimeout(resolve, random.below(SWAPPED_WITHIN_MS)));
        await swap(1 + (swaps++ % 2));
      }
    })();
    const [table] = await Promise.all([loading, swapping]);
    marks.add(markOf(table));
  }
  return marks;
}

describe('a load while the data are replaced', () => {
  it('has all rows and figures of one of two alternating builds', async () => {
    const out = join(folder, 'data');
    const wanted = new Set<string>();
    for (const seed of [1, 2]) {
      await publish(out, build(seed));
      await cp(join(out, 'manifest.json'), join(folder, `${seed}.json`));
      wanted.add(markOf(await loadPublished(out)));
    }
    expect(wanted.size).toBe(2);
    // Both builds' files exist: like a publisher's last step, the manifest is renamed into place.
    const marks = await marksWhile(out, async (seed) => {
      await cp(join(folder, `${seed}.json`), join(folder, 'beside.json'));
      await rename(join(folder, 'beside.json'), join(out, 'manifest.json'));
    });
    expect(marks).toEqual(wanted);
  });

  it('starts over when the folder is replaced by one without its files', async () => {
    const wanted = new Set<string>();
    for (const seed of [1, 2]) {
      await publish(join(folder, String(seed)), build(seed));
      wanted.add(markOf(await loadPublished(join(folder, String(seed)))));
    }
    const place = join(folder, 'present');
    await symlink(join(folder, '1'), place);
    const marks = await marksWhile(place, async (seed) => {
      const beside = join(folder, 'beside');
      await symlink(join(folder, String(seed)), beside);
      await rename(beside, place);
    });
    expect(marks).toEqual(wanted);
  });
});

describe('a load', () => {
  it('says that nothing is published, and what to do', async () => {
    await expect(loadPublished(join(folder, 'nowhere'))).rejects.toThrow(/no data in .*nowhere: make some with "panscreen demo"/);
  });

  it('names a file that the build has lost', async () => {
    const out = join(folder, 'data');
    await publish(out, build(1));
    const { answers } = readManifest(await readFile(join(out, 'manifest.json'), 'utf8'));
    await rm(join(out, 'files', answers[`vector/${CODES[0]}`]!.file));
    await expect(loadPublished(out)).rejects.toThrow(/has not all files of build [0-9a-f]{32}: .*ENOENT.*; publish again/);
  });

  it('refuses a manifest of something else', async () => {
    const out = join(folder, 'data');
    await publish(out, build(1));
    await cp(out, join(folder, 'copy'), { recursive: true });
    await writeFile(join(folder, 'copy/manifest.json'), '{"format": 2}');
    await expect(loadPublished(join(folder, 'copy'))).rejects.toThrow('another format than 1');
  });
});
