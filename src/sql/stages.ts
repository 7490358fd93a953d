/** The stages that compute columns over the whole universe of a date, before the first step leaves rows out. */
import type { Dialect } from './dialect.ts';
import { type Expression, NoSql } from './expression.ts';

/** ClickHouse refuses subqueries nested more than 100 deep; the steps need some of their own. */
const STAGES_MAX = 60;

interface Named {
  readonly name: string;
  readonly text: string;
}

export class Stages {
  readonly #dialect: Dialect;
  readonly #stored = new Set<string>();
  readonly #named: Named[][] = [];
  readonly #known = new Map<string, Expression>();
  #count = 0;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** A column of the table. */
  stored(name: string): Expression {
    this.#stored.add(name);
    return { text: this.#dialect.quote(name), stage: 0 };
  }

  name(): string {
    this.#count++;
    return `$${this.#count}`;
  }

  /** The expression as a column of its own, after all that it reads: the same text gives the same column. */
  column(expression: Expression): Expression {
    const known = this.#known.get(expression.text);
    if (known) return known;
    if (expression.stage >= STAGES_MAX)
      throw new NoSql(`a formula is nested deeper than a query may be: ${STAGES_MAX} operations behind each other`);
    const name = this.name();
    const at = expression.stage;
    while (this.#named.length <= at) this.#named.push([]);
    this.#named[at]!.push({ name, text: expression.text });
    const made = { text: this.#dialect.quote(name), stage: at + 1 };
    this.#known.set(expression.text, made);
    return made;
  }

  /** The subqueries, the universe first, each named after its index. @param from the table's name, and the condition on its rows */
  subqueries(from: string): { readonly name: string; readonly text: string }[] {
    const { quote, barrier } = this.#dialect;
    const columns = [...this.#stored].map(quote).join(', ');
    const queries = [{ name: 'universe0', text: `SELECT ${columns} FROM ${from}${barrier}` }];
    for (const [at, named] of this.#named.entries()) {
      if (named.length === 0) continue;
      const before = queries.at(-1)!.name;
      const added = named.map(({ name, text }) => `${text} AS ${quote(name)}`);
      queries.push({ name: `universe${at + 1}`, text: `SELECT *, ${added.join(', ')} FROM ${before}` });
    }
    if (queries.length > 1) queries[queries.length - 1] = { ...queries.at(-1)!, text: `${queries.at(-1)!.text}${barrier}` };
    return queries;
  }
}
