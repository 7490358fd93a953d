// @vitest-environment happy-dom
/** What the user keeps on this device survives a write by a version that cannot read it. */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { dropSet, keepSet, userSets } from '../../src/screener/columns/sets.ts';
import { allNotes, keepNote, noteOf } from '../../src/screener/inspector/notes.ts';
import { noteTrial } from '../../src/screener/trials/trials.ts';
import { dropWatchlist, keepWatchlist, watchlists } from '../../src/screener/watchlists/lists.ts';
import { keptPortfolio, storePortfolio } from '../../src/screener/watchlists/portfolio.ts';
import { startLanguage } from '../../src/shell/i18n.ts';
import { unstoredWork } from '../../src/shell/storage.ts';

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

const put = (name: string, value: unknown): void =>
  localStorage.setItem(`panscreen.${name}`, typeof value === 'string' ? value : JSON.stringify(value));
const stored = (name: string): unknown => JSON.parse(localStorage.getItem(`panscreen.${name}`) ?? 'null');
const textOf = (name: string): string | null => localStorage.getItem(`panscreen.${name}`);

it('a list or set of columns of a newer version stays when others are kept and dropped', () => {
  const newer = { name: 'Theirs', members: [{ symbol: 'AAPL', since: 2030 }] };
  put('watchlists', [newer, { name: 'Mine', symbols: ['MSFT'] }]);
  keepWatchlist({ name: 'Third', symbols: ['SAP'] });
  expect(watchlists().map(({ name }) => name)).toEqual(['Mine', 'Third']);
  dropWatchlist('Mine');
  dropWatchlist('Third');
  expect(stored('watchlists')).toEqual([newer]);
  put('columnSets', [newer]);
  keepSet('Own');
  expect(stored('columnSets')).toEqual([newer, ...userSets()]);
  dropSet('Own');
  expect(stored('columnSets')).toEqual([newer]);
});

it('a note of a newer version stays when others are kept, and beside one under its name', () => {
  const newer = { paragraphs: ['Buy?'], tags: [] };
  put('notes', { 'AAPL@NASDAQ': newer, 'MSFT@NASDAQ': { text: 'old', tags: [] } });
  const before = textOf('notes');
  keepNote('MSFT@NASDAQ', { text: '', tags: [] });
  expect(stored('notes')).toEqual({ 'AAPL@NASDAQ': newer });
  expect(allNotes()).toEqual({});
  expect(textOf('notes.unread.1')).toBeNull();
  keepNote('AAPL@NASDAQ', { text: 'mine', tags: [] });
  expect(noteOf('AAPL@NASDAQ').text).toBe('mine');
  expect(stored('notes.unread.1')).toEqual({ 'AAPL@NASDAQ': newer });
  expect(before).toContain('Buy?');
});

it.each([
  ['watchlists', () => keepWatchlist({ name: 'Mine', symbols: [] })],
  ['columnSets', () => keepSet('Mine')],
  ['notes', () => keepNote('AAPL', { text: 'mine', tags: [] })],
  ['portfolio', () => storePortfolio({ amounts: 'shares', holdings: [{ symbol: 'AAPL', amount: 1 }] })],
  ['trials', () => noteTrial('history', `text ${Math.random()}`, 1)],
] as const)('%s in another form are set aside, once, before they are replaced', (name, write) => {
  for (const [place, text] of ['"of another form"', '{"cut":'].entries()) {
    put(name, text);
    write();
    expect(textOf(name)).not.toBe(text);
    expect(textOf(`${name}.unread.${place + 1}`)).toBe(text);
    put(name, text);
    write();
  }
  expect(Object.keys(localStorage).filter((key) => key.includes('.unread.'))).toHaveLength(2);
});

it('a portfolio with a position that cannot be read is set aside, too, but not one that can', () => {
  const damaged = {
    amounts: 'shares',
    holdings: [
      ['AAPL', 'x'],
      ['MSFT', 2],
    ],
  };
  put('portfolio', damaged);
  storePortfolio({ amounts: 'shares', holdings: [{ symbol: 'SAP', amount: 1 }] });
  expect(stored('portfolio.unread.1')).toEqual(damaged);
  storePortfolio(null);
  expect([keptPortfolio(), textOf('portfolio.unread.2')]).toEqual([null, null]);
});

it('the oldest set stays when the hundred and first is kept', () => {
  for (let index = 0; index <= 100; index++) keepSet(`Set ${index}`);
  expect(userSets()).toHaveLength(101);
});

it('tells of a list, set, note or portfolio that cannot be stored, and keeps the one before', () => {
  keepWatchlist({ name: 'Mine', symbols: ['MSFT'] });
  const real = localStorage;
  const full = (): void => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: (name: string) => real.getItem(name), setItem: full });
  const works = [
    () => keepWatchlist({ name: 'Second', symbols: ['SAP'] }),
    () => keepSet('Own'),
    () => keepNote('MSFT@NASDAQ', { text: 'Buy', tags: [] }),
    () => storePortfolio({ amounts: 'shares', holdings: [{ symbol: 'MSFT', amount: 3 }] }),
  ];
  for (const work of works) {
    const before = unstoredWork.count();
    work();
    expect(unstoredWork.count()).toBeGreaterThan(before);
  }
  vi.unstubAllGlobals();
  expect(watchlists().map(({ name }) => name)).toEqual(['Mine']);
});
