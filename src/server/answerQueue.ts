import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for their answers; a client that sends more without reading is cut off. */
const WAITING_REQUESTS_MAX = 4096;
/** A client gets so long to take the end of an answer, which is at most one chunk. */
const END_MS_MAX = 20_000;
/** A refused client may go on sending for so long: closed at once, it would lose the refusal to a reset of the connection. */
const REFUSED_LINGER_MS = 1000;

/**
 * The answers of one connection, one after the other: the next one begins when the one before has been handed to the operating system.
 * While requests wait no more of them are read, so that a client which doesn't read can't make us hold files and answers.
 */
export class AnswerQueue {
  readonly #socket: Socket;
  readonly #waiting: (() => Promise<void>)[] = [];
  #isAnswering = false;
  #isRefused = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    // Node resumes a socket by itself when an answer has ended, and does so a tick later than it says.
    socket.on('resume', () => this.#holdBack());
  }

  /** Begins an answer when its turn has come. `begin` resolves when all but its end has been written. */
  add(response: ServerResponse, begin: () => Promise<void>): void {
    this.#add(async () => {
      const closed = new Promise((resolve) => response.once('close', resolve));
      await begin();
      const late = setTimeout(() => this.#socket.destroy(), END_MS_MAX);
      await closed;
      clearTimeout(late);
    });
  }

  /** Sends `text`, a whole answer, after those that wait; then closes the connection. Nothing is taken after it. */
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
