/** The portfolio: parsed from pasted text or a file, and stored on this device. */
import type { Holding, Portfolio } from '../../engine/table/holdings.ts';
import { locale } from '../../shell/i18n.ts';
import { readJson, setAside, writeWork } from '../../shell/storage.ts';
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
const OF_ENTRY = [
  /symbol|ticker|s[íi]mbolo|symbool|sembol|kürzel|código|codice|コード|代码|코드|الرمز|प्रतीक|सिंबल/i,
  /isin/i,
  /name|security|instrument|wertpapier|titre|valor|titolo|nombre|naam|nome|nazwa|papier|銘柄|名称|종목명|الاسم|नाम/i,
];
const OF_SHARES =
  /share|quantity|qty|units|st[üu]ck|anzahl|anteile|bestand|nominal|titres|nombre de|qté|quantité|acciones|cantidad|títulos|azioni|quantità|q\.tà|ações|quantidade|qtd|participaciones|aandelen|aantal|stuks|adet|miktar|ilość|liczba|sztuk|株数|数量|口数|股数|持仓|수량|주식|عدد|كمية|मात्रा|शेयर|संख्या/i;
/** Numbers of shares or amounts of money: only where no other column has the shares. */
const OF_POSITION = /position|holding|amount/i;
const OF_WEIGHT =
  /weight|%|percent|prozent|pourcent|porcent|gewicht|anteil(?!e)|poids|peso|waga|ağırlık|比重|权重|占比|비중|وزن|भार/i;
const OF_PERCENT = /%|percent|prozent|pourcent|porcent/i;
/** Header patterns of numbers that are neither. A price per share is no number of shares, a change in percent no weight. */
const OF_CHANGE =
  /change|chg|gain|loss|profit|gewinn|verlust|veränderung|p\s*[&/]\s*l|return|rendite|yield|perf|ytd|\bday|\btag/i;
const OF_MONEY =
  /price|cost|value|worth|dividend|invested|\bcap\b|capitali[sz]ation|preis|kurs|wert|einstand|betrag|prix|cours|valeur|coût|montant|precio|valor|coste|importe|prezzo|costo|importo|preço|custo|prijs|koers|waarde|bedrag|cena|koszt|wartość|kwota|fiyat|değer|maliyet|tutar|価格|金額|評価|単価|价|市值|金额|成本|가격|금액|سعر|قيمة|تكلفة|مبلغ|मूल्य|भाव|कीमत|लागत|राशि|[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|JPY|CNY|INR|KRW|BRL|PLN|TRY|CAD|AUD|HKD|SEK|NOK|DKK)\b/i;
/** The entry of a line that adds up the others. */
const OF_TOTAL =
  /^(?:(?:grand |sub)?totals?|totale|totaal|gesamt|(?:gesamt)?summe|somme|suma|razem|toplam|合計|总计|合计|합계|إجمالي|المجموع|कुल|योग)\s*:?$/i;
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/;
/** A list under a percent sign that adds up to 1 within this is in fractions. */
const WHOLE_TOLERANCE = 0.02;
/** Long and short weights of a larger sum are percentages, even if they cancel out. */
const GROSS_MAX = 10;
/** Lines among which the names of the columns are looked for: some files begin with an account and a date. */
const HEAD_LINES = 20;

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

