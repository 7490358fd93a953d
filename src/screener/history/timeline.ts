/** Undo history of steps and view. Edits drop the undone moments. */
import type { Ref, StepEntry, View } from '../state/store.ts';
import { editKind } from './kind.ts';

/** The screen after an edit. Ids are unique, even across reloads of the page. */
export interface Moment {
  readonly id: string;
  readonly steps: Ref<readonly StepEntry[]>;
  readonly view: Ref<View>;
}

type Screen = Omit<Moment, 'id'>;

/** Consecutive edits of one kind within this time merge: typing, dragging a slider. */
const SETTLED_AFTER_MS = 1000;
/** Limits the memory use of a page that stays open for days. */
const MOMENTS_MAX = 1000;

/** Stream of edits in the screen's text. */
export const TEXT_STREAM = 'text';

const session = Date.now().toString(36);
let made = 0;

function moment({ steps, view }: Screen): Moment {
  return { id: `${session}-${++made}`, steps, view };
}

export class Timeline {
  #moments: readonly Moment[];
  #place = 0;
  #lastKind: string | null = null;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(start: Screen) {
    this.#moments = [moment(start)];
  }

  get present(): Moment {
    const present = this.#moments[this.#place];
    if (!present) throw new RangeError(`the timeline has no place ${this.#place}`);
    return present;
  }

  momentOf(id: string): Moment | undefined {
    return this.#moments.find((each) => each.id === id);
  }

  /** Ids of all moments, oldest first. */
  get ids(): readonly string[] {
    return this.#moments.map(({ id }) => id);
  }

  get place(): number {
    return this.#place;
  }

  get canUndo(): boolean {
    return this.#place > 0;
  }

  get canRedo(): boolean {
    return this.#place < this.#moments.length - 1;
  }

  /** Records the present screen; `stream` names the text or gesture whose edits merge into one. Returns false if nothing changed. */
  take(screen: Screen, now: number, stream: string | null): boolean {
    const { present } = this;
    if (present.steps === screen.steps && present.view === screen.view) return false;
    const kind = stream ?? editKind(present, screen);
    const isSoon = now - this.#lastAt < SETTLED_AFTER_MS || (stream !== null && stream !== TEXT_STREAM);
    const continues = kind !== null && kind === this.#lastKind && isSoon && this.canUndo;
    const kept = this.#moments.slice(0, this.#place + 1);
    if (continues) this.#moments = [...kept.slice(0, -1), { ...present, steps: screen.steps, view: screen.view }];
    else {
      this.#moments = [...kept, moment(screen)].slice(-MOMENTS_MAX);
      this.#place = this.#moments.length - 1;
    }
    this.#lastKind = kind;
    this.#lastAt = now;
    return true;
  }

  undo(): Moment | null {
    return this.canUndo ? this.goBy(-1) : null;
  }

  redo(): Moment | null {
    return this.canRedo ? this.goBy(1) : null;
  }

  /** Goes back or forward by so many edits, as far as there are any. */
  goBy(count: number): Moment {
    this.#place = Math.max(0, Math.min(this.#moments.length - 1, this.#place + count));
    this.#lastKind = null;
    return this.present;
  }
}
