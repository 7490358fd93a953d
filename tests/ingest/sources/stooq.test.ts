import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { HAS_HIGH, HAS_LOW, HAS_OPEN, IS_BAR, IS_OUTSIDE } from '../../../src/ingest/sources/series.ts';
import type { Intake } from '../../../src/ingest/sources/source.ts';
import { BAD_CLOSE, HEADER, type PriceRows, readRows } from '../../../src/ingest/sources/stooq/rows.ts';
import { openStooq } from '../../../src/ingest/sources/stooq/source.ts';
import { naiveRows } from '../../naive-prices.ts';
import { Random } from '../../random.ts';
import { zipOf } from '../zips.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-stooq-'));
afterAll(() => rmSync(scratch, { recursive: true }));
let count = 0;
let folder = '';
beforeEach(() => {
  folder = join(scratch, `run${count++}`);
  mkdirSync(folder);
});

const DAY_MS = 86_400_000;
const dayOfDate = (date: string): number => Date.parse(date) / DAY_MS;
const textOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
const AS_OF = dayOfDate('2024-10-31');
const SPAN = { fromDay: AS_OF - 2196, asOfDay: AS_OF, today: AS_OF + 100 };
const lineOf = (ticker: string, day: number, close = 10): string =>
  `${ticker},D,${textOfDay(day)},000000,${close},${close + 0.5},${close - 0.5},${close},1000.25,0\r\n`;
const fileOf = (ticker: string, first: number, last: number, close = 10): string =>
  `${HEADER}\r\n${Array.from({ length: last - first + 1 }, (_, at) => lineOf(ticker, first + at, close + (at % 7) / 8)).join('')}`;

const told = ({ refusal, series, refused, badCloses, seenCount }: PriceRows): unknown => ({
  refusal: refusal?.reason ?? null,
  sessions: Array.from(series.days, (day, at) => [
    day,
    series.closes[at],
    series.volumes[at],
    ...[HAS_OPEN, HAS_HIGH, HAS_LOW].map((flag) => Number((series.flags[at]! & flag) !== 0)),
  ]),
  refused: Object.fromEntries([
    ...refused.map(([reason, times, rows]) => [reason, [times, ...rows]]),
    ...(badCloses.length > 0 ? [[BAD_CLOSE, [badCloses.length, ...badCloses.slice(0, 3).map(([row]) => row)]]] : []),
  ]),
  seenCount,
});

describe('a price file', () => {
  it('gives the same as splitting its text, whatever its errors', () => {
    const random = new Random(20_261_121);
    const numbers = [
      '1',
      '0',
      '-1',
      '5.',
      '.5',
      '1e3',
      '1e999',
      '',
      ' 2 ',
      '0x10',
      '123456789.123456',
      '12345678901234567890',
      '1.2.3',
    ];
    const numberOf = (): string => (random.chance(0.9) ? (1000 * random.next()).toFixed(random.below(5)) : random.pick(numbers));
    const dates = ['20240230', '20240229', '20230229', '2024113', '202411011', '20990101', '00010101', '19690101', '20241101'];
    for (let round = 0; round < 400; round++) {
      const ticker = random.pick(['AAPL.US', 'A', '^SPX', '5.HK', '']);
      const newline = random.pick(['\r\n', '\n']);
      const lines = Array.from({ length: random.below(12) }, (_, at) => {
        const date = random.chance(0.85) ? textOfDay(AS_OF - 2200 + 250 * at + random.below(300)) : random.pick(dates);
        const cells = [ticker, 'D', date, '000000', ...Array.from({ length: 5 }, numberOf), '0'];
        if (random.chance(0.05)) cells[random.below(10)] = random.pick(['', 'X', '5', '\t', ' ']);
        if (random.chance(0.03)) cells.splice(random.below(10), random.pick([0, 1]), 'more');
        return `${cells.join(',')}${random.chance(0.05) ? random.pick([' ', '\r', '\t,', '\u00a0']) : ''}`;
      });
      if (random.chance(0.2)) lines.splice(random.below(lines.length + 1), 0, random.pick(['', '  ', '\r', ',,,', 'half']));
      const header = random.chance(0.95) ? random.pick([HEADER, `ï»¿${HEADER.toLowerCase()} `]) : 'date,close';
      const text = `${random.chance(0.97) ? `${header}${newline}` : ''}${lines.join(newline)}${random.chance(0.7) ? newline : ''}`;
      const naive = naiveRows(text, SPAN);
      const expected = {
        ...naive,
        refused: Object.fromEntries(
          Object.entries(naive.refused).map(([reason, rows]) => [reason, [rows.length, ...rows.slice(0, 3)]]),
        ),
      };
      expect(told(readRows(Buffer.from(text, 'latin1'), SPAN)), JSON.stringify(text)).toEqual(expected);
    }
  });

  it('recognizes a bar with prices outside of high and low', () => {
    const bars: readonly [string, boolean][] = [
      ['10,11,9,10', false],
      ['10,10,10,10', false],
      ['10,10.005,9.995,10.01', false],
      ['10,11,9,12', true],
      ['12,11,9,10', true],
      ['8,11,9,10', true],
      ['0,11,9,10', false],
      [',11,9,8', true],
      ['10,8,9,10', true],
    ];
    const lines = bars.map(([prices], at) => `A.US,D,${textOfDay(AS_OF - 20 + at)},000000,${prices},1,0\n`);
    const { series, outside } = readRows(Buffer.from(`${HEADER}\n${lines.join('')}`), SPAN);
    expect(Array.from(series.flags, (flag) => (flag & IS_OUTSIDE) !== 0)).toEqual(bars.map(([, isOutside]) => isOutside));
    expect(outside.map(([day]) => day)).toEqual(bars.flatMap(([, isOutside], at) => (isOutside ? [AS_OF - 20 + at] : [])));
    const without = readRows(Buffer.from(`${HEADER}\nA.US,D,20241031,000000,5,,0,10,1,0\n`), SPAN);
    expect(without.series.flags[0]! & (IS_BAR | IS_OUTSIDE)).toBe(0);
  });
});

