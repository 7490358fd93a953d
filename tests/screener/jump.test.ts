import { afterEach, expect, it, vi } from 'vitest';
import { type GridPlace, jumpTo, onJump } from '../../src/screener/state/jump.ts';

afterEach(() => vi.useRealTimers());

/** A grid with these columns that records requests. */
function grid(...columns: string[]): { readonly met: GridPlace[]; readonly leave: () => void } {
  const met: GridPlace[] = [];
  const leave = onJump((place) => {
    const isThere = place.columnId === undefined || columns.includes(place.columnId);
    if (isThere) met.push(place);
    return isThere;
  });
  return { met, leave };
}

it('jumps at once to what the grid shows', () => {
  const { met, leave } = grid('beta');
  jumpTo({ columnId: 'beta' });
  expect(met).toEqual([{ columnId: 'beta' }]);
  leave();
});

it('jumps to a pending column once, when the grid shows it, and nowhere before', () => {
  vi.useFakeTimers();
  const before = grid('close');
  jumpTo({ columnId: 'beta' });
  const after = grid('close', 'beta');
  vi.advanceTimersByTime(100);
  expect([before.met, after.met]).toEqual([[], [{ columnId: 'beta' }]]);
  const later = grid('close', 'beta');
  vi.advanceTimersByTime(100);
  expect(later.met).toEqual([]);
  later.leave();
});

it('waits for a grid that mounts later, but not forever', () => {
  vi.useFakeTimers();
  jumpTo({ position: 1 });
  jumpTo({ position: 2 });
  const soon = grid();
  vi.advanceTimersByTime(1);
  expect(soon.met).toEqual([{ position: 2 }]);
  soon.leave();
  jumpTo({ position: 3 });
  vi.advanceTimersByTime(60_000);
  const late = grid();
  vi.advanceTimersByTime(1);
  expect(late.met).toEqual([]);
  late.leave();
});
