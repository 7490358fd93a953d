/**
 * Flags that the source of the data states for single numbers of a security, as one text field of tickerIndex: per flag the ids of
 * the columns, such as `fallback:totalDebt;netDebt gaps:stats.252.rateBack`. Empty for a security without any.
 */
import { FLAGS, flagBit, SOURCE_KNOWN_FLAGS } from '../catalogue/flag.ts';

/** Column id → bits of flagBit. */
export type SourceFlags = ReadonlyMap<string, number>;

/** Ids are sorted, so that equal sets give equal texts. */
export function writeSourceFlags(flags: SourceFlags): string {
  const ids = [...flags.keys()].sort();
  return FLAGS.flatMap((flag) => {
    const own = ids.filter((id) => (flags.get(id)! & flagBit(flag)) !== 0);
    return own.length === 0 ? [] : [`${flag}:${own.join(';')}`];
  }).join(' ');
}

/** Reads the text. A flag that is not among SOURCE_KNOWN_FLAGS is passed over, so that a newer server works with an older page. */
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
