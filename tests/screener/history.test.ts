// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTable } from '../../src/engine/load/loader.ts';
import { applySteps, type Prefix } from '../../src/engine/run/apply.ts';
import { parseScreen } from '../../src/engine/steps/text.ts';
import { withFormulas } from '../../src/engine/table/withFormulas.ts';
import { moveColumn, resetView, setWidth, showColumns, shownIds } from '../../src/screener/columns/view.ts';
import { Timeline } from '../../src/screener/history/timeline.ts';
import { type Entries, Trail } from '../../src/screener/history/trail.ts';
import { columnOf, state } from '../../src/screener/state/store.ts';
import {
  addStep,
  moveStep,
  newEntry,
  removeStep,
  replaceStep,
  setActiveSteps,
  setEntries,
  switchStep,
} from '../../src/screener/steps/edit.ts';
import { sortByHeader } from '../../src/screener/steps/headerSort.ts';
import { appliedEntries } from '../../src/screener/steps/standing.ts';
import { offSteps, screenText } from '../../src/screener/steps/text.ts';
import { startLanguage } from '../../src/shell/i18n.ts';
import { Random } from '../random.ts';
import { randomScreen } from '../random-screen.ts';
import { randomUniverse, wireSource } from '../universe.ts';

beforeAll(startLanguage);
beforeEach(() => {
  setEntries([]);
  resetView();
});

const SETTLED_MS = 5000;

function picture(): string {
  return JSON.stringify([state.steps, state.view, screenText(), offSteps(state.steps)]);
}

function randomEdit(random: Random): void {
  const entry = state.steps.length > 0 ? random.pick(state.steps) : null;
  const id = random.pick(shownIds());
  const edits = [
    () => setActiveSteps(randomScreen(random, () => [])),
    () => addStep({ operatorType: 'filter', columnId: null }, random.below(state.steps.length + 1)),
    () => entry && removeStep(entry.key),
    () => entry && switchStep(entry.key, !entry.on),
    () => entry && moveStep(entry.key, random.below(state.steps.length)),
    () =>
      entry &&
      replaceStep(entry.key, {
        operatorType: 'filter',
        columnId: 'beta',
        operator: 'GreaterThanOrEquals',
        operatorValues: [random.next()],
      }),
    () => sortByHeader(id, random.chance(0.3)),
    () => showColumns([id], random.chance(0.5)),
    () => moveColumn(random.below(60), random.below(60)),
    () => setWidth(id, 40 + random.below(200)),
  ];
  random.pick(edits)();
}

describe('a long session', () => {
  it('keeps the last 1,000 edits for undo and redo and drops older ones', () => {
    const timeline = new Timeline(state);
    const widths: number[] = [];
    for (let edit = 0; edit < 2500; edit++) {
      setWidth('beta', 100 + edit);
      widths.push(100 + edit);
      expect(timeline.take(state, edit * SETTLED_MS, null)).toBe(true);
    }
    expect(timeline.ids.length).toBe(1000);
    expect(new Set(timeline.ids).size).toBe(1000);
    const undone: (number | undefined)[] = [];
    for (let moment = timeline.undo(); moment; moment = timeline.undo()) undone.push(moment.view.widths.beta);
    expect(undone).toEqual(widths.slice(-1000, -1).toReversed());
    expect(timeline.canUndo).toBe(false);
    const again: (number | undefined)[] = [];
    for (let moment = timeline.redo(); moment; moment = timeline.redo()) again.push(moment.view.widths.beta);
    expect(again).toEqual(widths.slice(-999));
  });
});

describe('undo and redo', async () => {
  const table = await loadTable(wireSource(randomUniverse(3, 4, 60)));
  let prefix: Prefix | null = null;
  beforeEach(() => {
    prefix = null;
  });

  /** Rows of the screen in order: computed incrementally or from scratch. */
  function result(goesOn: boolean): string {
    const steps = appliedEntries(state.steps, columnOf).map(({ step }) => step);
    const applied = applySteps(withFormulas(table, steps), steps, goesOn ? prefix : null);
    if (goesOn) prefix = applied.prefix;
    return JSON.stringify([[...applied.rows], applied.counts]);
  }

  it('1,000 random edits with undo and redo match the state and the result of a list of snapshots', () => {
    const random = new Random(7);
    const timeline = new Timeline(state);
    let pictures = [picture()];
    let results = [result(false)];
    const met = new Set<string>();
    let place = 0;
    let now = 0;
    for (let edit = 0; edit < 1000; edit++) {
      now += SETTLED_MS;
      const choice = random.next();
      if (choice < 0.6) {
        randomEdit(random);
        if (timeline.take(state, now, null)) {
          pictures = [...pictures.slice(0, ++place), picture()];
          results = [...results.slice(0, place), result(false)];
        }
      } else {
        const moment = choice < 0.85 ? timeline.undo() : timeline.redo();
        const expected = choice < 0.85 ? place - 1 : place + 1;
        expect(moment !== null).toBe(expected >= 0 && expected < pictures.length);
        if (!moment) continue;
        place = expected;
        state.steps = moment.steps;
        state.view = moment.view;
      }
      expect(picture()).toBe(pictures[place]);
      expect(result(true)).toBe(results[place]);
      met.add(result(true));
    }
    // Guards against a constant result.
    expect(met.size).toBeGreaterThan(100);
    while (timeline.canUndo) Object.assign(state, pick(timeline.undo()));
    expect([picture(), result(true)]).toEqual([pictures[0], results[0]]);
    while (timeline.canRedo) Object.assign(state, pick(timeline.redo()));
    expect([picture(), result(true)]).toEqual([pictures.at(-1), results.at(-1)]);
  });

  function pick(moment: ReturnType<Timeline['undo']>) {
    if (!moment) throw new Error('no moment');
    return { steps: moment.steps, view: moment.view };
  }

  it('merges typing into one edit until a pause', () => {
    setEntries(parseScreen('beta >= 1').map((step) => newEntry(step)));
    const timeline = new Timeline(state);
    const key = state.steps[0]?.key ?? 0;
    const type = (value: number, now: number): void => {
      replaceStep(key, { operatorType: 'filter', columnId: 'beta', operator: 'GreaterThanOrEquals', operatorValues: [value] });
      timeline.take(state, now, null);
    };
    type(2, 10_000);
    type(25, 10_300);
    type(250, 10_900);
    type(3, 20_000);
    expect(timeline.ids).toHaveLength(3);
    expect(screenText(timeline.undo()?.steps)).toBe('beta >= 250');
    expect(screenText(timeline.undo()?.steps)).toBe('beta >= 1');
  });
});

