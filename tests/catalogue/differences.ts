/** Where the catalogue departs on purpose from the domain's columns.json, by column id, each with its reason. */

const OPERATING_INCOME = 'operating income (Compustat’s OIADP), so that gains on investments do not count';
const NEGATIVE_MULTIPLE = 'a multiple of a negative enterprise value has no meaning';

/** Columns whose formula is another. */
export const OTHER_FORMULA: Readonly<Record<string, string>> = {
  interestCoverageRatio: OPERATING_INCOME,
  returnOnInvestedCapital: OPERATING_INCOME,
  returnOnCapitalEmployed: OPERATING_INCOME,
  enterpriseValueToSales: NEGATIVE_MULTIPLE,
  enterpriseValueToEbitda: NEGATIVE_MULTIPLE,
  enterpriseValueToEbit: OPERATING_INCOME,
  enterpriseValueToFreeCashFlow: NEGATIVE_MULTIPLE,
  acquirersMultiple: NEGATIVE_MULTIPLE,
  altmanZScore: OPERATING_INCOME,
  altmanZDoublePrimeScore: OPERATING_INCOME,
  springateScore: OPERATING_INCOME,
  greenblattEarningsYield: OPERATING_INCOME,
  returnOnCapital: OPERATING_INCOME,
};
