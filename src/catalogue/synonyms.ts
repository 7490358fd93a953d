/**
 * Common names of columns as professionals type them, in the languages of the page where their terms differ. Case, runs of blanks and
 * hyphens are ignored. No name means two columns, and none has a keyword of the screen text after its first word.
 */
import { COLUMNS, columnById } from './catalogue.ts';
import { WINDOWS } from './codes.ts';
import { nearest } from './nearest.ts';
import { statisticId } from './statistics.ts';

/** By id, names separated by commas. */
const NAMES: Readonly<Record<string, string>> = {
  symbol: 'ticker, ticker symbol, 代码, 証券コード',
  isAdr: 'adr',
  latestQuarter: 'report date',
  marketCapitalization:
    'mcap, mktcap, mkt cap, market cap, marketcap, market value, cap, börsenwert, marktkapitalisierung, capitalisation, capitalisation boursière, capitalización, capitalización bursátil, capitalizzazione, marktkapitalisatie, beurswaarde, valor de mercado, kapitalizacja, piyasa değeri, القيمة السوقية, बाज़ार पूंजीकरण, 時価総額, 시가총액, 市值, 总市值',
  enterpriseValue: 'ev, tev, unternehmenswert, valeur d’entreprise, 企業価値, 기업가치, 企业价值',
  close: 'price, last, last price, share price, kurs, cours, precio, prezzo, koers, preço, fiyat, 株価, 주가, 股价',
  volume: 'trading volume, handelsvolumen, 出来高, 거래량, 成交量',
  analystTargetPrice: 'price target, target price, kursziel, objectif de cours, precio objetivo, 目標株価, 목표주가, 目标价',
  analystTargetUpside: 'upside, kurspotenzial',
  analystRatingScore: 'analyst rating, rating',
  priceToEarningsRatio:
    'pe, p/e, per, price/earnings, price to earnings, price earnings, pe ratio, p/e ratio, trailing pe, ttm pe, kgv, p/l, c/z, f/k, k/w, koers/winst, مكرر الربحية, पी/ई, 株価収益率, 주가수익비율, 市盈率',
  forwardPE: 'forward p/e, fwd pe, fwd p/e, forward pe ratio, 予想per, 선행per, 预测市盈率',
  pegRatio: 'peg, peg ratio',
  priceToSalesRatio: 'ps, p/s, psr, price/sales, price to sales, price sales, kuv, 株価売上高倍率, 주가매출비율, 市销率',
  priceToBookRatio:
    'pb, p/b, pbr, price/book, price to book, price book, pb ratio, kbv, p/vp, p/vpa, c/wk, pd/dd, 株価純資産倍率, 주가순자산비율, 市净率',
  priceToTangibleBookRatio: 'ptb, p/tb, p/tbv, ptbv, price/tangible book, price to tangible book',
  priceToCashFlowRatio: 'pcf, p/cf, pcfr, price/cash flow, price to cash flow, kcv, 市现率',
  priceToFreeCashFlowRatio: 'pfcf, p/fcf, price/fcf, price/free cash flow, price to free cash flow',
  priceToNetCurrentAssetValue: 'p/ncav, price/ncav, ncav',
  earningsYield: 'e/p, earnings yield, gewinnrendite, 益回り, 收益率',
  freeCashFlowYield: 'fcf yield, fcfy, fcf/p, free cash flow yield',
  dividendYield:
    'dy, div yield, yield, dvd yield, dividend yield, dividendenrendite, rendement du dividende, rentabilidad por dividendo, rendimento da dividendo, dividendrendement, stopa dywidendy, temettü verimi, عائد التوزيعات, लाभांश प्रतिफल, 配当利回り, 배당수익률, 股息率',
  buybackYield: 'buyback yield, repurchase yield',
  shareholderYield: 'sh yield, total yield',
  dividendPayoutRatio: 'payout, payout ratio, ausschüttungsquote, taux de distribution, 配当性向, 배당성향, 派息率',
  dividendPerShare: 'dps, dividend',
  enterpriseValueToSales: 'ev/sales, ev/s, ev/revenue, ev sales',
  enterpriseValueToEbitda: 'ev/ebitda, evebitda, ev ebitda, fd/favök',
  enterpriseValueToEbit: 'ev/ebit, evebit, ev ebit',
  enterpriseValueToUnleveredFreeCashFlow: 'ev/fcf, ev/ufcf, ev fcf',
  earningsPerShare: 'basic eps, gewinn pro aktie, bpa, bénéfice par action, utile per azione, lpa, hbk, 每股收益, 주당순이익',
  dilutedEPSTTM: 'eps, diluted eps, ttm eps, ergebnis je aktie, 1株当たり利益',
  bookValuePerShare: 'bvps, book value per share, bps, buchwert je aktie, vpa, 每股净资产',
  returnOnEquity:
    'roe, return on equity, eigenkapitalrendite, rentabilité des capitaux propres, rentabilidad sobre recursos propios, redditività del capitale proprio, rendement op eigen vermogen, rentowność kapitału własnego, özsermaye kârlılığı, العائد على حقوق الملكية, 自己資本利益率, 자기자본이익률, 净资产收益率',
  returnOnAssets: 'roa, return on assets, gesamtkapitalrendite, 総資産利益率, 총자산이익률, 总资产收益率',
  returnOnInvestedCapital: 'roic, return on invested capital, 投下資本利益率, 투하자본이익률, 投入资本回报率',
  returnOnCapitalEmployed: 'roce, return on capital employed',
  returnOnCapital: 'roc, greenblatt roc',
  grossProfitMargin: 'gm, gross margin, bruttomarge, marge brute, margen bruto, margine lordo, 粗利率, 매출총이익률, 毛利率',
  operatingProfitMargin:
    'om, operating margin, op margin, ebit margin, operative marge, marge opérationnelle, margen operativo, 営業利益率, 영업이익률, 营业利润率',
  ebitdaMargin: 'ebitda margin',
  pretaxProfitMargin: 'pretax margin, ebt margin',
  netProfitMargin: 'net margin, nm, profit margin, nettomarge, marge nette, margen neto, 純利益率, 순이익률, 净利率',
  freeCashFlowMargin: 'fcf margin',
  debtToEquityRatio:
    'd/e, de ratio, debt/equity, debt to equity, debt equity, gearing, verschuldungsgrad, 負債比率, 부채비율, 负债权益比',
  debtToAssetsRatio: 'd/a, debt/assets, debt to assets',
  debtToCapitalRatio: 'debt/capital, debt to capital',
  longTermDebtToEquityRatio: 'lt debt/equity, lt d/e',
  netDebtToEbitda: 'net debt/ebitda, nd/ebitda, net leverage',
  interestCoverageRatio: 'interest coverage, interest cover, icr, times interest earned, zinsdeckung',
  currentRatio: 'current ratio, liquidity ratio, 流動比率, 유동비율, 流动比率',
  quickRatio: 'quick ratio, acid test, 当座比率, 당좌비율, 速动比率',
  totalRevenue:
    'revenue, revenues, sales, umsatz, umsatzerlöse, chiffre d’affaires, ventas, ingresos, ricavi, omzet, receita, przychody, hasılat, الإيرادات, 売上高, 매출액, 营业收入',
  costOfRevenue: 'cogs, cost of sales',
  grossProfit: 'gross profit, bruttogewinn, 売上総利益, 毛利',
  operatingIncome: 'operating profit, op income, betriebsergebnis, résultat opérationnel, 営業利益, 영업이익, 营业利润',
  netIncome:
    'net profit, net income, earnings, profit, jahresüberschuss, résultat net, beneficio neto, utile netto, nettowinst, lucro líquido, zysk netto, net kâr, صافي الربح, 純利益, 순이익, 净利润',
  sellingGeneralAndAdministrative: 'sga, sg&a',
  researchAndDevelopment: 'rnd, r&d, f&e',
  depreciationAndAmortization: 'd&a, depreciation, abschreibungen',
  operatingCashflow: 'ocf, cfo, operating cash flow, 経営cf, 经营现金流',
  freeCashFlow: 'fcf, free cash flow, freier cashflow, 自由现金流',
  capitalExpenditures: 'capex',
  totalAssets: 'assets, bilanzsumme, total actif, 総資産, 총자산, 总资产',
  totalShareholderEquity: 'equity, eigenkapital, capitaux propres, 自己資本, 자기자본, 股东权益',
  totalDebt: 'debt, schulden',
  netDebt: 'net debt, nettoverschuldung',
  commonStockSharesOutstanding: 'shares, shares outstanding, 発行済株式数, 总股本',
  revenueGrowth: 'sales growth, revenue growth, umsatzwachstum, 売上成長率, 营收增长',
  netIncomeGrowth: 'earnings growth, profit growth, gewinnwachstum',
  fiveYearsEarningsGrowth: '5y earnings growth, earnings cagr',
  fiveYearsRevenueGrowth: '5y revenue growth, 5y sales growth, revenue cagr, sales cagr',
  altmanZScore: 'z score, altman, altman z',
  piotroskiFScore: 'f score, piotroski',
  beneishMScore: 'm score, beneish',
  ohlsonOScore: 'o score, ohlson',
  greenblattEarningsYield: 'greenblatt yield',
  magicFormula: 'magic formula',
  acquirersMultiple: 'acquirers multiple, acquirer’s multiple',
  grahamNumber: 'graham number, graham',
  beta: 'β',
  'stats.21.rsi': 'rsi',
};

