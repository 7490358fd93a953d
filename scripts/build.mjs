// Builds dist/app (the page) and dist/node (server and command line). Spawned, so that NODE_ENV of a caller can't reach the page's React.
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
const env = { ...process.env, NODE_ENV: 'production' };
delete env.VITEST;

for (const args of [['build'], ['build', '--ssr']]) {
  const { status } = spawnSync(process.execPath, [vite, ...args, '--logLevel', 'warn'], { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

// npx and npm link run the file itself.
chmodSync('dist/node/cli.js', 0o755);
