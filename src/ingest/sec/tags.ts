/**
 * Which tags of a filing fill which column. The one table to review; both SEC sources read it.
 *
 * A column has levels, tried from the first; a level is a rule or several that mean the same, of which the latest filed counts and
 * of those filed together the first. A rule adds and takes away tags: `A + B - C`; `A|B` is the first of the two that is reported;
 * `B?` counts as 0 where it is not (of a rule whose terms are all optional one must be reported). Behind `unless` stand tags beside
 * which the rule would mean something else. us-gaap tags are plain, others have their taxonomy before a colon.
 * Source of the meanings: the labels and calculations of the US GAAP and IFRS taxonomies, as the SEC's tag.txt delivers them.
 */
export type Level = string | readonly string[];

const CURRENT_BORROWINGS =
  'ShortTermBorrowings|OtherShortTermBorrowings|CommercialPaper|NotesPayableCurrent|NotesAndLoansPayableCurrent|LineOfCredit|LinesOfCreditCurrent|ShortTermBankLoansAndNotesPayable|OtherLoansPayableCurrent|LoansPayableCurrent';
const CURRENT_PORTION =
  'LongTermDebtCurrent|LongTermDebtAndCapitalLeaseObligationsCurrent|ConvertibleNotesPayableCurrent|SeniorNotesCurrent|SecuredDebtCurrent|ConvertibleDebtCurrent';

