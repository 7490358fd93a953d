/** Parses the rules of tags.ts. */
import {
  AVERAGE_SHARE_TAGS,
  COVER_SHARES_TAG,
  CRYPTO_TAGS,
  DEBT,
  INVESTMENTS,
  type Level,
  SPLIT_TAG,
  TAG_LEVELS,
} from './tags.ts';

export interface Term {
  readonly sign: 1 | -1;
  /** The first reported tag is used. */
  readonly tags: readonly string[];
  readonly isOptional: boolean;
}

export interface Rule {
  readonly terms: readonly Term[];
  /** The rule doesn't apply if one of these is reported. */
  readonly unless: readonly string[];
}

const TERM = /^(?<tags>[A-Za-z0-9:|-]+)(?<optional>\?)?$/;

/** Throws with the position of an error. */
export function readRule(text: string): Rule {
  const [sum = '', unless, ...rest] = text.split(' unless ');
  if (rest.length > 0) throw new Error(`“${text}” has a second unless`);
  const words = ['+', ...sum.split(' ')];
  const terms: Term[] = [];
  for (let at = 0; at < words.length; at += 2) {
    const match = TERM.exec(words[at + 1] ?? '');
    const sign = words[at];
    if (!match?.groups || (sign !== '+' && sign !== '-')) throw new Error(`“${text}”: word ${at + 1} is not a tag after + or -`);
    terms.push({ sign: sign === '+' ? 1 : -1, tags: match.groups.tags!.split('|'), isOptional: match.groups.optional === '?' });
  }
  return { terms, unless: unless?.split('|') ?? [] };
}

const readLevel = (level: Level): readonly Rule[] => (typeof level === 'string' ? [level] : level).map(readRule);

/** Levels of rules by column; see tags.ts. */
export const LINES: ReadonlyMap<string, readonly (readonly Rule[])[]> = new Map(
  Object.entries(TAG_LEVELS).map(([id, levels]) => [id, levels.map(readLevel)]),
);

function tagsIn(table: unknown): string[] {
  if (typeof table === 'string') return [table];
  return typeof table === 'object' && table !== null ? Object.values(table).flatMap(tagsIn) : [];
}
/** Tags used by a rule or check; all others are ignored. */
export const TAGS: ReadonlySet<string> = new Set([
  ...[...LINES.values()].flat(2).flatMap(({ terms, unless }) => [...terms.flatMap(({ tags }) => tags), ...unless]),
  ...AVERAGE_SHARE_TAGS,
  ...CRYPTO_TAGS,
  ...tagsIn([DEBT, INVESTMENTS]),
  COVER_SHARES_TAG,
  SPLIT_TAG,
]);
