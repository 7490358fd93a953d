/**
 * A screen as text: one line that people can read, type and share, used by the URL and the command line.
 * Numbers are the stored ones; rows are counted from 1 in the text and from 0 in the step.
 */

import { COMMON_NAMES } from '../../catalogue/synonyms.ts';
import { isAsOf } from './asOf.ts';
import { isHold } from './hold.ts';
import { printStep, readStep, STEPS_MAX } from './language.ts';
import { type PlacedNumber, Reader, ScreenTextError } from './reader.ts';
import type { Step } from './registry.ts';

/** Longest text that is read, in UTF-16 units. */
export const TEXT_CHARS_MAX = 1_000_000;

/** A step and the span of text [at, end) that it was read from. */
export interface PlacedStep {
  readonly step: Step;
  readonly at: number;
  readonly end: number;
}

/** Reads a screen with the position of each step, without checking that its columns exist. Throws {@link ScreenTextError}. */
export function parsePlacedScreen(text: string): PlacedStep[] {
  return readPlaced(new Reader(text, COMMON_NAMES));
}

/** The numbers of a text, from left to right. Throws {@link ScreenTextError}. */
export function numbersOfText(text: string): PlacedNumber[] {
  const reader = new Reader(text, COMMON_NAMES);
  readPlaced(reader);
  const byPlace = new Map(reader.numbers.map((number) => [number.at, number]));
  return [...byPlace.values()].sort((a, b) => a.at - b.at);
}

function readPlaced(reader: Reader): PlacedStep[] {
  const { text } = reader;
  if (text.length > TEXT_CHARS_MAX)
    throw new ScreenTextError(`the text is longer than ${TEXT_CHARS_MAX} characters`, TEXT_CHARS_MAX);
  const placed: PlacedStep[] = [];
  reader.skipSpace();
  if (reader.at === text.length) return placed;
  do {
    reader.skipSpace();
    const at = reader.at;
    if (placed.length === STEPS_MAX) throw new ScreenTextError(`a screen has at most ${STEPS_MAX} steps`, at);
    if (placed.some((each) => isHold(each.step)))
      throw new ScreenTextError('“hold” sets how the rows are held: it must be the last step', at);
    const step = readStep(reader);
    if (isAsOf(step) && placed.length > 0) throw new ScreenTextError('“as of” names the universe: it must be the first step', at);
    placed.push({ step, at, end: reader.at });
  } while (reader.takeSign('|'));
  reader.skipSpace();
  if (reader.at < text.length) throw reader.expected('“|” or the end');
  return placed;
}

/** Reads a screen. Throws {@link ScreenTextError}. */
export function parseScreen(text: string): Step[] {
  return parsePlacedScreen(text).map(({ step }) => step);
}

/** The canonical text of a screen. */
export function printScreen(steps: readonly Step[]): string {
  return steps
    .map(printStep)
    .filter((text) => text !== null)
    .join(' | ');
}
