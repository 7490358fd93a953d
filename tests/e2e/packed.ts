/** The package made by `npm pack`, and a check of an installation. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Packed {
  /** Archive path. */
  readonly archive: string;
  /** File paths in the package. */
  readonly files: readonly string[];
  readonly unpackedBytes: number;
}

/** Runs npm, preferably the one that runs us. */
export function npm(folder: string, ...args: string[]): string {
  const script = process.env.npm_execpath;
  const [command, first] = script ? [process.execPath, [script]] : ['npm', []];
  return execFileSync(command, [...first, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: !script && process.platform === 'win32',
  });
}

/** Packs the built product into a folder. */
export function pack(folder: string): Packed {
  const output = JSON.parse(npm('.', 'pack', '--json', '--pack-destination', folder)) as unknown;
  const [packed] = Object.values(output as object) as [{ filename: string; files: { path: string }[]; unpackedSize: number }];
  return {
    archive: resolve(folder, packed.filename),
    files: packed.files.map(({ path }) => path),
    unpackedBytes: packed.unpackedSize,
  };
}

/** Screens a demo universe and ingested tables and serves page and calls, in a folder with the installed package. Throws on failure. */
export async function tryOut(folder: string, command: readonly [string, ...string[]]): Promise<string[]> {
  const [program, ...first] = command;
  const panscreen = (...args: string[]): string =>
    execFileSync(program, [...first, ...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const done: string[] = [];
  const columns = panscreen('columns').trimEnd().split('\n').length - 1;
  done.push(`columns: ${columns}`);

  panscreen('demo', '--out', 'demo', '--securities', '300');
  const rows = panscreen('screen', 'type = Equity | sort marketCapitalization desc | rows 1..5', '--data', 'demo');
  if (rows.trimEnd().split('\n').length !== 6) throw new Error(`five rows and a header expected, not ${rows}`);
  done.push('demo and screen: 5 rows');

  mkdirSync(join(folder, 'tables'));
  writeFileSync(join(folder, 'tables/securities.csv'), 'symbol,name,country\nAAA,Aardvark,US\n');
  writeFileSync(join(folder, 'tables/prices.csv'), 'symbol,date,close\nAAA,2016-12-30,21.5\n');
  panscreen('ingest', '--from', 'tables', 'tables', '--out', 'own', '--as-of', '2016-12-31');
  const own = panscreen('screen', 'close between 21 and 22', '--data', 'own', '--columns', 'symbol,close');
  if (own !== 'symbol,close\nAAA,21.5\n') throw new Error(`AAA at 21.5 expected, not ${own}`);
  done.push('ingest and screen: AAA at 21.5');

  const server = spawn(program, [...first, 'serve', '--data', 'demo'], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let output = '';
    let address: string | undefined;
    for await (const chunk of server.stdout) {
      output += chunk;
      address = /http:\/\/\S+\//.exec(output)?.[0];
      if (address) break;
    }
    for (const path of ['', 'stocks/screener', 'licenses.md', 'api/screener/countries']) {
      const answer = await fetch(`${address}${path}`);
      if (!answer.ok || (await answer.text()) === '') throw new Error(`/${path} was answered with ${answer.status}`);
    }
    done.push('serve: home, screener, licences and a call');
  } finally {
    server.kill('SIGTERM');
  }
  return done;
}
