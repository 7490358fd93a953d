// The real files of ../shared/data at the size of a market: node scripts/scaled.mjs make DIR, then ingest DIR or history DIR.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./bench/scaled.ts');
process.exit(await module.scaled(process.argv.slice(2)));
