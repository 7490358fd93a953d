// All checks, the quickest first: format and lint, types, build, then every test.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const bin = (name, file) => join(dirname(require.resolve(`${name}/package.json`)), file);
const node = (...args) => [process.execPath, args];

const CHECKS = [
  ['format and lint', node(bin('@biomejs/biome', 'bin/biome'), 'check', '.')],
  ['types', node(bin('typescript', 'bin/tsc'), '-p', '.')],
  ['types of the core', node(bin('typescript', 'bin/tsc'), '-p', 'tests/tsconfig.core.json')],
  ['nothing unused', node(join(dirname(require.resolve('knip')), '../bin/knip.js'))],
  ['build', node('scripts/build.mjs')],
  ['tests', node(bin('vitest', 'vitest.mjs'), 'run', ...process.argv.slice(2))],
];

for (const [name, [command, args]] of CHECKS) {
  const from = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) {
    console.error(`${name}: failed`);
    process.exit(status ?? 1);
  }
  console.log(`${name}: passed in ${((performance.now() - from) / 1000).toFixed(1)} s`);
}
