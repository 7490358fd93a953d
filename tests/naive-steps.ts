import { columnById } from '../src/catalogue/catalogue.ts';
import { isMoney } from '../src/catalogue/column.ts';
import type { CategoricalFilter, NumericFilter } from '../src/engine/steps/filter.ts';
import type { PercentileFilter } from '../src/engine/steps/percentile.ts';
import type { RankStep } from '../src/engine/steps/rank.ts';
import type { Condition, GroupFilter } from '../src/engine/steps/registry.ts';
import type { SampleStep } from '../src/engine/steps/sample.ts';
import type { TopStep } from '../src/engine/steps/top.ts';
import { naiveFlags } from './naive-flags.ts';
import { roundReference } from './naive-formula.ts';
import type { Security } from './naive-security.ts';

/** true and false, or null where a value that is needed is missing. */
type Verdict = boolean | null;

/** The number that securities are compared by: money in dollars. */
export function comparable(security: Security, id: string, rate = Number(security.usdRate)): number {
  const value = Number(security[id] ?? Number.NaN);
  const column = columnById(id);
  return column && isMoney(column) ? Math.fround(value * rate) : value;
}

const isMissing = (value: number | string | undefined): boolean => value === undefined || value === '' || Number.isNaN(value);

/** Answers that many rows ask for; by the list of securities that they are about. */
const kept = new WeakMap<readonly Security[], Map<string, unknown>>();

function once<T>(others: readonly Security[], name: string, compute: () => T): T {
  const answers = kept.get(others) ?? new Map<string, unknown>();
  kept.set(others, answers);
  if (!answers.has(name)) answers.set(name, compute());
  return answers.get(name) as T;
}

const NOBODY: readonly Security[] = [];

function groups<Key>(securities: readonly Security[], keyOf: (security: Security) => Key): Map<Key, Security[]> {
  const found = new Map<Key, Security[]>();
  for (const security of securities) {
    const group = found.get(keyOf(security));
    if (group) group.push(security);
    else found.set(keyOf(security), [security]);
  }
  return found;
}

/** Those of the others that a security is compared with; none for one without a sector or country. */
function peers(security: Security, others: readonly Security[], scope: string): readonly Security[] {
  if (scope !== 'sector' && scope !== 'country') return others;
  const category = security[scope];
  if (isMissing(category)) return NOBODY;
  return once(others, scope, () => groups(others, (other) => other[scope])).get(category)!;
}

/** The values that are there, in ascending order. */
function valuesOf(id: string, others: readonly Security[]): readonly number[] {
  return once(others, id, () =>
    others
      .map((other) => comparable(other, id))
      .filter((value) => !Number.isNaN(value))
      .sort((a, b) => a - b),
  );
}

/** How many values are below a value, and how many are equal to it. */
function tallies(id: string, others: readonly Security[]): ReadonlyMap<number, { readonly below: number; equal: number }> {
  return once(others, `tallies of ${id}`, () => {
    const found = new Map<number, { readonly below: number; equal: number }>();
    for (const [place, value] of valuesOf(id, others).entries()) {
      const tally = found.get(value);
      if (tally) tally.equal++;
      else found.set(value, { below: place, equal: 1 });
    }
    return found;
  });
}

function naivePercentile(security: Security, id: string, others: readonly Security[]): number {
  const value = comparable(security, id);
  if (Number.isNaN(value) || others.length === 0) return Number.NaN;
  const { below, equal } = tallies(id, others).get(value)!;
  return Math.fround((below + below + equal) / (2 * valuesOf(id, others).length));
}

function naiveMedian(id: string, others: readonly Security[]): number {
  const values = valuesOf(id, others);
  const [low, high] = [values[Math.ceil(values.length / 2) - 1], values[Math.floor(values.length / 2)]];
  return low === undefined || high === undefined ? Number.NaN : low === high ? low : Math.fround((low + high) / 2);
}

function within(value: number, step: NumericFilter | PercentileFilter, bounds: readonly number[]): Verdict {
  const [low, high] = bounds as [number, number];
  if (Number.isNaN(value)) return null;
  if (step.operator === 'GreaterThanOrEquals') return value >= low;
  if (step.operator === 'LessThanOrEquals') return value <= low;
  if (step.operator === 'GreaterThan') return value > low;
  if (step.operator === 'LessThan') return value < low;
  return (value >= low && value <= high) === (step.operator === 'Between');
}

function side(value: number, atLeast: boolean, limit: number): Verdict {
  return Number.isNaN(value) || Number.isNaN(limit) ? null : atLeast ? value >= limit : value <= limit;
}

