// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { FocusKeeper } from '../../src/screener/frame/FocusKeeper.tsx';
import { watchPresses } from '../../src/screener/frame/press.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups) cleanup();
  cleanups = [];
  document.body.replaceChildren();
});

/** Two buttons side by side, the first disabled. Returns both. */
function twoButtons(): readonly HTMLButtonElement[] {
  document.body.innerHTML = '<div><button disabled>First</button><button>Second</button></div>';
  return [...document.querySelectorAll('button')];
}

async function loadKeeper(): Promise<void> {
  const root = createRoot(document.createElement('div'));
  cleanups.push(() => act(() => root.unmount()));
  await act(() => root.render(<FocusKeeper page={document} />));
}

const press = (element: Element): boolean => element.dispatchEvent(new Event('pointerdown', { bubbles: true }));

it('a disabled button pressed before the keeper has loaded gives the focus to its neighbor', async () => {
  const [first, second] = twoButtons();
  cleanups.push(watchPresses(document));
  press(first!);
  await loadKeeper();
  await expect.poll(() => document.activeElement).toBe(second);
});

it('a press on a page that was left moves no focus on the next', async () => {
  const [first] = twoButtons();
  const leave = watchPresses(document);
  press(first!);
  leave();
  await loadKeeper();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(document.activeElement).toBe(document.body);
});