interface Told {
  readonly lines: readonly string[];
  readonly securities: readonly unknown[];
  readonly series: readonly unknown[];
  readonly drops: readonly string[];
  readonly notes: readonly string[];
}

/** All that an archive provides as of a day, and the lines of progress. */
async function read(work: string, paths: readonly string[], asOfDay = AS_OF): Promise<Told> {
  const source = await openStooq(paths, { trustsLastClose: false, work: join(folder, work) });
  const lines: string[] = [];
  const securities: unknown[] = [];
  const series: unknown[] = [];
  const drops: string[] = [];
  const notes: string[] = [];
  const reads: (() => void)[] = [];
  const intake: Intake = {
    get database(): never {
      throw new Error('prices of Stooq ask no database');
    },
    asOfDay,
    progress: (line) => lines.push(line),
    take: (_, row) => securities.push(row),
    takeQuery: async () => {},
    takeStatements: () => {},
    takeSeries: (symbol, { read: readSeries, ...rest }) =>
      reads.push(() => {
        const { days, closes, volumes, flags } = readSeries();
        series.push([symbol, rest, [...days], [...closes], [...volumes], [...flags]]);
      }),
    drop: (_, reason, place, times = 1) => drops.push(`${times} ${reason} ${place}`),
    unmapped: () => {},
    dated: () => {},
    note: (line) => notes.push(line),
  };
  await source.read(intake);
  for (const readSeries of reads) readSeries();
  source.close?.();
  return { lines, securities, series, drops, notes };
}

const NAMES = ['a', 'b', 'c', 'd', 'e'].map((name) => `data/daily/us/nasdaq stocks/1/${name}.us.txt`);
const tickerOf = (name: string): string => `${name.at(-8)!.toUpperCase()}.US`;

function writeZip(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(folder, name);
  writeFileSync(path, zipOf(files));
  return path;
}

const without = ({ lines: _, ...rest }: Told): unknown => rest;