/** Parses numbers as in files: 1,234.5, 1.234,5, 12 %. NaN when invalid, or an amount of money. */
function amountOf(cell: string, sign: Sign): number {
  if (/[$€£¥]/.test(cell)) return Number.NaN;
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
  const head = lines.slice(0, HEAD_LINES).findIndex((line) => namesBoth(cellsOf(line, ',')));
  const table = lines.slice(Math.max(0, head));
  const isDivided = table.every((line) => line.includes(',')) && (head >= 0 || table.some((line) => DIVIDING_COMMA.test(line)));
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

type Cells = readonly string[];

const OF_AMOUNTS = [OF_SHARES, OF_POSITION, OF_WEIGHT];

/** True for a line of names of columns, not for one of a security without a number. */
function isHead(cells: Cells, find: Finder['find']): boolean {
  if (cells.length < 2 || cells.some(isAmount)) return false;
  const words = [...OF_ENTRY, ...OF_AMOUNTS];
  return cells.some((cell) => words.some((each) => each.test(cell))) || find(cells[0]!) === undefined;
}

/** True for a line that names a security's column and one of amounts. */
function namesBoth(cells: Cells): boolean {
  const places = (words: readonly RegExp[]): number[] =>
    cells.flatMap((cell, at) => (words.some((each) => each.test(cell)) ? [at] : []));
  const [entries, amounts] = [places(OF_ENTRY), places(OF_AMOUNTS)];
  return !cells.some(isAmount) && entries.some((at) => amounts.some((other) => other !== at));
}

/** Place of the line of names, -1 without one. */
function headOf(rows: readonly Cells[], find: Finder['find']): number {
  const sure = rows.slice(0, HEAD_LINES).findIndex(namesBoth);
  return sure < 0 && isHead(rows[0] ?? [], find) ? 0 : sure;
}

/** Columns of which most cells are amounts, without the first one. */
function numberColumns(rows: readonly Cells[]): number[] {
  const filled: number[] = [];
  const amounts: number[] = [];
  for (const cells of rows)
    for (const [at, cell] of cells.entries()) {
      if (at === 0 || cell === '') continue;
      filled[at] = (filled[at] ?? 0) + 1;
      if (isAmount(cell)) amounts[at] = (amounts[at] ?? 0) + 1;
    }
  return filled.flatMap((count, at) => ((amounts[at] ?? 0) * 2 >= count ? [at] : []));
}

/** Selects columns by the names in the head, else the first one and the only one of numbers. */
function layoutOf(
  rows: readonly Cells[],
  find: Finder['find'],
  asked: Portfolio['amounts'] | null,
): { layout: Layout; headAt: number } {
  const headAt = headOf(rows, find);
  const names = rows[headAt] ?? [];
  const numbers = numberColumns(rows.slice(headAt + 1));
  const isOther = (at: number): boolean => OF_CHANGE.test(names[at] ?? '') || OF_MONEY.test(names[at] ?? '');
  const namedBy = (words: RegExp, isOut: (at: number) => boolean): number => {
    const places = names.flatMap((name, at) => (at > 0 && words.test(name) && !isOut(at) ? [at] : []));
    return places.find((at) => numbers.includes(at)) ?? places[0] ?? -1;
  };
  const sharesAt = [OF_SHARES, OF_POSITION].map((words) => namedBy(words, isOther));
  const weightAt = namedBy(OF_WEIGHT, (at) => OF_CHANGE.test(names[at] ?? ''));
  const places = asked === 'weights' ? [weightAt, ...sharesAt] : [...sharesAt, weightAt];
  const named = places.find((at) => numbers.includes(at)) ?? places.find((at) => at >= 0);
  const [only = -1] = numbers;
  const amountAt = named ?? (numbers.length === 1 && !isOther(only) ? only : -1);
  const amounts = amountAt < 0 ? null : sharesAt.includes(amountAt) ? 'shares' : amountAt === weightAt ? 'weights' : null;
  const entriesAt = OF_ENTRY.map((words) => names.findIndex((name, at) => words.test(name) && !numbers.includes(at))).filter(
    (at) => at >= 0,
  );
  const isPercentHead = OF_PERCENT.test(names[amountAt] ?? '');
  return { layout: { entriesAt: entriesAt.length > 0 ? entriesAt : [0], amountAt, amounts, isPercentHead }, headAt };
}

/**
 * Parses one security per line: a ticker, ISIN or name, and a number of shares or a weight, with or without a header. Lines of the
 * same security are summed. An ISIN decides before a symbol or name. Numbers with a percent sign or under such a header are weights;
 * weights that sum to more than 1.5 are percentages. Amounts of money, totals, and numbers in one of several columns without a
 * name are unread.
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
  const { layout, headAt } = layoutOf(rows, find, asked);
  const sure = signOfNumbers(rows.map((cells) => cells[layout.amountAt] ?? '')) ?? signOfNumbers(rows.flat());
  const sign = sure ?? (decimalSeparator(locale()) === ',' ? ',' : '.');
  let doubtful: ReadPortfolio['doubtful'] = null;
  const held = new Map<string, number>();
  const [misses, unread]: [string[], string[]] = [[], all.slice(HOLDINGS_MAX)];
  let [percentCount, sum, gross] = [0, 0, 0];
  for (const [index, cells] of rows.entries()) {
    if (index <= headAt) {
      if (index < headAt) unread.push(lines[index] ?? '');
      continue;
    }
    const entries = layout.entriesAt.flatMap((at) => cells[at] || []);
    const cell = cells[layout.amountAt] ?? '';
    const amount = amountOf(cell, sign);
    const isin = cells.find((each) => ISIN.test(each.toUpperCase()))?.toUpperCase();
    const isOther = (found: number): boolean =>
      isin !== undefined && isinOf(found) !== '' && isinOf(found).toUpperCase() !== isin;
    const named = entries.map(find).find((found) => found !== undefined);
    const row = isin !== undefined && (named === undefined || isOther(named)) ? find(isin) : named;
    const isTotal = isin === undefined && OF_TOTAL.test(entries[0] ?? '');
    if (row === undefined) misses.push(entries[0] ?? lines[index] ?? '');
    else if (isTotal || !Number.isFinite(amount)) unread.push(lines[index] ?? '');
    else {
      if (cell.includes('%')) percentCount++;
      if (sure === null && /[.,]/.test(cell)) doubtful ??= { text: cell, amount };
      sum += amount;
      gross += Math.abs(amount);
      held.set(keyOf(row), (held.get(keyOf(row)) ?? 0) + amount);
    }
  }
  const amounts = asked ?? (percentCount > 0 ? 'weights' : (layout.amounts ?? 'shares'));
  const isLarge = Math.abs(sum) > 1.5 || gross > GROSS_MAX;
  const isPercent = percentCount > 0 || isLarge || (layout.isPercentHead && Math.abs(sum - 1) > WHOLE_TOLERANCE);
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

/** Whether nothing is lost by replacing what is stored: this version reads all of it. */
function isRead(): boolean {
  const { holdings } = (readJson(SETTING) ?? {}) as { holdings?: unknown };
  return keptPortfolio() !== null && (holdings as readonly unknown[]).every(isHolding);
}

/** Replaces the stored portfolio; null deletes it. */
export function storePortfolio(portfolio: Portfolio | null): void {
  if (!isRead()) setAside(SETTING);
  const holdings = portfolio?.holdings.map(({ symbol, amount }) => [symbol, amount]);
  writeWork(SETTING, portfolio && JSON.stringify({ amounts: portfolio.amounts, holdings }));
}
