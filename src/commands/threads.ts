import { availableParallelism } from 'node:os';
import type { ThreadOptions } from '../ingest/threads/threads.ts';
import { wholeNumber } from './usage.ts';

const THREADS_MAX = 64;
/** More threads use more memory and wait for the one that reads the files. */
const THREADS_DEFAULT_MAX = 4;

/** Reads the option --threads. Throws UsageError. */
export function threadsOf(text: string | undefined): { readonly threads: ThreadOptions } {
  const count =
    text === undefined ? Math.min(availableParallelism(), THREADS_DEFAULT_MAX) : wholeNumber('--threads', text, 1, THREADS_MAX);
  return { threads: { program: process.argv[1] as string, count } };
}
