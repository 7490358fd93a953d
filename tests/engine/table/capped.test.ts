import { describe, expect, it } from 'vitest';
import { exportChunks } from '../../../src/engine/answers/export.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { parseScreen, printScreen } from '../../../src/engine/steps/text.ts';
import { capped, cappedText, isCapped, SHOWN_CHARS_MAX } from '../../../src/engine/table/cappedText.ts';
import { blocks } from '../../../src/screener/rows/LongText.tsx';
import { randomUniverse, wireSource } from '../../universe.ts';

const LONG = 'x'.repeat(50_000);

/** Whether it has no half of a character. */
function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

describe('a long text', () => {
  it('is cut for the page, with a mark, never within a character', () => {
    expect(cappedText('x'.repeat(SHOWN_CHARS_MAX))).toBe('x'.repeat(SHOWN_CHARS_MAX));
    expect(cappedText(LONG)).toBe(`${'x'.repeat(SHOWN_CHARS_MAX)}…`);
    const faces = '😀'.repeat(SHOWN_CHARS_MAX);
    for (const text of [LONG, faces, `x${faces}`]) {
      expect(isCapped(cappedText(text))).toBe(true);
      expect(isWellFormed(cappedText(text))).toBe(true);
      expect(cappedText(text).length).toBeLessThanOrEqual(SHOWN_CHARS_MAX + 1);
    }
    expect([isCapped(''), isCapped('and so on …')]).toEqual([false, false]);
  });

  it('is cut wherever it occurs, and a record without one stays the same', () => {
    const value = { rows: Float32Array.of(1), name: 'a', list: [{ text: LONG, n: 1 }, null, 'b'], none: undefined };
    expect(capped(value)).toEqual({ ...value, list: [{ text: cappedText(LONG), n: 1 }, null, 'b'] });
    const short = { rows: Float32Array.of(1), list: ['a', { b: 'c' }] };
    expect(capped(short)).toBe(short);
    const labels = ['', 'a', 'b'];
    expect(capped(labels)).toBe(labels);
  });

  it('stays whole in the engine: in a file, and for a filter by the whole or by the part that the page shows', async () => {
    const [country] = randomUniverse(17, 1, 3);
    const place = country!.header.indexOf('name');
    const names = ['short', LONG, `${LONG} other`];
    const table = await loadTable(
      wireSource([{ ...country!, fields: country!.fields.map((row, index) => row.with(place, names[index]!)) }]),
    );
    const found = (name: string): number[] => {
      const text = printScreen([
        { operatorType: 'filter', columnId: 'name', operator: 'Equals', operatorValues: [name] } as never,
      ]);
      return [...applySteps(table, parseScreen(text), null).rows];
    };
    expect([found('short'), found(LONG), found(cappedText(LONG))]).toEqual([[0], [1], [1, 2]]);
    const file = [...exportChunks(table, { format: 'csv', columnIds: ['name'], rows: Uint32Array.of(1) })];
    expect(file.join('')).toBe(`name\n${LONG}\n`);
  });

  it('is shown in blocks that join to the text', () => {
    for (const text of ['', 'short', LONG, 'word '.repeat(3000), '😀'.repeat(5001), `a${'😀'.repeat(5001)}`]) {
      const parts = blocks(text).map(({ part }) => part);
      expect(parts.join('')).toBe(text);
      expect(parts.every((part) => part.length <= 1000 && part !== '' && isWellFormed(part))).toBe(true);
    }
  });
});
