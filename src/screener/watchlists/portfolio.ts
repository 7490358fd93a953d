/** The portfolio: parsed from pasted text or a file, and stored on this device. */
import type { Holding, Portfolio } from '../../engine/table/holdings.ts';
import { locale } from '../../shell/i18n.ts';
import { readJson, writeSetting } from '../../shell/storage.ts';
import { decimalSeparator } from '../state/figures.ts';
import type { Finder } from './match.ts';

const SETTING = 'portfolio';
/** Maximum of lines; further ones are reported as unread. */
export const HOLDINGS_MAX = 20_000;

/** A parsed portfolio. */
export interface ReadPortfolio extends Portfolio {
  /** Unmatched entries, and lines without an amount. */
  readonly misses: readonly string[];
  readonly unread: readonly string[];
  /** The first amount that could also mean another number, such as 1.500, where no number of the table decides. */
  readonly doubtful: { readonly text: string; readonly amount: number } | null;
}

/** Header patterns of identifying columns, best first. */
const OF_ENTRY = [/symbol|ticker/i, /isin/i, /name|security|instrument|wertpapier|titre|valor|titolo/i];
const OF_SHARES = /share|quantity|qty|units|position|holding|amount|st[üu]ck|anzahl|titres|acciones|azioni/i;
const OF_WEIGHT = /weight|%|percent|prozent|pourcent|porcent|gewicht|anteil|poids|peso/i;
const OF_PERCENT = /%|percent|prozent|pourcent|porcent/i;
/** Header patterns of numbers that are neither. A price per share is no number of shares, a change in percent no weight. */
const OF_CHANGE =
  /change|chg|gain|loss|profit|gewinn|verlust|veränderung|p\s*[&/]\s*l|return|rendite|yield|perf|ytd|\bday|\btag/i;
const OF_MONEY =
  /price|cost|value|worth|dividend|preis|kurs|wert|einstand|prix|cours|valeur|coût|precio|valor|coste|prezzo|costo|prijs|koers|waarde|cena|fiyat|değer|価格|金額|評価|价|市值|金额|가격|금액|[$€£¥]/i;
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/;
/** A list under a percent sign that adds up to 1 within this is in fractions. */
const WHOLE_TOLERANCE = 0.02;

/** Splits a line at tabs, semicolons or commas, respecting quotes. */
function cellsOf(line: string, separator: string): readonly string[] {
  if (separator === ' ') {
    const [, entry = line, amount = ''] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
    return [entry, amount];
  }
  const cells = line.match(new RegExp(`(?:"(?:[^"]|"")*"|[^"${separator}])+|(?<=${separator}|^)(?=${separator}|$)`, 'g')) ?? [];
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"'),
  );
}

type Sign = '.' | ',';

