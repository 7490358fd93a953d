import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ingestSource, ingestTables } from '../ingest/ingest.ts';
import { datasetsTables } from '../ingest/sources/datasets.ts';
import { secTables } from '../ingest/sources/sec.ts';
import type { Source } from '../ingest/sources/source.ts';
import { isoDay, runCommand, UsageError } from './usage.ts';

/** Sources of other files than tables, by the name behind --from. */
const MAKERS: Readonly<Record<string, Source>> = { sec: secTables, 'sec-datasets': datasetsTables };
const SOURCES: readonly string[] = ['tables', ...Object.keys(MAKERS)];

const HELP = `panscreen ingest --from SOURCE DIR --out DIR [--as-of DATE] [--mapping FILE] [--report FILE] [--work DIR]

Builds the data that "panscreen serve" reads, and prints what was read, joined and dropped, and why.

  --from tables DIR   a folder of tables, each .csv, .csv.gz or .parquet, read by the names in the header:
                      securities, statements, prices, forecasts, rates
  --from sec DIR      the SEC's companyfacts (folder or companyfacts.zip), submissions (folder or submissions.zip) and
                      company_tickers.json
  --from sec-datasets DIR
                      the SEC's quarterly Financial Statement Data Sets: archives such as 2024q4.zip, or sub and num as
                      text or Parquet; company_tickers.json where symbols are wanted
  --out DIR           the built folder; swapped in whole when it is complete
  --as-of DATE        use nothing that is later (default: today)
  --mapping FILE      other names for columns (default: mapping.json in the folder of the tables)
  --work DIR          where finished parts are kept, so that a run goes on where it was (default: beside --out)
  --report FILE       write the report as JSON too
`;

interface From {
  readonly source: string;
  readonly folder: string;
}

/** Takes the pairs behind every --from out of the arguments. */
function takeFrom(args: readonly string[]): { from: From[]; rest: string[] } {
  const from: From[] = [];
  const rest: string[] = [];
  for (let at = 0; at < args.length; at++) {
    if (args[at] !== '--from') {
      rest.push(args[at] as string);
      continue;
    }
    const [source, folder] = args.slice(at + 1, at + 3);
    if (!source || !folder || source.startsWith('-') || folder.startsWith('--')) {
      throw new UsageError('--from takes a source and a folder, such as --from tables DIR');
    }
    from.push({ source, folder });
    at += 2;
  }
  return { from, rest };
}

function only(from: readonly From[]): From {
  const unknown = from.find(({ source }) => !SOURCES.includes(source));
  if (unknown) throw new UsageError(`unknown source ${unknown.source}; known: ${SOURCES.join(', ')}`);
  const [first, ...others] = from;
  if (!first) throw new UsageError('expected --from SOURCE DIR, such as --from tables DIR');
  if (others.length > 0) throw new UsageError('expected one --from SOURCE DIR');
  return first;
}

/** `panscreen ingest`. Resolves to the exit status. */
export function ingest(given: string[]): Promise<number> {
  return runCommand('ingest', HELP, given, async (args) => {
    const { from, rest } = takeFrom(args);
    const { values } = parseArgs({
      args: rest,
      options: {
        out: { type: 'string' },
        'as-of': { type: 'string' },
        mapping: { type: 'string' },
        report: { type: 'string' },
        work: { type: 'string' },
      },
    });
    const { source, folder } = only(from);
    if (!values.out) throw new UsageError('expected --out DIR');
    const make = MAKERS[source];
    const options = {
      from: folder,
      out: values.out,
      ...(values['as-of'] !== undefined && { asOf: isoDay('--as-of', values['as-of']) }),
      ...(values.mapping !== undefined && { mapping: values.mapping }),
      ...(values.work !== undefined && { work: values.work }),
      progress: (line: string) => process.stderr.write(`${line}\n`),
    };
    const report = await (make ? ingestSource(make, options) : ingestTables(options));
    if (values.report !== undefined) await writeFile(values.report, `${JSON.stringify(report, null, 1)}\n`);
    process.stdout.write(`${report.lines().join('\n')}\n`);
  });
}