/** Names of the price statistics' windows. */
const WINDOW_NAMES: Readonly<Record<(typeof WINDOWS)[number], readonly string[]>> = {
  5: ['1w', '1 week', '5d', '5 day'],
  21: ['1m', '1 month', '1mo'],
  63: ['3m', '3 month', '3mo', '1 quarter', '1q'],
  252: ['1y', '1 year', '12m', '12 month', '12mo', '1yr', '52w', '52 week'],
  1260: ['5y', '5 year', '5yr', '60m'],
};

/** Names of the metrics, before or after a window. */
const METRIC_NAMES: Readonly<Record<string, readonly string[]>> = {
  rateBack: [
    'return',
    'returns',
    'performance',
    'perf',
    'momentum',
    'total return',
    'rendite',
    'rendement',
    'rentabilidad',
    'リターン',
    '수익률',
    '涨幅',
  ],
  pemstd: ['volatility', 'vol', 'volatilität', 'volatilité', 'volatilidad', 'ボラティリティ', '변동성', '波动率'],
  rateToMax: ['high', 'hoch'],
  minToRate: ['low', 'tief'],
  illiq: ['illiquidity', 'amihud'],
};

function normalized(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\s*\/\s*/g, '/')
    .replace(/[\s\-–]+/g, ' ')
    .trim();
}

