/** Installs the packed product from the registry into an empty folder and runs it. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm, pack, tryOut } from './packed.ts';

function bytesBelow(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** Prints the steps. Throws when one fails. */
export async function installAndTry(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'panscreen-pack-'));
  try {
    const { archive, files, unpackedBytes } = pack(folder);
    const home = join(folder, 'home');
    mkdirSync(home);
    writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
    npm(home, 'install', '--no-audit', '--no-fund', archive);
    console.log(`packed: ${files.length} files, ${(unpackedBytes / 1e6).toFixed(1)} MB`);
    const modules = join(home, 'node_modules');
    console.log(`installed: ${readdirSync(modules).join(', ')}; ${(bytesBelow(modules) / 1e6).toFixed(0)} MB`);
    npm(home, 'exec', '--offline', '--', 'panscreen', '--help');
    for (const line of await tryOut(home, [process.execPath, join(modules, 'panscreen/dist/node/cli.js')])) console.log(line);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
