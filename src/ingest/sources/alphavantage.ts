/** The source `alphavantage`: responses of its API as JSON files, recognised by content, not by name. */
import { basename } from 'node:path';
import { dayOfIso, isoDay } from '../formats/day.ts';
import { decimalOf } from '../formats/decimal.ts';
import { filesBelow, foundAt, textAt } from '../formats/files.ts';
import { domicileOf } from '../join/codes/domiciles.ts';
import { industryOf, SECTOR_OF_INDUSTRY } from '../join/codes/industries.ts';
import { SECTOR_NAMES } from '../join/securities.ts';
import type { Intake, Source, SourceRow } from './source.ts';

type Json = Readonly<Record<string, unknown>>;

/** Twenty years of daily sessions take about three megabytes. */
const ANSWER_BYTES_MAX = 64e6;
/** Keys of the API's refusals. */
const REFUSALS = ['Error Message', 'Note', 'Information'];
const DAILY = /^Time Series \(Daily\)$/;
const SLOWER = /^(Weekly|Monthly)( Adjusted)? Time Series$|^Time Series \(\d+min\)$/;
/** Tolerance for the change of unadjusted counts and prices by a split's factor. */
const SPLIT_TOLERANCE = 0.25;
/** An annual charge below this share of the cash flow statement's is only a part of it. */
const PART_SHARE = 0.9;
const TYPES: ReadonlyMap<string, string> = new Map([
  ['Common Stock', 'Equity'],
  ['Equity', 'Equity'],
  ['Stock', 'Equity'],
  ['ETF', 'Etf'],
]);

/** Alpha Vantage's names of lines, where they differ from the column's id. */
const LINES: Readonly<Record<string, string>> = { cash: 'cashAndCashEquivalentsAtCarryingValue' };
const BALANCE = [
  'totalAssets',
  'totalCurrentAssets',
  'cash',
  'shortTermInvestments',
  'cashAndShortTermInvestments',
  'currentNetReceivables',
  'inventory',
  'propertyPlantEquipment',
  'goodwill',
  'intangibleAssetsExcludingGoodwill',
  'longTermInvestments',
  'totalLiabilities',
  'totalCurrentLiabilities',
  'currentAccountsPayable',
  'deferredRevenue',
  'shortTermDebt',
  'longTermDebt',
  'capitalLeaseObligations',
  'totalShareholderEquity',
  'retainedEarnings',
  'treasuryStock',
  'commonStockSharesOutstanding',
];
const INCOME = [
  'totalRevenue',
  'costOfRevenue',
  'grossProfit',
  'operatingExpenses',
  'sellingGeneralAndAdministrative',
  'researchAndDevelopment',
  'depreciationAndAmortization',
  'operatingIncome',
  'interestExpense',
  'incomeBeforeTax',
  'incomeTaxExpense',
  'ebit',
  'ebitda',
  'netIncome',
];
const CASH_FLOW = [
  'operatingCashflow',
  'capitalExpenditures',
  'cashflowFromInvestment',
  'cashflowFromFinancing',
  'dividendPayout',
  'paymentsForRepurchaseOfCommonStock',
  'proceedsFromIssuanceOfCommonStock',
];
/** Payments: positive whatever their sign in the file. */
const PAYMENTS = ['capitalExpenditures', 'dividendPayout', 'paymentsForRepurchaseOfCommonStock', 'treasuryStock'];
const FORECASTS: Readonly<Record<string, string>> = {
  pegRatio: 'PEGRatio',
  forwardPE: 'ForwardPE',
  analystTargetPrice: 'AnalystTargetPrice',
  analystRatingStrongBuy: 'AnalystRatingStrongBuy',
  analystRatingBuy: 'AnalystRatingBuy',
  analystRatingHold: 'AnalystRatingHold',
  analystRatingSell: 'AnalystRatingSell',
  analystRatingStrongSell: 'AnalystRatingStrongSell',
};
const KINDS = { annualReports: 'annual', quarterlyReports: 'quarter' } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

interface Report {
  readonly kind: Kind;
  readonly day: number;
  /** Unconverted lines of the three statements. */
  readonly lines: Record<string, unknown>;
  readonly place: string;
}

interface Session {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly adjClose: number;
  readonly volume: number;
}

class Company {
  overview: Json | null = null;
  readonly reports = new Map<string, Report>();
  /** Reporting day by quarter end. */
  readonly reported = new Map<number, number>();
  readonly sessions = new Map<number, Session>();
  readonly quotes = new Map<number, Session>();
}

