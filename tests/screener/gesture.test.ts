// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import { parseScreen } from '../../src/engine/steps/text.ts';
import { beginGesture, endGesture } from '../../src/screener/history/gesture.ts';
import { state } from '../../src/screener/state/store.ts';
import { filterByCategories } from '../../src/screener/steps/categoryFilter.ts';
import { addStep, setEntries } from '../../src/screener/steps/edit.ts';
import { startLanguage } from '../../src/shell/i18n.ts';

beforeAll(startLanguage);

it('a step added during a gesture, such as the playback of dates, opens at once; one made by dragging opens at the end', () => {
  setEntries([]);
  beginGesture();
  addStep(parseScreen('beta >= 1')[0]!);
  const [added] = state.steps;
  expect(state.openKey).toBe(added!.key);
  filterByCategories('sector', ['Energy']);
  expect(state.steps).toHaveLength(2);
  expect(state.openKey).toBe(added!.key);
  endGesture();
  expect(state.openKey).toBe(state.steps[1]!.key);
  beginGesture();
  filterByCategories('country', ['FR']);
  filterByCategories('country', []);
  endGesture();
  expect(state.openKey).toBe(state.steps[1]!.key);
});
