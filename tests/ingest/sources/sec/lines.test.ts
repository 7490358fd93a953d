import { describe, expect, it } from 'vitest';
import { flagsOn, knownOn } from './known.ts';

const ENDS = ['03-31', '06-30', '09-30', '12-31'];
const FILED = ['05-01', '08-01', '11-01', '02-15'];

/** Cumulative figures of a year that ends in December, each stated by its report and by that of a year later. */
function stated(tag: string, year: number, amounts: readonly (number | null)[], laters: readonly number[] = [0]): string[] {
  return laters.flatMap((later) =>
    amounts.flatMap((amount, at) => {
      const filed = `${year + later + (at === 3 ? 1 : 0)}-${FILED[at]}`;
      return amount === null
        ? []
        : [`${tag} ${year}-01-01..${year}-${ENDS[at]} ${amount} USD ${filed} ${at === 3 ? '10-K' : '10-Q'}`];
    }),
  );
}

const BASE = ['NetIncomeLoss', 'NetCashProvidedByUsedInOperatingActivities'].flatMap((tag) => [
  ...stated(tag, 2020, [10, 25, 45, 80], [0, 1]),
  ...stated(tag, 2021, [20, 45, null, null]),
]);
const COMPANY = [...BASE, 'Assets 2021-06-30 900 USD 2021-08-01', 'Assets 2020-12-31 800 USD 2021-02-15 10-K'];
const DAY = '2021-09-10';
const SOLD = 'ProceedsFromIssuanceOfCommonStock';

describe('share issuance', () => {
  it('adds shares sold, options exercised and purchase plans, and does not use a 0 of one as the sum', () => {
    const facts = [
      ...stated(SOLD, 2020, [0, 0, 400, 400], [0, 1]),
      ...stated('ProceedsFromStockOptionsExercised', 2020, [1, 2, 3, 4], [0, 1]),
      ...stated('ProceedsFromStockOptionsExercised', 2021, [5, 10, null, null]),
      ...stated('ProceedsFromStockPlans', 2021, [20, 20, null, null]),
    ];
    expect(knownOn(DAY, [...COMPANY, ...facts], 'proceedsFromIssuanceOfCommonStock')).toBe(400 + 12 + 20);
  });

  it('of a year continues if neither year to date has any', () => {
    const facts = stated(SOLD, 2020, [null, null, 400, 400]);
    expect(knownOn(DAY, [...COMPANY, ...facts], 'proceedsFromIssuanceOfCommonStock')).toBe(400);
  });

  it('is 0 and flagged if the report omits a line that was not 0 a year earlier', () => {
    const facts = stated(SOLD, 2020, [100, 250, 400, 400]);
    expect(knownOn(DAY, [...COMPANY, ...facts], 'proceedsFromIssuanceOfCommonStock')).toBe(0);
    expect(flagsOn(DAY, [...COMPANY, ...facts], 'proceedsFromIssuanceOfCommonStock')).toEqual(['fallback']);
    const repeated = stated(SOLD, 2020, [100, 250, 400, 400], [0, 1]);
    expect(knownOn(DAY, [...COMPANY, ...repeated], 'proceedsFromIssuanceOfCommonStock')).toBe(400 - 250);
  });
});

it('depreciation and amortization is the line of the cash flows, not a rounded note of the same amount', () => {
  const facts = [
    ...stated('DepreciationDepletionAndAmortization', 2020, [null, null, null, 12_988]),
    ...stated('Depreciation', 2020, [null, null, null, 13_000]),
  ];
  expect(knownOn('2021-03-10', [...COMPANY, ...facts], 'depreciationAndAmortization')).toBe(12_988);
});

it('twelve months use one filing’s difference before quarters derived from several', () => {
  // As Apple’s dividends of 2012: two reports state a declaration that was later counted in the next quarter.
  const declared = [
    '2020-01-01..2020-06-30 2.65 USD/shares 2020-08-01',
    '2020-01-01..2020-06-30 0 USD/shares 2021-08-01',
    '2020-04-01..2020-06-30 0 USD/shares 2021-08-01',
    '2020-07-01..2020-09-30 0 USD/shares 2021-08-01',
    '2020-01-01..2020-09-30 2.65 USD/shares 2020-11-01',
    '2020-01-01..2020-12-31 2.65 USD/shares 2021-02-15 10-K',
    '2021-01-01..2021-03-31 2.65 USD/shares 2021-05-01',
    '2021-01-01..2021-06-30 5.3 USD/shares 2021-08-01',
  ].map((text) => `CommonStockDividendsPerShareDeclared ${text}`);
  expect(knownOn(DAY, [...COMPANY, ...declared], 'dividendPerShare')).toBeCloseTo(7.95, 9);
});

it('accounts payable of the taxonomy of 2009 are read', () => {
  expect(knownOn(DAY, [...COMPANY, 'AccountsPayable 2021-06-30 48 USD 2021-08-01'], 'currentAccountsPayable')).toBe(48);
});
