import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ingestTables } from '../ingest/ingest.ts';
import { isoDay, runCommand, UsageError } from './usage.ts';

const SOURCES = ['tables'] as const;

const HELP = `panscreen ingest --from tables DIR --out DIR [--as-of DATE] [--mapping FILE] [--report FILE]

Builds the data that "panscreen serve" reads, and prints what was read, joined and dropped, and why.

  --from tables DIR   a folder of tables, each .csv, .csv.gz or .parquet, read by the names in the header:
                      securities, statements, prices, forecasts, rates
  --out DIR           the built folder; swapped in whole when it is complete
  --as-of DATE        use nothing that is later (default: today)
  --mapping FILE      other names for columns (default: mapping.json in the folder of the tables)
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

function onlyFolder(from: readonly From[]): string {
  const unknown = from.find(({ source }) => !(SOURCES as readonly string[]).includes(source));
  if (unknown) throw new UsageError(`unknown source ${unknown.source}; known: ${SOURCES.join(', ')}`);
  const [first, ...others] = from;
  if (!first) throw new UsageError('expected --from tables DIR');
  if (others.length > 0) throw new UsageError('expected one --from tables DIR');
  return first.folder;
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
      },
    });
    const folder = onlyFolder(from);
    if (!values.out) throw new UsageError('expected --out DIR');
    const report = await ingestTables({
      from: folder,
      out: values.out,
      ...(values['as-of'] !== undefined && { asOf: isoDay('--as-of', values['as-of']) }),
      ...(values.mapping !== undefined && { mapping: values.mapping }),
      progress: (line) => process.stderr.write(`${line}\n`),
    });
    if (values.report !== undefined) await writeFile(values.report, `${JSON.stringify(report, null, 1)}\n`);
    process.stdout.write(`${report.lines().join('\n')}\n`);
  });
}
