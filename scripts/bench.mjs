// npm run bench: measures the built product; --json FILE also writes the results. The TypeScript of bench/ is run through Vite.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./bench/bench.ts');
process.exit(await module.bench(process.argv.slice(2)));