/** Parses the API's quoted numbers; NaN for “None” and “-”. */
function numberOf(value: unknown): number {
  return typeof value === 'string' || typeof value === 'number' ? decimalOf(String(value)) : Number.NaN;
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || text === 'None' || text === '-' ? null : text;
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const recordsOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Opens a folder of JSON files or a single file. Throws if there is none. */
export async function openAlphaVantage(path: string): Promise<Source> {
  const found = await foundAt(path);
  if (!found) throw new Error(`${path} is not there`);
  const paths = found.isDirectory() ? await filesBelow(path, (name) => name.endsWith('.json')) : [path];
  if (paths.length === 0) throw new Error(`${path} holds no .json files of Alpha Vantage`);
  return { name: 'alphavantage', path, files: [], read: (intake) => readAll(paths, intake) };
}

async function readAll(paths: readonly string[], intake: Intake): Promise<void> {
  const companies = new Map<string, Company>();
  for (const path of paths) {
    const name = basename(path);
    const text = await textAt(path, ANSWER_BYTES_MAX);
    let answer: unknown;
    try {
      answer = JSON.parse(text ?? '');
    } catch (error) {
      throw new Error(`${name} is not complete JSON: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
    const passed = isRecord(answer) ? readAnswer(name, answer, companies, intake) : 'it is not an Alpha Vantage response';
    if (passed !== null) intake.note(`${name} is passed over: ${passed}`);
  }
  for (const [symbol, company] of companies) handOver(symbol, company, intake);
}

/** Reads one response. Returns why it is skipped, or null. */
function readAnswer(name: string, answer: Json, companies: Map<string, Company>, intake: Intake): string | null {
  const refusal = REFUSALS.find((key) => typeof answer[key] === 'string');
  if (refusal !== undefined) return `the API has answered “${String(answer[refusal]).slice(0, 60)}”`;
  const meta = isRecord(answer['Meta Data']) ? answer['Meta Data'] : {};
  const quote = isRecord(answer['Global Quote']) ? answer['Global Quote'] : null;
  const symbol = [answer.symbol, answer.Symbol, meta['2. Symbol'], quote?.['01. symbol']]
    .map(textOf)
    .find((text) => text !== null);
  if (!symbol) return 'it names no symbol';
  if (Object.keys(answer).some((key) => SLOWER.test(key)))
    return 'statistics are made of daily sessions, not of slower or faster ones';
  const company = companies.get(symbol) ?? new Company();
  companies.set(symbol, company);
  const series = Object.keys(answer).find((key) => DAILY.test(key));
  if (series !== undefined) readSeries(name, symbol, answer[series], company, intake);
  else if (quote) readQuote(name, symbol, quote, company, intake);
  else if (answer.annualReports !== undefined || answer.quarterlyReports !== undefined)
    readReports(name, symbol, answer, company, intake);
  else if (answer.quarterlyEarnings !== undefined || answer.annualEarnings !== undefined) readEarnings(answer, company);
  else if (answer.Symbol !== undefined && answer.AssetType !== undefined) company.overview = answer;
  else return 'it is none of overview, statements, earnings, quote and daily series';
  return null;
}

/** Reads reporting days. The earnings per share are adjusted and match no column. */
function readEarnings({ quarterlyEarnings }: Json, { reported }: Company): void {
  for (const { fiscalDateEnding, reportedDate } of recordsOf(quarterlyEarnings)) {
    const [end, day] = [dayOfIso(fiscalDateEnding), dayOfIso(reportedDate)];
    if (day >= end) reported.set(end, day);
  }
}

function readReports(name: string, symbol: string, answer: Json, { reports }: Company, intake: Intake): void {
  for (const [list, kind] of Object.entries(KINDS) as [keyof typeof KINDS, Kind][]) {
    const seen = new Set<number>();
    for (const [index, lines] of recordsOf(answer[list]).entries()) {
      const day = dayOfIso(lines.fiscalDateEnding);
      const place = `${name}, ${list} ${index + 1}`;
      if (Number.isNaN(day)) {
        intake.drop('statements', 'fiscalDateEnding is not a date', `${place} ${symbol}`);
        continue;
      }
      if (seen.has(day)) intake.drop('statements', 'an earlier report of the file is of the same period', `${place} ${symbol}`);
      else {
        seen.add(day);
        const key = `${kind} ${day}`;
        const known = reports.get(key);
        if (!known) reports.set(key, { kind, day, lines: { ...lines }, place });
        else if (known.lines.reportedCurrency !== lines.reportedCurrency)
          intake.drop('statements', 'another currency than in the other statements of the period', `${place} ${symbol}`);
        else {
          // netIncome is in two statements; the income statement's is used.
          const isIncome = lines.totalRevenue !== undefined;
          reports.set(key, { ...known, lines: isIncome ? { ...known.lines, ...lines } : { ...lines, ...known.lines } });
        }
      }
    }
  }
}

function readSeries(name: string, symbol: string, series: unknown, { sessions }: Company, intake: Intake): void {
  for (const [date, bar] of Object.entries(isRecord(series) ? series : {})) {
    const values: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(isRecord(bar) ? bar : {})) values[key.replace(/^\d+\. /, '')] = value;
    const day = dayOfIso(date);
    const close = numberOf(values.close);
    if (Number.isNaN(day)) intake.drop('prices', 'the date is not a date', `${name}, ${date} ${symbol}`);
    else if (!(close > 0)) intake.drop('prices', 'the close is not above 0', `${name}, ${date} ${symbol}`);
    else {
      const known = sessions.get(day);
      const adjClose = numberOf(values['adjusted close']);
      sessions.set(day, {
        open: numberOf(values.open),
        high: numberOf(values.high),
        low: numberOf(values.low),
        close,
        adjClose: Number.isNaN(adjClose) ? (known?.adjClose ?? Number.NaN) : adjClose,
        volume: numberOf(values.volume),
      });
    }
  }
}

function readQuote(name: string, symbol: string, quote: Json, { quotes }: Company, intake: Intake): void {
  const day = dayOfIso(quote['07. latest trading day']);
  const close = numberOf(quote['05. price']);
  if (Number.isNaN(day) || !(close > 0)) {
    intake.drop('prices', 'a quote without day or price', `${name} ${symbol}`);
    return;
  }
  const [open, high, low, volume] = ['02. open', '03. high', '04. low', '06. volume'].map((key) => numberOf(quote[key])) as [
    number,
    number,
    number,
    number,
  ];
  quotes.set(day, { open, high, low, close, adjClose: Number.NaN, volume });
}

interface Split {
  readonly day: number;
  /** New shares per old share. */
  readonly factor: number;
}

/** An overview names one split. */
function splitOf(overview: Json | null): Split | null {
  const [to, of] = (textOf(overview?.LastSplitFactor) ?? '').split(/[:/]/).map(Number);
  const factor = (to ?? Number.NaN) / (of ?? Number.NaN);
  const day = dayOfIso(overview?.LastSplitDate);
  return factor > 0 && factor !== 1 && Number.isFinite(factor) && !Number.isNaN(day) ? { day, factor } : null;
}

function handOver(symbol: string, company: Company, intake: Intake): void {
  const split = splitOf(company.overview);
  if (company.overview) takeOverview(symbol, company.overview, intake);
  takeReports(symbol, company, split, intake);
  takeSessions(symbol, company, split, intake);
}

function takeOverview(symbol: string, overview: Json, intake: Intake): void {
  const text = (key: string): string | null => textOf(overview[key]);
  const industryName = text('Industry');
  const industry = industryName === null ? null : industryOf(industryName);
  if (industry === null && industryName !== null) intake.unmapped('industry', industryName);
  const sectorName = text('Sector');
  const sector =
    (industry === null ? undefined : SECTOR_OF_INDUSTRY.get(industry)) ??
    SECTOR_NAMES.get(sectorName?.toLowerCase() ?? '') ??
    null;
  if (sector === null && sectorName !== null) intake.unmapped('sector', sectorName);
  const countryName = text('Country');
  const country = countryName === null ? null : domicileOf(countryName);
  if (country === null && countryName !== null) intake.unmapped('country', countryName);
  intake.take('securities', {
    symbol,
    name: text('Name'),
    type: TYPES.get(text('AssetType') ?? '') ?? text('AssetType'),
    country: country ?? countryName,
    currency: text('Currency'),
    exchange: text('Exchange'),
    sector,
    industry,
    fiscalYearEnd: text('FiscalYearEnd'),
    latestQuarter: dayOfIso(overview.LatestQuarter),
    CIK: text('CIK'),
    website: text('OfficialSite'),
    address: text('Address'),
    description: text('Description'),
    marketCapitalization: numberOf(overview.MarketCapitalization),
    dilutedEPSTTM: numberOf(overview.DilutedEPSTTM),
    dividendPerShare: numberOf(overview.DividendPerShare),
    beta: numberOf(overview.Beta),
  });
  const forecasts = Object.fromEntries(Object.entries(FORECASTS).map(([id, key]) => [id, numberOf(overview[key])]));
  if (Object.values(forecasts).some((value) => !Number.isNaN(value))) intake.take('forecasts', { symbol, ...forecasts });
}

function takeReports(symbol: string, { reports, reported }: Company, split: Split | null, intake: Intake): void {
  const sorted = [...reports.values()].sort((a, b) => a.day - b.day);
  const isUnadjusted =
    split !== null &&
    jumps(
      sorted.map(({ day, lines }) => [day, numberOf(lines.commonStockSharesOutstanding)]),
      split.day,
      split.factor,
    );
  if (isUnadjusted)
    intake.note(`${symbol}: share counts before the split of ${isoDay(split.day)} are multiplied by ${split.factor}`);
  const quarters = new Map(sorted.flatMap((report) => (report.kind === 'quarter' ? [[report.day, report.lines] as const] : [])));
  let partCount = 0;
  for (const { kind, day, lines, place } of sorted) {
    const known = reported.get(day);
    if (known !== undefined && known > intake.asOfDay && day <= intake.asOfDay) {
      intake.drop('statements', 'reported after the day taken', `${place} ${symbol}`);
      continue;
    }
    const row: Record<string, number | string | null> = {};
    for (const id of [...BALANCE, ...INCOME, ...CASH_FLOW]) row[id] = numberOf(lines[LINES[id] ?? id]);
    for (const id of PAYMENTS) row[id] = Math.abs(Number(row[id]));
    const charge = chargeOf(kind, day, lines, quarters);
    if (kind === 'annual' && charge !== row.depreciationAndAmortization && !Number.isNaN(Number(row.depreciationAndAmortization)))
      partCount++;
    row.depreciationAndAmortization = charge;
    row.longTermDebt = longTermDebtOf(lines);
    if (isUnadjusted && day < split.day)
      row.commonStockSharesOutstanding = Number(row.commonStockSharesOutstanding) * split.factor;
    intake.take('statements', { symbol, periodEnd: day, period: kind, currency: textOf(lines.reportedCurrency), ...row });
  }
  if (partCount > 0)
    intake.note(
      `${symbol}: in ${partCount} years the income statement has a part of depreciation and amortization: the quarters' sum or the cash flow statement's line counts`,
    );
}

/**
 * Depreciation and amortization: the income statement's line, otherwise the cash flow statement's. An annual line well below the latter is
 * only part of the charge; the sum of the four quarters replaces it if that is complete.
 */
function chargeOf(kind: Kind, day: number, lines: Json, quarters: ReadonlyMap<number, Json>): number {
  const income = numberOf(lines.depreciationAndAmortization);
  const cashFlow = numberOf(lines.depreciationDepletionAndAmortization);
  if (Number.isNaN(income)) return cashFlow;
  if (kind === 'quarter' || !(income < PART_SHARE * cashFlow)) return income;
  const year = [...quarters].flatMap(([end, quarter]) =>
    end <= day && end > day - 350 ? [numberOf(quarter.depreciationAndAmortization)] : [],
  );
  const sum = year.reduce((total, value) => total + value, 0);
  return year.length === 4 && sum >= PART_SHARE * cashFlow ? sum : cashFlow;
}

/** Excludes the current portion from long-term debt if short-term debt includes it too, as the total shows. */
function longTermDebtOf(lines: Json): number {
  const [long, rest, current, short, total] = [
    'longTermDebt',
    'longTermDebtNoncurrent',
    'currentLongTermDebt',
    'shortTermDebt',
    'shortLongTermDebtTotal',
  ].map((key) => numberOf(lines[key])) as [number, number, number, number, number];
  const isTwice =
    current > 0 &&
    short >= current &&
    Math.abs(rest + current - long) <= 0.01 * long &&
    Math.abs(short + long - total) > 0.01 * total;
  return isTwice ? rest : long;
}

/** Whether counts rise by a split's factor on its day and are therefore unadjusted. */
function jumps(counts: readonly (readonly [day: number, count: number])[], day: number, factor: number): boolean {
  const known = counts.filter(([, count]) => count > 0);
  const before = known.findLast(([end]) => end < day)?.[1];
  const after = known.find(([end]) => end >= day)?.[1];
  return before !== undefined && after !== undefined && Math.abs(after / before / factor - 1) <= SPLIT_TOLERANCE;
}

function takeSessions(symbol: string, { sessions, quotes }: Company, split: Split | null, intake: Intake): void {
  // A quote is used only for a day that the series lacks: its volume is intraday.
  const isShort = sessions.size === 0;
  for (const [day, quote] of quotes) if (!sessions.has(day)) sessions.set(day, quote);
  const sorted = [...sessions].sort(([a], [b]) => a - b);
  const isPlain = sorted.every(([, { adjClose }]) => Number.isNaN(adjClose));
  const isSplit =
    isPlain &&
    split !== null &&
    jumps(
      sorted.map(([day, { close }]) => [day, 1 / close]),
      split.day,
      split.factor,
    );
  if (isPlain && !isShort)
    intake.note(
      `${symbol}: the daily series is not adjusted for dividends${isSplit ? `; for the split of ${isoDay(split.day)} it is, here` : ''}`,
    );
  for (const [day, session] of sorted) {
    const adjClose = isSplit ? (day < split.day ? session.close / split.factor : session.close) : session.adjClose;
    intake.take('prices', { symbol, date: day, ...session, adjClose } satisfies SourceRow);
  }
}
