/** Detects a worker that no longer answers, for example in an endless loop, which no event reports. */

/** A worker that is silent for this long after a request is reported. */
export const SILENT_MS = 1200;
/** A worker that stays silent for this long is given up. */
export const GIVEN_UP_MS = 8000;
/** A timer this late shows that the page itself was blocked: the worker's messages may be queued behind it. */
const LATE_MS = 500;

export interface SilenceEvents {
  /** The worker has been silent for SILENT_MS, or has answered again. */
  onSilence(isSilent: boolean): void;
  onGivenUp(): void;
}

/** Runs from a request that should be answered at once until the worker sends anything. */
export class Watchdog {
  readonly #events: SilenceEvents;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAlive = false;
  #isSilent = false;

  constructor(events: SilenceEvents) {
    this.#events = events;
  }

  /** A request that should be answered at once was sent. A worker that has never answered may still be starting. */
  asked(): void {
    if (this.#isAlive && this.#timer === undefined) this.#wait(SILENT_MS);
  }

  /** The worker has sent a message; `isAsked` means that an answer is still due. */
  heard(isAsked: boolean): void {
    this.#isAlive = true;
    this.#stop();
    if (isAsked) this.#wait(SILENT_MS);
  }

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
