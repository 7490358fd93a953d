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

/** Parsed texts: a company's rows have few distinct ones. */
const texts = new Map<string, Uint16Array>();
const TEXTS_MAX = 10_000;

export function readPeriodFlags(text: string): { readonly flags?: Uint16Array } {
  if (text === '') return {};
  let flags = texts.get(text);
  if (!flags) {
    const known = readSourceFlags(text);
    flags = Uint16Array.from(STATEMENT_IDS, (id) => known.get(id) ?? 0);
    if (texts.size >= TEXTS_MAX) texts.clear();
    texts.set(text, flags);
  }
  return { flags: flags.slice() };
}