/** Column → levels. Amounts of a day and of a period alike; what a column is, period.ts says. */
export const TAG_LEVELS: Readonly<Record<string, readonly Level[]>> = {
  totalAssets: [
    ['Assets', 'ifrs-full:Assets'],
    ['LiabilitiesAndStockholdersEquity', 'ifrs-full:EquityAndLiabilities'],
  ],
  totalCurrentAssets: [['AssetsCurrent', 'ifrs-full:CurrentAssets']],
  cash: [
    ['CashAndCashEquivalentsAtCarryingValue', 'ifrs-full:CashAndCashEquivalents'],
    ['Cash', 'CashAndDueFromBanks', 'CashEquivalentsAtCarryingValue'],
    'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
  ],
  shortTermInvestments: [
    [
      'MarketableSecuritiesCurrent',
      'ShortTermInvestments',
      'AvailableForSaleSecuritiesDebtSecuritiesCurrent',
      'AvailableForSaleSecuritiesCurrent',
      'ifrs-full:OtherCurrentFinancialAssets',
    ],
    ['OtherShortTermInvestments', 'HeldToMaturitySecuritiesCurrent', 'DebtSecuritiesCurrent', 'OtherMarketableSecuritiesCurrent'],
  ],
  cashAndShortTermInvestments: ['CashCashEquivalentsAndShortTermInvestments'],
  currentNetReceivables: [
    ['AccountsReceivableNetCurrent', 'ifrs-full:CurrentTradeReceivables'],
    [
      'ReceivablesNetCurrent',
      'AccountsNotesAndLoansReceivableNetCurrent',
      'AccountsAndOtherReceivablesNetCurrent',
      'ifrs-full:TradeAndOtherCurrentReceivables',
    ],
    'BilledContractReceivables + UnbilledContractsReceivable?',
    'AccountsReceivableNet',
  ],
  inventory: [
    ['InventoryNet', 'ifrs-full:Inventories'],
    ['InventoryFinishedGoodsNetOfReserves', 'InventoryRealEstate', 'RetailRelatedInventoryMerchandise', 'InventoryGross'],
  ],
  propertyPlantEquipment: [
    ['PropertyPlantAndEquipmentNet', 'ifrs-full:PropertyPlantAndEquipment'],
    [
      'PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization',
      'PublicUtilitiesPropertyPlantAndEquipmentNet',
      'RealEstateInvestmentPropertyNet',
      'OilAndGasPropertySuccessfulEffortMethodNet',
      'OilAndGasPropertyFullCostMethodNet',
    ],
    'PropertyPlantAndEquipmentGross - AccumulatedDepreciationDepletionAndAmortizationPropertyPlantAndEquipment',
  ],
  goodwill: [['Goodwill', 'ifrs-full:Goodwill']],
  intangibleAssetsExcludingGoodwill: [
    ['IntangibleAssetsNetExcludingGoodwill', 'ifrs-full:IntangibleAssetsOtherThanGoodwill'],
    'FiniteLivedIntangibleAssetsNet? + IndefiniteLivedIntangibleAssetsExcludingGoodwill?',
    ['OtherIntangibleAssetsNet', 'FiniteLivedIntangibleAssetsNetExcludingGoodwill'],
  ],
  longTermInvestments: [
    ['LongTermInvestments', 'MarketableSecuritiesNoncurrent', 'ifrs-full:OtherNoncurrentFinancialAssets'],
    ['AvailableForSaleSecuritiesDebtSecuritiesNoncurrent', 'AvailableForSaleSecuritiesNoncurrent'],
    ['EquityMethodInvestments', 'OtherLongTermInvestments', 'LongTermInvestmentsAndReceivablesNet'],
  ],
  totalLiabilities: [
    ['Liabilities', 'ifrs-full:Liabilities'],
    'LiabilitiesAndStockholdersEquity|Assets - StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest - TemporaryEquityCarryingAmountAttributableToParent? - RedeemableNoncontrollingInterestEquityCarryingAmount?',
    'LiabilitiesAndStockholdersEquity|Assets - StockholdersEquity - MinorityInterest? - TemporaryEquityCarryingAmountAttributableToParent? - RedeemableNoncontrollingInterestEquityCarryingAmount?',
    'ifrs-full:Assets - ifrs-full:Equity',
  ],
  totalCurrentLiabilities: [['LiabilitiesCurrent', 'ifrs-full:CurrentLiabilities']],
  currentAccountsPayable: [
    ['AccountsPayableCurrent', 'ifrs-full:TradeAndOtherCurrentPayablesToTradeSuppliers'],
    ['AccountsPayableTradeCurrent', 'AccountsPayableCurrentAndNoncurrent'],
    ['AccountsPayableAndAccruedLiabilitiesCurrent', 'ifrs-full:TradeAndOtherCurrentPayables'],
    ['AccountsPayableAndOtherAccruedLiabilitiesCurrent', 'AccountsPayableAndAccruedLiabilitiesCurrentAndNoncurrent'],
  ],
  deferredRevenue: [
    ['ContractWithCustomerLiabilityCurrent', 'DeferredRevenueCurrent', 'ifrs-full:CurrentContractLiabilities'],
    ['ContractWithCustomerLiability', 'DeferredRevenue', 'DeferredRevenueCurrentAndNoncurrent', 'ifrs-full:ContractLiabilities'],
    'DeferredRevenueAndCreditsCurrent',
  ],
  // The current portion of long-term debt sits in shortTermDebt, and only there.
  shortTermDebt: [
    'DebtCurrent',
    `${CURRENT_BORROWINGS}? + ${CURRENT_PORTION}?`,
    [
      'ifrs-full:CurrentBorrowings',
      'ifrs-full:ShorttermBorrowings',
      'ifrs-full:CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings',
    ],
  ],
  longTermDebt: [
    [
      'LongTermDebtNoncurrent',
      'LongTermDebtAndCapitalLeaseObligations - FinanceLeaseLiabilityNoncurrent|CapitalLeaseObligationsNoncurrent?',
      'ifrs-full:NoncurrentPortionOfNoncurrentBorrowings',
      'ifrs-full:LongtermBorrowings',
    ],
    'LongTermDebt - LongTermDebtCurrent',
    'LongTermDebt unless LongTermDebtCurrent|DebtCurrent|LongTermDebtAndCapitalLeaseObligationsCurrent',
    [
      'ConvertibleLongTermNotesPayable',
      'ConvertibleNotesPayableNoncurrent',
      'ConvertibleDebtNoncurrent',
      'SeniorLongTermNotes',
      'LongTermNotesPayable',
      'LongTermNotesAndLoans',
      'LongTermLineOfCredit',
      'UnsecuredLongTermDebt',
      'SecuredLongTermDebt',
      'OtherLongTermDebtNoncurrent',
    ],
  ],
  capitalLeaseObligations: [
    'OperatingLeaseLiability? + FinanceLeaseLiability?',
    'OperatingLeaseLiabilityCurrent? + OperatingLeaseLiabilityNoncurrent? + FinanceLeaseLiabilityCurrent? + FinanceLeaseLiabilityNoncurrent?',
    'CapitalLeaseObligations',
    'CapitalLeaseObligationsCurrent? + CapitalLeaseObligationsNoncurrent?',
    'ifrs-full:LeaseLiabilities',
    'ifrs-full:CurrentLeaseLiabilities? + ifrs-full:NoncurrentLeaseLiabilities?',
  ],
  totalShareholderEquity: [
    ['StockholdersEquity', 'ifrs-full:EquityAttributableToOwnersOfParent'],
    'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest - MinorityInterest?',
    ['PartnersCapital', 'MembersEquity', 'CommonStockholdersEquity'],
    'ifrs-full:Equity - ifrs-full:NoncontrollingInterests?',
  ],
  retainedEarnings: [
    ['RetainedEarningsAccumulatedDeficit', 'ifrs-full:RetainedEarnings'],
    'RetainedEarningsUnappropriated + RetainedEarningsAppropriated?',
    'DevelopmentStageEnterpriseDeficitAccumulatedDuringDevelopmentStage',
  ],
  preferredStock: [['PreferredStockValue', 'PreferredStockValueOutstanding'], 'PreferredStockIncludingAdditionalPaidInCapital'],
  minorityInterest: [
    ['MinorityInterest', 'ifrs-full:NoncontrollingInterests'],
    'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest - StockholdersEquity',
  ],
  treasuryStock: [['TreasuryStockValue', 'TreasuryStockCommonValue', 'ifrs-full:TreasuryShares']],
  commonStockSharesOutstanding: [
    ['CommonStockSharesOutstanding', 'ifrs-full:NumberOfSharesOutstanding'],
    'dei:EntityCommonStockSharesOutstanding',
    'CommonStockSharesIssued - TreasuryStockCommonShares|TreasuryStockShares?',
  ],
  totalRevenue: [
    [
      'Revenues',
      // Beside a bank's or a lessor's own lines these are only the part that is from contracts.
      'RevenueFromContractWithCustomerExcludingAssessedTax unless InterestIncomeExpenseNet|NoninterestIncome|PremiumsEarnedNet|OperatingLeaseLeaseIncome|OperatingLeasesIncomeStatementLeaseRevenue',
      'SalesRevenueNet',
      'RevenueFromContractWithCustomerIncludingAssessedTax unless InterestIncomeExpenseNet|NoninterestIncome|PremiumsEarnedNet|OperatingLeaseLeaseIncome|OperatingLeasesIncomeStatementLeaseRevenue',
      'ifrs-full:Revenue',
    ],
    ['RevenuesNetOfInterestExpense', 'InterestIncomeExpenseNet + NoninterestIncome'],
    'OperatingLeaseLeaseIncome|OperatingLeasesIncomeStatementLeaseRevenue + RevenueFromContractWithCustomerExcludingAssessedTax|RevenueFromContractWithCustomerIncludingAssessedTax',
    [
      'RegulatedAndUnregulatedOperatingRevenue',
      'ElectricUtilityRevenue',
      'GasUtilityRevenue',
      'RealEstateRevenueNet',
      'HealthCareOrganizationRevenue',
      'OilAndGasRevenue',
      'SalesRevenueGoodsGross',
      'SalesRevenueServicesGross',
      'ifrs-full:RevenueFromContractsWithCustomers',
    ],
    'SalesRevenueGoodsNet? + SalesRevenueServicesNet?',
  ],
  costOfRevenue: [
    ['CostOfRevenue', 'CostOfGoodsAndServicesSold', 'ifrs-full:CostOfSales'],
    'CostOfGoodsSold? + CostOfServices?',
    [
      'CostOfGoodsAndServiceExcludingDepreciationDepletionAndAmortization',
      'CostOfGoodsSoldExcludingDepreciationDepletionAndAmortization',
      'CostOfServicesExcludingDepreciationDepletionAndAmortization',
    ],
  ],
  grossProfit: [['GrossProfit', 'ifrs-full:GrossProfit']],
  operatingExpenses: ['GrossProfit - OperatingIncomeLoss', 'OperatingExpenses', 'CostsAndExpenses - CostOfRevenue'],
  sellingGeneralAndAdministrative: [
    ['SellingGeneralAndAdministrativeExpense', 'ifrs-full:SellingGeneralAndAdministrativeExpense'],
    'SellingAndMarketingExpense|SellingExpense + GeneralAndAdministrativeExpense',
    'ifrs-full:DistributionCosts|ifrs-full:SellingExpense + ifrs-full:AdministrativeExpense',
    'GeneralAndAdministrativeExpense',
  ],
  researchAndDevelopment: [
    [
      'ResearchAndDevelopmentExpense',
      'ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost',
      'ifrs-full:ResearchAndDevelopmentExpense',
    ],
    ['ResearchAndDevelopmentExpenseSoftwareExcludingAcquiredInProcessCost'],
  ],
  // The largest counts: some of the tags state only what is in operating expenses, or in a note.
  depreciationAndAmortization: [
    [
      'DepreciationDepletionAndAmortization',
      'DepreciationAmortizationAndAccretionNet',
      'ifrs-full:DepreciationAndAmortisationExpense',
      'ifrs-full:AdjustmentsForDepreciationAndAmortisationExpense',
    ],
    'DepreciationAndAmortization',
    'Depreciation + AmortizationOfIntangibleAssets',
    'Depreciation',
  ],
  operatingIncome: [['OperatingIncomeLoss', 'ifrs-full:ProfitLossFromOperatingActivities']],
  // Counts only where income before tax or interest is not stated: else EBIT is their sum.
  ebit: [['OperatingIncomeLoss', 'ifrs-full:ProfitLossFromOperatingActivities']],
  interestExpense: [
    ['InterestExpense', 'ifrs-full:InterestExpense'],
    ['InterestExpenseNonoperating', 'InterestAndDebtExpense', 'ifrs-full:FinanceCosts'],
    'InterestExpenseOperating + InterestExpenseNonoperating?',
    ['InterestExpenseDebt', 'InterestExpenseLongTermDebt'],
  ],
  incomeBeforeTax: [
    [
      'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest',
      'IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments',
      'ifrs-full:ProfitLossBeforeTax',
    ],
    'IncomeLossFromContinuingOperationsBeforeIncomeTaxes',
    'IncomeLossFromContinuingOperations + IncomeTaxExpenseBenefit',
  ],
  incomeTaxExpense: [['IncomeTaxExpenseBenefit', 'ifrs-full:IncomeTaxExpenseContinuingOperations']],
  netIncome: [
    ['NetIncomeLoss', 'ifrs-full:ProfitLossAttributableToOwnersOfParent'],
    'ProfitLoss - NetIncomeLossAttributableToNoncontrollingInterest?',
    ['NetIncomeLossAvailableToCommonStockholdersBasic', 'ifrs-full:ProfitLoss'],
  ],
  operatingCashflow: [
    ['NetCashProvidedByUsedInOperatingActivities', 'ifrs-full:CashFlowsFromUsedInOperatingActivities'],
    'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
  ],
  capitalExpenditures: [
    'PaymentsToAcquireProductiveAssets',
    'PaymentsToAcquirePropertyPlantAndEquipment|PaymentsToAcquireOtherPropertyPlantAndEquipment + PaymentsToDevelopSoftware|PaymentsForSoftware? + PaymentsToAcquireIntangibleAssets?',
    // Shows by its amount whether it is what is stated as productive assets before or after.
    'PaymentsToAcquirePropertyPlantAndEquipment',
    [
      'PaymentsForCapitalImprovements',
      'PaymentsToAcquireMachineryAndEquipment',
      'PaymentsToAcquireOilAndGasPropertyAndEquipment',
      'PaymentsToAcquireRealEstateHeldForInvestment',
    ],
    'ifrs-full:PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities + ifrs-full:PurchaseOfIntangibleAssetsClassifiedAsInvestingActivities?',
  ],
  cashflowFromInvestment: [
    ['NetCashProvidedByUsedInInvestingActivities', 'ifrs-full:CashFlowsFromUsedInInvestingActivities'],
    'NetCashProvidedByUsedInInvestingActivitiesContinuingOperations',
  ],
  cashflowFromFinancing: [
    ['NetCashProvidedByUsedInFinancingActivities', 'ifrs-full:CashFlowsFromUsedInFinancingActivities'],
    'NetCashProvidedByUsedInFinancingActivitiesContinuingOperations',
  ],
  dividendPayout: [
    ['PaymentsOfDividends', 'ifrs-full:DividendsPaidClassifiedAsFinancingActivities'],
    'PaymentsOfDividendsCommonStock + PaymentsOfDividendsPreferredStockAndPreferenceStock?',
    'PaymentsOfOrdinaryDividends',
  ],
  paymentsForRepurchaseOfCommonStock: [
    ['PaymentsForRepurchaseOfCommonStock', 'ifrs-full:PaymentsToAcquireOrRedeemEntitysShares'],
    'PaymentsForRepurchaseOfEquity',
  ],
  proceedsFromIssuanceOfCommonStock: [
    ['ProceedsFromIssuanceOfCommonStock', 'ifrs-full:ProceedsFromIssuingShares'],
    'ProceedsFromStockOptionsExercised? + ProceedsFromStockPlans?',
    ['ProceedsFromIssuanceOrSaleOfEquity', 'ProceedsFromIssuanceInitialPublicOffering'],
  ],
  dilutedEPSTTM: [
    ['EarningsPerShareDiluted', 'EarningsPerShareBasicAndDiluted', 'ifrs-full:DilutedEarningsLossPerShare'],
    ['EarningsPerShareBasic', 'ifrs-full:BasicEarningsLossPerShare'],
  ],
  dividendPerShare: [['CommonStockDividendsPerShareDeclared', 'CommonStockDividendsPerShareCashPaid']],
};

