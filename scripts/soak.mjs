// npm run soak: the built server under load for 30 minutes, or --minutes N. The TypeScript of bench/ is run through Vite.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./bench/soak.ts');
process.exit(await module.soak(process.argv.slice(2)));
