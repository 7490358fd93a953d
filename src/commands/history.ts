import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isBucketAddress } from '../bucket.ts';
import { contentHash } from '../contentHash.ts';
import { EVERY, type Every } from '../history/sessions.ts';
import { dayOfIso } from '../ingest/formats/day.ts';
import { type BuiltHistory, buildHistory } from '../ingest/history/buildHistory.ts';
import { LAGS } from '../ingest/history/filedPeriods.ts';
import { BIASES, biasPlace } from '../ingest/history/knowledge.ts';
import { HISTORY_SOURCES, type HistorySource, historyFolders } from '../ingest/history/sources.ts';
import type { Progress } from '../ingest/report/progress.ts';
import { Report } from '../ingest/report/report.ts';
import { readReferenceRates } from '../ingest/sources/rates.ts';
import { writeHistoryParquet } from './historyParquet.ts';
import { print } from './print.ts';
import { progressOn } from './progress.ts';
import { threadsOf } from './threads.ts';
import { dataPlace, isoDay, runCommand, takeFrom, UsageError, wholeNumber } from './usage.ts';

const HELP = `panscreen history --from SOURCE PATH [--from SOURCE PATH …] [--since DATE] --out DIR [options]

Builds the universe as it was known at past dates: a snapshot at the last session of each month, of figures that were public before it.

  --from tables DIR   tables, each .csv, .csv.gz or .parquet: securities, prices; statements with a column filed; listings, actions,
                      members, rates (docs/history.md describes them)
  --from sec DIR      the SEC's companyfacts, submissions and company_tickers.json: statements with the day they were filed
  --from fails DIR    the SEC's fails-to-deliver files (cnsfails202001a.zip or .txt): closes and symbols of all US securities
                      For each security, closes and statements come from the first source that has any.
  --from history PATH an existing history, on its own and with --format parquet: a folder or s3://bucket/prefix
  --since DATE        no snapshot before this date (default: the first session)
  --until DATE        no snapshot after this date (default: the last session)
  --every PERIOD      month (default), week or day; snapshots are taken at the end of the period
  --out DIR           folder or s3://bucket/prefix of the history; existing snapshots stay unchanged, later ones are appended
  --format FORMAT     blocks (default): what screens read; parquet: date=YYYY-MM-DD/….parquet, one row per security and date, for
                      DuckDB, Spark and others. The blocks for these are stored in the folder of --work.
  --lag-annual DAYS   days after which an annual statement without a filing day counts as known (default: ${LAGS.annual})
  --lag-quarter DAYS  the same for any other statement (default: ${LAGS.quarter})
  --biases            also write histories with look-ahead to --out/biases, for the bias waterfall of a backtest
  --mapping FILE      maps the columns of the tables
  --rates FILE        the ECB's reference rates: eurofxref-hist.csv or its .zip
  --work DIR          cache from which an interrupted run continues (default: next to --out)
  --threads N         threads that read the SEC's companies (default: the number of processors, at most 4)

An interrupted run continues after the last complete block of snapshots. "panscreen screen 'as of 2016-03-31 | …' --history DIR" reads it.
`;

const LAG_MAX = 1000;
const NO_BOUND = Number.POSITIVE_INFINITY;

const FORMATS = ['blocks', 'parquet'] as const;
const HISTORY = 'history';
const FROM = [...HISTORY_SOURCES, HISTORY] as const;

interface From {
  readonly source: HistorySource | typeof HISTORY;
  readonly path: string;
}

function readFrom(name: string, path: string): From {
  const source = FROM.find((each) => each === name);
  if (!source || !path || path.startsWith('--'))
    throw new UsageError(`--from takes a source and a folder: ${FROM.map((each) => `${each} DIR`).join(', ')}`);
  return { source, path };
}

function lagOf(name: string, text: string | undefined, usual: number): number {
  return text === undefined ? usual : wholeNumber(name, text, 0, LAG_MAX);
}

const share = (count: number, of: number): string => (of === 0 ? '–' : `${((100 * count) / of).toFixed(1)} %`);

function coverageLines({ added, manifest }: BuiltHistory): string[] {
  const lines = added.map(
    ([date, { listed, priced, withStatements, guessed }]) =>
      `${date}: ${listed} listed, ${share(priced, listed)} priced, ${share(withStatements, listed)} with statements` +
      (guessed === 0 ? '' : `, ${share(guessed, withStatements)} of those on an estimated filing date`),
  );
  const dates = manifest.blocks.flatMap((block) => block.dates);
  const todays = manifest.todays.length === 0 ? [] : [`today's values at every date: ${manifest.todays.join(', ')}`];
  return [
    ...lines,
    ...todays,
    `${added.length} snapshots added; ${dates.length} from ${dates[0]} to ${dates.at(-1)}, history ${manifest.digest}`,
  ];
}