/** Average counts: what a share count is checked against, and what stands in for it; also what a split is seen by. */
export const AVERAGE_SHARE_TAGS: readonly string[] = [
  'WeightedAverageNumberOfSharesOutstandingBasic',
  'WeightedAverageNumberOfDilutedSharesOutstanding',
  'WeightedAverageNumberOfShareOutstandingBasicAndDiluted',
  'ifrs-full:WeightedAverageShares',
];
/** The count on the cover page, of a day after the balance sheet. */
export const COVER_SHARES_TAG = 'dei:EntityCommonStockSharesOutstanding';
/** New shares per old one, where a filer says so. */
export const SPLIT_TAG = 'StockholdersEquityNoteStockSplitConversionRatio1';

/** Purchases that are capital expenditures unless they are of crypto assets or outrun what is built. */
export const INTANGIBLES_TAG = 'PaymentsToAcquireIntangibleAssets';
/** What a company builds. */
export const BUILT_TAGS: readonly string[] = [
  'PaymentsToAcquireProductiveAssets',
  'PaymentsToAcquirePropertyPlantAndEquipment',
  'PaymentsToAcquireOtherPropertyPlantAndEquipment',
  'PaymentsToDevelopSoftware',
  'PaymentsForSoftware',
];
/** A company that has one of these holds crypto assets. */
export const CRYPTO_TAGS: readonly string[] = [
  'CryptoAssetFairValue',
  'CryptoAssetFairValueCurrent',
  'CryptoAssetFairValueNoncurrent',
  'CryptoAssetCost',
  'CryptoAssetPurchase',
];
