/** Opens the sources that an ingest joins. */
import { rm } from 'node:fs/promises';
import { type From, type IngestOptions, workFolder } from '../options.ts';
import type { Report } from '../report/report.ts';
import { openAlphaVantage } from './alphavantage.ts';
import { datasetsTables } from './datasets.ts';
import { openFails } from './fails/source.ts';
import { openFinanceDatabase } from './financedatabase.ts';
import { type Mapping, readMapping } from './mapping.ts';
import { openSec, secTables } from './sec/source.ts';
import type { Source, TablesMaker } from './source.ts';
import { SOURCE_NAMES, type SourceName } from './sourceName.ts';
import { openStooq } from './stooq/source.ts';
import { openTables } from './tables.ts';
import { openVendorPrices } from './vendorPrices.ts';

/** Sources that are converted to a folder of tables. */
export const MAKERS: Readonly<Partial<Record<SourceName, TablesMaker>>> = { sec: secTables, 'sec-datasets': datasetsTables };

async function openSource(
  { source, path }: From,
  asOfDay: number,
  report: Report,
  made: string[],
  options: IngestOptions,
): Promise<Source & { readonly mapping?: Mapping }> {
  const { mapping, progress, threads } = options;
  const making = { from: path, work: workFolder(options), asOfDay, report, progress, threads };
  if (source === 'sec') return await openSec(making);
  const maker = MAKERS[source];
  if (maker) {
    const folder = await maker(making);
    made.push(folder);
    return await openTables(folder, undefined, source, path);
  }
  switch (source) {
    case 'tables':
      return await openTables(path, mapping);
    case 'alphavantage':
      return await openAlphaVantage(path);
    case 'financedatabase':
      return await openFinanceDatabase(path);
    case 'tiingo':
    case 'eodhd':
      return await openVendorPrices(source, path);
    case 'fails':
      return await openFails(path);
    default:
      throw new Error(`there is no source ${source}; known: ${SOURCE_NAMES.join(', ')}`);
  }
}

export interface Opened {
  readonly sources: readonly Source[];
  readonly mapping: Mapping;
  /** Temporary folders of tables, to be removed after reading. */
  readonly made: readonly string[];
}

/** Combines several paths of the same source. */
export async function openSources(
  from: readonly From[],
  asOfDay: number,
  report: Report,
  options: IngestOptions,
): Promise<Opened> {
  const all: (Source & { readonly mapping?: Mapping })[] = [];
  const made: string[] = [];
  try {
    const archives = from.flatMap(({ source, path }) => (source === 'stooq' ? [path] : []));
    for (const one of from) {
      if (one.source !== 'stooq') all.push(await openSource(one, asOfDay, report, made, options));
      else if (archives.length > 0)
        all.push(
          await openStooq(archives.splice(0), { trustsLastClose: options.trustsLastClose ?? false, work: workFolder(options) }),
        );
    }
  } catch (error) {
    for (const folder of made) await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const mappings = all.flatMap(({ mapping }) => mapping ?? []);
  const sources = [...new Set(all.map(({ name }) => name))].map((name): Source => {
    const same = all.filter((source) => source.name === name);
    return {
      name,
      path: same.map(({ path }) => path).join(', '),
      files: same.flatMap(({ files }) => files),
      async read(intake) {
        for (const source of same) await source.read(intake);
      },
      close() {
        for (const source of same) source.close?.();
      },
    };
  });
  const none = readMapping('{}');
  return {
    sources,
    made,
    mapping: {
      ...none,
      require: mappings.flatMap(({ require }) => require),
      note: mappings.map(({ note }) => note).find((note) => note !== null) ?? null,
    },
  };
}
