/** The demo's history, made by a process of its own while the page is served already. */
import { type ChildProcess, spawn } from 'node:child_process';
import { renameSync } from 'node:fs';
import { setPriority } from 'node:os';
import { say } from './print.ts';

/** Whoever looks at the page goes first. */
const NICENESS = 10;
/** What is made is put in place whole: nobody opens the first of its blocks alone. */
const MAKING = '.making';

export class DemoHistory {
  readonly #folder: string;
  #child: ChildProcess | null = null;
  isUnderWay = true;

  /** @param folder in which there is none */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts making it; its progress is shown on standard error. One that was cut off goes on. */
  start(): void {
    const making = this.#folder + MAKING;
    const args = [process.argv[1] ?? '', 'demo', '--history', '--out', making];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    this.#child = child;
    child.on('error', ({ message }) => this.#end(message));
    child.on('exit', (status) => {
      if (status === null) this.#end('it was stopped');
      else if (status !== 0) this.#end(`it ended with status ${status}`);
      else
        try {
          renameSync(making, this.#folder);
          this.#end(null);
        } catch (error) {
          this.#end((error as Error).message);
        }
    });
    try {
      if (child.pid !== undefined) setPriority(child.pid, NICENESS);
    } catch {
      // It is only slower for who looks at the page.
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
