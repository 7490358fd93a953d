// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseScreen } from '../../src/engine/steps/text.ts';
import type { Result } from '../../src/engine/worker/client.ts';
import { searchColumns } from '../../src/screener/columns/search.ts';
import { allIds, moveShown, resetView, showColumns, shownIds, takeColumns } from '../../src/screener/columns/view.ts';
import { addedColumns, columnOf, sentColumnOf, state } from '../../src/screener/state/store.ts';
import { connectValues, onColumnsVoid, takeResult, voidValues, wantColumns } from '../../src/screener/state/values.ts';
import { newEntry, setEntries, switchStep } from '../../src/screener/steps/edit.ts';
import { sortMarks } from '../../src/screener/steps/sortMarks.ts';
import { appliedEntries } from '../../src/screener/steps/standing.ts';
import { startLanguage } from '../../src/shell/i18n.ts';

beforeAll(startLanguage);
beforeEach(() => {
  setEntries([]);
  resetView();
});

function take(text: string): void {
  setEntries(parseScreen(text).map((step) => newEntry(step)));
}

describe('the columns of formulas', () => {
  it('behave like any other: resolved, searched, shown first, moved and hidden', () => {
    take('let spread = close - analystTargetPrice | let twice = spread * 2 | spread >= 0');
    expect(addedColumns().map(({ id, unit }) => [id, unit])).toEqual([
      ['spread', 'currency'],
      ['twice', 'currency'],
    ]);
    expect([columnOf('spread')?.formula, sentColumnOf('spread')]).toEqual(['close - analystTargetPrice', undefined]);
    expect(searchColumns([...addedColumns()], 'twic').map(({ id }) => id)).toEqual(['twice']);
    expect(allIds().slice(-2)).toEqual(['spread', 'twice']);
    expect(shownIds().slice(0, 5)).toEqual(['symbol', 'name', 'country', 'spread', 'twice']);
    moveShown('twice', -1);
    expect(shownIds().slice(3, 5)).toEqual(['twice', 'spread']);
    showColumns(['spread'], false);
    expect(shownIds()).not.toContain('spread');
    takeColumns(['beta']);
    showColumns(['spread'], true);
    expect(shownIds()).toEqual(['symbol', 'name', 'spread', 'beta']);
    expect(appliedEntries(state.steps, columnOf)).toHaveLength(3);
  });

  it('exist only while their steps are enabled, valid and do not shadow another column', () => {
    take('let spread = beta * 2 | let wrong = nosuch + 1 | let beta = close | let again = again + 1');
    expect(addedColumns().map(({ id }) => id)).toEqual(['spread']);
    const before = addedColumns();
    setEntries([...state.steps, ...parseScreen('beta >= 1').map((step) => newEntry(step))]);
    expect(addedColumns()).toBe(before);
    switchStep(state.steps[0]?.key ?? 0, false);
    expect([addedColumns(), columnOf('spread')]).toEqual([[], undefined]);
  });

  it('drop the values of an earlier formula, and only those', async () => {
    const asked: string[] = [];
    const dropped: (readonly string[])[] = [];
    onColumnsVoid((ids) => dropped.push(ids));
    connectValues(
      async (id) => {
        asked.push(id);
        return { version: 1, column: { kind: 'number', id, values: Float32Array.of(asked.length) } };
      },
      () => {},
      () => {},
    );
    const arrived = () => new Promise((resolve) => setTimeout(resolve));
    const result = (text: string): Result => {
      const steps = parseScreen(text);
      return { version: 1, rows: Uint32Array.of(0), columns: [], counts: [], steps, ms: 0 } as unknown as Result;
    };
    const value = (id: string): number => (state.frame?.columns.get(id) as { values: Float32Array } | undefined)?.values[0] ?? -1;
    voidValues();
    wantColumns(['beta', 'spread'], [], ['beta', 'spread']);
    takeResult(result('let spread = beta * 2'));
    await arrived();
    await arrived();
    const [beta, spread] = [value('beta'), value('spread')];
    takeResult(result('let spread = beta * 2 | beta >= 1'));
    await arrived();
    expect([value('beta'), value('spread')]).toEqual([beta, spread]);
    dropped.length = 0;
    takeResult(result('let spread = beta * 3 | beta >= 1'));
    expect(value('spread')).toBe(-1);
    await arrived();
    expect([value('beta'), dropped]).toEqual([beta, [['spread']]]);
    expect(value('spread')).toBeGreaterThan(spread);
    takeResult(result('beta >= 1'));
    expect([dropped.length, value('beta')]).toEqual([2, beta]);
    await arrived();
  });
});

describe('the marks of how rows are sorted', () => {
  const marks = (text: string) => {
    take(text);
    return Object.fromEntries(
      [...sortMarks(state.steps)].map(([id, { direction, rank }]) => [id, `${rank ?? ''}${direction[0]}`]),
    );
  };

  it('show a composite rank on all of its columns', () => {
    expect(marks('rank by (beta desc weight 2, close asc)')).toEqual({ beta: 'D', close: 'A' });
    expect(marks('sort marketCapitalization desc | rank by (beta desc, close asc)')).toEqual({
      beta: '1D',
      close: '1A',
      marketCapitalization: '2D',
    });
    expect(marks('rank by (beta desc, close asc) | rows 1..50 | sort close desc')).toEqual({ close: '1D', beta: '2D' });
  });
});
