/** The columns of a date's universe as SQL: stored ones, ratios, the formulas of a screen, and their medians and percentiles. */
import { RATIOS } from '../catalogue/catalogue.ts';
import { type Column, isMoney, isText } from '../catalogue/column.ts';
import { type Formula, rankedMeasures, withRankColumns } from '../catalogue/formula.ts';
import { SNAPSHOT_COLUMN } from '../engine/steps/asOf.ts';
import type { Step } from '../engine/steps/registry.ts';
import { checkFormulas, moneyPower } from '../engine/table/formulas.ts';
import type { Dialect } from './dialect.ts';
import { double, type Expression, float, sql } from './expression.ts';
import { formulaColumn, settled } from './formula.ts';
import { Stages } from './stages.ts';
import { BASE, ISSUER, PLACE, RATE, SNAPSHOT } from './table.ts';

const RATIO_FORMULAS: ReadonlyMap<string, Formula> = new Map(RATIOS.map(({ id, formula }) => [id, formula]));
const TRADED: Formula = {
  node: 'binary',
  operator: '*',
  left: { node: 'column', id: 'close' },
  right: { node: 'column', id: 'volume' },
};

export interface Universes {
  /** All columns but those of the screen's formulas. */
  readonly columnOf: (id: string) => Column | undefined;
  readonly isStored: (id: string) => boolean;
  /** Currency that amounts of every snapshot are compared in; null if unknown. */
  readonly base: string | null;
}

/** The rows that a value is compared with: all of the date, or those of the same sector or country. */
type Scope = 'universe' | 'sector' | 'country';

export class Universe {
  readonly is: Dialect;
  readonly stages: Stages;
  readonly columnOf: (id: string) => Column | undefined;
  readonly #formulas: ReadonlyMap<string, Formula>;
  readonly #about: Universes;
  readonly #numbers = new Map<string, Expression>();

  constructor(is: Dialect, steps: readonly Step[], about: Universes) {
    this.is = is;
    this.stages = new Stages(is);
    this.#about = about;
    const { columns } = checkFormulas(steps, about.columnOf);
    const made = new Map(columns.map(({ column }) => [column.id, column]));
    this.columnOf = (id) => about.columnOf(id) ?? made.get(id);
    this.#formulas = new Map([...RATIO_FORMULAS, ...columns.map(({ column, formula }) => [column.id, formula] as const)]);
  }

  get place(): Expression {
    return this.stages.stored(PLACE);
  }

  get snapshot(): Expression {
    return this.stages.stored(SNAPSHOT);
  }

  get rate(): Expression {
    return this.stages.stored(RATE);
  }

  /** The formula that computes a number; null for a stored one. */
  formulaOf(id: string): Formula | null {
    return this.#formulas.get(id) ?? null;
  }

  isText(id: string): boolean {
    const column = this.columnOf(id);
    return column !== undefined && isText(column);
  }

  text(id: string): Expression {
    return this.#about.isStored(id) ? this.stages.stored(id) : sql`''`;
  }

  number(id: string): Expression {
    const known = this.#numbers.get(id);
    if (known) return known;
    const made = this.#number(id);
    this.#numbers.set(id, made);
    return made;
  }

