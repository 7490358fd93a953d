/** Counts dropped and changed items by reason, with examples. */
const EXAMPLES_MAX = 3;

export class Remarks {
  readonly #reasons = new Map<string, { count: number; examples: string[] }>();

  add(reason: string, example: string, count = 1): void {
    const known = this.#reasons.get(reason) ?? { count: 0, examples: [] };
    this.#reasons.set(reason, known);
    known.count += count;
    if (known.examples.length < EXAMPLES_MAX) known.examples.push(example);
  }

  /** One line per reason, in alphabetical order. */
  lines(source: string): string[] {
    return [...this.#reasons]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([reason, { count, examples }]) =>
        `${source}: ${count.toLocaleString('en-US')} × ${reason} (${examples.join('; ')})`.replaceAll(/\p{Cc}/gu, '�'),
      );
  }
}
