// Runs test files with mutants in one Vitest: reads requests and writes responses as lines of JSON. Started by mutate.mjs.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { startVitest } from 'vitest/node';
import { marked, mutantsOf, mutated } from './mutants.mjs';

const folder = process.env.PANSCREEN_MUTATION;
const [bundle, stub, reached] = ['bundle.mjs', 'stub.test.mjs', 'reached.json'].map((name) => join(folder, name));
// Vitest doesn't transform files below node_modules, so a single bundled module loads faster than the test's own files.
writeFileSync(stub, `await import(${JSON.stringify(bundle)} + '?' + performance.now());\n`);
/** More sites than all files have. */
const SITES_MAX = 65_536;
const setup = join(folder, 'setup.mjs');
writeFileSync(
  setup,
  `import { writeFileSync } from 'node:fs';
import { afterAll } from 'vitest';
globalThis.reached = new Uint8Array(${SITES_MAX});
afterAll(() => writeFileSync(${JSON.stringify(reached)}, globalThis.reached));
`,
);

/**
 * Bundles the test and its imports with the mutant, or with marks at the sites of these files.
 * @returns names of the sites, in the order of their marks
 */
async function bundled(test, mutant, marks) {
  const names = [];
  const transform = (code, id) => {
    const file = relative('.', id.split('?')[0]);
    if (mutant?.file === file) return mutated(code, mutant);
    return marks.includes(file) ? marked(code, mutantsOf(file, code), names) : null;
  };
  const [{ output }] = [
    await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [{ name: 'mutant', enforce: 'pre', transform }],
      build: { ssr: test, write: false, target: 'esnext', rollupOptions: { output: { codeSplitting: false } } },
    }),
  ].flat();
  writeFileSync(bundle, output[0].code);
  return names;
}

const vitest = await startVitest(
  'test',
  [],
  {
    config: false,
    root: folder,
    dir: folder,
    standalone: true,
    watch: true,
    include: ['*.test.mjs'],
    exclude: [],
    setupFiles: [setup],
    environment: 'node',
    testTimeout: 600_000,
    bail: 1,
    pool: 'threads',
    maxWorkers: 1,
    fileParallelism: false,
    reporters: [{}],
  },
  { configFile: false, server: { watch: null } },
);
const specifications = await vitest.globTestSpecifications();

const BEAT_MS = 1000;
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const spent = () => {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1000);
};
// The test runs in its own thread, so that an endless loop doesn't stop these reports.
setInterval(() => say({ beat: spent() }), BEAT_MS);
say({ ready: specifications.length, beat: spent() });
for await (const line of createInterface({ input: process.stdin })) {
  const { mutant, test, marks } = JSON.parse(line);
  const from = spent();
  rmSync(reached, { force: true });
  const names = await bundled(resolve(test), mutant, marks);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const isKept = unhandledErrors.length === 0 && testModules.every((module) => module.ok());
  vitest.state.clearErrors();
  const failed = testModules.flatMap((module) => [...module.children.allTests('failed')]);
  const why = isKept ? '' : (failed[0]?.result().errors?.[0] ?? testModules[0]?.errors()[0] ?? unhandledErrors[0])?.message;
  const hits = marks.length > 0 && isKept ? readFileSync(reached) : [];
  const sites = names.filter((_, index) => hits[index] === 1);
  say({ isKept, why, reached: sites, ms: spent() - from, beat: spent() });
}
process.exit(0);
