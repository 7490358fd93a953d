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
    ['AccountsPayableTradeCurrent', 'AccountsPayable', 'AccountsPayableCurrentAndNoncurrent'],
    ['AccountsPayableAndAccruedLiabilitiesCurrent', 'ifrs-full:TradeAndOtherCurrentPayables'],
    ['AccountsPayableAndOtherAccruedLiabilitiesCurrent', 'AccountsPayableAndAccruedLiabilitiesCurrentAndNoncurrent'],
  ],
  deferredRevenue: [
    ['ContractWithCustomerLiabilityCurrent', 'DeferredRevenueCurrent', 'ifrs-full:CurrentContractLiabilities'],
    ['ContractWithCustomerLiability', 'DeferredRevenue', 'DeferredRevenueCurrentAndNoncurrent', 'ifrs-full:ContractLiabilities'],
    'DeferredRevenueAndCreditsCurrent',
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
  preferredDividends: [
    ['PreferredStockDividendsIncomeStatementImpact', 'PreferredStockDividendsAndOtherAdjustments'],
    'NetIncomeLoss - NetIncomeLossAvailableToCommonStockholdersBasic',
    ['DividendsPreferredStockCash', 'DividendsPreferredStock', 'PaymentsOfDividendsPreferredStockAndPreferenceStock'],
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
    // Offerings, and what employees pay: lines of their own.
    'ProceedsFromIssuanceOfCommonStock? + ProceedsFromStockOptionsExercised? + ProceedsFromStockPlans?',
    'ifrs-full:ProceedsFromIssuingShares',
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
/** Diluted average counts, from the first. */
export const DILUTED_SHARE_TAGS: readonly string[] = [
  'WeightedAverageNumberOfDilutedSharesOutstanding',
  'WeightedAverageNumberOfShareOutstandingBasicAndDiluted',
  'ifrs-full:AdjustedWeightedAverageShares',
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

/**
 * The tags of debt and how they hold each other; debt.ts adds them up. Of a list of tags for one amount the first that is reported
 * counts; parts are added up.
 * Source: the calculations of the statement of financial position in the US GAAP taxonomy.
 */
export const DEBT = {
  /** All that is due within a year. */
  current: ['DebtCurrent', 'ifrs-full:CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings'],
  borrowings: ['ShortTermBorrowings', 'ifrs-full:ShorttermBorrowings', 'ifrs-full:CurrentBorrowings'],
  borrowingsParts: [
    'CommercialPaper',
    'ShortTermBankLoansAndNotesPayable',
    'ShortTermNonBankLoansAndNotesPayable',
    'BridgeLoan',
    'OtherShortTermBorrowings',
  ],
  currentNotes: ['NotesAndLoansPayableCurrent'],
  currentNotesParts: [
    'NotesPayableCurrent',
    'NotesPayableRelatedPartiesClassifiedCurrent',
    'LoansPayableCurrent',
    'OtherLoansPayableCurrent',
  ],
  currentCreditLines: ['LinesOfCreditCurrent'],
  /** The part of long-term debt that is due within a year. */
  portionWithLeases: 'LongTermDebtAndCapitalLeaseObligationsCurrent',
  portion: ['LongTermDebtCurrent', 'ifrs-full:CurrentPortionOfLongtermBorrowings'],
  portionParts: [
    'ConvertibleNotesPayableCurrent',
    'ConvertibleDebtCurrent',
    'SeniorNotesCurrent',
    'SecuredDebtCurrent',
    'UnsecuredDebtCurrent',
    'SubordinatedDebtCurrent',
    'OtherLongTermDebtCurrent',
  ],
  noncurrentWithLeases: 'LongTermDebtAndCapitalLeaseObligations',
  noncurrent: ['LongTermDebtNoncurrent', 'ifrs-full:NoncurrentPortionOfNoncurrentBorrowings', 'ifrs-full:LongtermBorrowings'],
  /** Kinds of debt that is due later, or as a whole with what is due within a year. */
  families: [
    {
      noncurrent: ['ConvertibleLongTermNotesPayable', 'ConvertibleNotesPayableNoncurrent', 'ConvertibleDebtNoncurrent'],
      whole: ['ConvertibleNotesPayable', 'ConvertibleDebt'],
      current: ['ConvertibleNotesPayableCurrent', 'ConvertibleDebtCurrent'],
    },
    {
      noncurrent: ['LongTermNotesAndLoans', 'LongTermNotesPayable', 'SeniorLongTermNotes'],
      whole: ['NotesAndLoansPayable', 'NotesPayable', 'SeniorNotes'],
      current: ['NotesAndLoansPayableCurrent', 'NotesPayableCurrent', 'SeniorNotesCurrent'],
    },
    {
      noncurrent: ['LongTermLoansPayable', 'LongTermLoansFromBank'],
      whole: ['LoansPayable', 'LoansPayableToBank'],
      current: ['LoansPayableCurrent'],
    },
    { noncurrent: ['LongTermLineOfCredit'], whole: ['LineOfCredit'], current: ['LinesOfCreditCurrent'] },
    { noncurrent: ['SecuredLongTermDebt'], whole: ['SecuredDebt'], current: ['SecuredDebtCurrent'] },
    { noncurrent: ['UnsecuredLongTermDebt'], whole: ['UnsecuredDebt'], current: ['UnsecuredDebtCurrent'] },
    {
      noncurrent: ['SubordinatedLongTermDebt'],
      whole: ['SubordinatedDebt', 'SeniorSubordinatedNotes'],
      current: ['SubordinatedDebtCurrent'],
    },
    {
      noncurrent: ['JuniorSubordinatedDebentureOwedToUnconsolidatedSubsidiaryTrustNoncurrent', 'JuniorSubordinatedLongTermNotes'],
      whole: ['JuniorSubordinatedNotes'],
      current: ['JuniorSubordinatedNotesCurrent'],
    },
    {
      noncurrent: ['FederalHomeLoanBankAdvancesLongTerm'],
      whole: ['AdvancesFromFederalHomeLoanBanks'],
      current: ['FederalHomeLoanBankAdvancesCurrent'],
    },
    { noncurrent: ['OtherLongTermDebtNoncurrent'], whole: ['OtherLongTermDebt'], current: ['OtherLongTermDebtCurrent'] },
  ],
  /** Long-term debt with the part of it that is due within a year. */
  longTerm: 'LongTermDebt',
  longTermWithLeases: 'LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities',
  /** All debt. */
  combined: ['DebtLongtermAndShorttermCombinedAmount', 'ifrs-full:Borrowings'],
  /** Of notes; counts where nothing else is stated. */
  instruments: 'DebtInstrumentCarryingAmount',
  currentLeases: ['FinanceLeaseLiabilityCurrent', 'CapitalLeaseObligationsCurrent'],
  noncurrentLeases: ['FinanceLeaseLiabilityNoncurrent', 'CapitalLeaseObligationsNoncurrent'],
  leases: ['FinanceLeaseLiability', 'CapitalLeaseObligations'],
  /** The sums of a whole balance sheet. */
  completeBalance: [
    ['Assets'],
    ['Liabilities', 'LiabilitiesAndStockholdersEquity'],
    ['StockholdersEquity', 'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest'],
    ['AssetsCurrent'],
    ['LiabilitiesCurrent'],
  ],
  /** Liabilities due later that are no debt. */
  otherNoncurrent: [
    'OtherLiabilitiesNoncurrent',
    'OperatingLeaseLiabilityNoncurrent',
    'FinanceLeaseLiabilityNoncurrent',
    'CapitalLeaseObligationsNoncurrent',
    'DeferredIncomeTaxLiabilitiesNet',
    'DeferredTaxLiabilitiesNoncurrent',
    'DeferredRevenueNoncurrent',
    'ContractWithCustomerLiabilityNoncurrent',
    'AccruedIncomeTaxesNoncurrent',
    'PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent',
    'AssetRetirementObligationsNoncurrent',
    'DeferredRentCreditNoncurrent',
    'LiabilityForUncertainTaxPositionsNoncurrent',
  ],
  deposits: 'Deposits',
} as const;

/** The tags of current investments and how they hold each other; investments.ts adds them up, as debt.ts does those of debt. */
export const INVESTMENTS = {
  shortTerm: ['ShortTermInvestments', 'ifrs-full:OtherCurrentFinancialAssets'],
  marketable: 'MarketableSecuritiesCurrent',
  debtSecurities: 'DebtSecuritiesCurrent',
  availableForSale: [
    'AvailableForSaleSecuritiesDebtSecuritiesCurrent',
    'DebtSecuritiesAvailableForSaleExcludingAccruedInterestCurrent',
    'AvailableForSaleSecuritiesCurrent',
  ],
  heldToMaturity: [
    'HeldToMaturitySecuritiesCurrent',
    'DebtSecuritiesHeldToMaturityAmortizedCostAfterAllowanceForCreditLossCurrent',
    'DebtSecuritiesHeldToMaturityExcludingAccruedInterestAfterAllowanceForCreditLossCurrent',
  ],
  trading: ['TradingSecuritiesCurrent', 'TradingSecuritiesDebtCurrent'],
  equity: [
    'EquitySecuritiesFvNiCurrent',
    'MarketableSecuritiesEquitySecuritiesCurrent',
    'AvailableForSaleSecuritiesEquitySecuritiesCurrent',
  ],
  other: ['OtherShortTermInvestments', 'OtherMarketableSecuritiesCurrent', 'CertificatesOfDepositAtCarryingValue'],
  withCash: 'CashCashEquivalentsAndShortTermInvestments',
  /** Of notes: investments due whenever. */
  all: [
    'AvailableForSaleSecuritiesDebtSecurities',
    'DebtSecuritiesAvailableForSaleExcludingAccruedInterest',
    'AvailableForSaleSecurities',
    'MarketableSecurities',
    'HeldToMaturitySecurities',
  ],
  noncurrent: [
    'LongTermInvestments',
    'MarketableSecuritiesNoncurrent',
    'AvailableForSaleSecuritiesDebtSecuritiesNoncurrent',
    'AvailableForSaleSecuritiesNoncurrent',
    'DebtSecuritiesAvailableForSaleExcludingAccruedInterestNoncurrent',
  ],
  /** Current assets that are no investments, of each list the first. */
  otherCurrentAssets: [
    ['CashAndCashEquivalentsAtCarryingValue', 'Cash'],
    ['RestrictedCashCurrent', 'RestrictedCashAndCashEquivalentsAtCarryingValue'],
    [
      'ReceivablesNetCurrent',
      'AccountsNotesAndLoansReceivableNetCurrent',
      'AccountsAndOtherReceivablesNetCurrent',
      'AccountsReceivableNetCurrent',
    ],
    ['NontradeReceivablesCurrent', 'OtherReceivablesNetCurrent'],
    ['UnbilledReceivablesCurrent', 'UnbilledContractsReceivable'],
    ['ContractWithCustomerAssetNetCurrent'],
    ['NotesAndLoansReceivableNetCurrent'],
    ['IncomeTaxesReceivable', 'PrepaidTaxes'],
    ['InventoryNet'],
    ['PrepaidExpenseAndOtherAssetsCurrent', 'PrepaidExpenseCurrent'],
    ['OtherAssetsCurrent'],
    ['DeferredTaxAssetsNetCurrent', 'DeferredIncomeTaxAssetsNetCurrent'],
    ['CapitalizedContractCostNetCurrent', 'DeferredCostsCurrent'],
    ['DerivativeAssetsCurrent'],
    ['FundsHeldForClients'],
    ['CryptoAssetFairValueCurrent'],
    ['AssetsOfDisposalGroupIncludingDiscontinuedOperationCurrent', 'AssetsHeldForSaleCurrent'],
  ],
} as const;
