// npm run fuzz [-- NAME …] [--inputs N] [--seed N]: the long run, guided by coverage. Prints what it found, as inputs to keep.
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { inputs: { type: 'string', default: '1000000' }, seed: { type: 'string', default: String(Date.now() % 2 ** 31) } },
});
// A server that stays open: the database is imported when the first input asks it.
const server = await createServer({
  configFile: false,
  appType: 'custom',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false, watch: null },
});
const { PARSERS } = await server.ssrLoadModule('/tests/fuzz/parsers.ts');
const unknown = positionals.filter((name) => PARSERS.every((parser) => parser.name !== name));
if (unknown.length > 0) {
  console.error(`There is no parser ${unknown.join(', ')}; known: ${PARSERS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
let found = 0;
for (const parser of PARSERS) {
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
