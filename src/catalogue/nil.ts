/** Statement lines that companies omit when nil, so that a missing one counts as 0. */

/** If there is a balance sheet. */
export const NIL_IN_BALANCE: readonly string[] = [
  'preferredStock',
  'minorityInterest',
  'goodwill',
  'intangibleAssetsExcludingGoodwill',
  'shortTermInvestments',
];

/** If another line is present. */
export const NIL_BESIDE: readonly (readonly [beside: string, ids: readonly string[]])[] = [
  ['totalCurrentAssets', ['inventory']],
  ['netIncome', ['preferredDividends']],
  [
    'operatingCashflow',
    ['dividendPayout', 'capitalExpenditures', 'paymentsForRepurchaseOfCommonStock', 'proceedsFromIssuanceOfCommonStock'],
  ],
];

export const NIL_LINES: readonly string[] = [...NIL_IN_BALANCE, ...NIL_BESIDE.flatMap(([, ids]) => ids)];
