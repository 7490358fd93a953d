/** A pool of worker threads. */
import { Worker } from 'node:worker_threads';
import { type Answer, type Answered, type Asked, answer, type Question, type WorkKind } from './work.ts';
import { WORK_THREAD } from './workThread.ts';

export interface ThreadOptions {
  /** Path of the program. */
  readonly program: string;
  readonly count: number;
}

/** A thread takes a tenth of a second to start, so each needs at least this many tasks. */
const QUESTIONS_PER_THREAD_MIN = 25;
/** Pending tasks per thread, so that it never idles. */
const AHEAD = 3;

interface Waiting {
  resolve(answer: Answer<WorkKind>): void;
  reject(error: Error): void;
}

class Thread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #fault: Error | null = null;

  constructor(program: string) {
    this.#worker = new Worker(program, { workerData: WORK_THREAD });
    this.#worker.on('message', (answered: Answered) => {
      const waiting = this.#waiting.get(answered.id);
      this.#waiting.delete(answered.id);
      if ('fault' in answered) waiting?.reject(new Error(answered.fault));
      else waiting?.resolve(answered.answer);
    });
    this.#worker.on('error', (error: Error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('a thread has ended')));
  }

  get openCount(): number {
    return this.#waiting.size;
  }

  #end(error: Error): void {
    this.#fault ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#fault);
    this.#waiting.clear();
  }

  ask(asked: Asked): Promise<Answer<WorkKind>> {
    return new Promise((resolve, reject) => {
      if (this.#fault) {
        reject(this.#fault);
        return;
      }
      this.#waiting.set(asked.id, { resolve, reject });
      this.#worker.postMessage(asked);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

export class Threads {
  readonly #threads: readonly Thread[];
  #id = 0;

  private constructor(threads: readonly Thread[]) {
    this.#threads = threads;
  }

  /** Starts as many threads as the number of tasks justifies; with none, tasks run on this thread. */
  static open(options: ThreadOptions | undefined, questions: number): Threads {
    const count = options ? Math.min(options.count, Math.floor(questions / QUESTIONS_PER_THREAD_MIN)) : 0;
    return new Threads(options && count > 1 ? Array.from({ length: count }, () => new Thread(options.program)) : []);
  }

  get count(): number {
    return this.#threads.length;
  }

  /** Rejects with the task's error, or if its thread ends. */
  async ask<Kind extends WorkKind>(kind: Kind, question: Question<Kind>): Promise<Answer<Kind>> {
    const [first, ...others] = this.#threads;
    if (!first) return answer(kind, question);
    const free = others.reduce((least, thread) => (thread.openCount < least.openCount ? thread : least), first);
    return (await free.ask({ id: this.#id++, kind, question })) as Answer<Kind>;
  }

  /** Yields results in the order of the items and starts some tasks ahead. */
  async *inOrder<Item, Given>(items: readonly Item[], given: (item: Item) => Promise<Given>): AsyncGenerator<Given> {
    const open: Promise<Given>[] = [];
    const ahead = AHEAD * Math.max(1, this.count);
    for (let next = 0; next < items.length || open.length > 0; ) {
      while (next < items.length && open.length < ahead) {
        const asked = given(items[next++]!);
        // The error is reported when the result is awaited.
        asked.catch(() => undefined);
        open.push(asked);
      }
      yield await open.shift()!;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
