// @vitest-environment happy-dom
import { createElement, type ReactElement, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { focusSoon, isFocusComing } from '../../src/screener/frame/focus.ts';
import { isPartLoading, lazyPart } from '../../src/shell/lazyPart.tsx';

afterEach(() => {
  document.body.replaceChildren();
});

function press(key: string): boolean {
  return document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

describe('keys typed before the awaited element is there', () => {
  it.each(['Enter', ' '])('press a button once it has the focus: “%s”', async (key) => {
    let presses = 0;
    focusSoon('.awaited');
    expect(press(key)).toBe(false);
    const button = document.createElement('button');
    button.className = 'awaited';
    button.addEventListener('click', () => presses++);
    document.body.append(button);
    await expect.poll(isFocusComing).toBe(false);
    expect(document.activeElement).toBe(button);
    expect(presses).toBe(1);
  });

  it('press no button that handles the key itself', async () => {
    let presses = 0;
    const keys: string[] = [];
    focusSoon('.awaited');
    press('Enter');
    const button = document.createElement('button');
    button.className = 'awaited';
    button.addEventListener('click', () => presses++);
    button.addEventListener('keydown', (event) => {
      keys.push(event.key);
      event.preventDefault();
    });
    document.body.append(button);
    await expect.poll(isFocusComing).toBe(false);
    expect([keys, presses]).toEqual([['Enter'], 0]);
  });

  it('are typed into a field, in order', async () => {
    focusSoon('.awaited');
    for (const key of 'roe') press(key);
    const field = document.createElement('input');
    field.className = 'awaited';
    document.body.append(field);
    await expect.poll(isFocusComing).toBe(false);
    expect(field.value).toBe('roe');
  });

  it('submit the form of a field', async () => {
    const submitted: string[] = [];
    focusSoon('.awaited');
    for (const key of ['a', ' ', 'b', 'Enter']) press(key);
    const form = document.createElement('form');
    form.innerHTML = '<input class="awaited"><button type="submit">Save</button>';
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      submitted.push(form.querySelector('input')!.value);
    });
    document.body.append(form);
    await expect.poll(() => submitted).toEqual(['a b']);
  });

  it('after Enter go where it leads, even a moment later', async () => {
    focusSoon('.awaited');
    for (const key of ['r', 'Enter', '1', '5']) press(key);
    const [field, next] = [document.createElement('input'), document.createElement('input')];
    field.className = 'awaited';
    next.className = 'next';
    field.addEventListener('keydown', ({ key }) => {
      if (key !== 'Enter') return;
      setTimeout(() => {
        focusSoon('.next');
        setTimeout(() => document.body.append(next), 50);
      });
    });
    document.body.append(field);
    await expect.poll(() => [field.value, next.value]).toEqual(['r', '15']);
  });

  it('wait for a part that is still loading', async () => {
    let arrive = (): void => {};
    const Part = lazyPart(
      () =>
        new Promise<() => ReactElement>((resolve) => {
          arrive = () => resolve(() => createElement('input', { className: 'awaited' }));
        }),
    );
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    root.render(createElement(Suspense, null, createElement(Part)));
    await expect.poll(isPartLoading).toBe(true);
    focusSoon('.awaited');
    for (const key of 'roe') press(key);
    await new Promise((resume) => setTimeout(resume, 2500));
    arrive();
    await expect.poll(() => document.querySelector<HTMLInputElement>('input')?.value).toBe('roe');
    root.unmount();
  });
});
