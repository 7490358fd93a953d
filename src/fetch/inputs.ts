/** Input files of a market's build, and whether they have changed since the last build. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { US } from './addresses.ts';
import { type KeptFile, readState, STATE_FOLDER, sizeOf, writeState } from './kept.ts';
import { VENDORS } from './vendors.ts';

const HALF = /^cnsfails\d{6}[ab]\.zip$/;
/** Files that a build doesn't use. */
const UNUSED = ['factors-3', 'factors-5', 'factors-momentum', 'tickers-exchange'];

interface Built {
  /** {@link inputsOf} its files. */
  readonly inputs: string;
  readonly data: string;
}

/** Names of missing required files. */
export async function lackingIn(files: string): Promise<string[]> {
  const lacking: string[] = [];
  for (const { file, isNeeded } of US) {
    if (!isNeeded) continue;
    if (file.includes('{half}')) {
      const names = await readdir(join(files, 'fails')).catch(() => []);
      if (!names.some((name) => HALF.test(name))) lacking.push('a fails-to-deliver file');
    } else if ((await sizeOf(join(files, file))) === null) lacking.push(file);
  }
  return lacking;
}

/** Hash of all files that a build reads, and of the program's version. */
export async function inputsOf(files: string, version: string): Promise<string> {
  const hash = createHash('sha256').update(`${version}\n`);
  const paths = US.flatMap(({ id, file }) => (UNUSED.includes(id) || file.includes('{half}') ? [] : [file]));
  const halves = (await readdir(join(files, 'fails')).catch(() => [])).filter((name) => HALF.test(name));
  const priced = VENDORS.map(async ({ id }) => {
    const names = await readdir(join(files, id)).catch(() => []);
    return names.filter((name) => name.endsWith('.csv')).map((name) => `${id}-${name}`);
  });
  const closes = (await Promise.all(priced)).flat().sort();
  for (const path of [...paths, ...halves.sort(), ...closes]) {
    const note = await readState<KeptFile>(join(files, STATE_FOLDER, `${path.slice(path.lastIndexOf('/') + 1)}.json`));
    if (note) hash.update(`${path} ${note.sha256}\n`);
  }
  return hash.digest('hex');
}

const builtPath = (files: string): string => join(files, STATE_FOLDER, 'built.json');

/** Whether the published folder was built from exactly these files. */
export async function isBuilt(files: string, inputs: string, data: string): Promise<boolean> {
  const built = await readState<Built>(builtPath(files));
  return built?.inputs === inputs && built.data === data;
}

export async function noteBuilt(files: string, inputs: string, data: string): Promise<void> {
  await writeState(builtPath(files), { inputs, data } satisfies Built);
}
