/** The receipt of the present result as words, and what is copied of it. */
import type { Receipt } from '../../engine/answers/receipt.ts';
import { type Verdict, withoutMarks } from '../../engine/answers/receiptLink.ts';
import { t } from '../../shell/i18n.ts';
import { linkWith } from '../state/address.ts';
import { state } from '../state/store.ts';
import { counted, countryName, dayText, wholeText } from '../state/words.ts';
import { screenText } from '../steps/text.ts';

/** Longest link that carries a hash of each row. */
const LINK_CHARS_MAX = 2000;
/** Countries with older data that are named before the rest is counted. */
const NAMED_MAX = 6;

function dayWords(date: string | null): string {
  return date === null ? t('receipt.noDate') : dayText(Date.parse(date) / 1000);
}

/** Dates of the data: the newest, and the countries that are behind it. */
export function dateWords({ dataDate, countryDates }: Receipt): { newest: string; older: string | null } {
  const named = countryDates.slice(0, NAMED_MAX).map(({ country, date }) => `${countryName(country)} ${dayWords(date)}`);
  const rest = countryDates.length - named.length;
  const list = [...named, ...(rest > 0 ? [t('comparison.more', { number: wholeText(rest) })] : [])].join(', ');
  return {
    newest: t('receipt.date', { date: dayWords(dataDate) }),
    older: countryDates.length === 0 ? null : t('receipt.older', { list }),
  };
}

function sourceLines({ history }: Receipt): string[] {
  const { coverage } = state.universe;
  // Those of the universe of today say nothing of a history.
  return coverage && !history
    ? [`sources: ${coverage.sources.map(({ name, day }) => `${name}${day === null ? '' : ` ${day}`}`).join(', ')}`]
    : [];
}

/** The screen and its receipt as plain text. Dates are ISO and figures plain, so that two texts can be compared. */
export function receiptText(receipt: Receipt): string {
  const older = receipt.countryDates.map(({ country, date }) => `${country} ${date ?? '-'}`).join(', ');
  return [
    screenText(),
    `data: ${receipt.dataDate ?? '-'}${older === '' ? '' : ` (${older})`}, ${receipt.universeCount} securities`,
    ...sourceLines(receipt),
    ...(!receipt.history ? [] : [`history: ${receipt.history}, snapshot of ${receipt.snapshot}`]),
    ...(state.looks === null ? [] : [`hold-out: from ${state.history.holdOut}, looks: ${state.looks}`]),
    `rows: ${receipt.rowCount}`,
    `digest: ${receipt.digest}`,
    '',
  ].join('\n');
}

/** The address of the screen with its receipt; with a hash of each row where there is room. */
export function receiptLink(short: string): string {
  const whole = linkWith(short);
  return whole.length <= LINK_CHARS_MAX ? whole : linkWith(withoutMarks(short));
}

function dataWords({ days, isSameData }: Verdict): string {
  if (isSameData) return t('verdict.sameData');
  if (days === null || days === 0) return t('verdict.otherData');
  return counted(days > 0 ? 'verdict.newer' : 'verdict.older', Math.abs(days));
}

function rowWords({ entered, left, moved, rowCountBefore, rowCountAfter }: Verdict): string {
  if (entered === null || left === null || moved === null) {
    return t('verdict.counts', { before: wholeText(rowCountBefore), after: wholeText(rowCountAfter) });
  }
  return t('difference.rows', { entered: wholeText(entered), left: wholeText(left), moved: wholeText(moved) });
}

/** What opening a link has shown, as a sentence. */
export function verdictWords(verdict: Verdict): string {
  const holes = { data: dataWords(verdict), rows: rowWords(verdict) };
  return t(verdict.isSameResult ? 'verdict.same' : 'verdict.changed', holes);
}
