// Runs the tests of one mutant after another in one Vitest, as lines of JSON come in, and answers each with a line. Started by mutate.mjs.
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { startVitest } from 'vitest/node';
import { mutated } from './mutants.mjs';

let active = null;
const inject = {
  name: 'mutant',
  enforce: 'pre',
  transform: (code, id) => (active && id.split('?')[0] === resolve(active.file) ? mutated(code, active) : null),
};
const vitest = await startVitest(
  'test',
  [],
  {
    config: false,
    standalone: true,
    watch: true,
    include: ['tests/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 120_000,
    pool: 'threads',
    maxWorkers: 1,
    fileParallelism: false,
    reporters: [{}],
  },
  { configFile: false, plugins: [inject], server: { watch: null } },
);
const specifications = new Map((await vitest.globTestSpecifications()).map((each) => [each.moduleId, each]));

process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const { mutant, test } = JSON.parse(line);
  const from = performance.now();
  if (active) vitest.invalidateFile(resolve(active.file));
  active = mutant;
  if (active) vitest.invalidateFile(resolve(active.file));
  const all = await vitest.runTestSpecifications([specifications.get(resolve(test))]);
  // Those of earlier runs are among them.
  const testModules = all.testModules.filter(({ moduleId }) => moduleId === resolve(test));
  const { unhandledErrors } = all;
  const isKept = unhandledErrors.length === 0 && testModules.every((module) => module.ok());
  vitest.state.clearErrors();
  const failed = testModules.flatMap((module) => [...module.children.allTests('failed')]);
  const why = isKept ? '' : (failed[0]?.result().errors?.[0] ?? testModules[0]?.errors()[0] ?? unhandledErrors[0])?.message;
  process.stdout.write(`${JSON.stringify({ isKept, why, ms: Math.round(performance.now() - from) })}\n`);
}
process.exit(0);
