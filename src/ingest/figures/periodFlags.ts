/** The flags of a period as text, in the form of wire/sourceFlags.ts. */
import { readSourceFlags, writeSourceFlags } from '../../wire/sourceFlags.ts';
import { STATEMENT_IDS } from './period.ts';

/** @param flags bits of flagBit in the order of STATEMENT_IDS */
export function writePeriodFlags(flags: Uint16Array): string {
  if (flags.every((bits) => bits === 0)) return '';
  return writeSourceFlags(
    new Map(STATEMENT_IDS.flatMap((id, position) => (flags[position] ? [[id, flags[position]!] as const] : []))),
  );
}

/** Nothing for a text without flags. */
export function readPeriodFlags(text: string): { readonly flags?: Uint16Array } {
  if (text === '') return {};
  const known = readSourceFlags(text);
  return { flags: Uint16Array.from(STATEMENT_IDS, (id) => known.get(id) ?? 0) };
}
