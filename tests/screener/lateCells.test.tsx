// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { columnById } from '../../src/catalogue/catalogue.ts';
import { useArrivals } from '../../src/screener/grid/events.ts';
import { asRef, type LensText, START_VIEW, state } from '../../src/screener/state/store.ts';

const percentiles = vi.hoisted(() => ({ tell: (_: readonly string[]): void => {} }));
vi.mock('../../src/screener/lens/percentiles.ts', async (original) => {
  const { makeListeners } = await import('../../src/shell/listeners.ts');
  const percentileArrivals = makeListeners<[ids: readonly string[]]>();
  percentiles.tell = percentileArrivals.tell;
  return { ...(await original<object>()), percentileArrivals };
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const columns = ['symbol', 'name', 'beta', 'returnOnEquity'].map((id) => columnById(id)!);
const region = { current: { x: 2, y: 0, width: 1, height: 3 } };

/** How often the table for screen readers is made again when the percentiles of a column arrive. */
async function updates(lensText: LensText, id: string): Promise<string | null | undefined> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  state.view = asRef({ ...START_VIEW, lens: 'universe' as const, lensText });
  const painted = { current: { updateCells: vi.fn() } };
  function Cells() {
    return <p>{useArrivals(painted as never, region, columns)}</p>;
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Cells />));
  await act(async () => {
    percentiles.tell([id]);
    vi.advanceTimersByTime(1000);
  });
  const count = document.querySelector('p')?.textContent;
  expect(painted.current.updateCells).toHaveBeenCalledTimes(id === 'beta' ? 1 : 0);
  await act(async () => root.unmount());
  return count;
}

it('percentiles that arrive late are told to screen readers, too, if the cells show them', async () => {
  expect(await updates('percentiles', 'beta')).toBe('1');
  expect(await updates('values', 'beta')).toBe('0');
  expect(await updates('percentiles', 'marketCapitalization')).toBe('0');
});
