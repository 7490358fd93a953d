/** Temporary folders of a run inside the work folder. Removes those of killed runs. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../folder.ts';
import { isRunning } from '../../publish/folderLock.ts';

const SCRATCH_NAME = /^(?:tables|unpacked|spilt)-(\d+)-\w+$/;

export async function scratchFolder(work: string, kind: 'tables' | 'unpacked' | 'spilt'): Promise<string> {
  await makeFolder(work);
  for (const name of await readdir(work)) {
    const owner = Number(SCRATCH_NAME.exec(name)?.[1] ?? Number.NaN);
    if (!Number.isNaN(owner) && owner !== process.pid && !isRunning(owner))
      await rm(join(work, name), { recursive: true, force: true });
  }
  return mkdtemp(join(work, `${kind}-${process.pid}-`));
}
