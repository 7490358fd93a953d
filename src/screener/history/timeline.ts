/** Every edit of steps and view, in order, with a place in it: undo and redo move the place, an edit drops what lies ahead. */
import type { Ref, StepEntry, View } from '../state/store.ts';
import { editKind } from './kind.ts';

/** The screen after an edit. The id never means another moment, not even after a reload of the page. */
export interface Moment {
  readonly id: string;
  readonly steps: Ref<readonly StepEntry[]>;
  readonly view: Ref<View>;
}

type Screen = Omit<Moment, 'id'>;

/** Edits of one kind that follow each other sooner are one edit: typing, dragging an end of a slider. */
const SETTLED_AFTER_MS = 1000;
/** Edits that can be undone. Older ones are forgotten, so that a page that is open for days doesn't grow. */
const MOMENTS_MAX = 1000;

/** The stream of what is typed into the text of the screen. */
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

  /** Ids of all moments, the oldest first. */
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

  /** Takes the screen as it is now; `stream` names what it is edited by, where that is a text or a gesture, all of whose edits are one. Returns false when nothing has changed. */
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
    return this.canUndo ? this.#goTo(this.#place - 1) : null;
  }

  redo(): Moment | null {
    return this.canRedo ? this.#goTo(this.#place + 1) : null;
  }

  /** Goes to a moment, or gives null when there is none of that id. */
  goTo(id: string): Moment | null {
    const place = this.#moments.findIndex((each) => each.id === id);
    return place < 0 ? null : this.#goTo(place);
  }

  #goTo(place: number): Moment {
    this.#place = place;
    this.#lastKind = null;
    return this.present;
  }
}
