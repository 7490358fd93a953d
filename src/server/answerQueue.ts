import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum pending requests of a connection; a client that sends more without reading is disconnected. */
const WAITING_REQUESTS_MAX = 4096;
/** Timeout for a client to read the end of a response, at most one chunk. */
const END_MS_MAX = 20_000;
/** How long a refused client may continue to send: an immediate close would reset the connection before it reads the refusal. */
const REFUSED_LINGER_MS = 1000;

/**
 * Sends the responses of a connection in order: each starts when the previous one has been passed to the operating system. No more requests
 * are read while some are pending, so that a client that doesn't read can't accumulate open files and responses.
 */
export class AnswerQueue {
  readonly #socket: Socket;
  readonly #waiting: (() => Promise<void>)[] = [];
  #isAnswering = false;
  #isRefused = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    // Node resumes a socket when a response ends, one tick later than it reports.
    socket.on('resume', () => this.#holdBack());
  }

  /** Queues a response. `begin` resolves when everything except its end has been written. */
  add(response: ServerResponse, begin: () => Promise<void>): void {
    this.#add(async () => {
      const closed = new Promise((resolve) => response.once('close', resolve));
      await begin();
      const late = setTimeout(() => this.#socket.destroy(), END_MS_MAX);
      await closed;
      clearTimeout(late);
    });
  }

  /** Sends `text`, a complete response, after the pending ones and closes the connection. */
  refuse(text: string): void {
    this.#add(async () => {
      this.#socket.end(text);
      this.#socket.resume();
      setTimeout(() => this.#socket.destroy(), REFUSED_LINGER_MS).unref();
    });
    this.#isRefused = true;
  }

  #add(answer: () => Promise<void>): void {
    if (this.#isRefused) return;
    if (this.#waiting.length >= WAITING_REQUESTS_MAX) {
      this.#socket.destroy();
      return;
    }
    this.#waiting.push(answer);
    this.#holdBack();
    if (!this.#isAnswering) void this.#answerAll();
  }

  async #answerAll(): Promise<void> {
    this.#isAnswering = true;
    for (let answer = this.#waiting.shift(); answer && !this.#socket.destroyed; answer = this.#waiting.shift()) await answer();
    this.#waiting.length = 0;
    this.#isAnswering = false;
    this.#socket.resume();
  }

  #holdBack(): void {
    if (this.#waiting.length > 0) this.#socket.pause();
  }
}
