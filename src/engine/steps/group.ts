/** A group of conditions: any, all or a minimum number must hold. */
import { judgeGroup } from '../../../kernels/loops/verdicts.ts';
import { readCount } from './clauses.ts';
import type { ConditionRun, StepText, TextOf, Verdict } from './kind.ts';
import { printNumber, type Reader, ScreenTextError } from './reader.ts';
import { type StepOf, stepKind } from './step.ts';

/** Deepest nesting of groups, and most members of one. */
export const GROUP_DEPTH_MAX = 4;
export const GROUP_MEMBERS_MAX = 32;

/**
 * Keeps the rows that meet any, all or at least `least` of the members. A member without a value is not met; a failing row counts
 * as missing, not as failed, when the members without a value could have made it pass.
 */
export interface GroupOf<Member> extends StepOf<'group'> {
  readonly least: 'any' | 'all' | number;
  readonly members: readonly Member[];
}

export const { is: isGroup } = stepKind<GroupOf<unknown>>('group');

export function groupOf<Member>(least: GroupOf<Member>['least'], members: readonly Member[]): GroupOf<Member> {
  return stepKind<GroupOf<Member>>('group').make({ least, members });
}

function readMembers<Member>(reader: Reader, least: GroupOf<Member>['least'], at: number, inner: TextOf<Member>, depth: number) {
  if (depth > GROUP_DEPTH_MAX) throw new ScreenTextError(`groups are nested deeper than ${GROUP_DEPTH_MAX}`, at);
  if (!reader.takeWord('of')) throw reader.expected('“of”');
  reader.need('(');
  const members: Member[] = [];
  do {
    if (members.length === GROUP_MEMBERS_MAX) {
      throw new ScreenTextError(`a group has at most ${GROUP_MEMBERS_MAX} filters`, reader.at);
    }
    members.push(inner.read(reader, depth));
  } while (reader.takeSign(','));
  reader.need(')', '“,” or “)”');
  return groupOf(least, members);
}

function countFault(least: number, memberCount: number): string | null {
  if (!(Number.isInteger(least) && least >= 1)) return 'filters are counted in whole numbers from 1 on';
  return least > memberCount ? `at least ${least} of ${memberCount} filters can't be met` : null;
}

/** Generic, because the registry defines the members' type. */
export function groupText<Member>(): StepText<GroupOf<Member>, Member> {
  return {
    read(reader, inner, depth) {
      reader.skipSpace();
      const at = reader.at;
      if (reader.takeWord('any')) return readMembers(reader, 'any', at, inner, depth + 1);
      if (reader.takeWord('all')) return readMembers(reader, 'all', at, inner, depth + 1);
      if (!reader.takeWord('at')) return null;
      if (!reader.takeWord('least')) throw reader.expected('“least”');
      return readMembers(reader, readCount(reader, 1), at, inner, depth + 1);
    },
    print({ least, members }, inner) {
      const count = typeof least === 'number' ? `at least ${printNumber(least)}` : least;
      return `${count} of (${members.map(inner.print).join(', ')})`;
    },
    columns: ({ members }, inner) => members.flatMap(inner.columns),
    dependsOn: ({ members }, inner) => (members.some((member) => inner.dependsOn(member) === 'set') ? 'set' : 'row'),
    isUnfinished: ({ least, members }, columnOf, inner) =>
      members.length === 0 || Number.isNaN(least) || members.some((member) => inner.isUnfinished(member, columnOf)),
    isTyped: () => true,
    pieces: [
      ['any of (', 'any of (x is missing)'],
      ['all of (', 'all of (x is missing)'],
      ['at least 2 of (', 'at least 2 of (x is missing)'],
    ],
    fault({ least, members }, columnOf, inner, depth) {
      if (depth + 1 > GROUP_DEPTH_MAX) return `groups are nested deeper than ${GROUP_DEPTH_MAX}`;
      if (members.length === 0) return 'a group needs a filter';
      if (members.length > GROUP_MEMBERS_MAX) return `a group has at most ${GROUP_MEMBERS_MAX} filters`;
      if (typeof least === 'number') {
        const fault = countFault(least, members.length);
        if (fault !== null) return fault;
      }
      for (const member of members) {
        const fault = inner.fault(member, columnOf, depth + 1);
        if (fault !== null) return fault;
      }
      return null;
    },
    rename: (step, from, to, inner) => ({ ...step, members: step.members.map((member) => inner.rename(member, from, to)) }),
  };
}

function leastOf({ least, members }: GroupOf<unknown>): number {
  return least === 'any' ? 1 : least === 'all' ? members.length : least;
}

const VERDICTS: readonly Verdict[] = ['fails', 'passes', 'lacks'];

export function groupRun<Member>(): ConditionRun<GroupOf<Member>, Member> {
  return {
    judge(table, step, rows, inner) {
      const verdicts = step.members.map((member) => inner(table, member, rows));
      return judgeGroup(verdicts, leastOf(step), rows.length);
    },
    explain(table, { members }, { input, row }, inner) {
      const at = input.indexOf(row);
      return { members: members.map((member) => VERDICTS[inner(table, member, input)[at]!]!) };
    },
  };
}
