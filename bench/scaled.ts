/**
 * The real files of ../shared/data at the size of a whole market, and the cost of ingest and history for them. Each filer has the facts that
 * Apple or Snowflake have filed, from some year on and of some of their lines, under a real CIK, name and symbol; fails-to-deliver files
 * are the real ones with other dates. `node scripts/scaled.mjs make DIR [--companies N] [--since YEAR]`, then
 * `ingest DIR` or `history DIR` (a built dist/ is needed).
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { entriesOf } from '../src/ingest/formats/zip.ts';
import { FAILS_HEADER } from '../src/ingest/sources/fails/rows.ts';
import { isSession } from '../src/ingest/sources/fails/session.ts';
import { Random } from '../tests/random.ts';
import { ZipWriter } from '../tests/zip.ts';
import { type Run, run, say } from './taken.ts';

const DATA = '../shared/data';
const COMPANIES = 18_000;
const DAY_MS = 86_400_000;
const LAST_YEAR = 2026;
const ENTRY_BYTES_MAX = 1e9;
/** Lines that nearly every filer states. */
const CORE =
  /^(?:Assets|AssetsCurrent|Liabilities|LiabilitiesCurrent|StockholdersEquity|CashAndCash.*|Revenues?.*|.*Revenue|GrossProfit|OperatingIncomeLoss|NetIncomeLoss|.*SharesOutstanding.*|EarningsPerShare.*|NetCashProvided.*|IncomeTaxExpenseBenefit|PaymentsToAcquireProperty.*)$/;
/** A filer's share of the other lines, and its first year: on average some 0.9 MB, as in the bulk archive. */
const VARIANTS = [1, 0.5, 0.3, 0.3, 0.2, 0.2, 0.15, 0.15, 0.1, 0.1, 0.1, 0.1].map((share, at) => ({
  share,
  since: 2009 + ((at * 5) % 12),
}));

interface Fact {
  readonly filed: string;
}
type Facts = Record<string, Record<string, { label?: string; units: Record<string, Fact[]> }>>;

interface Body {
  readonly bytes: Buffer;
  readonly packed: Buffer;
}

/** The facts of a file from a year on, of some of its lines, packed once. */
function bodyOf(facts: Facts, share: number, since: number, seed: number): Body {
  const random = new Random(seed);
  const kept: Facts = {};
  for (const [taxonomy, lines] of Object.entries(facts)) {
    kept[taxonomy] = {};
    for (const [line, { units, ...rest }] of Object.entries(lines)) {
      if (!random.chance(share) && !CORE.test(line)) continue;
      const own = Object.entries(units).map(
        ([unit, all]) => [unit, all.filter(({ filed }) => Number(filed.slice(0, 4)) >= since)] as const,
      );
      if (own.some(([, all]) => all.length > 0)) kept[taxonomy][line] = { ...rest, units: Object.fromEntries(own) };
    }
  }
  const bytes = Buffer.from(`${JSON.stringify(kept)}}`);
  return { bytes, packed: deflateRawSync(bytes, { level: 6, finishFlush: constants.Z_FINISH }) };
}

interface Filer {
  readonly cik: number;
  readonly name: string;
  readonly symbols: readonly string[];
}

/** Real filers with their symbols, then some without. */
function filersOf(count: number): Filer[] {
  const listed = Object.values(
    JSON.parse(readFileSync(join(DATA, 'sec/company_tickers.json'), 'utf8')) as Record<
      string,
      { cik_str: number; title: string; ticker: string }
    >,
  );
  const filers = new Map<number, { cik: number; name: string; symbols: string[] }>();
  for (const { cik_str: cik, title: name, ticker } of listed) {
    const known = filers.get(cik);
    if (known) known.symbols.push(ticker);
    else if (filers.size < count) filers.set(cik, { cik, name, symbols: [ticker] });
  }
  for (let cik = 9_000_000_000; filers.size < count; cik++) filers.set(cik, { cik, name: `Filer ${cik}`, symbols: [] });
  return [...filers.values()];
}

