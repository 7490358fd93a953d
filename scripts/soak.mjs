// npm run soak: the built server under load for 30 minutes, or --minutes N; npm run soak -- desk: eight hours of desk work
// in the built page in fast motion, or --actions N. The TypeScript of bench/ is run through Vite.
import { runnerImport } from 'vite';

const [what, ...rest] = process.argv.slice(2);
if (what === 'desk') {
  const { module } = await runnerImport('./bench/desk.ts');
  process.exit(await module.desk(rest));
}
const { module } = await runnerImport('./bench/soak.ts');
process.exit(await module.soak(process.argv.slice(2)));