function* pairs(): Generator<readonly [name: string, id: string]> {
  for (const [id, names] of Object.entries(NAMES)) for (const name of names.split(', ')) yield [name, id];
  for (const window of WINDOWS) {
    for (const [metric, metricNames] of Object.entries(METRIC_NAMES)) {
      for (const time of WINDOW_NAMES[window]) {
        for (const name of metricNames) {
          yield [`${time} ${name}`, statisticId(window, metric)];
          yield [`${name} ${time}`, statisticId(window, metric)];
        }
      }
    }
  }
}

/** Common names with the ids of their columns. */
export const SYNONYMS: readonly (readonly [name: string, id: string])[] = [...pairs()];

const BY_NAME: ReadonlyMap<string, string> = new Map(SYNONYMS.map(([name, id]) => [normalized(name), id]));

const NAMES_OF = new Map<string, string>();
for (const [name, id] of SYNONYMS) NAMES_OF.set(id, `${NAMES_OF.get(id) ?? ''} ${name}`);

/** All common names of a column as one text, for search. */
export function synonymsOf(id: string): string {
  return NAMES_OF.get(id) ?? '';
}

/** The column with this common name, or undefined. */
export function columnNamed(name: string): string | undefined {
  return BY_NAME.get(normalized(name));
}

function escaped(name: string): string {
  return normalized(name)
    .replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
    .replaceAll('/', '\\s*/\\s*')
    .replaceAll(' ', '[\\s\\-–]+')
    .replaceAll("'", "['’]");
}

/** First word or sign of a name: all names that may match at a position share it. */
const FIRST_WORD = /[\p{L}\p{N}]+|./uy;
const patterns = new Map<string, RegExp>();

/** A sticky, case-insensitive pattern for the longest name with this beginning; null when there is none. */
function patternOf(beginning: string): RegExp | null {
  const known = patterns.get(beginning);
  if (known) return known;
  const names = [...BY_NAME.keys()].filter((name) => name.startsWith(beginning)).sort((a, b) => b.length - a.length);
  if (names.length === 0) return null;
  const pattern = new RegExp(`(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}_.])`, 'iuy');
  patterns.set(beginning, pattern);
  return pattern;
}

/** Whether a name reads as the difference of two columns: debt - equity is not debt to equity. */
function isDifference(name: string): boolean {
  const parts = name.split(/[-–]/);
  return parts.length > 1 && parts.every((part) => BY_NAME.has(normalized(part)) || columnById(part.trim()) !== undefined);
}

/**
 * The longest common name at a position, ignoring case; null when there is none. Patterns are compiled per first word, because one
 * for all names takes longer than everything else on a page's first screen.
 */
export function commonNameAt(text: string, at: number): string | null {
  FIRST_WORD.lastIndex = at;
  const pattern = patternOf(FIRST_WORD.exec(text)?.[0].toLowerCase() ?? '');
  if (!pattern) return null;
  pattern.lastIndex = at;
  const name = pattern.exec(text)?.[0] ?? null;
  return name === null || isDifference(name) ? null : name;
}

/** The column that an unknown name may mean, by id or common name; undefined when none is near. */
export function columnMeant(name: string): string | undefined {
  const near = nearest(name, [...COLUMNS.map(({ id }) => id), ...SYNONYMS.map(([synonym]) => synonym)]);
  return near === null ? undefined : (columnById(near)?.id ?? columnNamed(near));
}

/** The common names, for the reader of a screen's text. */
export const COMMON_NAMES = { at: commonNameAt, columnOf: columnNamed } as const;
