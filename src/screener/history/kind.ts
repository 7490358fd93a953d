import { isTyped } from '../../engine/steps/language.ts';
import type { StepEntry, View } from '../state/store.ts';

interface Screen {
  readonly steps: readonly StepEntry[];
  readonly view: View;
}

/** Kind of a continuous edit, such as typing a bound; null for a discrete one. */
export function editKind(before: Screen, after: Screen): string | null {
  if (before.steps === after.steps) return viewKind(before.view, after.view);
  return before.view === after.view ? stepKind(before.steps, after.steps) : null;
}

function stepKind(before: readonly StepEntry[], after: readonly StepEntry[]): string | null {
  if (before.length !== after.length) return null;
  const changed = after.flatMap((entry, index) => (entry === before[index] ? [] : [{ entry, old: before[index] }]));
  const [first] = changed;
  if (changed.length === 1 && first) {
    const { entry, old } = first;
    return entry.key === old?.key && entry.on === old.on && isTyped(entry.step) ? `step ${entry.key}` : null;
  }
  const keys = new Set(before.map((entry) => entry.key));
  return after.every((entry) => keys.has(entry.key)) ? 'order of steps' : null;
}

function viewKind(before: View, after: View): string | null {
  const changed = (Object.keys(after) as (keyof View)[]).filter((name) => before[name] !== after[name]);
  const [name] = changed;
  if (changed.length !== 1) return null;
  if (name === 'widths' || name === 'textB' || name === 'settings') return name;
  if (name === 'zoom') return isNearer(before.zoom, after.zoom) ? 'zoom' : null;
  if (name !== 'columns' || !before.columns || before.columns.length !== after.columns?.length) return null;
  const ids = new Set(before.columns);
  return after.columns.every((id) => ids.has(id)) ? 'order of columns' : null;
}

/** Whether only level or cell size changed, as by a wheel. */
function isNearer(before: View['zoom'], after: View['zoom']): boolean {
  const names = Object.keys(after) as (keyof View['zoom'])[];
  return names.every((name) => name === 'level' || name === 'cell' || before[name] === after[name]);
}
