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

/** Those that stand beside operating cash flow. */
export const NIL_FLOWS: readonly string[] = NIL_BESIDE.flatMap(([beside, ids]) => (beside === 'operatingCashflow' ? ids : []));

export const NIL_LINES: readonly string[] = [...NIL_IN_BALANCE, ...NIL_BESIDE.flatMap(([, ids]) => ids)];
