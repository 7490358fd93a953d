/** The command line as it is installed, built once for all test files, and again when a source has changed. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** A folder from which Node finds the packages that the built file imports. */
const CACHE = resolve('node_modules/.cache');
const PREFIX = 'built-cli-';
const SOURCES = ['src', 'kernels', 'vite.config.ts', 'package.json', 'package-lock.json'];
const OLD_MS = 3_600_000;

function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const paths = statSync(source).isFile()
      ? [source]
      : readdirSync(source, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name))
          .sort();
    for (const path of paths) hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

function build(outDir: string): void {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' };
  delete env.VITEST;
  execFileSync(process.execPath, [vite, 'build', '--ssr', '--outDir', outDir, '--logLevel', 'error'], { env });
}

/** The path of the built cli.js. Test files that run at the same time may each build it; one build is kept. */
export function builtCli(): string {
  const folder = join(CACHE, PREFIX + digestOfSources());
  const cli = join(folder, 'cli.js');
  if (existsSync(cli)) return cli;
  const own = `${folder}.${process.pid}`;
  build(own);
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true });
    if (!existsSync(cli)) throw error;
  }
  for (const name of readdirSync(CACHE)) {
    const path = join(CACHE, name);
    if (name.startsWith(PREFIX) && path !== folder && Date.now() - statSync(path).mtimeMs > OLD_MS)
      rmSync(path, { recursive: true, force: true });
  }
  return cli;
}
