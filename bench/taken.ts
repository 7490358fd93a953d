/** The cost of a run of the command line: elapsed time, CPU time, memory. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Run {
  readonly seconds: number;
  /** Over all processors, in seconds: not affected by other processes. */
  readonly work: number;
  /** Peak memory of the process, with Node and the database, in MB. */
  readonly peak: number;
  readonly isKilled: boolean;
}

const TICKS_PER_SECOND = 100;
const ASKED_EVERY_MS = 100;

/** CPU time in seconds and peak memory in MB of a process so far. */
function takenBy(pid: number): { work: number; peak: number } {
  const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { work: (Number(ticks[11]) + Number(ticks[12])) / TICKS_PER_SECOND, peak: Number(peak ?? 0) / 1000 };
}

/** Runs the built command line; kills it at a given line of progress. @throws if it ends with a status other than 0 */
export async function run(args: readonly string[], killAt: (line: string) => boolean = () => false): Promise<Run> {
  const started = performance.now();
  const child = spawn(process.execPath, ['dist/node/cli.js', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let taken = { work: 0, peak: 0 };
  const watch = setInterval(() => {
    try {
      const now = takenBy(child.pid!);
      taken = { work: Math.max(taken.work, now.work), peak: Math.max(taken.peak, now.peak) };
    } catch {}
  }, ASKED_EVERY_MS);
  let isKilled = false;
  let [text, last] = ['', ''];
  child.stderr.on('data', (bytes: Buffer) => {
    text += bytes.toString();
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n')) {
      last = text.slice(0, at);
      text = text.slice(at + 1);
      if (!isKilled && killAt(last)) {
        isKilled = true;
        child.kill('SIGKILL');
      }
    }
  });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(watch);
  if (status !== 0 && !isKilled) throw new Error(`${args[0]} ended with status ${status}: ${last}`);
  return { seconds: (performance.now() - started) / 1000, ...taken, isKilled };
}

export const say = (name: string, { seconds, work, peak }: Run): void =>
  console.log(`${name}: ${seconds.toFixed(1)} s, ${work.toFixed(1)} s of CPU time, peak ${peak.toFixed(0)} MB`);