/** A browser that navigates on demand and keeps 50 entries. */
class SlowBrowser implements Entries {
  stack = ['before'];
  place = 0;
  #goals: number[] = [];
  replace(id: string): void {
    this.stack[this.place] = id;
  }
  push(id: string): void {
    this.stack = [...this.stack.slice(0, this.place + 1), id].slice(-50);
    this.place = this.stack.length - 1;
  }
  go(delta: number): void {
    this.#goals.push(delta);
  }
  arrive(trail: Trail): boolean {
    const delta = this.#goals.shift();
    if (delta === undefined) return false;
    this.place += delta;
    trail.arrived(this.stack[this.place] ?? '');
    return true;
  }
}

describe("the browser's history entries", () => {
  it("end at the timeline's place, however slowly the browser navigates", () => {
    const random = new Random(11);
    const browser = new SlowBrowser();
    let ids = ['a0'];
    let place = 0;
    const trail = new Trail(browser, 'a0');
    for (let edit = 1; edit < 2000; edit++) {
      const choice = random.next();
      if (choice < 0.4) {
        ids = [...ids.slice(0, place + 1), `a${edit}`];
        place = ids.length - 1;
      } else if (choice < 0.6) place = Math.max(0, place - 1);
      else if (choice < 0.7) place = Math.min(ids.length - 1, place + 1);
      else browser.arrive(trail);
      trail.follow(ids, place);
    }
    while (browser.arrive(trail));
    expect(browser.stack[browser.place]).toBe(ids[place]);
    const behind = browser.stack.slice(0, browser.place + 1);
    expect(behind).toEqual(ids.slice(place + 1 - behind.length, place + 1));
  });

  it('move back and forward from the present edit, even if it has no entry yet', () => {
    const random = new Random(24);
    const browser = new SlowBrowser();
    const timeline = new Timeline(state);
    const trail = new Trail(browser, timeline.present.id);
    let [widths, place, unwritten] = [[0], 0, 0];
    for (let turn = 0; turn < 3000; turn++) {
      const choice = random.next();
      if (choice < 0.4) {
        setWidth('beta', 100 + turn);
        timeline.take(state, turn * SETTLED_MS, null);
        widths = [...widths.slice(0, ++place), 100 + turn];
        unwritten++;
      } else if (choice < 0.6) {
        trail.follow(timeline.ids, timeline.place);
        while (browser.arrive(trail));
        unwritten = 0;
      } else {
        const by = random.chance(0.7) ? -1 : 1;
        const id = browser.stack[browser.place + by];
        if (id === undefined || id === 'before') continue;
        browser.place += by;
        const gone = trail.arrived(id);
        expect(gone, `turn ${turn}, ${unwritten} edits without an entry`).toBe(by);
        const moment = timeline.goBy(gone ?? 0);
        place = Math.max(0, Math.min(widths.length - 1, place + by));
        expect(moment.view.widths.beta ?? 0).toBe(widths[place]);
        state.view = moment.view;
      }
    }
  });

  it("are not mistaken for the user's navigation when the browser arrives late", () => {
    vi.useFakeTimers();
    const browser = new SlowBrowser();
    const ids = ['a', 'b', 'c'];
    const trail = new Trail(browser, 'a');
    trail.follow(ids, 2);
    // Two undos in a row: the second is requested during the first navigation.
    trail.follow(ids, 1);
    trail.follow(ids, 0);
    vi.advanceTimersByTime(60_000);
    browser.place = 1;
    expect(trail.arrived('b')).toBe(0);
    expect(browser.stack[browser.place]).toBe('a');
    // Later navigation belongs to the user.
    trail.follow(ids, 1);
    browser.place--;
    expect(trail.arrived('a')).toBe(-1);
    vi.useRealTimers();
  });
});
