import type { Result } from './results.ts';

export interface Options {
  readonly sizes: readonly number[];
  readonly work: readonly string[];
  readonly where: readonly Result['where'][];
  readonly peers: readonly string[];
  readonly clock: string;
}
