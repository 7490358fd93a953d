/** The receipt in words and as copied text. */
import type { Receipt } from '../../engine/answers/receipt.ts';
import { type Verdict, withoutMarks } from '../../engine/answers/receiptLink.ts';
import { t } from '../../shell/i18n.ts';
import { linkWith } from '../state/address.ts';
import { state } from '../state/store.ts';
import { counted, countryName, dayText, wholeText } from '../state/words.ts';
import { screenText } from '../steps/text.ts';

/** Maximum length of a link with row hashes. */
const LINK_CHARS_MAX = 2000;
/** Maximum of countries named; the remainder is counted. */
const NAMED_MAX = 6;

function dayWords(date: string | null): string {
  return date === null ? t('receipt.noDate') : dayText(Date.parse(date) / 1000);
}

/** The latest date of the data and the countries with older data. */
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
  // Today's sources do not describe a history.
  return coverage && !history
    ? [`sources: ${coverage.sources.map(({ name, day }) => `${name}${day === null ? '' : ` ${day}`}`).join(', ')}`]
    : [];
}

/** Screen and receipt as plain text. ISO dates and plain figures keep two texts comparable. */
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

/** URL with the receipt, including row hashes if short enough. */
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

/** Result of checking an opened link, as a sentence. */
export function verdictWords(verdict: Verdict): string {
  const holes = { data: dataWords(verdict), rows: rowWords(verdict) };
  return t(verdict.isSameResult ? 'verdict.same' : 'verdict.changed', holes);
}