/** Strips spaces, currency and percent signs. */
const bareNumber = (cell: string): string => cell.replace(/[\s\u00a0\u202f'’%$€£¥]/g, '').replace('−', '-');

/** Decimal separator of an unambiguous number: 1.5, 1,234.5, 1.234.567; null for 1.500 and 12. */
function signOf(cell: string): Sign | null {
  const bare = bareNumber(cell);
  const [point, comma] = [bare.lastIndexOf('.'), bare.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ',';
  if (point < 0 && comma < 0) return null;
  const sign = point >= 0 ? '.' : ',';
  if (bare.split(sign).length > 2) return sign === '.' ? ',' : '.';
  return /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(bare) ? null : sign;
}

/** Decimal separator of numbers, by the first unambiguous one; null when there is none. */
const signOfNumbers = (cells: readonly string[]): Sign | null =>
  cells
    .filter((cell) => /^-?[\d.,]+$/.test(bareNumber(cell)))
    .map(signOf)
    .find((sign) => sign !== null) ?? null;

/** Parses numbers as in files: 1,234.5, 1.234,5, 12 %. NaN when invalid. */
function amountOf(cell: string, sign: Sign): number {
  const bare = bareNumber(cell);
  const [whole = '', ...parts] = bare.split(sign);
  const isGrouped = /^-?[1-9]\d{0,2}([.,]\d{2,3})*[.,]\d{3}$/.test(whole);
  if (parts.length > 1 || !(isGrouped || /^-?\d*$/.test(whole)) || !/^\d*$/.test(parts[0] ?? '') || !/\d/.test(bare))
    return Number.NaN;
  return Number(`${whole.replaceAll(/[.,]/g, '')}.${parts[0] ?? ''}0`);
}

const isAmount = (cell: string): boolean => !Number.isNaN(amountOf(cell, signOf(cell) ?? '.'));

/** A comma that does not group thousands. */
const DIVIDING_COMMA = /(?<!\d),|,(?!\d{3}(?:\D|$))/;

function separatorOf(lines: readonly string[]): string {
  const sure = ['\t', ';'].find((each) => lines.some((line) => line.includes(each)));
  const isDivided = lines.every((line) => line.includes(',')) && lines.some((line) => DIVIDING_COMMA.test(line));
  return sure ?? (isDivided ? ',' : ' ');
}

interface Layout {
  /** Identifying cells by priority. */
  readonly entriesAt: readonly number[];
  readonly amountAt: number;
  /** Kind of amounts by the header; null without one. */
  readonly amounts: Portfolio['amounts'] | null;
  readonly isPercentHead: boolean;
}

/** True for a line of names of columns, not for one of a security without a number. */
function isHead(cells: readonly string[], find: Finder['find']): boolean {
  if (cells.length < 2 || cells.some(isAmount)) return false;
  const words = [...OF_ENTRY, OF_SHARES, OF_WEIGHT];
  return cells.some((cell) => words.some((each) => each.test(cell))) || find(cells[0]!) === undefined;
}

/** Selects columns by the header, else the first one and the first number after it. */
function layoutOf(
  rows: readonly (readonly string[])[],
  find: Finder['find'],
  asked: Portfolio['amounts'] | null,
): { layout: Layout; hasHead: boolean } {
  const [first = []] = rows;
  const hasHead = isHead(first, find);
  const names = hasHead ? first : [];
  const isOther = (at: number): boolean => OF_CHANGE.test(names[at] ?? '') || OF_MONEY.test(names[at] ?? '');
  const body = rows.slice(hasHead ? 1 : 0);
  const numberAt = body.find((cells) => cells.length > 1)?.findIndex((cell, at) => at > 0 && isAmount(cell) && !isOther(at));
  const sharesAt = names.findIndex((name, at) => at > 0 && OF_SHARES.test(name) && !isOther(at));
  const weightAt = names.findIndex((name, at) => at > 0 && OF_WEIGHT.test(name) && !OF_CHANGE.test(name));
  const places = asked === 'weights' ? [weightAt, sharesAt] : [sharesAt, weightAt];
  const amountAt = places.find((at) => at >= 0) ?? (hasHead ? numberAt : Math.max(1, numberAt ?? 1)) ?? -1;
  const amounts = amountAt < 0 ? null : amountAt === sharesAt ? 'shares' : amountAt === weightAt ? 'weights' : null;
  const entriesAt = OF_ENTRY.map((words) => names.findIndex((name) => words.test(name))).filter((at) => at >= 0);
  const isPercentHead = OF_PERCENT.test(names[amountAt] ?? '');
  return { layout: { entriesAt: entriesAt.length > 0 ? entriesAt : [0], amountAt, amounts, isPercentHead }, hasHead };
}

/**
 * Parses one security per line: a ticker, ISIN or name, and a number of shares or a weight, with or without a header. Lines of the
 * same security are summed. An ISIN decides before a symbol or name. Numbers with a percent sign or under such a header are weights;
 * weights that sum to more than 1.5 are percentages.
 * @param asked kind of the amounts; null to detect it
 */
export function readPortfolio(
  text: string,
  { find, keyOf, isinOf }: Finder,
  asked: Portfolio['amounts'] | null = null,
): ReadPortfolio {
  const all = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const lines = all.slice(0, HOLDINGS_MAX);
  const separator = separatorOf(lines);
  const rows = lines.map((line) => cellsOf(line, separator));
  const { layout, hasHead } = layoutOf(rows, find, asked);
  const sure = signOfNumbers(rows.map((cells) => cells[layout.amountAt] ?? '')) ?? signOfNumbers(rows.flat());
  const sign = sure ?? (decimalSeparator(locale()) === ',' ? ',' : '.');
  let doubtful: ReadPortfolio['doubtful'] = null;
  const held = new Map<string, number>();
  const [misses, unread]: [string[], string[]] = [[], all.slice(HOLDINGS_MAX)];
  let [percentCount, sum] = [0, 0];
  for (const [index, cells] of rows.entries()) {
    if (hasHead && index === 0) continue;
    const entries = layout.entriesAt.flatMap((at) => cells[at] || []);
    const cell = cells[layout.amountAt] ?? '';
    const amount = amountOf(cell, sign);
    const isin = cells.find((each) => ISIN.test(each.toUpperCase()))?.toUpperCase();
    const isOther = (found: number): boolean =>
      isin !== undefined && isinOf(found) !== '' && isinOf(found).toUpperCase() !== isin;
    const named = entries.map(find).find((found) => found !== undefined);
    const row = isin !== undefined && (named === undefined || isOther(named)) ? find(isin) : named;
    if (row === undefined) misses.push(entries[0] ?? lines[index] ?? '');
    else if (!Number.isFinite(amount)) unread.push(lines[index] ?? '');
    else {
      if (cell.includes('%')) percentCount++;
      if (sure === null && /[.,]/.test(cell)) doubtful ??= { text: cell, amount };
      sum += amount;
      held.set(keyOf(row), (held.get(keyOf(row)) ?? 0) + amount);
    }
  }
  const amounts = asked ?? (percentCount > 0 ? 'weights' : (layout.amounts ?? 'shares'));
  const isPercent = percentCount > 0 || Math.abs(sum) > 1.5 || (layout.isPercentHead && Math.abs(sum - 1) > WHOLE_TOLERANCE);
  const whole = amounts === 'weights' && isPercent ? 100 : 1;
  const holdings = [...held].map(([symbol, amount]): Holding => ({ symbol, amount: amount / whole }));
  return { amounts, holdings, misses, unread, doubtful };
}

function isHolding(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && Number.isFinite(value[1]);
}

/** The stored portfolio, or null. */
export function keptPortfolio(): Portfolio | null {
  const { amounts, holdings } = (readJson(SETTING) ?? {}) as { amounts?: unknown; holdings?: unknown };
  if (!Array.isArray(holdings) || (amounts !== 'shares' && amounts !== 'weights')) return null;
  return { amounts, holdings: holdings.filter(isHolding).map(([symbol, amount]) => ({ symbol, amount })) };
}

/** Replaces the stored portfolio; null deletes it. */
export function storePortfolio(portfolio: Portfolio | null): void {
  const holdings = portfolio?.holdings.map(({ symbol, amount }) => [symbol, amount]);
  writeSetting(SETTING, portfolio && JSON.stringify({ amounts: portfolio.amounts, holdings }));
}
