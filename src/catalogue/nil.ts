/** Lines that companies leave out of their statements because they are nil, so that a missing one counts as 0 (domain, section 0.2). */

/** Where there is a balance sheet at all. */
export const NIL_IN_BALANCE: readonly string[] = [
  'preferredStock',
  'minorityInterest',
  'goodwill',
  'intangibleAssetsExcludingGoodwill',
  'shortTermInvestments',
];

/** Where another line is present. */
export const NIL_BESIDE: readonly (readonly [beside: string, ids: readonly string[]])[] = [
  ['totalCurrentAssets', ['inventory']],
  ['netIncome', ['preferredDividends']],
  [
    'operatingCashflow',
    ['dividendPayout', 'capitalExpenditures', 'paymentsForRepurchaseOfCommonStock', 'proceedsFromIssuanceOfCommonStock'],
  ],
];

export const NIL_LINES: readonly string[] = [...NIL_IN_BALANCE, ...NIL_BESIDE.flatMap(([, ids]) => ids)];
