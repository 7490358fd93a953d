// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { useArrivals } from '../../src/screener/rows/live.ts';
import { makeListeners } from '../../src/shell/listeners.ts';

it('a column that arrives between a render and its effects is shown, though none follows', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const arrivals = makeListeners<[id: string]>();
  const columns = new Set<string>();
  function View() {
    useArrivals(arrivals);
    useLayoutEffect(() => {
      if (columns.has('sector')) return;
      columns.add('sector');
      arrivals.tell('sector');
    }, []);
    return <p>{[...columns]}</p>;
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<View />));
  await expect.poll(() => document.querySelector('p')?.textContent).toBe('sector');
  await act(async () => root.unmount());
});
