/** Shows how far a command is: on a terminal one bar that is drawn anew, elsewhere lines. */
import type { Progress } from '../ingest/report/progress.ts';
import { printable } from './print.ts';

const BAR_CELLS = 24;
/** A bar is drawn at most so often, a line with a share written at most so often where there is no terminal. */
const DRAWN_EVERY_MS = 100;
const WRITTEN_EVERY_MS = 5000;
/** An estimate of the first moments says nothing. */
const ESTIMATE_AFTER_MS = 2000;
const MINUTE_SECONDS = 60;
const ERASE_LINE = '\r\x1b[K';

/** What of a stream is used here. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** About how long it will take; empty where nothing can be said yet. */
function estimate(done: number, of: number, elapsedMs: number): string {
  if (elapsedMs < ESTIMATE_AFTER_MS || done === 0) return '';
  const seconds = Math.ceil(((elapsedMs / done) * (of - done)) / 1000);
  return seconds < 2 * MINUTE_SECONDS ? `, about ${seconds} s left` : `, about ${Math.round(seconds / MINUTE_SECONDS)} min left`;
}

export interface ProgressWriter {
  readonly progress: Progress;
  /** Leaves the line of a bar that is still shown. */
  end(): void;
}

/**
 * A writer of progress.
 * @param now milliseconds on a clock that only goes forward
 */
export function progressOn(stream: ProgressStream, now: () => number = () => performance.now()): ProgressWriter {
  const isTerminal = stream.isTTY === true;
  let stage = '';
  let stageStart = 0;
  let stageDone = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  let isBarShown = false;
  const progress: Progress = (given, share) => {
    const line = printable(given);
    const time = now();
    if (!share) {
      stream.write(isBarShown ? `${ERASE_LINE}${line}\n` : `${line}\n`);
      isBarShown = false;
      stage = '';
      return;
    }
    const { done, of } = share;
    const name = `${line.replaceAll(/[\d,.]+/g, '')} ${of}`;
    if (name !== stage) {
      stage = name;
      stageStart = time;
      stageDone = done;
      shownAt = Number.NEGATIVE_INFINITY;
    }
    const isWhole = done >= of;
    if (!isWhole && time - shownAt < (isTerminal ? DRAWN_EVERY_MS : WRITTEN_EVERY_MS)) return;
    shownAt = time;
    const percent = of === 0 ? 100 : Math.floor((100 * done) / of);
    const text = `${percent} % ${line}${isWhole ? '' : estimate(done - stageDone, of - stageDone, time - stageStart)}`;
    if (!isTerminal) {
      stream.write(`${text}\n`);
      return;
    }
    const filled = Math.round((BAR_CELLS * percent) / 100);
    const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR_CELLS - filled)}] ${text}`;
    // A line that wraps could not be drawn anew.
    stream.write(`${ERASE_LINE}${bar.slice(0, Math.max(1, (stream.columns ?? 80) - 1))}${isWhole ? '\n' : ''}`);
    isBarShown = !isWhole;
  };
  return {
    progress,
    end() {
      if (isBarShown) stream.write('\n');
      isBarShown = false;
    },
  };
}
