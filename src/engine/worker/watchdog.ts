/** Notices that a worker answers no more: one in an endless loop says nothing, and nobody says it of it. */

/** A worker that is silent for so long after it was asked is told of. */
export const SILENT_MS = 1200;
/** One that stays silent for so long is given up. */
export const GIVEN_UP_MS = 8000;
/** A timer that comes so late tells of a page that stood still itself: what the worker has said may wait behind it. */
const LATE_MS = 500;

export interface SilenceEvents {
  /** The worker has been silent for SILENT_MS, or has spoken again. */
  onSilence(isSilent: boolean): void;
  onGivenUp(): void;
}

/** Runs from a request that is answered at once until the worker says anything. */
export class Watchdog {
  readonly #events: SilenceEvents;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAlive = false;
  #isSilent = false;

  constructor(events: SilenceEvents) {
    this.#events = events;
  }

  /** The worker has been asked for what it answers at once. One that has never spoken may still be on its way. */
  asked(): void {
    if (this.#isAlive && this.#timer === undefined) this.#wait(SILENT_MS);
  }

  /** The worker has said something; `isAsked` says that an answer is still due. */
  heard(isAsked: boolean): void {
    this.#isAlive = true;
    this.#stop();
    if (isAsked) this.#wait(SILENT_MS);
  }

  /** The worker has been replaced by another one. */
  replaced(): void {
    this.#isAlive = false;
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tell(false);
  }

  #tell(isSilent: boolean): void {
    if (isSilent === this.#isSilent) return;
    this.#isSilent = isSilent;
    this.#events.onSilence(isSilent);
  }

  #wait(ms: number): void {
    const due = performance.now() + ms;
    this.#timer = setTimeout(() => {
      if (performance.now() > due + LATE_MS) this.#wait(LATE_MS);
      else if (this.#isSilent) this.#events.onGivenUp();
      else {
        this.#tell(true);
        this.#wait(GIVEN_UP_MS - SILENT_MS);
      }
    }, ms);
  }
}
