import type { Cell } from '../formats/duckdb.ts';

/** Rows of a stream that is sorted by its first column, a whole number: handed out key by key, never held all at once. */
export class Groups {
  readonly #chunks: AsyncIterator<readonly (readonly Cell[])[]>;
  #columns: readonly (readonly Cell[])[] = [];
  #row = 0;
  #isDone = false;

  /** @param chunks columns of the stream, chunk by chunk */
  constructor(chunks: AsyncIterable<readonly (readonly Cell[])[]>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Visits the rows of a key in order and passes over those of lower keys. Keys must be asked for in rising order. */
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

  /** Lets go of the stream before its end. */
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