describe('the work folder', () => {
  it('gives the same as a run from scratch, whatever has changed in the files', async () => {
    const random = new Random(7);
    const files = Object.fromEntries(NAMES.map((name) => [name, fileOf(tickerOf(name), AS_OF - 40, AS_OF - 20)]));
    let asOfDay = AS_OF - 20;
    let grownCount = 0;
    for (let round = 0; round < 60; round++) {
      if (random.chance(0.7)) asOfDay++;
      for (const name of NAMES) {
        const text = files[name]!;
        const last = lineOf(tickerOf(name), asOfDay, 20 * random.next() + 0.01);
        const change = random.below(24);
        if (change < 10) files[name] = text + last;
        else if (change === 10) files[name] = text.replace(/,10\.5,/, ',10.6,') + last;
        else if (change === 11) files[name] = text.slice(0, -random.below(90));
        else if (change === 12) files[name] = text + lineOf(tickerOf(name), asOfDay - 3 - random.below(30));
        else if (change === 13) files[name] = `${text}${last}${last}`;
        else if (change === 14) files[name] = text + last.replace(/,D,/, ',5,');
        else if (change === 15) files[name] = text + lineOf(tickerOf(name), asOfDay, -1);
        else if (change === 16) files[name] = text + last.slice(0, 20);
        else if (change === 17) files[name] = text + lineOf('ODD.US', asOfDay);
        else if (change === 18) files[name] = text + lineOf(tickerOf(name), asOfDay + 1 + random.below(3));
        else if (change === 19) files[name] = random.pick(['', HEADER, 'date,close\n1,2\n']);
        else if (change === 20) files[name] = fileOf(tickerOf(name), asOfDay - 2210, asOfDay - 2180) + last;
        else if (change === 21) files[name] = text + fileOf(tickerOf(name), asOfDay - 90, asOfDay).slice(HEADER.length + 2);
        else if (change === 22) files[name] = text + last.trimEnd();
      }
      if (Object.values(files).every((text) => text.length < HEADER.length + 30)) continue;
      const path = writeZip('d.zip', { ...files, [NAMES[0]!]: fileOf('A.US', asOfDay - 60, asOfDay) });
      const day = random.chance(0.15) ? asOfDay - random.below(40) : asOfDay;
      const kept = await read('kept', [path], day);
      rmSync(join(folder, 'fresh'), { recursive: true, force: true });
      expect(without(kept), `round ${round}`).toEqual(without(await read('fresh', [path], day)));
      grownCount += Number(/(\d+) files have grown/.exec(kept.lines.join('\n'))?.[1] ?? 0);
    }
    expect(grownCount).toBeGreaterThan(30);
  });

  it('reads only changes, and keeps little per day', async () => {
    const all = (last: number): Record<string, string> =>
      Object.fromEntries(NAMES.map((name) => [name, fileOf(tickerOf(name), AS_OF - 1300, last)]));
    const sizes = (): number =>
      readdirSync(join(folder, 'work/stooq')).reduce((sum, name) => sum + statSync(join(folder, 'work/stooq', name)).size, 0);
    await read('work', [writeZip('d.zip', all(AS_OF - 2))], AS_OF);
    const before = sizes();
    const again = await read('work', [writeZip('d.zip', all(AS_OF - 2))], AS_OF);
    expect(again.lines.join('\n')).toContain('5 files are unchanged since they were read');
    const files = all(AS_OF - 1);
    files[NAMES[1]!] = files[NAMES[1]!]!.replace('10.125', '10.126');
    const day = await read('work', [writeZip('d.zip', files)], AS_OF);
    expect(day.lines.join('\n')).toContain('4 files have grown and are otherwise unchanged');
    // The changed series is stored twice until most of its part is unused.
    expect(sizes()).toBeLessThan(1.5 * before);
    await read('work', [writeZip('d.zip', { ...all(AS_OF), ...files })], AS_OF - 300);
    const back = await read('work', [join(folder, 'd.zip')], AS_OF);
    expect(back.lines.join('\n')).toContain('5 files are unchanged since they were read');
  });

  it('continues from day to day without reading whole files, and keeps little more than the series', async () => {
    const days = 150;
    const upTo = (last: number): Record<string, string> =>
      Object.fromEntries(NAMES.map((name, at) => [name, fileOf(tickerOf(name), AS_OF - days - (at > 2 ? 2300 : 300), last)]));
    const sizes = (): number =>
      readdirSync(join(folder, 'days/stooq')).reduce((sum, name) => sum + statSync(join(folder, 'days/stooq', name)).size, 0);
    await read('days', [writeZip('d.zip', upTo(AS_OF - days))], AS_OF - days);
    const first = sizes();
    for (let day = AS_OF - days + 1; day <= AS_OF; day++) {
      const path = writeZip('d.zip', upTo(day));
      const kept = await read('days', [path], day);
      expect(kept.lines.join('\n'), `day ${day}`).toContain('5 files have grown');
      if ((AS_OF - day) % 20 > 1) continue;
      rmSync(join(folder, 'fresh'), { recursive: true, force: true });
      expect(without(kept), `day ${day}`).toEqual(without(await read('fresh', [path], day)));
    }
    expect(sizes()).toBeLessThan(2 * first);
  });

  it('recreates what was damaged, and removes what is unused', async () => {
    const path = writeZip('d.zip', Object.fromEntries(NAMES.map((name) => [name, fileOf(tickerOf(name), AS_OF - 9, AS_OF)])));
    const whole = await read('work', [path]);
    const work = join(folder, 'work/stooq');
    const [part = ''] = readdirSync(work);
    truncateSync(join(work, part), statSync(join(work, part)).size - 1);
    writeFileSync(join(work, `${part}.77-0.part`), 'half');
    expect(without(await read('work', [path]))).toEqual(without(whole));
    expect(readdirSync(work)).toEqual([part]);
    const other = writeZip(
      'd.zip',
      Object.fromEntries(NAMES.map((name) => [name, fileOf(tickerOf(name), AS_OF - 9, AS_OF, 20)])),
    );
    await read('work', [other]);
    expect(readdirSync(work)).toHaveLength(1);
    expect(readdirSync(work)).not.toEqual([part]);
  });

  it('drops future days when the next day arrives, and continues after a damaged entry', async () => {
    const today = Math.floor(Date.now() / DAY_MS);
    const path = writeZip('d.zip', { [NAMES[0]!]: fileOf('A.US', today - 9, today + 1) });
    const first = await read('work', [path], today + 5);
    expect(first.drops).toEqual([`1 rows of a day in the future ${NAMES[0]}, row 12`]);
    expect(without(await read('work', [path], today + 5))).toEqual(without(first));
    const good = zipOf(Object.fromEntries(NAMES.slice(0, 2).map((name) => [name, fileOf(tickerOf(name), AS_OF - 9, AS_OF)])));
    const damaged = Buffer.from(good);
    damaged.writeUInt8((damaged.readUInt8(110) + 1) & 255, 110);
    writeFileSync(path, damaged);
    await expect(read('work', [path])).rejects.toThrow(`d.zip: ${NAMES[0]}: `);
    writeFileSync(path, good);
    expect((await read('work', [path])).series).toHaveLength(2);
  });

  it('reads folders, folders of archives and several of them, and of two files of a symbol the later one’s session of a day', async () => {
    const loose = join(folder, 'unpacked', NAMES[0]!);
    mkdirSync(dirname(loose), { recursive: true });
    writeFileSync(loose, fileOf('A.US', AS_OF - 9, AS_OF));
    writeFileSync(join(folder, 'unpacked/more.zip'), zipOf({ [NAMES[1]!]: fileOf('B.US', AS_OF - 9, AS_OF) }));
    const paths = [join(folder, 'unpacked'), writeZip('d.zip', { [NAMES[2]!]: fileOf('C.US', AS_OF - 9, AS_OF) })];
    expect((await read('work', paths)).securities).toHaveLength(3);
    const again = await read('work', paths);
    expect(again.lines.join('\n')).toContain('3 files are unchanged');
    utimesSync(loose, 1_700_000_000, 1_700_000_000);
    writeFileSync(loose, `${fileOf('A.US', AS_OF - 9, AS_OF)}${lineOf('A.US', AS_OF)}`);
    expect((await read('work', paths)).lines.join('\n')).toContain('1 files have grown');
  });

  it('refuses entries with a path out of the archive, and files too large for the prices of a symbol', async () => {
    const climbs = writeZip('d.zip', { [NAMES[0]!]: fileOf('A.US', AS_OF - 9, AS_OF), '../b.us.txt': '' });
    await expect(read('work', [climbs])).rejects.toThrow('d.zip: ../b.us.txt: a path in its name');
    const huge = writeZip('d.zip', { [NAMES[0]!]: `${HEADER}\n${'\n'.repeat(64e6)}` });
    await expect(read('work', [huge])).rejects.toThrow(/^d\.zip: .*a\.us\.txt: 6\d+ bytes are too many/);
  });
});
