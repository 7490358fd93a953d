/** Threads of this program for what takes long; what they give comes in the order in which it was asked for. */
import { Worker } from 'node:worker_threads';
import { type Answer, type Answered, type Asked, answer, type Question, WORK_THREAD, type WorkKind } from './work.ts';

export interface ThreadOptions {
  /** The program's file. */
  readonly program: string;
  readonly count: number;
}

/** A thread takes a tenth of a second to start: fewer questions than this are no reason for one. */
const QUESTIONS_PER_THREAD_MIN = 25;
/** Questions that are open per thread, so that it never waits for the next. */
const AHEAD = 3;

interface Waiting {
  resolve(answer: Answer<WorkKind>): void;
  reject(error: Error): void;
}

/** One thread with what it was asked. */
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

  /** As many threads as so many questions are worth; none where all is done on this one. */
  static open(options: ThreadOptions | undefined, questions: number): Threads {
    const count = options ? Math.min(options.count, Math.floor(questions / QUESTIONS_PER_THREAD_MIN)) : 0;
    return new Threads(options && count > 1 ? Array.from({ length: count }, () => new Thread(options.program)) : []);
  }

  get count(): number {
    return this.#threads.length;
  }

  /** Rejects with the work's error, and when its thread ends. */
  async ask<Kind extends WorkKind>(kind: Kind, question: Question<Kind>): Promise<Answer<Kind>> {
    const [first, ...others] = this.#threads;
    if (!first) return answer(kind, question);
    const free = others.reduce((least, thread) => (thread.openCount < least.openCount ? thread : least), first);
    return (await free.ask({ id: this.#id++, kind, question })) as Answer<Kind>;
  }

  /** The answers to each of the items, in their order; some are asked for ahead. */
  async *inOrder<Item, Given>(items: readonly Item[], given: (item: Item) => Promise<Given>): AsyncGenerator<Given> {
    const open: Promise<Given>[] = [];
    const ahead = AHEAD * Math.max(1, this.count);
    for (let next = 0; next < items.length || open.length > 0; ) {
      while (next < items.length && open.length < ahead) {
        const asked = given(items[next++]!);
        // Whoever takes it sees the fault.
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