async function makeSec(folder: string, filers: readonly Filer[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const bodies: Body[] = [];
  for await (const entry of entriesOf(join(DATA, 'sec/companyfacts.zip'), ENTRY_BYTES_MAX)) {
    const { facts } = JSON.parse((await entry.read()).toString('utf8')) as { facts: Facts };
    for (const [at, { share, since }] of VARIANTS.entries()) bodies.push(bodyOf(facts, share, since, at));
  }
  const zip = new ZipWriter(join(folder, 'companyfacts.zip'));
  let total = 0;
  for (const [at, { cik, name }] of filers.entries()) {
    const { bytes, packed } = bodies[at % bodies.length]!;
    const head = Buffer.from(`{"cik":${cik},"entityName":${JSON.stringify(name)},"facts":`);
    const packedHead = deflateRawSync(head, { finishFlush: constants.Z_SYNC_FLUSH });
    const length = head.length + bytes.length;
    const file = `CIK${String(cik).padStart(10, '0')}.json`;
    zip.addPacked(file, Buffer.concat([packedHead, packed]), crc32(bytes, crc32(head)), length);
    total += length;
  }
  zip.close();
  const rows = filers.flatMap(({ cik, name, symbols }) => symbols.map((ticker) => ({ cik_str: cik, ticker, title: name })));
  writeFileSync(join(folder, 'company_tickers.json'), JSON.stringify({ ...rows }));
  console.log(
    `${filers.length} filers, ${(total / 1e9).toFixed(2)} GB unpacked, ${(total / 1e6 / filers.length).toFixed(2)} MB each`,
  );
}

/** Sessions of a half-month such as 2016-03, its first half or its second. */
function sessionsOf(year: number, month: number, isFirst: boolean): string[] {
  const days: string[] = [];
  for (let time = Date.UTC(year, month, isFirst ? 1 : 16); ; time += DAY_MS) {
    const date = new Date(time);
    if (date.getUTCMonth() !== month || (isFirst && date.getUTCDate() > 15)) return days;
    if (isSession(time / DAY_MS)) days.push(date.toISOString().slice(0, 10).replaceAll('-', ''));
  }
}

async function makeFails(folder: string, since: number, symbols: ReadonlySet<string> | null): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const real: string[][] = [];
  for (const name of readdirSync(join(DATA, 'fails')).sort())
    for await (const entry of entriesOf(join(DATA, 'fails', name), ENTRY_BYTES_MAX))
      real.push(
        (await entry.read())
          .toString('latin1')
          .split(/\r?\n/)
          .filter((line) => /^\d{8}\|/.test(line)),
      );
  let [count, half] = [0, 0];
  for (let year = since; year <= LAST_YEAR; year++)
    for (let month = year === since && since === 2009 ? 6 : 0; month < (year === LAST_YEAR ? 6 : 12); month++)
      for (const isFirst of [true, false]) {
        const lines = real[half++ % real.length]!;
        const days = [...new Set(lines.map((line) => line.slice(0, 8)))].sort();
        const sessions = sessionsOf(year, month, isFirst);
        const own = lines.flatMap((line) => {
          const session = sessions[days.indexOf(line.slice(0, 8))];
          const isWanted = symbols === null || symbols.has(line.split('|', 3)[2]!);
          return session && isWanted ? [session + line.slice(8)] : [];
        });
        count += own.length;
        const name = `cnsfails${year}${String(month + 1).padStart(2, '0')}${isFirst ? 'a' : 'b'}`;
        const zip = new ZipWriter(join(folder, `${name}.zip`));
        const text = [FAILS_HEADER, ...own, `Trailer record count ${own.length}`, 'Trailer total quantity of shares 1', ''];
        zip.add(`${name}.txt`, Buffer.from(text.join('\r\n'), 'latin1'), 1);
        zip.close();
      }
  console.log(`${half} half-months, ${count.toLocaleString('en-US')} rows`);
}

async function measure(command: 'ingest' | 'history', folder: string): Promise<Run> {
  const out = join(folder, command);
  for (const path of [out, `${out}.work`]) rmSync(path, { recursive: true, force: true });
  const from = ['--from', 'sec', join(folder, 'sec'), '--from', 'fails', join(folder, 'fails')];
  const more = command === 'ingest' ? ['--require', 'figures', '--as-of', `${LAST_YEAR}-07-10`] : [];
  return await run([command, ...from, '--out', out, ...more]);
}

/** Runs one of the commands of the head of this file. Resolves to the exit status. */
export async function scaled(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { companies: { type: 'string' }, since: { type: 'string' } },
  });
  const [command, folder] = positionals;
  if (folder === undefined || (command !== 'make' && command !== 'ingest' && command !== 'history')) {
    console.error('node scripts/scaled.mjs make DIR [--companies N] [--since YEAR]; ingest DIR; history DIR');
    return 2;
  }
  if (command === 'make') {
    const filers = filersOf(Number(values.companies ?? COMPANIES));
    await makeSec(join(folder, 'sec'), filers);
    const isWhole = filers.length >= COMPANIES;
    await makeFails(
      join(folder, 'fails'),
      Number(values.since ?? LAST_YEAR - 1),
      isWhole ? null : new Set(filers.flatMap(({ symbols }) => symbols)),
    );
    return 0;
  }
  say(command, await measure(command, folder));
  return 0;
}
