import type { Cell } from '../formats/duckdb.ts';

/** Reads a stream sorted by its first column, an integer key, key by key. */
export class Groups {
  readonly #chunks: AsyncIterator<readonly (readonly Cell[])[]>;
  #columns: readonly (readonly Cell[])[] = [];
  #row = 0;
  #isDone = false;

  constructor(chunks: AsyncIterable<readonly (readonly Cell[])[]>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Visits the rows of a key in order and skips lower keys. Call with ascending keys. */
  async visit(key: number, visitRow: (columns: readonly (readonly Cell[])[], row: number) => void): Promise<void> {
    while (await this.#fill()) {
      const keys = this.#columns[0]!;
      for (; this.#row < keys.length; this.#row++) {
        const found = Number(keys[this.#row]);
        if (found > key) return;
        if (found === key) visitRow(this.#columns, this.#row);
      }
    }
  }

  /** Ends the stream early. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #fill(): Promise<boolean> {
    if (!this.#isDone && this.#row >= (this.#columns[0]?.length ?? 0)) {
      const next = await this.#chunks.next();
      this.#isDone = next.done === true;
      this.#columns = next.done ? [] : next.value;
      this.#row = 0;
    }
    return !this.#isDone;
  }
}
