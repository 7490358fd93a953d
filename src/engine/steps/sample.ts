/** A step that keeps a random sample of the rows. */
import { sortByKeys } from '../../../kernels/sort/radix.ts';
import { identities } from '../table/identity.ts';
import { memoizedPerTable } from '../table/memoizedPerTable.ts';
import type { Table } from '../table/table.ts';
import { readCount } from './clauses.ts';
import { NO_TRACE, type StepRun, type StepText } from './kind.ts';
import { printNumber, ScreenTextError } from './reader.ts';
import { type StepOf, stepKind } from './step.ts';

/** Seeds are whole numbers from 0 to this one. */
const SEED_MAX = 2 ** 32 - 1;

/**
 * Keeps a fixed number of the input rows in their order, or all when there are fewer. Which ones depends on the seed and the
 * securities' identities, not on their order, the machine or other columns: a sampled security stays sampled while others come and go,
 * as with permanent random numbers in official statistics (E. Ohlsson, Coordination of samples using permanent random numbers,
 * in Business Survey Methods, Wiley 1995).
 */
export interface SampleStep extends StepOf<'sample'> {
  readonly count: number;
  readonly seed: number;
}

export const { make: sampleStep } = stepKind<SampleStep>('sample');

const isSeed = (seed: number): boolean => Number.isInteger(seed) && seed >= 0 && seed <= SEED_MAX;

export const sampleText: StepText<SampleStep> = {
  read(reader) {
    // A server's column may be named `sample`.
    if (!reader.takeWord('sample') || !reader.seesNumber()) return null;
    const count = readCount(reader, 1);
    if (!reader.takeWord('seed')) throw reader.expected('“seed”');
    reader.skipSpace();
    const at = reader.at;
    const seed = readCount(reader, 0);
    if (!isSeed(seed)) throw new ScreenTextError(`a seed is at most ${SEED_MAX}`, at);
    return sampleStep({ count, seed });
  },
  print: ({ count, seed }) => `sample ${printNumber(count)} seed ${printNumber(seed)}`,
  columns: () => [],
  dependsOn: () => 'set',
  isUnfinished: ({ count, seed }) => Number.isNaN(count) || Number.isNaN(seed),
  isTyped: () => true,
  pieces: [
    ['sample ', 'sample 1 seed 1'],
    ['seed ', 'seed 1'],
  ],
  fault({ count, seed }) {
    if (!(Number.isInteger(count) && count >= 1)) return 'a sample has a whole number of rows, from 1 on';
    return isSeed(seed) ? null : `a seed is a whole number from 0 to ${SEED_MAX}`;
  },
  rename: (step) => step,
};

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

/**
 * The seed-independent parts of a text's hash: a number per two UTF-16 code units, and one for the remainder and the length.
 * Each is below 2^32.
 */
export function hashBlocks(text: string): number[] {
  const mixed = (block: number): number => Math.imul(rotated(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593) >>> 0;
  const blocks: number[] = [];
  const end = text.length & ~1;
  for (let at = 0; at < end; at += 2) blocks.push(mixed(text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)));
  const rest = end < text.length ? mixed(text.charCodeAt(end)) : 0;
  blocks.push((rest ^ (text.length * 2)) >>> 0);
  return blocks;
}

/** Shifts and factors of the final mix, see {@link hashOf}. */
export const HASH_END = { shifts: [16, 13, 16], factors: [0x85ebca6b, 0xc2b2ae35] } as const;

/**
 * MurmurHash3 in its 32-bit form (A. Appleby, https://github.com/aappleby/smhasher, public domain) of a text's UTF-16 code units,
 * each as two bytes in little-endian order.
 */
export function hashOf(text: string, seed: number): number {
  const blocks = hashBlocks(text);
  let hash = seed | 0;
  for (let at = 0; at < blocks.length - 1; at++) hash = (Math.imul(rotated(hash ^ blocks[at]!, 13), 5) + 0xe6546b64) | 0;
  hash ^= blocks.at(-1)!;
  const { shifts, factors } = HASH_END;
  hash = Math.imul(hash ^ (hash >>> shifts[0]), factors[0]);
  hash = Math.imul(hash ^ (hash >>> shifts[1]), factors[1]);
  return (hash ^ (hash >>> shifts[2])) >>> 0;
}

/** Orders cached per table and seed, the most recently used. */
const KEPT_MAX = 8;
const once = memoizedPerTable<Uint32Array>(KEPT_MAX);

/** Position of each row by the hash of its identity; ties by identity. */
function placesOf(table: Table, seed: number): Uint32Array {
  return once(table, String(seed), () => {
    const ids = identities(table);
    const hashes = Uint32Array.from(ids, (id) => hashOf(id, seed));
    const order = sortByKeys(Uint32Array.from(ids.keys()), hashes);
    const isBehind = (a: number, b: number): boolean => hashes[a] === hashes[b] && ids[a]! > ids[b]!;
    for (let end = 1; end < order.length; end++) {
      for (let at = end; at > 0 && isBehind(order[at - 1]!, order[at]!); at--) {
        order.set([order[at]!, order[at - 1]!], at - 1);
      }
    }
    const places = new Uint32Array(ids.length);
    for (const [place, row] of order.entries()) places[row] = place;
    return places;
  });
}

export const sampleRun: StepRun<SampleStep> = {
  apply(table, { count, seed }, rows) {
    if (rows.length <= count) return { rows, missing: 0 };
    const places = placesOf(table, seed);
    const last = rows.map((row) => places[row]!).sort()[count - 1]!;
    return { rows: rows.filter((row) => places[row]! <= last), missing: 0 };
  },
  /** Rank in sampling order. */
  trace(table, { seed }, { input, output, row }) {
    const places = placesOf(table, seed);
    const before = input.filter((each) => places[each]! < places[row]!);
    return { ...NO_TRACE, rank: before.length + 1, kept: output.length };
  },
  explain: (_, __, { input }, { rank, kept }) => ({
    among: input.length,
    missedBy: rank === null || kept === null ? null : rank - kept,
  }),
};
