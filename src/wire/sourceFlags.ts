/**
 * Flags that the source states for a security's numbers, as one text field of tickerIndex: the column ids per flag, such as
 * `fallback:totalDebt;netDebt gaps:stats.252.rateBack`. Empty without flags.
 */
import { FLAGS, flagBit, SOURCE_KNOWN_FLAGS } from '../catalogue/flag.ts';

/** Bits of flagBit by column id. */
export type SourceFlags = ReadonlyMap<string, number>;

/** Ids are sorted, so that equal sets give equal texts. */
export function writeSourceFlags(flags: SourceFlags): string {
  const ids = [...flags.keys()].sort();
  return FLAGS.flatMap((flag) => {
    const own = ids.filter((id) => (flags.get(id)! & flagBit(flag)) !== 0);
    return own.length === 0 ? [] : [`${flag}:${own.join(';')}`];
  }).join(' ');
}

/** Reads the text. Flags not in SOURCE_KNOWN_FLAGS are ignored, so that a newer server works with an older page. */
export function readSourceFlags(text: string): SourceFlags {
  const flags = new Map<string, number>();
  for (const part of text.split(' ')) {
    const colon = part.indexOf(':');
    const flag = SOURCE_KNOWN_FLAGS.find((name) => name === part.slice(0, Math.max(colon, 0)));
    if (flag === undefined) continue;
    for (const id of part.slice(colon + 1).split(';')) if (id !== '') flags.set(id, (flags.get(id) ?? 0) | flagBit(flag));
  }
  return flags;
}
