/**
 * A second reader of companyfacts for Apple and Snowflake: short, slow, and sharing nothing with the product's.
 * It looks a line up in the filings known on a day, by the tags that these two companies report it under.
 */

/** New shares per old one, in force from that day. */
export interface Split {
  readonly day: string;
  readonly ratio: number;
}

interface Entry {
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly filed: string;
  readonly form: string;
  readonly accn: string;
}
type Taxonomy = Readonly<Record<string, { readonly units: Readonly<Record<string, readonly Entry[]>> }>>;
export interface CompanyFile {
  readonly facts: Readonly<Record<string, Taxonomy>>;
}

/** The value of the first tag that is stated for a day or a period; NaN where none is. */
type Read = (...tags: readonly string[]) => number;

const orZero = (value: number): number => (Number.isNaN(value) ? 0 : value);
/** A sum of parts, at least one of which is stated. */
const sum = (...parts: readonly number[]): number =>
  parts.every(Number.isNaN) ? Number.NaN : parts.reduce((total, part) => total + orZero(part), 0);

/** Both companies’ balance sheets are whole; neither paid interest before it had a line of debt. */
const hasNoDebt = (of: Read): boolean =>
  !Number.isNaN(of('Liabilities')) &&
  [
    'CommercialPaper',
    'OtherShortTermBorrowings',
    'LongTermDebtCurrent',
    'LongTermDebtNoncurrent',
    'LongTermDebt',
    'ConvertibleDebtNoncurrent',
  ].every((tag) => Number.isNaN(of(tag)));

/** Lines of the balance sheet. */
export const BALANCE: Readonly<Record<string, (of: Read) => number>> = {
  totalAssets: (of) => of('Assets'),
  totalCurrentAssets: (of) => of('AssetsCurrent'),
  cash: (of) => of('CashAndCashEquivalentsAtCarryingValue'),
  shortTermInvestments: (of) =>
    orZero(
      of('MarketableSecuritiesCurrent', 'AvailableForSaleSecuritiesCurrent', 'AvailableForSaleSecuritiesDebtSecuritiesCurrent'),
    ),
  cashAndShortTermInvestments: (of) => of('CashAndCashEquivalentsAtCarryingValue') + BALANCE.shortTermInvestments!(of),
  currentNetReceivables: (of) => of('AccountsReceivableNetCurrent'),
  inventory: (of) => orZero(of('InventoryNet')),
  propertyPlantEquipment: (of) => of('PropertyPlantAndEquipmentNet'),
  goodwill: (of) => orZero(of('Goodwill')),
  intangibleAssetsExcludingGoodwill: (of) => orZero(of('IntangibleAssetsNetExcludingGoodwill', 'FiniteLivedIntangibleAssetsNet')),
  longTermInvestments: (of) =>
    of(
      'MarketableSecuritiesNoncurrent',
      'AvailableForSaleSecuritiesNoncurrent',
      'AvailableForSaleSecuritiesDebtSecuritiesNoncurrent',
    ),
  totalLiabilities: (of) => of('Liabilities'),
  totalCurrentLiabilities: (of) => of('LiabilitiesCurrent'),
  currentAccountsPayable: (of) => of('AccountsPayableCurrent', 'AccountsPayable'),
  deferredRevenue: (of) => of('ContractWithCustomerLiabilityCurrent', 'DeferredRevenueCurrent'),
  shortTermDebt: (of) =>
    Number.isNaN(of('Liabilities'))
      ? Number.NaN
      : orZero(of('CommercialPaper', 'OtherShortTermBorrowings')) + orZero(of('LongTermDebtCurrent')),
  longTermDebt: (of) => {
    if (hasNoDebt(of)) return 0;
    const stated = of('LongTermDebtNoncurrent', 'ConvertibleDebtNoncurrent');
    // LongTermDebt is the whole, the current part included.
    return Number.isNaN(stated) ? of('LongTermDebt') - orZero(of('LongTermDebtCurrent')) : stated;
  },
  totalDebt: (of) => sum(BALANCE.shortTermDebt!(of), BALANCE.longTermDebt!(of)),
  netDebt: (of) => BALANCE.totalDebt!(of) - BALANCE.cashAndShortTermInvestments!(of),
  capitalLeaseObligations: (of) => {
    const whole = sum(of('OperatingLeaseLiability'), of('FinanceLeaseLiability'));
    return Number.isNaN(whole) ? sum(of('OperatingLeaseLiabilityCurrent'), of('OperatingLeaseLiabilityNoncurrent')) : whole;
  },
  totalShareholderEquity: (of) => of('StockholdersEquity'),
  retainedEarnings: (of) => of('RetainedEarningsAccumulatedDeficit'),
  preferredStock: (of) => orZero(of('PreferredStockValue')),
  minorityInterest: (of) => orZero(of('MinorityInterest')),
  treasuryStock: (of) => of('TreasuryStockCommonValue'),
};