function groupVerdict(
  security: Security,
  { least, members }: GroupFilter,
  all: readonly Security[],
  present: readonly Security[],
): Verdict {
  const verdicts = members.map((member) => naiveVerdict(security, member, all, present));
  const met = verdicts.filter((verdict) => verdict === true).length;
  const possible = verdicts.filter((verdict) => verdict !== false).length;
  const needed = least === 'any' ? 1 : least === 'all' ? members.length : least;
  return met >= needed ? true : possible >= needed ? null : false;
}

/** What a condition says of a security among `all`, of which `present` come in. */
export function naiveVerdict(
  security: Security,
  step: Condition,
  all: readonly Security[],
  present: readonly Security[],
): Verdict {
  const verdict = strictVerdict(security, step, all, present);
  return verdict === null && 'keepMissing' in step && step.keepMissing ? true : verdict;
}

function strictVerdict(security: Security, step: Condition, all: readonly Security[], present: readonly Security[]): Verdict {
  switch (step.operatorType) {
    case 'group':
      return groupVerdict(security, step, all, present);
    case 'presence': {
      const missing = isMissing(security[step.columnId]);
      return step.keeps === 'missing' ? missing : missing ? null : true;
    }
    case 'versus': {
      const limit = Math.fround(Math.fround(step.factor) * Number(security[step.otherId]));
      return side(Number(security[step.columnId]), step.operator === 'GreaterThanOrEquals', limit);
    }
    case 'median': {
      const median = naiveMedian(step.columnId, peers(security, all, step.scope));
      const limit = Math.fround(Math.fround(step.factor) * median);
      return side(comparable(security, step.columnId), step.operator === 'GreaterThanOrEquals', limit);
    }
    case 'percentile': {
      const others = step.scope === 'rows' ? present : peers(security, all, step.scope);
      return within(naivePercentile(security, step.columnId, others), step, step.operatorValues.map(Math.fround));
    }
    case 'flags':
      return isMissing(security[step.columnId]) ? null : naiveFlags(security, step.columnId, all).length === 0;
    default:
      return filterVerdict(security, step, all);
  }
}

/** The middle rate of the securities of a currency, of an even count the lower one. */
function usualRate(currency: string, all: readonly Security[]): number {
  return once(all, `rate ${currency}`, () => {
    const rates = all.filter((security) => security.currency === currency).map(({ usdRate }) => Number(usdRate));
    return rates.sort((a, b) => a - b)[Math.ceil(rates.length / 2) - 1] ?? Number.NaN;
  });
}

function filterVerdict(security: Security, step: CategoricalFilter | NumericFilter, all: readonly Security[]): Verdict {
  switch (step.operator) {
    case 'Equals':
    case 'In':
      return step.operatorValues.includes(String(security[step.columnId]));
    case 'NotEquals':
    case 'NotIn':
      return !step.operatorValues.includes(String(security[step.columnId]));
    default: {
      const rate = step.currency && step.currency !== 'USD' ? usualRate(step.currency, all) : 1;
      const isOwn = step.currency === security.currency;
      // Without a rate only amounts in that very currency can be compared: as they are.
      const isOtherOfNone = Number.isNaN(rate) && isMoney(columnById(step.columnId)!) && !isOwn;
      if (isOtherOfNone) return null;
      const known = Number.isNaN(rate) ? 1 : rate;
      const bounds = step.operatorValues.map((bound) => Math.fround(Math.fround(bound) * known));
      return within(comparable(security, step.columnId, isOwn ? known : undefined), step, bounds);
    }
  }
}

/** Keeps of each issuer the one that nobody present beats. `all` gives the order of equal ones, and who is whose. */
export function naiveIssuer(present: readonly Security[], all: readonly Security[]): Security[] {
  const traded = (security: Security): number => {
    const value = Math.fround(Number(security.close) * Number(security.volume));
    return Math.fround(roundReference(value) * Number(security.usdRate));
  };
  const beats = (a: Security, b: Security): boolean => {
    const [first, second] = [traded(a), traded(b)];
    if (Number.isNaN(first) !== Number.isNaN(second)) return Number.isNaN(second);
    return first === second || Number.isNaN(first) ? all.indexOf(a) < all.indexOf(b) : first > second;
  };
  const issuers = naiveIssuers(all);
  const listings = groups(present, (security) => issuers.get(security)!);
  return present.filter((security) =>
    listings.get(issuers.get(security)!)!.every((other) => other === security || beats(security, other)),
  );
}

