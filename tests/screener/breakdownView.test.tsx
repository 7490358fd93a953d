// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it } from 'vitest';
import type { ColumnValues } from '../../src/engine/table/columnValues.ts';
import { BreakdownView } from '../../src/screener/breakdown/BreakdownView.tsx';
import { asRef, START_VIEW, state } from '../../src/screener/state/store.ts';
import { startLanguage } from '../../src/shell/i18n.ts';

beforeAll(startLanguage);

it('a median is “…” while its column arrives, “—” without values', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const columns = new Map<string, ColumnValues>([
    ['sector', { id: 'sector', kind: 'text', labels: ['', 'Energy'], codes: Uint32Array.of(1, 1) }],
    ['beta', { id: 'beta', kind: 'number', values: Float32Array.of(Number.NaN, Number.NaN) }],
  ]);
  state.view = asRef({ ...START_VIEW, settings: { 'breakdown.columns': 'beta,quickRatio' } });
  state.frame = asRef({
    version: 1,
    date: null,
    rows: Uint32Array.of(0, 1),
    rowCount: 2,
    universeCount: 2,
    columns,
    stepCount: 0,
    ms: 0,
  });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<BreakdownView />));
  const texts = [...document.querySelectorAll('tbody tr td')].map((cell) => cell.textContent);
  expect(texts.slice(-2)).toEqual(['——', '…']);
  await act(async () => root.unmount());
});