  #number(id: string): Expression {
    const { is, stages } = this;
    if (id === SNAPSHOT_COLUMN) return stages.column({ ...this.snapshot, text: is.secondsOf(this.snapshot.text) });
    const formula = this.#formulas.get(id);
    if (!formula) return this.#about.isStored(id) ? stages.stored(id) : this.#missing();
    return RATIO_FORMULAS.has(id) && rankedMeasures(formula).length > 0 ? this.#rankRatio(formula) : this.formula(formula);
  }

  #missing(): Expression {
    return { text: this.is.toFloat('NULL'), stage: 0 };
  }

  #input(id: string): Expression {
    const value = this.number(id);
    return this.#formulas.has(id) ? value : this.stages.column(settled(value, this.is));
  }

  /** `rankDesc` ranks the rows of the date that have the measure, amounts of money in the base currency. */
  formula(formula: Formula): Expression {
    const ranks = new Map<string, Expression>();
    const named = withRankColumns(formula, (measure) => {
      const isAmount = moneyPower(measure, this.columnOf) === 1;
      const value = this.#zeroed(isAmount ? this.#inBase(this.formula(measure)) : this.formula(measure));
      const id = ` ${ranks.size}`;
      ranks.set(id, this.#rankDescending(value, sql`${value} IS NOT NULL`));
      return id;
    });
    return formulaColumn(named, this.stages, this.is, (id) => ranks.get(id) ?? this.#input(id));
  }

  #inBase(value: Expression, rate = this.rate): Expression {
    return this.stages.column(float(this.is, sql`${value} * ${rate}`));
  }

  /** Makes both zeros equal in every order. */
  #zeroed(value: Expression): Expression {
    return this.stages.column(sql`CASE WHEN ${value} = 0 THEN ${this.is.float(0)} ELSE ${value} END`);
  }

  #rankDescending(value: Expression, isRanked: Expression): Expression {
    const { is, stages, snapshot } = this;
    const rank = sql`rank() OVER (PARTITION BY ${snapshot}, ${isRanked} ORDER BY ${value} DESC NULLS LAST)`;
    const place = stages.column(rank);
    return stages.column(sql`CASE WHEN ${isRanked} THEN ${float(is, place)} END`);
  }

  /** A number as steps compare it: amounts of money in the base currency. */
  compared(id: string): Expression {
    const column = this.columnOf(id);
    return column && isMoney(column) ? this.#inBase(this.number(id)) : this.number(id);
  }

  /**
   * An amount as it is compared with a bound in another currency, of which `rateOf` gave the rate: rows in that currency have the same rate.
   * If it is unknown, they are compared as they are, and all other amounts are missing.
   */
  comparedBeside(id: string, currency: string, rate: Expression): Expression {
    const isOwn = sql`${this.text('currency')} = ${this.is.text(currency)}`;
    const beside = sql`CASE WHEN ${isOwn} THEN ${this.knownOr1(rate)} WHEN ${rate} IS NOT NULL THEN ${this.rate} END`;
    return this.#inBase(this.number(id), this.stages.column(beside));
  }

  knownOr1(rate: Expression): Expression {
    return sql`coalesce(${rate}, ${this.is.float(1)})`;
  }

  /** The same for orders. */
  key(id: string): Expression {
    return this.#zeroed(this.compared(id));
  }

  /** The amount traded in the last session, in the base currency. */
  traded(): Expression {
    return this.#zeroed(this.#inBase(this.formula(TRADED)));
  }

  /** Units of the base currency per unit of another one at the date, the middle rate of its rows: null if it is 1, NULL in SQL if unknown. */
  rateOf(currency: string): Expression | null {
    const { is, stages, snapshot } = this;
    const { base } = this.#about;
    if (currency === base) return null;
    const ownRate = stages.column(sql`CASE WHEN ${this.text('currency')} = ${is.text(currency)} THEN ${this.rate} END`);
    const own = stages.column({
      text: is.middle('lower', ownRate.text, `PARTITION BY ${snapshot.text}`),
      stage: Math.max(ownRate.stage, snapshot.stage),
    });
    if (base !== null) return own;
    return stages.column(sql`CASE WHEN ${stages.stored(BASE)} = ${is.text(currency)} THEN ${is.float(1)} ELSE ${own} END`);
  }

  scope(scope: Scope): readonly Expression[] {
    return scope === 'universe' ? [this.snapshot] : [this.snapshot, this.text(scope)];
  }

  isGrouped(scope: Scope): Expression {
    return scope === 'universe' ? sql`TRUE` : sql`${this.text(scope)} <> ''`;
  }

  /** The exact median of present values in a window of the universe: of an even count the mean of the two in the middle. */
  median(value: Expression, scope: Scope): Expression {
    const { is, stages } = this;
    const groups = this.scope(scope);
    const window = `PARTITION BY ${groups.map(({ text }) => text).join(', ')}`;
    const middle = (which: 'lower' | 'upper'): Expression =>
      stages.column({ text: is.middle(which, value.text, window), stage: value.stage });
    const [lower, upper] = [middle('lower'), middle('upper')];
    return stages.column(float(is, sql`(${double(is, lower)} + ${double(is, upper)}) / 2`));
  }

  /** A ratio that ranks issuers: only eligible rows with all measures, an issuer's most traded listing for the issuer (kernels/compute.ts). */
  #rankRatio(formula: Formula): Expression {
    const { is, stages, snapshot } = this;
    const measures = rankedMeasures(formula).map((measure) => this.#zeroed(this.formula(measure)));
    const present = measures.map((measure) => sql`${measure} IS NOT NULL`);
    const eligible = sql`${this.text('type')} = 'Equity' AND ${this.text('sector')} <> 'Financials' AND ${this.text('sector')} <> 'Utilities' AND ${this.text('isAdr')} <> 'true'`;
    const isRanked = stages.column(present.reduce((all, each) => sql`${all} AND ${each}`, eligible));
    const issuer = stages.stored(ISSUER);
    const listing = stages.column(
      sql`row_number() OVER (PARTITION BY ${snapshot}, ${issuer}, ${isRanked} ORDER BY ${this.traded()} DESC NULLS LAST, ${this.place})`,
    );
    const isOnce = stages.column(sql`${isRanked} AND ${listing} = 1`);
    const ranks = measures.map((measure) => this.#rankDescending(measure, isOnce));
    let at = 0;
    const named = withRankColumns(formula, () => ` ${at++}`);
    const value = formulaColumn(named, stages, is, (id) => (id.startsWith(' ') ? ranks[Number(id)]! : this.#input(id)));
    const ofIssuer = stages.column(
      sql`max(CASE WHEN ${isOnce} THEN ${value} END) OVER (PARTITION BY ${snapshot}, ${issuer}, ${isRanked})`,
    );
    return stages.column(sql`CASE WHEN ${isRanked} THEN ${ofIssuer} ELSE ${value} END`);
  }
}
