/** Members of a group as text. */
import { isGroup } from '../../engine/steps/group.ts';
import { ScreenTextError } from '../../engine/steps/reader.ts';
import type { Condition } from '../../engine/steps/registry.ts';
import { parseScreen } from '../../engine/steps/text.ts';

/** Prefix for the parser. */
export const MEMBER_BEFORE = 'all of (';

export type ReadMember = { readonly member: Condition } | { readonly message: string; readonly at: number };

/** Parses a single filter or group, or returns the error with its position (from 0). */
export function readMember(text: string): ReadMember {
  try {
    // In group context, so that bars, sorts and slices are rejected at their position.
    const [step] = parseScreen(`${MEMBER_BEFORE}${text}\n)`);
    if (!step || !isGroup(step)) throw new ScreenTextError('expected a filter', MEMBER_BEFORE.length);
    const [member, second] = step.members;
    if (!member || second) return { message: 'expected one filter', at: text.length };
    return { member };
  } catch (error) {
    if (!(error instanceof ScreenTextError)) throw error;
    return { message: error.message, at: Math.min(Math.max(0, error.at - MEMBER_BEFORE.length), text.length) };
  }
}
