// npm run fuzz [-- NAME …] [--inputs N] [--seed N]: the long run, guided by coverage. Prints what it found, as inputs to keep.
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { inputs: { type: 'string', default: '1000000' }, seed: { type: 'string', default: String(Date.now() % 2 ** 31) } },
});
const { module } = await runnerImport('./tests/fuzz/parsers.ts');
let found = 0;
for (const parser of module.PARSERS) {
  if (positionals.length > 0 && !positionals.includes(parser.name)) continue;
  const from = performance.now();
  const findings = await parser.fuzz(Number(values.inputs), Number(values.seed), true);
  found += findings.length;
  console.log(
    `${parser.name}: ${values.inputs} inputs in ${((performance.now() - from) / 1000).toFixed(0)} s, ${findings.length} found`,
  );
  for (const { what, input } of findings) console.log(`  ${what}: ${input}`);
}
process.exit(found === 0 ? 0 : 1);
