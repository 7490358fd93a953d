/** The lines of the sheet of profiles, and how they are sorted. */
import type { Column } from '../../catalogue/column.ts';
import type { ColumnProfile } from '../../engine/answers/profile.ts';
import { locale } from '../../shell/i18n.ts';
import { columnLabel, groupLabel } from '../state/words.ts';

export interface ProfileLine {
  readonly column: Column;
  readonly label: string;
  readonly group: string;
  readonly profile: ColumnProfile;
}

export const FIGURES = ['distance', 'delta', 'median', 'medianOf', 'missing', 'missingOf'] as const;
export type Figure = (typeof FIGURES)[number];
export type Field = Figure | 'label' | 'group';

export interface Order {
  readonly field: Field;
  readonly descending: boolean;
}

export function figureOf({ profile }: ProfileLine, figure: Figure): number {
  const { distance, delta, rows, others } = profile;
  return {
    distance,
    delta,
    median: rows.median,
    medianOf: others.median,
    missing: rows.missingShare,
    missingOf: others.missingShare,
  }[figure];
}

/** Lines of the columns that there are, in their order. */
export function profileLines(
  profiles: readonly ColumnProfile[],
  columnOf: (id: string) => Column | undefined,
): readonly ProfileLine[] {
  return profiles.flatMap((profile) => {
    const column = columnOf(profile.id);
    if (!column) return [];
    return [{ column, label: columnLabel(column.id), group: groupLabel(column.group), profile }];
  });
}

/** Sorted by a field, delta by its size; what has no figure comes last either way. */
export function sortLines(lines: readonly ProfileLine[], { field, descending }: Order): readonly ProfileLine[] {
  const sign = descending ? -1 : 1;
  return lines.toSorted((a, b) => {
    if (field === 'label' || field === 'group') return sign * a[field].localeCompare(b[field], locale());
    const [x, y] = [figureOf(a, field), figureOf(b, field)].map((value) => (field === 'delta' ? Math.abs(value) : value)) as [
      number,
      number,
    ];
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    return sign * (x - y);
  });
}

/** The next order after a press on a head: the field's usual direction, the other one, none. */
export function nextOrder(now: Order | null, field: Field): Order | null {
  const startsDescending = field !== 'label' && field !== 'group';
  if (now?.field !== field) return { field, descending: startsDescending };
  return now.descending === startsDescending ? { field, descending: !startsDescending } : null;
}
