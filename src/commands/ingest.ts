import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isBucketAddress } from '../bucket.ts';
import { decimalOf } from '../ingest/formats/decimal.ts';
import { folderAt } from '../ingest/formats/files.ts';
import { ingest as ingestSources } from '../ingest/ingest.ts';
import type { From } from '../ingest/options.ts';
import { LIMITS, type Limits } from '../ingest/report/quality.ts';
import { qualityPage } from '../ingest/report/qualityPage.ts';
import type { Report } from '../ingest/report/report.ts';
import { REQUIRABLE, type Requirable } from '../ingest/sources/mapping.ts';
import { SOURCE_NAMES, type SourceName } from '../ingest/sources/sourceName.ts';
import { appendBuild } from './appendBuild.ts';
import { print } from './print.ts';
import { progressOn } from './progress.ts';
import { threadsOf } from './threads.ts';
import { dataPlace, isoDay, runCommand, takeFrom, UsageError } from './usage.ts';
import { checkWritable } from './writable.ts';

const HELP = `panscreen ingest --from SOURCE PATH [--from SOURCE PATH …] --out DIR [options]

Builds the data that "panscreen serve" reads, and prints what was read, joined and dropped, and why.

  --from tables DIR             tables, each .csv, .csv.gz or .parquet, read by the names in the header:
                                securities, statements, prices, forecasts, rates
  --from sec DIR                the SEC's companyfacts (folder or companyfacts.zip), submissions (folder or submissions.zip)
                                and company_tickers.json
  --from sec-datasets DIR       the SEC's quarterly Financial Statement Data Sets: archives such as 2024q4.zip, or sub and
                                num as text or Parquet; company_tickers.json where symbols are wanted
  --from stooq ZIP|DIR          Stooq's archive of daily prices, as it is or unpacked
  --from alphavantage DIR       responses of Alpha Vantage's API as .json files
  --from financedatabase DIR    security master of FinanceDatabase, .csv or .csv.gz
  --from tiingo|eodhd DIR       closes downloaded by "panscreen fetch tiingo" or "panscreen fetch eodhd"
  --from fails DIR              the SEC's fails-to-deliver files, such as cnsfails202008b.zip: unadjusted closes, CUSIP
                                Several sources are joined by symbol; docs/data-sources.md states their precedence.
  --out DIR                     the built folder, or s3://bucket/prefix; replaced as a whole when complete
  --append-to HISTORY           also append it to a daily history, a folder or s3://bucket/prefix, so that markets without filing
                                days collect a point-in-time history
  --as-of DATE                  ignore later data (default: today)
  --mapping FILE                maps the columns of the tables (default: mapping.json in their folder)
  --rates FILE                  the ECB's reference rates: eurofxref-hist.csv or its .zip
  --require LIST                include only securities that have statements, prices or both: statements,prices;
                                or either: figures
  --trust-last-close            treat the last close of a Stooq file as unadjusted and compute market capitalizations from it
  --work DIR                    cache from which an interrupted run continues (default: next to --out)
  --threads N                   threads that read the SEC's companies (default: the number of processors, at most 4)
  --report FILE                 write the report as JSON
  --report-page FILE            write the report as a page
  --limit NAME=SHARE            change a limit beyond which nothing is published: ${Object.entries(LIMITS)
    .map(([name, share]) => `${name}=${share}`)
    .join(' ')}
  --publish-anyway              publish even if a limit is exceeded

Environment, for s3://: AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION.
`;

function readFrom(source: string, path: string): From {
  if (!source || !path || source.startsWith('-') || path.startsWith('--'))
    throw new UsageError('--from takes a source and a folder, such as --from tables DIR');
  if (!SOURCE_NAMES.includes(source as SourceName))
    throw new UsageError(`unknown source ${source}; known: ${SOURCE_NAMES.join(', ')}`);
  return { source: source as SourceName, path };
}

function requiredOf(text: string | undefined): Requirable[] {
  return (text?.split(',') ?? []).map((name) => {
    if (!REQUIRABLE.includes(name as Requirable))
      throw new UsageError(`--require takes ${REQUIRABLE.join(' and ')}, not ${name}`);
    return name as Requirable;
  });
}

/** Reads the values of --limit. Throws for an unknown name or an invalid share. */
export function limitsOf(texts: readonly string[]): Partial<Limits> {
  return Object.fromEntries(
    texts.map((text) => {
      const [name = '', share = ''] = text.split(/=(.*)/s, 2);
      const value = decimalOf(share);
      if (!Object.hasOwn(LIMITS, name) || !(value >= 0 && value <= 1)) {
        throw new UsageError(
          `--limit takes a name and a share from 0 to 1, such as bars=${LIMITS.bars}; names: ${Object.keys(LIMITS).join(', ')}`,
        );
      }
      return [name, value];
    }),
  );
}

/** `panscreen ingest`. Resolves to the exit status. */
export function ingest(given: string[]): Promise<number> {
  return runCommand('ingest', HELP, given, async (args) => {
    const { from, rest } = takeFrom(args, readFrom);
    const { values } = parseArgs({
      args: rest,
      options: {
        out: { type: 'string' },
        'append-to': { type: 'string' },
        'as-of': { type: 'string' },
        mapping: { type: 'string' },
        rates: { type: 'string' },
        require: { type: 'string' },
        work: { type: 'string' },
        threads: { type: 'string' },
        'trust-last-close': { type: 'boolean' },
        report: { type: 'string' },
        'report-page': { type: 'string' },
        limit: { type: 'string', multiple: true },
        'publish-anyway': { type: 'boolean' },
      },
    });
    if (!values.out) throw new UsageError('expected --out DIR');
    const out = dataPlace('--out', values.out);
    const history = values['append-to'];
    if (history !== undefined) dataPlace('--append-to', history);
    const threads = threadsOf(values.threads);
    const sources = new Set(from.map(({ source }) => source));
    if (values.mapping !== undefined && !sources.has('tables')) throw new UsageError('--mapping is for --from tables');
    if (values['trust-last-close'] && !sources.has('stooq')) throw new UsageError('--trust-last-close is for --from stooq');
    if (!isBucketAddress(out)) await folderAt(out);
    for (const option of ['report', 'report-page'] as const) await checkWritable(`--${option}`, values[option]);
    const write = async (report: Report): Promise<void> => {
      if (values.report !== undefined) await writeFile(values.report, `${JSON.stringify(report, null, 1)}\n`);
      if (values['report-page'] !== undefined) await writeFile(values['report-page'], qualityPage(report));
      await print(`${report.lines().join('\n')}\n`);
    };
    const writer = progressOn(process.stderr);
    try {
      await write(
        await ingestSources({
          from,
          out,
          ...threads,
          ...(values['as-of'] !== undefined && { asOf: isoDay('--as-of', values['as-of']) }),
          ...(values.mapping !== undefined && { mapping: values.mapping }),
          ...(values.rates !== undefined && { rates: values.rates }),
          ...(values.work !== undefined && { work: values.work }),
          require: requiredOf(values.require),
          limits: limitsOf(values.limit ?? []),
          publishesAnyway: values['publish-anyway'] ?? false,
          trustsLastClose: values['trust-last-close'] ?? false,
          progress: writer.progress,
          refused: write,
        }),
      );
      if (history !== undefined) {
        const { date, digest } = await appendBuild(history, out, values['as-of']);
        await print(`added to ${history} as the snapshot of ${date}, history ${digest}\n`);
      }
    } finally {
      writer.end();
    }
  });
}
