// Builds dist/app (the page) and dist/node (server and command line). Spawned, so that NODE_ENV of a caller can't reach the page's React.
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
const env = { ...process.env, NODE_ENV: 'production' };
delete env.VITEST;

const BUILDS = [
  { args: ['build', ...process.argv.slice(2)] },
  { args: ['build', '--ssr'] },
  { args: ['build', '--ssr'], program: 'prerender' },
];
for (const { args, program = 'cli' } of BUILDS) {
  const { status } = spawnSync(process.execPath, [vite, ...args, '--logLevel', 'warn'], {
    stdio: 'inherit',
    env: { ...env, PANSCREEN_BUILD: program },
  });
  if (status !== 0) process.exit(status ?? 1);
}

// Prerendered pages: their html goes into the built page, so that something is on the screen before any script has run.
process.env.NODE_ENV = 'production';
const { prerender } = await import(pathToFileURL(resolve('dist/prerender/prerender.js')).href);
const component = readdirSync('dist/app/assets').find((name) => /^Home-.*\.js$/.test(name));
for (const { path, title, html, payload } of await prerender()) {
  const folder = join('dist/app', path);
  const file = join(folder, 'index.html');
  const preload = component ? `<link rel="modulepreload" crossorigin href="./assets/${component}">\n    ` : '';
  const page = readFileSync(file, 'utf8')
    .replace(/<title>.*<\/title>/, () => `${preload}<title>${title}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
  writeFileSync(file, page);
  writeFileSync(join(folder, '_payload.json'), JSON.stringify(payload));
}
rmSync('dist/prerender', { recursive: true });

// npx and npm link run the file itself.
chmodSync('dist/node/cli.js', 0o755);