/** Reads the options after the sources. Throws {@link UsageError}. */
function readOptions(rest: string[]) {
  const { values } = parseArgs({
    args: rest,
    options: {
      since: { type: 'string' },
      until: { type: 'string' },
      every: { type: 'string', default: 'month' },
      out: { type: 'string' },
      format: { type: 'string', default: 'blocks' },
      'lag-annual': { type: 'string' },
      'lag-quarter': { type: 'string' },
      mapping: { type: 'string' },
      rates: { type: 'string' },
      work: { type: 'string' },
      threads: { type: 'string' },
      biases: { type: 'boolean', default: false },
    },
  });
  if (!values.out) throw new UsageError('expected --out DIR');
  const out = dataPlace('--out', values.out);
  const every = EVERY.find((each): each is Every => each === values.every);
  if (!every) throw new UsageError(`--every is ${EVERY.join(', ')}, not ${values.every}`);
  const format = FORMATS.find((each) => each === values.format);
  if (!format) throw new UsageError(`--format is ${FORMATS.join(' or ')}, not ${values.format}`);
  return {
    out,
    every,
    format,
    since: values.since === undefined ? -NO_BOUND : dayOfIso(isoDay('--since', values.since)),
    until: values.until === undefined ? NO_BOUND : dayOfIso(isoDay('--until', values.until)),
    lags: {
      annual: lagOf('--lag-annual', values['lag-annual'], LAGS.annual),
      quarter: lagOf('--lag-quarter', values['lag-quarter'], LAGS.quarter),
    },
    mapping: values.mapping,
    biases: values.biases,
    ...threadsOf(values.threads),
    rates: values.rates,
    work: values.work ?? (isBucketAddress(out) ? join(tmpdir(), `panscreen-${contentHash(out)}.work`) : `${resolve(out)}.work`),
  };
}

type Options = ReturnType<typeof readOptions>;

/** Builds the history and prints the coverage of each new snapshot. */
async function build(
  from: readonly { readonly source: HistorySource; readonly path: string }[],
  options: Options,
  out: string,
  progress: Progress,
): Promise<void> {
  const { mapping, work, threads } = options;
  const report = new Report();
  const made = await historyFolders(from, { mapping, work, report, progress, threads });
  try {
    const rates = options.rates === undefined ? [] : (await readReferenceRates(options.rates, NO_BOUND)).rates;
    const input = { ...options, folders: made.folders, rates, progress };
    const built = await buildHistory({ ...input, out, report });
    if (options.biases)
      for (const knowledge of BIASES)
        await buildHistory({ ...input, out: biasPlace(out, knowledge), knowledge, report: new Report() });
    await print(`${[...report.tableLines(), ...coverageLines(built)].join('\n')}\n`);
  } finally {
    await made.remove();
  }
}

async function writeParquet(from: string, out: string, progress: Progress): Promise<void> {
  const { added, count } = await writeHistoryParquet(from, out, progress);
  await print(`${added} snapshots written as Parquet; ${count} in ${out}\n`);
}

/** `panscreen history`. Resolves to the exit status. */
export function history(given: string[]): Promise<number> {
  return runCommand('history', HELP, given, async (args) => {
    const { from, rest } = takeFrom(args, readFrom);
    const options = readOptions(rest);
    const { out, format, work } = options;
    const [first] = from;
    const sources = from.flatMap(({ source, path }) => (source === HISTORY ? [] : [{ source, path }]));
    if (sources.length < from.length && (from.length > 1 || format !== 'parquet'))
      throw new UsageError('--from history PATH works only on its own and with --format parquet');
    if (options.biases && format === 'parquet') throw new UsageError('--biases is for --format blocks');
    if (options.mapping !== undefined && !from.some(({ source }) => source === 'tables'))
      throw new UsageError('--mapping is for --from tables');
    const { progress, end } = progressOn(process.stderr);
    try {
      if (first!.source === HISTORY) return await writeParquet(dataPlace('--from history', first!.path), out, progress);
      if (format === 'blocks') return await build(sources, options, out, progress);
      const blocks = join(work, 'history');
      await build(sources, options, blocks, progress);
      await writeParquet(blocks, out, progress);
    } finally {
      end();
    }
  });
}
