/** Runs of the command line that are killed in the middle of a disk write, with all of their child processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Random } from '../random.ts';
import { builtCli } from './builtCli.ts';

const PRELOAD = pathToFileURL(resolve('tests/support/killAt.mjs')).href;
const NEVER = Number.MAX_SAFE_INTEGER;

/** Kills at the n-th disk write rather than after some time, so that they reach all phases of a run however busy the machine is. */
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

  /** Number of disk writes of the last run. */
  get changes(): number {
    return statSync(this.#counter).size;
  }
}

/** That many places among the disk writes of a run, spread over all of it, in random order. */
export function killPlaces(changes: number, count: number, seed: number): number[] {
  const random = new Random(seed);
  const places = Array.from({ length: count }, (_, at) => 1 + Math.floor(((at + random.next()) / count) * changes));
  return places.sort(() => random.next() - 0.5);
}
