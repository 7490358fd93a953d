/** Generates the demo history in a child process while the page is already served. */
import { type ChildProcess, spawn } from 'node:child_process';
import { renameSync } from 'node:fs';
import { setPriority } from 'node:os';
import { say } from './print.ts';

/** Serving the page takes precedence. */
const NICENESS = 10;
/** Suffix of the folder until the history is complete. */
const UNFINISHED = '.making';

export class DemoHistory {
  readonly #folder: string;
  #child: ChildProcess | null = null;
  isUnderWay = true;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts or continues generation; progress goes to standard error. */
  start(): void {
    const unfinished = this.#folder + UNFINISHED;
    const args = [process.argv[1] ?? '', 'demo', '--history', '--out', unfinished];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    this.#child = child;
    child.on('error', ({ message }) => this.#end(message));
    child.on('exit', (status) => {
      if (status === null) this.#end('it was stopped');
      else if (status !== 0) this.#end(`it ended with status ${status}`);
      else
        try {
          renameSync(unfinished, this.#folder);
          this.#end(null);
        } catch (error) {
          this.#end((error as Error).message);
        }
    });
    try {
      if (child.pid !== undefined) setPriority(child.pid, NICENESS);
    } catch {
      // Without the lower priority, the page may be slower.
    }
  }

  stop(): void {
    this.#child?.kill();
  }

  #end(fault: string | null): void {
    if (!this.isUnderWay) return;
    this.isUnderWay = false;
    say(fault === null ? `history: ${this.#folder} is complete` : `the demo history could not be made: ${fault}`);
  }
}
