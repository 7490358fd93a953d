// All checks: format and lint, types, unused code and the build side by side, then every test.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const bin = (name, file) => join(dirname(require.resolve(`${name}/package.json`)), file);
const node = (...args) => [process.execPath, args];

const CHECKS = [
  ['types', node(bin('typescript', 'bin/tsc'), '-p', '.')],
  ['format and lint', node(bin('@biomejs/biome', 'bin/biome'), 'check', '.')],
  ['types of the core', node(bin('typescript', 'bin/tsc'), '-p', 'tests/tsconfig.core.json')],
  ['nothing unused', node(join(dirname(require.resolve('knip')), '../bin/knip.js'))],
  ['build', node('scripts/build.mjs')],
];
const TESTS = ['tests', node(bin('vitest', 'vitest.mjs'), 'run', ...process.argv.slice(2))];
/** Checks at a time: each computes on one core. */
const AT_A_TIME = 2;

/** Resolves to the exit status. What a check prints comes out whole, after its end. */
function run([name, [command, args]], isAlone = false) {
  const from = performance.now();
  const output = [];
  const child = spawn(command, args, { stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const status = code ?? 1;
      process.stdout.write(Buffer.concat(output));
      const seconds = ((performance.now() - from) / 1000).toFixed(1);
      if (status === 0) console.log(`${name}: passed in ${seconds} s`);
      else console.error(`${name}: failed`);
      resolve(status);
    });
  });
}

const queue = [...CHECKS];
let failed = 0;
async function work() {
  for (let next = queue.shift(); next && failed === 0; next = queue.shift()) {
    const status = await run(next);
    failed ||= status;
  }
}
await Promise.all(Array.from({ length: AT_A_TIME }, work));
process.exit(failed || (await run(TESTS, true)));
