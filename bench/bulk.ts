/**
 * The SEC's bulk archives and Stooq's at full size, generated from a seed, and the cost of an ingest of both: time, memory, the same data
 * after kills, one added day. `node scripts/bulk.mjs make DIR` and `node scripts/bulk.mjs measure DIR` (a built dist/ is needed; `--kills DIR`
 * kills on smaller archives, `--anew` also reads the second day from scratch).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { Random } from '../tests/random.ts';
import { ZipWriter } from '../tests/zip.ts';
import { type Run, run, say } from './taken.ts';

const COMPANIES = 18_000;
const PRICE_FILES = 15_000;
const SESSIONS = 1300;
/** Companies with a filing per day. */
const DAY_COMPANIES = 300;
const LAST_YEAR = 2025;
const DAY_MS = 86_400_000;
const LAST_SESSION = Date.UTC(LAST_YEAR + 1, 5, 29);
/** Days of the archives, in milliseconds. */
const DAYS = [LAST_SESSION, LAST_SESSION + DAY_MS] as const;
/** One in this many series is adjusted on the added day, as after a dividend, which changes its whole history. */
const ADJUSTED_EVERY = 149;
const ADJUSTMENT = 0.99;

type Draw = () => number;

function drawOf(seed: number): Draw {
  const random = new Random(seed);
  return () => random.next();
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0');
const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Tags of instants and of periods with figures, as a share of revenue. */
const DAY_TAGS: Readonly<Record<string, number>> = {
  Assets: 2,
  AssetsCurrent: 0.8,
  CashAndCashEquivalentsAtCarryingValue: 0.3,
  AccountsReceivableNetCurrent: 0.15,
  InventoryNet: 0.1,
  PropertyPlantAndEquipmentNet: 0.5,
  Liabilities: 1.2,
  LiabilitiesCurrent: 0.5,
  AccountsPayableCurrent: 0.1,
  LongTermDebtNoncurrent: 0.4,
  LongTermDebtCurrent: 0.05,
  StockholdersEquity: 0.8,
  RetainedEarningsAccumulatedDeficit: 0.4,
};
const FLOW_TAGS: Readonly<Record<string, number>> = {
  Revenues: 1,
  CostOfRevenue: 0.6,
  GrossProfit: 0.4,
  OperatingIncomeLoss: 0.15,
  NetIncomeLoss: 0.1,
  IncomeTaxExpenseBenefit: 0.03,
  InterestExpense: 0.02,
  NetCashProvidedByUsedInOperatingActivities: 0.14,
  PaymentsToAcquirePropertyPlantAndEquipment: 0.06,
  PaymentsOfDividends: 0.03,
};

interface Filing {
  readonly end: number;
  readonly yearStart: number;
  readonly form: string;
  readonly text: string;
}

function filingsOf(cik: number, years: number): Filing[] {
  return Array.from({ length: 4 * years }, (_, index) => {
    const year = LAST_YEAR - years + 1 + Math.floor(index / 4);
    const quarter = index % 4;
    const end = Date.UTC(year, 3 * quarter + 3, 0);
    const form = quarter === 3 ? '10-K' : '10-Q';
    const filed = iso(end + 40 * DAY_MS);
    const text = `"accn":"${pad(cik, 10)}-${pad(year % 100, 2)}-${pad(index, 6)}","fy":${year},"fp":"${quarter === 3 ? 'FY' : `Q${quarter + 1}`}","form":"${form}","filed":"${filed}"`;
    return { end, yearStart: Date.UTC(year, 0, 1), form, text };
  });
}

/** A fact of each filing, and the one a year before that it repeats. */
function unitsOf(filings: readonly Filing[], isFlow: boolean, valueAt: (filing: Filing) => number): string {
  const facts = filings.flatMap((filing, index) =>
    [filing, filings[index - 4]].flatMap((of) => {
      const start = isFlow && of ? `"start":"${iso(of.yearStart)}",` : '';
      return of ? [`{${start}"end":"${iso(of.end)}","val":${valueAt(of)},${filing.text}}`] : [];
    }),
  );
  return `[${facts.join(',')}]`;
}

/** The start of a company's file, which the ingest reads; unused tags follow. */
function headOf(cik: number, draw: Draw): string {
  const years = 1 + Math.floor(draw() ** 2 * 15);
  const filings = filingsOf(cik, years);
  const revenue = Math.round(10 ** (6 + 4 * draw()));
  const growth = 0.9 + 0.25 * draw();
  const at = ({ end }: Filing): number => growth ** ((end - Date.UTC(LAST_YEAR - years, 0, 1)) / (365 * DAY_MS));
  const tags = [
    ...Object.entries(DAY_TAGS).map(([tag, share]) => [
      tag,
      'USD',
      unitsOf(filings, false, (of) => Math.round(revenue * share * at(of))),
    ]),
    ...Object.entries(FLOW_TAGS).map(([tag, share]) => [
      tag,
      'USD',
      unitsOf(filings, true, (of) => Math.round((revenue * share * at(of) * (of.end - of.yearStart)) / (365 * DAY_MS))),
    ]),
    ['CommonStockSharesOutstanding', 'shares', unitsOf(filings, false, () => Math.round(revenue / 10))],
  ];
  const text = tags.map(
    ([tag, unit, units]) => `"${tag}":{"label":"${tag}","description":"A line.","units":{"${unit}":${units}}}`,
  );
  return `{"cik":${cik},"entityName":"Company ${cik}","facts":{"us-gaap":{${text.join(',')}`;
}

interface Piece {
  readonly bytes: Buffer;
  readonly packed: Buffer;
}

function pieceOf(text: string, isLast = false): Piece {
  const bytes = Buffer.from(text);
  return {
    bytes,
    packed: deflateRawSync(bytes, { level: 1, finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH }),
  };
}

/** Tags that no column uses, which are most of a real file; compressed once and written to many files. */
function fillerOf(number: number, draw: Draw): Piece {
  const filings = filingsOf(number, 1 + 2 * number);
  const count = 40 + 25 * number;
  const tags = Array.from(
    { length: count },
    (_, index) =>
      `,"FillerLine${index}":{"label":"Line ${index}","description":"${'What it means. '.repeat(20)}","units":{"USD":${unitsOf(filings, false, () => Math.round(1e9 * draw()))}}}`,
  );
  return pieceOf(tags.join(''));
}

function add(zips: readonly ZipWriter[], name: string, pieces: readonly Piece[]): void {
  const checksum = pieces.reduce((sum, { bytes }) => crc32(bytes, sum), 0);
  const length = pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
  for (const zip of zips) zip.addPacked(name, Buffer.concat(pieces.map(({ packed }) => packed)), checksum, length);
}

/** Writes DIR/day0 and DIR/day1: the SEC's archives and Stooq's of two days that follow each other. */
function make(folder: string, companies: number, prices: number): void {
  const days = ['day0', 'day1'].map((day) => join(folder, day));
  for (const day of days) mkdirSync(day, { recursive: true });
  const [facts, submissions] = ['companyfacts.zip', 'submissions.zip'].map((name) =>
    days.map((day) => new ZipWriter(join(day, name))),
  );
  const draw = drawOf(20_261_121);
  const fillers = Array.from({ length: 8 }, (_, index) => fillerOf(index, draw));
  const tail = pieceOf('}}}', true);
  let bytes = 0;
  for (let cik = 1; cik <= companies; cik++) {
    const name = `CIK${pad(cik, 10)}.json`;
    const filler = fillers[Math.floor(draw() ** 2 * fillers.length)]!;
    const pieces = [pieceOf(headOf(cik, drawOf(cik))), filler, tail];
    bytes += pieces.reduce((sum, piece) => sum + piece.bytes.length, 0);
    const isChanged = cik % Math.max(1, Math.floor(companies / DAY_COMPANIES)) === 0;
    add(isChanged ? [facts![0]!] : facts!, name, pieces);
    if (isChanged) add([facts![1]!], name, [pieceOf(headOf(cik, drawOf(-cik))), filler, tail]);
    add(submissions!, name, [pieceOf(JSON.stringify(submissionsOf(cik)), true)]);
  }
  for (const zip of [...facts!, ...submissions!]) zip.close();
  writePrices(
    days.map((day) => join(day, 'stooq.zip')),
    prices,
  );
  console.log(`${companies} companies, ${(bytes / 1e9).toFixed(1)} GB unpacked; ${prices} price files`);
}

function submissionsOf(cik: number): object {
  return {
    cik: pad(cik, 10),
    name: `Company ${cik}`,
    sic: String(1000 + ((cik * 37) % 7000)),
    tickers: [`S${cik}`],
    exchanges: ['Nasdaq'],
    fiscalYearEnd: '1231',
    addresses: { business: { stateOrCountry: 'NY' } },
    filings: { recent: { accessionNumber: [], filingDate: [], reportDate: [], form: [] }, files: [] },
  };
}

/** Price histories in Stooq's layout, on the second day with one more session: one in a hundred is empty. */
function writePrices(paths: readonly string[], count: number): void {
  const zips = paths.map((path) => new ZipWriter(path));
  for (let number = 1; number <= count; number++) {
    const name = `data/daily/us/nasdaq stocks/${1 + (number % 3)}/s${number}.us.txt`;
    const isAdjusted = number % ADJUSTED_EVERY === 0;
    for (const [day, zip] of zips.entries()) {
      const text = number % 100 === 0 ? '' : historyOf(number, SESSIONS + day, day > 0 && isAdjusted ? ADJUSTMENT : 1);
      zip.add(name, text, 1);
    }
  }
  for (const zip of zips) zip.close();
}

function historyOf(number: number, sessions: number, adjustment: number): string {
  const draw = drawOf(1_000_000 + number);
  const lines = ['<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>'];
  let close = 5 + 200 * draw();
  for (let session = 0; session < sessions; session++) {
    const time = LAST_SESSION + Math.floor(((session + 1 - SESSIONS) * 7) / 5) * DAY_MS;
    const open = close;
    close *= 1 + 0.04 * (draw() - 0.497);
    const [high, low] = [Math.max(open, close) * 1.01, Math.min(open, close) * 0.99];
    const cells = [open, high, low, close].map((price) => (adjustment * price).toFixed(3));
    lines.push(`S${number}.US,D,${iso(time).replaceAll('-', '')},000000,${cells.join(',')},${(1e6 * draw()).toFixed(1)},0`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** Runs an ingest of a day's archives; kills it at a given line of progress. */
function ingest(folder: string, day: 0 | 1, out: string, killAt?: (line: string) => boolean): Promise<Run> {
  const from = join(folder, `day${day}`);
  const sources = ['--from', 'sec', from, '--from', 'stooq', join(from, 'stooq.zip')];
  return run(['ingest', ...sources, '--out', out, '--as-of', iso(DAYS[day])], killAt);
}

/** The share of a source that is read, by a line of progress; 0 if not stated. */
const shareOf = (line: string, source: string): number => Number(new RegExp(`^(\\d+) % ${source}: `).exec(line)?.[1] ?? 0) / 100;

const buildOf = (out: string): string =>
  (JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as { build: string }).build;

const share = (a: number, b: number): string => `${((100 * a) / b).toFixed(1)} %`;

/** A folder to publish to that doesn't exist, nor its work folder. */
function emptyOut(folder: string, name: string): string {
  const out = join(folder, name);
  for (const path of [out, `${out}.work`]) rmSync(path, { recursive: true, force: true });
  return out;
}

const KILL_POINTS: readonly ((line: string) => boolean)[] = [
  (line) => shareOf(line, 'sec') >= 0.25,
  (line) => line.includes('listed shares of'),
  (line) => shareOf(line, 'stooq') >= 0.4,
  (line) => line === 'joining the sources',
  (line) => line === 'joining and publishing',
];

/** Kills an ingest of both sources repeatedly, then completes it. Resolves to the build and the cost of the last run. */
async function killed(folder: string): Promise<{ build: string; goneOn: Run }> {
  const out = emptyOut(folder, 'killed');
  for (const [index, point] of KILL_POINTS.entries()) {
    const run = await ingest(folder, 0, out, point);
    if (!run.isKilled) throw new Error(`the run ended before kill ${index + 1}`);
    say(`killed ${index + 1}`, run);
  }
  const goneOn = await ingest(folder, 0, out);
  say('gone on', goneOn);
  return { build: buildOf(out), goneOn };
}

async function measure(folder: string, killFolder: string, hasAnew: boolean): Promise<boolean> {
  const whole = emptyOut(folder, 'whole');
  const full = await ingest(folder, 0, whole);
  say('all', full);
  const again = await ingest(folder, 0, whole);
  say('nothing changed', again);
  const build = buildOf(whole);
  const day = await ingest(folder, 1, whole);
  say('one day added', day);
  const dayBuild = buildOf(whole);
  console.log(`one day takes ${share(day.seconds, full.seconds)} of the time, ${share(day.work, full.work)} of the work`);
  let anew: Run | null = null;
  let isDaySame = true;
  if (hasAnew) {
    const fresh = emptyOut(folder, 'fresh');
    anew = await ingest(folder, 1, fresh);
    say('the second day from nothing', anew);
    isDaySame = buildOf(fresh) === dayBuild;
    console.log(`with one day added the same as from nothing: ${isDaySame}`);
  }
  let unkilled = build;
  if (killFolder !== folder) {
    const out = emptyOut(killFolder, 'whole');
    say(`all of ${killFolder}`, await ingest(killFolder, 0, out));
    unkilled = buildOf(out);
  }
  const { build: goneOnBuild, goneOn } = await killed(killFolder);
  const isSame = goneOnBuild === unkilled;
  console.log(`after ${KILL_POINTS.length} kills the same data: ${isSame}`);
  const measured = { full, again, day, goneOn, anew, isSame, isDaySame, isOtherDay: build !== dayBuild };
  writeFileSync(join(folder, 'measured.json'), JSON.stringify(measured));
  return isSame && isDaySame && build !== dayBuild;
}

/** Runs `make DIR` or `measure DIR`. Resolves to the exit status. */
export async function bulk(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      companies: { type: 'string' },
      prices: { type: 'string' },
      anew: { type: 'boolean' },
      kills: { type: 'string' },
    },
  });
  const [command, folder] = positionals;
  if (folder === undefined || (command !== 'make' && command !== 'measure')) {
    console.error('node scripts/bulk.mjs make DIR [--companies N] [--prices N]; measure DIR [--anew] [--kills DIR]');
    return 2;
  }
  if (command === 'measure') return (await measure(folder, values.kills ?? folder, values.anew ?? false)) ? 0 : 1;
  make(folder, Number(values.companies ?? COMPANIES), Number(values.prices ?? PRICE_FILES));
  return 0;
}
