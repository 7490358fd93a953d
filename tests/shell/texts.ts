/** Checks of the texts as functions of sources, so that they can be tested themselves. */
import { parseSync, visitorKeys } from 'oxc-parser';

export interface Source {
  readonly name: string;
  readonly text: string;
}

/** Signs, and proper names that are the same in every language, may be literals. */
const NO_WORDS = /^[^\p{L}]*$/u;
const SPOKEN_ATTRIBUTES = new Set(['title', 'aria-label', 'alt', 'placeholder', 'aria-description', 'label']);

/** Keys used literally, and patterns of composed keys. */
export function usedKeys(sources: readonly Source[]): { literal: Set<string>; patterns: RegExp[] } {
  const literal = new Set<string>();
  const patterns: RegExp[] = [];
  for (const { text } of sources) {
    for (const [, key] of text.matchAll(/['"]([A-Za-z]\w*(?:\.[\w.]+)?)['"]/g)) literal.add(key!);
    for (const [, made] of text.matchAll(/`([A-Za-z]\w*\.(?:[\w.]|\$\{[^}`]*\})*\$\{[^}`]*\}[\w.]*)`/g)) {
      const pieces = made!.split(/\$\{[^}]*\}/).map((piece) => piece.replaceAll('.', '\\.'));
      patterns.push(new RegExp(`^${pieces.join('[\\w.]+')}$`));
    }
  }
  return { literal, patterns };
}

/** Unused keys. */
export function unusedKeys(keys: Iterable<string>, sources: readonly Source[]): string[] {
  const { literal, patterns } = usedKeys(sources);
  return [...keys].filter((key) => !literal.has(key) && !patterns.some((pattern) => pattern.test(key)));
}

/** Keys passed to t() or counted() without a text. */
export function missingKeys(keys: ReadonlySet<string>, sources: readonly Source[]): string[] {
  return sources.flatMap(({ name, text }) =>
    [...text.matchAll(/(?<![\w.$])(?:t|counted)\(\s*(['"])([^'"]+)\1/g)]
      .map(([, , key]) => key!)
      .filter((key) => !keys.has(key))
      .map((key) => `${name}: ${key}`),
  );
}

interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly name?: { readonly name?: unknown };
  readonly expression?: Node;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
}

/** Text of a literal or template used as attribute value or child. */
function literalOf(node: Node | null | undefined): string {
  if (node?.type === 'JSXExpressionContainer') return literalOf(node.expression);
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral') return node.quasis?.map(({ value }) => value.cooked).join('') ?? '';
  return '';
}

/** Untranslated words in components: between tags, and in visible or spoken attributes. */
export function literalTexts({ name, text }: Source): string[] {
  const found: string[] = [];
  const note = (words: string): void => {
    if (!NO_WORDS.test(words)) found.push(`${name}: ${words.trim()}`);
  };
  const visit = (node: unknown, isChild: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, isChild);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, name: attribute, value } = node as Node;
    if (type === 'JSXText') note(String(value));
    if (type === 'JSXExpressionContainer' && isChild) note(literalOf(node as Node));
    if (type === 'JSXAttribute' && SPOKEN_ATTRIBUTES.has(String(attribute?.name))) note(literalOf(value as Node | null));
    for (const key of visitorKeys[type as keyof typeof visitorKeys] ?? []) {
      visit(
        (node as unknown as Record<string, unknown>)[key],
        key === 'children' && /^JSX(?:Element|Fragment)$/.test(type ?? ''),
      );
    }
  };
  visit(parseSync(name, text).program, false);
  return found;
}
