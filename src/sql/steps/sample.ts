import { HASH_END, type SampleStep } from '../../engine/steps/sample.ts';
import { LOW_BITS } from '../dialect.ts';
import { type Expression, sql } from '../expression.ts';
import type { SelectionSql } from '../kind.ts';
import { BLOCKS, IDENTITY } from '../table.ts';
import type { Universe } from '../universe.ts';

/** MurmurHash3 of the identities (src/engine/steps/sample.ts); the table has the blocks, which no seed changes. */
function hashColumn(seed: number, { stages, is }: Universe): Expression {
  const blocks = stages.stored(BLOCKS);
  const { bits } = is;
  let hash = stages.column({ ...blocks, text: is.mixedBlocks(blocks.text, seed) });
  hash = stages.column({ ...hash, text: bits.xor(hash.text, is.lastBlock(blocks.text)) });
  for (const [at, shift] of HASH_END.shifts.entries()) {
    const mixed = bits.xor(hash.text, bits.shiftRight(hash.text, shift));
    const factor = HASH_END.factors[at];
    hash = stages.column({ ...hash, text: factor === undefined ? mixed : bits.and(bits.times(mixed, factor), LOW_BITS) });
  }
  return hash;
}

/** Keeps the rows whose identities have the smallest hashes; of equal hashes, the smaller identities. */
export const sampleSql: SelectionSql<SampleStep> = {
  selection({ count, seed }, universe) {
    const { stages, is } = universe;
    const hash = hashColumn(seed, universe);
    const identity = stages.stored(IDENTITY);
    const key = stages.column({ ...identity, text: is.textKey(identity.text) });
    return (rows, at) => {
      const window = rows.window([], [hash.text, key.text]);
      rows.keep(at, sql`${rows.column(sql`row_number() OVER (${window})`)} <= ${count}`);
    };
  },
};
