/** Runs of the command line that are killed half way through a change of the disk, with every process that they have started. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Random } from '../random.ts';
import { builtCli } from './builtCli.ts';

const PRELOAD = pathToFileURL(resolve('tests/support/killAt.mjs')).href;
const NEVER = Number.MAX_SAFE_INTEGER;

/** Kills on the n-th change of the disk rather than after a time: they fall on all phases of a run, however loaded the machine is. */
export class Kills {
  readonly #folder: string;
  readonly #counter: string;

  /** @param folder where the runs take place */
  constructor(folder: string) {
    this.#folder = folder;
    this.#counter = join(folder, 'changes-of-the-disk');
  }

  /** Runs until the n-th change. Resolves to whether the run was killed; it may have ended before. */
  async run(args: readonly string[], change = NEVER): Promise<boolean> {
    rmSync(this.#counter, { force: true });
    const env = {
      ...process.env,
      NODE_OPTIONS: `--import ${PRELOAD}`,
      PANSCREEN_TEST_KILL: `${this.#counter}:${change}`,
    };
    const child = spawn(process.execPath, [builtCli(), ...args], { cwd: this.#folder, env, stdio: 'ignore', detached: true });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return signal === 'SIGKILL';
  }

  /** How many changes the run made that was the last. */
  get changes(): number {
    return statSync(this.#counter).size;
  }
}

/** So many places among the changes of a run, spread over all of it, in no order. */
export function killPlaces(changes: number, count: number, seed: number): number[] {
  const random = new Random(seed);
  const places = Array.from({ length: count }, (_, at) => 1 + Math.floor(((at + random.next()) / count) * changes));
  return places.sort(() => random.next() - 0.5);
}
