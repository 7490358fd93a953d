/** What parsers of texts have in common. */
import type { Parser } from './fuzz.ts';
import { mutateText } from './mutate.ts';

type TextParser = Pick<Parser<string>, 'name' | 'share' | 'seeds' | 'read' | 'refusal'> & { readonly words?: readonly string[] };

/** A parser of texts; `words` are those of its language. */
export function textParser({ words = [], ...parser }: TextParser): Parser<string> {
  return {
    ...parser,
    mutate: (random, input, others) => mutateText(random, input, others, words),
    show: (input) => JSON.stringify(input),
  };
}

/** The value of a JSON text; undefined where it is none, which the platform says before we see it. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether two values are the same as JSON. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
