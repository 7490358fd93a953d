/** The portfolio: parsed from pasted text or a file, and stored on this device. */
import type { Holding, Portfolio } from '../../engine/table/holdings.ts';
import { readJson, writeSetting } from '../../shell/storage.ts';
import type { Finder } from './match.ts';

const SETTING = 'portfolio';
/** Maximum of lines; further ones are reported as unread. */
export const HOLDINGS_MAX = 20_000;

/** A parsed portfolio. */
export interface ReadPortfolio extends Portfolio {
  /** Unmatched entries, and lines without an amount. */
  readonly misses: readonly string[];
  readonly unread: readonly string[];
}

/** Header patterns of identifying columns, best first. */
const OF_ENTRY = [/symbol|ticker/i, /isin/i, /name|security|instrument|wertpapier|titre|valor|titolo/i];
const OF_SHARES = /share|quantity|qty|units|position|holding|amount|st[üu]ck|anzahl|titres|acciones|azioni/i;
const OF_WEIGHT = /weight|%|gewicht|anteil|poids|peso/i;

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
  return /^-?\d{1,3}[.,]\d{3}$/.test(bare) ? null : sign;
}

/** Decimal separator of a column, by its first unambiguous number. */
const signOfColumn = (cells: readonly string[]): Sign => cells.map(signOf).find((sign) => sign !== null) ?? '.';

/** Parses numbers as in files: 1,234.5, 1.234,5, 12 %. NaN when invalid. */
function amountOf(cell: string, sign: Sign): number {
  const bare = bareNumber(cell);
  const [whole = '', ...parts] = bare.split(sign);
  const isGrouped = /^-?\d{1,3}([.,]\d{2,3})*[.,]\d{3}$/.test(whole);
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
}

/** Selects columns by the header, else the first one and the first number after it. */
function layoutOf(rows: readonly (readonly string[])[]): { layout: Layout; hasHead: boolean } {
  const [first = []] = rows;
  const hasHead = first.slice(1).length > 0 && !first.some(isAmount);
  const body = rows.slice(hasHead ? 1 : 0);
  const numberAt = Math.max(1, body.find((cells) => cells.length > 1)?.findIndex((cell, at) => at > 0 && isAmount(cell)) ?? 1);
  if (!hasHead) return { layout: { entriesAt: [0], amountAt: numberAt, amounts: null }, hasHead };
  const [sharesAt, weightAt] = [OF_SHARES, OF_WEIGHT].map((words) => first.findIndex((cell, at) => at > 0 && words.test(cell)));
  const amountAt = [sharesAt, weightAt].find((at) => at !== undefined && at >= 0) ?? numberAt;
  const amounts = amountAt === sharesAt ? 'shares' : amountAt === weightAt ? 'weights' : null;
  const entriesAt = OF_ENTRY.map((words) => first.findIndex((cell) => words.test(cell))).filter((at) => at >= 0);
  return { layout: { entriesAt: entriesAt.length > 0 ? entriesAt : [0], amountAt, amounts }, hasHead };
}

/**
 * Parses one security per line: a ticker, ISIN or name, and a number of shares or a weight, with or without a header. Lines of the
 * same security are summed. Numbers with a percent sign or under such a header are weights; weights that sum to more than 1.5 are
 * percentages.
 * @param asked kind of the amounts; null to detect it
 */
export function readPortfolio(text: string, { find, keyOf }: Finder, asked: Portfolio['amounts'] | null = null): ReadPortfolio {
  const all = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const lines = all.slice(0, HOLDINGS_MAX);
  const separator = separatorOf(lines);
  const rows = lines.map((line) => cellsOf(line, separator));
  const { layout, hasHead } = layoutOf(rows);
  const sign = signOfColumn(rows.map((cells) => cells[layout.amountAt] ?? ''));
  const held = new Map<string, number>();
  const [misses, unread]: [string[], string[]] = [[], all.slice(HOLDINGS_MAX)];
  let [percentCount, sum] = [0, 0];
  for (const [index, cells] of rows.entries()) {
    if (hasHead && index === 0) continue;
    const entries = layout.entriesAt.flatMap((at) => cells[at] || []);
    const cell = cells[layout.amountAt] ?? '';
    const amount = amountOf(cell, sign);
    const row = entries.map(find).find((found) => found !== undefined);
    if (row === undefined) misses.push(entries[0] ?? lines[index] ?? '');
    else if (!Number.isFinite(amount)) unread.push(lines[index] ?? '');
    else {
      if (cell.includes('%')) percentCount++;
      sum += amount;
      held.set(keyOf(row), (held.get(keyOf(row)) ?? 0) + amount);
    }
  }
  const amounts = asked ?? (percentCount > 0 ? 'weights' : (layout.amounts ?? 'shares'));
  const scale = amounts === 'weights' && (percentCount > 0 || Math.abs(sum) > 1.5) ? 0.01 : 1;
  const holdings = [...held].map(([symbol, amount]): Holding => ({ symbol, amount: amount * scale }));
  return { amounts, holdings, misses, unread };
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
