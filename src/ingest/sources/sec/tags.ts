/**
 * Maps XBRL tags to columns, in one place for review. Both SEC sources use it.
 *
 * A column has levels, tried in order. A level is one rule or several equivalent ones, of which the latest filed figure wins, or the first of
 * those filed together. A rule adds and subtracts tags: `A + B - C`; `A|B` is the first reported tag; `B?` counts as 0 if it is not reported
 * (if all terms are optional, one must be reported). The rule doesn't apply if a tag after `unless` is reported. us-gaap tags are plain,
 * others have their taxonomy as prefix.
 * Source: labels and calculations of the US GAAP and IFRS taxonomies in the SEC's tag.txt.
 */
export type Level = string | readonly string[];

/** Levels by column, for instants and periods; period.ts knows which. */
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
      // With a bank's or lessor's own lines, these are only the revenue from contracts.
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
  // The largest wins: some tags state only the part within operating expenses or a note.
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
    // Its amount shows whether it is the same line as productive assets in other periods.
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
    // Offerings and employee stock plans are separate lines.
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

/** Average share counts, to check and replace share counts and to detect splits. */
export const AVERAGE_SHARE_TAGS: readonly string[] = [
  'WeightedAverageNumberOfSharesOutstandingBasic',
  'WeightedAverageNumberOfDilutedSharesOutstanding',
  'WeightedAverageNumberOfShareOutstandingBasicAndDiluted',
  'ifrs-full:WeightedAverageShares',
];
/** Diluted average share counts, in order of preference. */
export const DILUTED_SHARE_TAGS: readonly string[] = [
  'WeightedAverageNumberOfDilutedSharesOutstanding',
  'WeightedAverageNumberOfShareOutstandingBasicAndDiluted',
  'ifrs-full:AdjustedWeightedAverageShares',
];
/** The cover page's share count, of a day after the balance sheet. */
export const COVER_SHARES_TAG = 'dei:EntityCommonStockSharesOutstanding';
/** New shares per old share. */
export const SPLIT_TAG = 'StockholdersEquityNoteStockSplitConversionRatio1';

/** Capital expenditures unless they are crypto assets or exceed {@link BUILT_TAGS}. */
export const INTANGIBLES_TAG = 'PaymentsToAcquireIntangibleAssets';
export const BUILT_TAGS: readonly string[] = [
  'PaymentsToAcquireProductiveAssets',
  'PaymentsToAcquirePropertyPlantAndEquipment',
  'PaymentsToAcquireOtherPropertyPlantAndEquipment',
  'PaymentsToDevelopSoftware',
  'PaymentsForSoftware',
];
export const CRYPTO_TAGS: readonly string[] = [
  'CryptoAssetFairValue',
  'CryptoAssetFairValueCurrent',
  'CryptoAssetFairValueNoncurrent',
  'CryptoAssetCost',
  'CryptoAssetPurchase',
];

/**
 * Debt tags for debt.ts. In a list of tags for one amount the first reported one wins; parts are added.
 * Source: the calculations of the statement of financial position in the US GAAP taxonomy.
 */
export const DEBT = {
  /** All debt due within a year. */
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
  /** Long-term debt due within a year. */
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
  /** Kinds of debt: the noncurrent part, the whole, and the part due within a year. */
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
  /** Long-term debt including the part due within a year. */
  longTerm: 'LongTermDebt',
  longTermWithLeases: 'LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities',
  /** All debt. */
  combined: ['DebtLongtermAndShorttermCombinedAmount', 'ifrs-full:Borrowings'],
  /** From the notes; used only if nothing else is stated. */
  instruments: 'DebtInstrumentCarryingAmount',
  currentLeases: ['FinanceLeaseLiabilityCurrent', 'CapitalLeaseObligationsCurrent'],
  noncurrentLeases: ['FinanceLeaseLiabilityNoncurrent', 'CapitalLeaseObligationsNoncurrent'],
  leases: ['FinanceLeaseLiability', 'CapitalLeaseObligations'],
  /** Totals of a complete balance sheet. */
  completeBalance: [
    ['Assets'],
    ['Liabilities', 'LiabilitiesAndStockholdersEquity'],
    ['StockholdersEquity', 'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest'],
    ['AssetsCurrent'],
    ['LiabilitiesCurrent'],
  ],
  /** Noncurrent liabilities other than debt. */
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

/** Tags of current investments for investments.ts. */
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
  /** From the notes, of any maturity. */
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
  /** Current assets other than investments; the first reported tag of each list. */
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
