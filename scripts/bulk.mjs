// The SEC's bulk archives at full size: node scripts/bulk.mjs make DIR, then measure DIR. The TypeScript of bench/ is run through Vite.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./bench/bulk.ts');
process.exit(await module.bulk(process.argv.slice(2)));
