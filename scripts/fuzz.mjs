// npm run fuzz [-- NAME …] [--inputs N] [--seed N] [--json FILE]: coverage-guided fuzzing. Prints the inputs that failed.
// --json FILE updates the figures of these parsers in the file; `npm run bench -- tables` writes them to the docs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    inputs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    json: { type: 'string' },
  },
});
// The server stays open, since the database is imported lazily.
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
const measured = [];
for (const parser of PARSERS) {
  if (positionals.length > 0 && !positionals.includes(parser.name)) continue;
  const from = performance.now();
  const findings = await parser.fuzz(Number(values.inputs), Number(values.seed), true);
  found += findings.length;
  const seconds = Math.round((performance.now() - from) / 1000);
  measured.push({ parser: parser.name, inputs: Number(values.inputs), seconds, found: findings.length });
  console.log(`${parser.name}: ${values.inputs} inputs in ${seconds} s, ${findings.length} found`);
  for (const { what, input } of findings) console.log(`  ${what}: ${input}`);
}
if (values.json) {
  const kept = existsSync(values.json) ? JSON.parse(readFileSync(values.json, 'utf8')).results : [];
  const results = [...kept.filter(({ parser }) => !measured.some((each) => each.parser === parser)), ...measured];
  const machine = `${cpus().length} cores, ${process.platform} ${process.arch}`;
  writeFileSync(values.json, `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), machine, results }, null, 1)}\n`);
}
process.exit(found === 0 ? 0 : 1);
