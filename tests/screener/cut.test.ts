/** Truncation to a width with few measurements. */
import { describe, expect, it } from 'vitest';
import { cut, cutByCharacters } from '../../src/screener/frame/cut.ts';
import { Random } from '../random.ts';

/** Measures a proportional font and counts the calls. */
function ruler(): { context: CanvasRenderingContext2D; count(): number } {
  let count = 0;
  const width = (text: string): number =>
    [...text].reduce((sum, character) => sum + 3 + ((character.codePointAt(0) ?? 0) % 7), 0);
  const measureText = (text: string) => {
    count++;
    return { width: width(text) };
  };
  return { context: { measureText } as unknown as CanvasRenderingContext2D, count: () => count };
}

describe('a truncated text', () => {
  const random = new Random(1);
  const texts = Array.from({ length: 300 }, () =>
    String.fromCharCode(...Array.from({ length: 2 + Math.floor(random.next() * 40) }, () => 97 + Math.floor(random.next() * 26))),
  );

  it('keeps as many characters as fit with the ellipsis', () => {
    for (const [index, text] of texts.entries()) {
      const width = 20 + (index % 90);
      const { context } = ruler();
      const fits = (end: number): boolean => context.measureText(`${text.slice(0, end)}…`).width <= width;
      const ends = Array.from({ length: text.length - 1 }, (_, at) => at + 1).filter(fits);
      const expected = context.measureText(text).width <= width ? text : `${text.slice(0, ends.at(-1) ?? 1)}…`;
      expect(cut(context, text, width)).toBe(expected);
    }
  });

  it('is measured a few times, however long it is', () => {
    const { context, count } = ruler();
    cut(context, 'Consolidated Amalgamated International Holdings '.repeat(20), 160);
    expect(count()).toBeLessThan(25);
  });

  it('is the same from the widths of its characters, each measured once', () => {
    const { context, count } = ruler();
    const advances = new Map<string, number>();
    for (const [index, text] of texts.entries())
      expect(cutByCharacters(context, text, 20 + (index % 90), advances)).toBe(cut(ruler().context, text, 20 + (index % 90)));
    expect(count()).toBe(advances.size);
  });

  it('is measured whole where characters join', () => {
    const { context, count } = ruler();
    const advances = new Map<string, number>();
    for (const text of ['شركة الاتصالات', 'हिन्दी', 'e\u0301', '👩‍🔬']) cutByCharacters(context, text, 1000, advances);
    expect([count(), advances.size]).toEqual([4, 0]);
  });
});
