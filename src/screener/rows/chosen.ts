/** Rows chosen for the detail and for comparison. */
import { t } from '../../shell/i18n.ts';
import { asRef, say, showTab, state, type VersionedRows } from '../state/store.ts';
import { wholeText } from '../state/words.ts';

export const COMPARED_MAX = 8;

/** The chosen rows; none if they belong to another table version. */
export function currentRows(chosen: VersionedRows | null, version: number | undefined): readonly number[] {
  return chosen && chosen.version === version ? chosen.rows : [];
}

export function setDetail(row: number): void {
  if (state.frame) state.detail = asRef({ version: state.frame.version, rows: [row] });
}

export function showDetail(row: number): void {
  setDetail(row);
  showTab('row');
}

/** Adds a row to the comparison or removes it. */
export function compareRow(row: number): void {
  const { frame } = state;
  if (!frame) return;
  const before = currentRows(state.compared, frame.version);
  const had = before.includes(row);
  if (!had && before.length === COMPARED_MAX) {
    say(t('announcement.compareFull', { number: wholeText(COMPARED_MAX) }));
    return;
  }
  const rows = had ? before.filter((each) => each !== row) : [...before, row];
  state.compared = asRef({ version: frame.version, rows });
  showTab('compare');
  say(t('announcement.compared', { number: wholeText(rows.length) }));
}

/** Replaces the compared rows. */
export function compareRows(rows: readonly number[]): void {
  if (!state.frame) return;
  state.compared = asRef({ version: state.frame.version, rows: rows.slice(0, COMPARED_MAX) });
  showTab('compare');
  say(t('announcement.compared', { number: wholeText(rows.length) }));
}

export function clearCompared(): void {
  state.compared = asRef({ version: -1, rows: [] });
}
