// npm start: builds what is missing or older than its sources, makes the demo universe on first use, serves page and API.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = join(root, 'dist/node/cli.js');
const built = [cli, join(root, 'dist/app/index.html')];
const sources = [
  'src',
  'kernels',
  'locales',
  'public',
  'scripts/build.mjs',
  'index.html',
  'vite.config.ts',
  'scripts/licences.ts',
  'scripts/page-files.ts',
  'package-lock.json',
];
const demo = join(root, 'data/demo');

/** Time of the latest change at or below a path; 0 where there is nothing. */
function changed(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, changed(join(path, name))), 0);
}

function run(args) {
  const { status, error } = spawnSync(process.execPath, args, { stdio: 'inherit', cwd: root });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

const latest = Math.max(...sources.map((path) => changed(join(root, path))));
if (built.some((path) => !existsSync(path) || changed(path) < latest)) {
  console.log('building the page and the server …');
  run([join(root, 'scripts/build.mjs')]);
}
const extras = [];
if (!process.env.PANSCREEN_DATA) {
  if (!existsSync(join(demo, 'manifest.json'))) {
    console.log('making the demo universe, once …');
    run([cli, 'demo', '--out', demo]);
  }
  process.env.PANSCREEN_DATA = demo;
  // Next to real data, a synthetic history would be taken for real.
  extras.push('--demo-history');
}
// In this process, so that signals reach the server.
process.argv = [process.execPath, cli, 'serve', ...extras];
await import(cli);
