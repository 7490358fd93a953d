// npm run pack:try: builds and packs the product, installs the package from the registry into an empty folder and runs its commands there.
import { spawnSync } from 'node:child_process';
import { runnerImport } from 'vite';

const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
const { module } = await runnerImport('./tests/e2e/installed.ts');
await module.installAndTry();
process.exit(0);