/** Lines of the statements of income and cash flows, and amounts per share, by the first tag that is stated. */
const FLOWS: Readonly<Record<string, readonly string[]>> = {
  totalRevenue: ['RevenueFromContractWithCustomerExcludingAssessedTax', 'Revenues', 'SalesRevenueNet'],
  costOfRevenue: ['CostOfGoodsAndServicesSold'],
  grossProfit: ['GrossProfit'],
  operatingExpenses: ['OperatingExpenses'],
  sellingGeneralAndAdministrative: ['SellingGeneralAndAdministrativeExpense'],
  researchAndDevelopment: ['ResearchAndDevelopmentExpense'],
  // Where the first is stated, the second is of a note on property and equipment.
  depreciationAndAmortization: ['DepreciationAmortizationAndAccretionNet', 'DepreciationDepletionAndAmortization'],
  operatingIncome: ['OperatingIncomeLoss'],
  interestExpense: ['InterestExpense', 'InterestExpenseNonoperating'],
  incomeBeforeTax: [
    'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest',
    'IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments',
  ],
  incomeTaxExpense: ['IncomeTaxExpenseBenefit'],
  netIncome: ['NetIncomeLoss'],
  operatingCashflow: [
    'NetCashProvidedByUsedInOperatingActivities',
    'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
  ],
  cashflowFromInvestment: [
    'NetCashProvidedByUsedInInvestingActivities',
    'NetCashProvidedByUsedInInvestingActivitiesContinuingOperations',
  ],
  cashflowFromFinancing: [
    'NetCashProvidedByUsedInFinancingActivities',
    'NetCashProvidedByUsedInFinancingActivitiesContinuingOperations',
  ],
  dilutedEPSTTM: ['EarningsPerShareDiluted', 'EarningsPerShareBasicAndDiluted'],
  dividendPerShare: ['CommonStockDividendsPerShareDeclared', 'CommonStockDividendsPerShareCashPaid'],
};

/** Parts of an amount, each a line that is left out of a statement of cash flows where it is nil. */
const PARTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  // The second is of a note that leaves dividend equivalents out.
  dividendPayout: [['PaymentsOfDividends', 'PaymentsOfDividendsCommonStock']],
  paymentsForRepurchaseOfCommonStock: [['PaymentsForRepurchaseOfCommonStock']],
  capitalExpenditures: [
    ['PaymentsToAcquirePropertyPlantAndEquipment'],
    ['PaymentsToDevelopSoftware'],
    ['PaymentsToAcquireIntangibleAssets'],
  ],
  proceedsFromIssuanceOfCommonStock: [
    ['ProceedsFromIssuanceOfCommonStock'],
    ['ProceedsFromStockOptionsExercised'],
    ['ProceedsFromStockPlans'],
  ],
};
/** By its definition in the taxonomy with software and intangible assets in it, so that no part is added. */
const WHOLE_CAPITAL_EXPENDITURES = 'PaymentsToAcquireProductiveAssets';
export const FLOW_IDS: readonly string[] = [...Object.keys(FLOWS), ...Object.keys(PARTS)];

/** Quarters further than this from the year and the year to date are not of the same accounting. */
const RESTATED_SHARE = 0.03;