/** Issuers as sets that grow until none of them touches another. */
export function naiveIssuers(all: readonly Security[]): ReadonlyMap<Security, number> {
  return once(all, 'issuers', () => {
    const issuers = new Map(all.map((security, index) => [security, index]));
    const cik = (security: Security): string => (security.type === 'Etf' ? '' : String(security.CIK).replace(/^0+/, ''));
    const ofSameName = [groups(all, (security) => security.isin), groups(all, cik)].flatMap((named) =>
      [...named].filter(([name]) => name !== '').map(([, same]) => same),
    );
    for (const [first, ...others] of ofSameName) {
      const to = issuers.get(first!)!;
      for (const other of others) {
        const from = issuers.get(other)!;
        if (from !== to) for (const [security, issuer] of issuers) if (issuer === from) issuers.set(security, to);
      }
    }
    return issuers;
  });
}

/** Keeps the first of each group, sorted. */
export function naiveTop(present: readonly Security[], step: TopStep): Security[] {
  const sign = step.end === 'top' ? -1 : 1;
  const keptOf = (group: readonly Security[]): ReadonlySet<Security> => {
    const keyed = group.map((security, place) => ({ security, place, key: sign * comparable(security, step.columnId) }));
    const sorted = keyed.filter(({ key }) => !Number.isNaN(key)).sort((a, b) => a.key - b.key || a.place - b.place);
    const amount = step.isPercentage ? Math.ceil((step.amount * sorted.length) / 100) : step.amount;
    return new Set(sorted.slice(0, amount).map(({ security }) => security));
  };
  const name = JSON.stringify(step);
  return present.filter((security) => {
    const group = peers(security, present, step.scope);
    return once(group, name, () => keptOf(group)).has(security);
  });
}

export function naiveRank(present: readonly Security[], { parts }: RankStep): Security[] {
  const scored = present.map((security) => {
    let [sum, weights, isLeftOut] = [0, 0, false];
    for (const { columnId, sortOperator, weight, missing } of parts) {
      const percentile = naivePercentile(security, columnId, present);
      const lacks = Number.isNaN(percentile);
      if (lacks && missing === 'drop') isLeftOut = true;
      if (weight === 0 || (lacks && missing === 'ignore')) continue;
      const instead = missing === 'worst' ? 0 : missing === 'median' ? weight / 2 : Number.NaN;
      const better = sortOperator === 'Ascending' ? weight + -weight * percentile : weight * percentile;
      sum += lacks ? instead : better;
      weights += weight;
    }
    return { security, score: Math.fround(sum / weights), isLeftOut };
  });
  return scored
    .filter(({ isLeftOut }) => !isLeftOut)
    .sort((a, b) => {
      if (Number.isNaN(a.score) || Number.isNaN(b.score)) return Number(Number.isNaN(a.score)) - Number(Number.isNaN(b.score));
      return b.score - a.score;
    })
    .map(({ security }) => security);
}

/** MurmurHash3_x86_32 of bytes, as its author describes it, in whole numbers of any size. */
export function naiveHash(bytes: readonly number[], seed: number): number {
  const keep = (value: bigint): bigint => value & 0xffffffffn;
  const rotate = (value: bigint, by: bigint): bigint => keep(value << by) | (value >> (32n - by));
  const mix = (block: bigint): bigint => keep(rotate(keep(block * 0xcc9e2d51n), 15n) * 0x1b873593n);
  const little = (part: readonly number[]): bigint => part.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let hash = BigInt(seed);
  for (let at = 0; at < bytes.length; at += 4) {
    const part = bytes.slice(at, at + 4);
    hash ^= mix(little(part));
    if (part.length === 4) hash = keep(rotate(hash, 13n) * 5n + 0xe6546b64n);
  }
  hash ^= BigInt(bytes.length);
  hash = keep((hash ^ (hash >> 16n)) * 0x85ebca6bn);
  hash = keep((hash ^ (hash >> 13n)) * 0xc2b2ae35n);
  return Number(hash ^ (hash >> 16n));
}

/** Draws the securities one by one, the one with the smallest hash of symbol, exchange and country next. */
export function naiveSample(present: readonly Security[], { count, seed }: SampleStep, all: readonly Security[]): Security[] {
  const nameOf = ({ symbol, exchange, country }: Security): string =>
    [symbol, exchange, country].map((text) => text ?? '').join('\t');
  const names = once(all, 'names', () => {
    const twins = groups(all, nameOf);
    return new Map(
      [...twins].flatMap(([name, securities]) =>
        securities.map((security, twin) => [security, twin === 0 ? name : `${name}\t${twin + 1}`]),
      ),
    );
  });
  const hashed = present.map((security) => {
    const name = names.get(security)!;
    return { security, name, hash: naiveHash([...Buffer.from(name, 'utf16le')], seed) };
  });
  hashed.sort((a, b) => a.hash - b.hash || (a.name < b.name ? -1 : 1));
  const kept = new Set(hashed.slice(0, count).map(({ security }) => security));
  return present.filter((security) => kept.has(security));
}
