/** Files of a work folder, opened on first read and kept open: a few files contain thousands of records. */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

export class PartFiles {
  readonly #folder: string;
  readonly #open = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Fills `bytes` from `offset` of a part. Throws with the path if the file is shorter. */
  read(part: string, bytes: Uint8Array, offset: number): void {
    const path = join(this.#folder, part);
    const file = this.#open.get(part) ?? openSync(path, 'r');
    this.#open.set(part, file);
    if (readSync(file, bytes, 0, bytes.length, offset) !== bytes.length) throw new Error(`${path} has become shorter`);
  }

  close(part: string): void {
    const file = this.#open.get(part);
    if (file !== undefined) closeSync(file);
    this.#open.delete(part);
  }

  closeAll(): void {
    for (const part of [...this.#open.keys()]) this.close(part);
  }
}
