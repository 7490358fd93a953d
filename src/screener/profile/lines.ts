/** Lines of the differences view and their sorting. */
import type { Column } from '../../catalogue/column.ts';
import type { ColumnProfile } from '../../engine/answers/profile.ts';
import { locale } from '../../shell/i18n.ts';
import { compareFigures, type Order } from '../columns/sortedTable.tsx';
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

export function isFigure(field: Field): field is Figure {
  return field !== 'label' && field !== 'group';
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

/** Lines of known columns, in order. */
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

/** Sorts by a field, delta by absolute value; missing figures last. */
export function sortLines(lines: readonly ProfileLine[], { field, descending }: Order<Field>): readonly ProfileLine[] {
  return lines.toSorted((a, b) => {
    if (!isFigure(field)) return (descending ? -1 : 1) * a[field].localeCompare(b[field], locale());
    const [x, y] = [figureOf(a, field), figureOf(b, field)].map((value) => (field === 'delta' ? Math.abs(value) : value)) as [
      number,
      number,
    ];
    return compareFigures(x, y, descending);
  });
}
