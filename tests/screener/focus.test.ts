// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { focusSoon, isFocusComing } from '../../src/screener/frame/focus.ts';

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
});
