import { Cancelled } from '../../engine/worker/client.ts';

/** Logs an error of the engine, unless the request was cancelled. */
export function warn(error: unknown): void {
  if (!(error instanceof Cancelled)) console.warn(error);
}
