/** Shows a command's progress: as a bar on a terminal, otherwise as lines. */
import type { Progress } from '../ingest/report/progress.ts';
import { printable } from './print.ts';

const BAR_CELLS = 24;
/** Minimum interval between updates of a bar, and between lines without a terminal. */
const DRAWN_EVERY_MS = 100;
const WRITTEN_EVERY_MS = 5000;
const ESTIMATE_AFTER_MS = 2000;
const MINUTE_SECONDS = 60;
const ERASE_LINE = '\r\x1b[K';

export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Estimated remaining time; empty at the beginning. */
function estimate(done: number, of: number, elapsedMs: number): string {
  if (elapsedMs < ESTIMATE_AFTER_MS || done === 0) return '';
  const seconds = Math.ceil(((elapsedMs / done) * (of - done)) / 1000);
  return seconds < 2 * MINUTE_SECONDS ? `, about ${seconds} s left` : `, about ${Math.round(seconds / MINUTE_SECONDS)} min left`;
}

export interface ProgressWriter {
  readonly progress: Progress;
  /** Ends the line of a visible bar. */
  end(): void;
}

/**
 * @param now milliseconds of a monotonic clock
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
    // A wrapped line could not be overwritten.
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
