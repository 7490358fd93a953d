/** Sizes of the built pages: all files loaded by a page, found from its html and its scripts' imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Bytes over the wire, by encoding. */
export interface Weight {
  readonly name: string;
  readonly files: readonly string[];
  readonly gzip: number;
  readonly brotli: number;
  /** Most that it may have with gzip, in bytes. */
  readonly limit: number;
}

/** The home page, until the browser is idle. */
const HOME_BYTES_MAX = 150_000;
/** The screener, up to the request for data. */
const SCREENER_BYTES_MAX = 300_000;
/** The engine's worker with all that it ever loads. */
const WORKER_BYTES_MAX = 250_000;
/** The worker of backtests, started when their view is opened. */
const BACKTESTS_BYTES_MAX = 100_000;
/** As the server compresses. */
const BROTLI_QUALITY = 5;

/** Files that a script names in its import statements. */
function importsOf(source: string): string[] {
  return [...source.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)].map(([, name]) => name!);
}

function lazyImportsOf(source: string): string[] {
  return [...source.matchAll(/\bimport\(\s*["'`]\.\/([^"'`]+\.js)["'`]\s*\)/g)].map(([, name]) => name!);
}

/** Measures the built page in that folder. */
export function weigh(folder: string): Weight[] {
  const assets = join(folder, 'assets');
  const names = readdirSync(assets);
  const read = (name: string): Buffer => readFileSync(join(assets, name));
  const text = (name: string): string => read(name).toString();
  const closure = (from: readonly string[], next: (source: string) => string[]): string[] => {
    const found = new Set(from);
    for (const name of found) if (name.endsWith('.js')) for (const each of next(text(name))) found.add(each);
    return [...found];
  };
  const named = (pattern: RegExp): string[] => names.filter((name) => pattern.test(name));
  const linked = (html: string): string[] => [...html.matchAll(/(?:src|href)="[./]*assets\/([^"]+)"/g)].map(([, name]) => name!);
  const weight = (name: string, page: string | null, files: readonly string[], limit: number): Weight => {
    const all = [...(page === null ? [] : [readFileSync(join(folder, page))]), ...files.map(read)];
    const sum = (compressed: (bytes: Buffer) => Buffer): number =>
      all.reduce((bytes, each) => bytes + compressed(each).length, 0);
    const brotli = (bytes: Buffer): Buffer =>
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
    return { name, files, gzip: sum((bytes) => gzipSync(bytes)), brotli: sum(brotli), limit };
  };
  const home = closure([...linked(readFileSync(join(folder, 'index.html'), 'utf8')), ...named(/^Home-.*js$/)], importsOf);
  const shell = linked(readFileSync(join(folder, 'stocks/screener.html'), 'utf8'));
  // Includes the English column names; other languages' have about the same size.
  const columns = named(/^en-US-.*js$/).filter((name) => text(name).includes('"column.'));
  const visit = names.filter((name) => /^visit-.*js$/.test(name));
  const screener = closure([...shell, ...named(/^Screener-.*(?:js|css)$/), ...visit, ...columns], importsOf);
  const everImported = (pattern: RegExp): string[] =>
    closure(named(pattern), (source) => [...importsOf(source), ...lazyImportsOf(source)]);
  return [
    weight('home', 'index.html', home, HOME_BYTES_MAX),
    weight('screener', 'stocks/screener.html', screener, SCREENER_BYTES_MAX),
    weight('worker', null, everImported(/^worker-.*js$/), WORKER_BYTES_MAX),
    weight('worker of backtests', null, everImported(/^backtests-.*js$/), BACKTESTS_BYTES_MAX),
  ];
}
