import { ScreenTextError } from '../../engine/steps/reader.ts';

/** Calls a parser and returns its syntax error instead of throwing it. */
export function orFault<T>(read: () => T): T | ScreenTextError {
  try {
    return read();
  } catch (error) {
    if (error instanceof ScreenTextError) return error;
    throw error;
  }
}