/** First and last day of a period. */
interface Span {
  readonly start: string;
  readonly end: string;
}

const DAY_MS = 86_400_000;
const dayOf = (date: string): number => Date.parse(date) / DAY_MS;
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const PERIODIC_FORMS = /^10-[KQ]/;

export class FilingsKnown {
  readonly #file: CompanyFile;
  readonly #splits: readonly Split[];
  readonly #day: string;
  /** Filing day of the newest report: figures stand on the splits in force then. */
  readonly #basis: string;
  /** Balance-sheet days, oldest first. */
  readonly #balanceDays: readonly string[];
  /** Fiscal years, oldest first. */
  readonly #years: readonly Span[];

  readonly #known = new Map<string, readonly Entry[]>();

  /** @param day without anything filed later */
  constructor(file: CompanyFile, splits: readonly Split[], day: string) {
    this.#file = file;
    this.#splits = splits;
    this.#day = day;
    const assets = this.#entries('Assets', 'USD').filter(({ form }) => PERIODIC_FORMS.test(form));
    this.#basis =
      assets
        .map(({ filed }) => filed)
        .sort()
        .at(-1) ?? '';
    this.#balanceDays = [...new Set(assets.map(({ end }) => end))].sort();
    const years = this.#entries('NetIncomeLoss', 'USD').flatMap(({ start, end }): [string, string][] => {
      const length = start === undefined ? 0 : dayOf(end) - dayOf(start) + 1;
      return length > 350 && length < 380 ? [[end, start!]] : [];
    });
    this.#years = [...new Map(years)].map(([end, start]) => ({ start, end })).sort((a, b) => a.end.localeCompare(b.end));
  }

  /** Day of the newest balance sheet; none before the first filing. */
  get balanceDay(): string | undefined {
    return this.#balanceDays.at(-1);
  }

  /** Day of the balance sheet a year before the newest. */
  get priorBalanceDay(): string | undefined {
    const newest = this.balanceDay;
    return newest && this.#balanceDays.find((day) => Math.abs(dayOf(newest) - dayOf(day) - 365) <= 10);
  }

  balance(id: string, day: string): number {
    return BALANCE[id]!((...tags) => this.#stated(tags, undefined, day));
  }

  /** Shares outstanding on a balance-sheet day: stated there, else on the cover of its report, else the average of the quarter. */
  shares(day: string): number {
    const average = this.#averageShares(day);
    const stated = this.#stated(['CommonStockSharesOutstanding'], undefined, day);
    // Apple’s report of April 2014 states thousands as if they were single shares.
    const isSlip = stated < average / 2;
    if (!Number.isNaN(stated)) return isSlip ? average : stated;
    const assets = this.#entries('Assets', 'USD');
    const reports = assets.filter(
      ({ end, accn }) => end === day && !assets.some((other) => other.accn === accn && other.end > day),
    );
    const cover = this.#entries('EntityCommonStockSharesOutstanding', 'shares', 'dei').find(({ accn }) =>
      reports.some((report) => report.accn === accn),
    );
    return cover ? cover.val * this.#factor(cover.filed) : average;
  }

  #averageShares(day: string): number {
    const shortest = ['WeightedAverageNumberOfSharesOutstandingBasic', 'WeightedAverageNumberOfShareOutstandingBasicAndDiluted']
      .flatMap((tag) => this.#entries(tag, 'shares'))
      .filter(({ end }) => end === day)
      .sort((a, b) => b.start!.localeCompare(a.start!) || b.filed.localeCompare(a.filed))[0];
    return shortest ? shortest.val * this.#factor(shortest.filed) : Number.NaN;
  }

  /** A flow over the twelve months to a balance-sheet day. */
  flow(id: string, day: string): number {
    if (id === 'capitalExpenditures') return this.#capitalExpenditures(day);
    if (id === 'interestExpense') {
      const paid = this.#twelveMonths(FLOWS[id]!, day);
      // Without debt there is no interest to state.
      return this.balance('totalDebt', day) === 0 ? orZero(paid) : paid;
    }
    if (id === 'sellingGeneralAndAdministrative') {
      const whole = this.#twelveMonths(FLOWS[id]!, day);
      const parts = (): number =>
        this.#twelveMonths(['SellingAndMarketingExpense'], day) + this.#twelveMonths(['GeneralAndAdministrativeExpense'], day);
      return Number.isNaN(whole) ? parts() : whole;
    }
    return PARTS[id] ? this.#sumOfParts(PARTS[id], day) : this.#twelveMonths(FLOWS[id]!, day);
  }

  #capitalExpenditures(day: string): number {
    const [property, ...rest] = PARTS.capitalExpenditures!;
    const base = this.#twelveMonths(property!, day);
    return Number.isNaN(base)
      ? this.#twelveMonths([...property!, WHOLE_CAPITAL_EXPENDITURES], day)
      : base + orZero(this.#sumOfParts(rest, day));
  }

  #sumOfParts(parts: readonly (readonly string[])[], day: string): number {
    if (Number.isNaN(this.#twelveMonths(FLOWS.operatingCashflow!, day))) return Number.NaN;
    const amounts = parts.map((tags) => this.#nilWhereAbsent(tags, day));
    const isUnknown = amounts.some(Number.isNaN) && amounts.every((amount) => !(amount > 0));
    return isUnknown ? Number.NaN : sum(...amounts);
  }

  /** Whether the four quarters to a day and the year with the year to date give the same amount per share. */
  addUp(id: string, day: string): boolean {
    const tags = FLOWS[id]!;
    const [quarters, cumulative] = [this.#fourQuarters(tags, day), this.#cumulative(tags, day)];
    return Math.abs(quarters - cumulative) < RESTATED_SHARE * Math.abs(cumulative);
  }

  #cumulative(tags: readonly string[], day: string): number {
    const window = this.#window(day);
    return window ? this.#of(tags, window.year) + this.#of(tags, window.toDate) - this.#of(tags, window.prior) : Number.NaN;
  }

  /** The fiscal year that ends on a day, else the one before with the year to date and the same part of that year. */
  #window(day: string): { year: Span; toDate?: Span; prior?: Span | undefined } | undefined {
    const year = this.#years.findLast(({ end }) => end <= day);
    if (!year || year.end === day) return year && { year };
    const toDate = { start: dateOf(dayOf(year.end) + 1), end: day };
    const priorEnd = this.#periodEnds(year.start).find((end) => Math.abs(dayOf(day) - dayOf(end) - 365) <= 10);
    return { year, toDate, prior: priorEnd === undefined ? undefined : { start: year.start, end: priorEnd } };
  }

  /** Uses the first tag that suffices alone, else any tag stated for each period. */
  #twelveMonths(tags: readonly string[], day: string): number {
    const isPerShare = tags === FLOWS.dilutedEPSTTM;
    for (const tag of tags) {
      const total = this.#twelveMonthsOf([tag], day, isPerShare);
      if (!Number.isNaN(total)) return total;
    }
    return this.#twelveMonthsOf(tags, day, isPerShare);
  }

  /**
   * A fiscal year as stated; else the year with the year to date less the same part of that year, which the report of the year to date
   * states beside it; else four quarters; else the year to date whatever it is compared with. Amounts per share, which are over the
   * average shares of their own period, are added up by quarters, as they are published, unless that is far off: then some quarters
   * have been restated.
   */
  #twelveMonthsOf(tags: readonly string[], day: string, isPerShare: boolean): number {
    const window = this.#window(day);
    if (!window) return Number.NaN;
    const { year, toDate, prior } = window;
    const whole = toDate ? Number.NaN : this.#of(tags, year);
    if (!Number.isNaN(whole)) return whole;
    const [now, before] = [toDate, prior].map((span) => span && this.#newest(tags, span.start, span.end));
    const cumulative = this.#cumulative(tags, day);
    const quarters = this.#fourQuarters(tags, day);
    const isComparable = now !== undefined && before !== undefined && before.filed >= now.filed;
    const isUnrestated = Math.abs(quarters - cumulative) < RESTATED_SHARE * Math.abs(cumulative);
    if (isComparable && !Number.isNaN(cumulative) && !(isPerShare && isUnrestated)) return cumulative;
    return Number.isNaN(quarters) ? cumulative : quarters;
  }

  /**
   * A line that is left out where it is nil. One of which a report leaves out the year before too, though that was something, was not
   * nil but moved into another line: NaN.
   */
  #nilWhereAbsent(tags: readonly string[], day: string): number {
    const total = this.#twelveMonths(tags, day);
    const window = this.#window(day);
    if (!Number.isNaN(total) || !window) return orZero(total);
    const [year, toDate, prior] = [window.year, window.toDate, window.prior].map((span) => this.#of(tags, span));
    const hasMoved = prior! > 0 && (Number.isNaN(year) || Number.isNaN(toDate));
    return hasMoved ? Number.NaN : orZero(year!) + orZero(toDate!) - orZero(prior!);
  }

  #of(tags: readonly string[], span: Span | undefined): number {
    return span ? this.#stated(tags, span.start, span.end) : Number.NaN;
  }

  /** Four quarters that end on a day, each as stated or as the difference of two periods that begin together. */
  #fourQuarters(tags: readonly string[], day: string): number {
    let total = 0;
    let end = day;
    for (let count = 0; count < 4; count++) {
      const start = this.#quarterStart(end);
      if (start === undefined) return Number.NaN;
      const before = dateOf(dayOf(start) - 1);
      const year = this.#years.findLast((fiscal) => fiscal.end < end);
      const begin = year === undefined ? start : dateOf(dayOf(year.end) + 1);
      const stated = this.#stated(tags, start, end);
      total += Number.isNaN(stated) ? this.#stated(tags, begin, end) - this.#stated(tags, begin, before) : stated;
      end = before;
    }
    return total;
  }

  #periodEnds(start: string): string[] {
    return this.#entries('NetIncomeLoss', 'USD').flatMap((entry) => (entry.start === start ? [entry.end] : []));
  }

  #quarterStart(end: string): string | undefined {
    const stated = this.#entries('NetIncomeLoss', 'USD').find(
      (entry) => entry.end === end && entry.start !== undefined && dayOf(end) - dayOf(entry.start) < 100,
    );
    if (stated) return stated.start;
    const year = this.#years.find((fiscal) => fiscal.end === end);
    const nine = year && this.#periodEnds(year.start).find((other) => Math.abs(dayOf(end) - dayOf(other) - 91) <= 10);
    return nine && dateOf(dayOf(nine) + 1);
  }

  #stated(tags: readonly string[], start: string | undefined, end: string): number {
    return this.#newest(tags, start, end)?.value ?? Number.NaN;
  }

  /** What the latest filing says of a period, by the first tag that it is stated under. */
  #newest(tags: readonly string[], start: string | undefined, end: string): { value: number; filed: string } | undefined {
    for (const tag of tags) {
      for (const unit of ['USD', 'USD/shares', 'shares']) {
        const entry = this.#entries(tag, unit).findLast((other) => other.start === start && other.end === end);
        if (!entry) continue;
        const { val, filed } = entry;
        const factor = this.#factor(filed);
        return { value: unit === 'USD' ? val : unit === 'shares' ? val * factor : val / factor, filed };
      }
    }
    return undefined;
  }

  /** New shares per old one of the splits between a filing and the newest report. */
  #factor(filed: string): number {
    return this.#splits.reduce((factor, { day, ratio }) => (filed < day && day <= this.#basis ? factor * ratio : factor), 1);
  }

  /** The entries known on the day, the latest filed last. */
  #entries(tag: string, unit: string, taxonomy = 'us-gaap'): readonly Entry[] {
    const key = `${tag} ${unit}`;
    const known =
      this.#known.get(key) ??
      (this.#file.facts[taxonomy]?.[tag]?.units[unit] ?? [])
        .filter(({ filed }) => filed <= this.#day)
        .sort((a, b) => a.filed.localeCompare(b.filed) || a.accn.localeCompare(b.accn));
    this.#known.set(key, known);
    return known;
  }
}
