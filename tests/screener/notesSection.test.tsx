// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Notes } from '../../src/screener/inspector/Notes.tsx';
import { startLanguage } from '../../src/shell/i18n.ts';

beforeAll(startLanguage);
afterEach(() => vi.unstubAllGlobals());

it('a note is said to be saved only if it is', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Notes security="AAPL@NASDAQ" />));
  const field = document.querySelector<HTMLTextAreaElement>('textarea')!;
  const type = (text: string): Promise<void> =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const hint = (): string => document.querySelector('.panel-hint')?.textContent ?? '';
  await type('Buy');
  expect(hint()).toContain('Saved on this device.');
  const real = localStorage;
  const full = (): void => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: (name: string) => real.getItem(name), setItem: full });
  await type('Buy more');
  expect(field.value).toBe('Buy more');
  expect(hint()).not.toContain('Saved');
  vi.unstubAllGlobals();
  await type('Buy more!');
  expect(hint()).toContain('Saved on this device.');
  await act(async () => root.unmount());
});
