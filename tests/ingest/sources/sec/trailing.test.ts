import { describe, expect, it } from 'vitest';
import { flagsOn, knownOn } from './known.ts';

/** Cumulative figures of a fiscal year that ends in December, as its four reports state them. */
function year(tag: string, of: number, amounts: readonly (number | null)[], filedYear = of): string[] {
  const ends = ['03-31', '06-30', '09-30', '12-31'];
  const filed = [`${filedYear}-05-01`, `${filedYear}-08-01`, `${filedYear}-11-01`, `${filedYear + 1}-02-15`];
  return amounts.flatMap((amount, at) =>
    amount === null ? [] : [`${tag} ${of}-01-01..${of}-${ends[at]} ${amount} USD ${filed[at]} ${at === 3 ? '10-K' : '10-Q'}`],
  );
}
const OPERATING = 'NetCashProvidedByUsedInOperatingActivities';
const CAPEX = 'PaymentsToAcquirePropertyPlantAndEquipment';

const INCOME = [...year('NetIncomeLoss', 2020, [10, 25, 45, 80]), ...year('NetIncomeLoss', 2021, [20, 45, null, null])];
const CASH = [...year(OPERATING, 2020, [12, 30, 55, 90]), ...year(OPERATING, 2021, [22, 50, null, null])];
const COMPANY = [...INCOME, ...CASH, 'Assets 2021-06-30 900 USD 2021-08-01', 'Assets 2020-12-31 800 USD 2021-02-15 10-K'];
const DAY = '2021-09-10';

describe('trailing twelve months', () => {
  it('are the year and the year to date less the same months a year earlier, without quarters', () => {
    const annual = [
      'Revenues 2020-01-01..2020-12-31 800 USD 2021-02-15 10-K',
      'Revenues 2021-01-01..2021-06-30 500 USD 2021-08-01',
      'Revenues 2020-01-01..2020-06-30 380 USD 2021-08-01',
    ];
    expect(knownOn(DAY, [...COMPANY, ...annual], 'totalRevenue')).toBe(920);
    expect(knownOn(DAY, [...COMPANY, ...annual], 'netIncome')).toBe(100);
    expect(flagsOn(DAY, [...COMPANY, ...annual], 'totalRevenue')).toEqual([]);
  });

  it('use the fiscal year with a newer balance sheet only with a flag', () => {
    const facts = [...year('NetIncomeLoss', 2020, [null, null, null, 80]), 'Assets 2021-06-30 900 USD 2021-08-01'];
    expect(knownOn(DAY, facts, 'netIncome')).toBe(80);
    expect(knownOn(DAY, facts, 'totalAssets')).toBe(900);
    expect(flagsOn(DAY, facts, 'netIncome')).toEqual(['mixedPeriods']);
  });

  it('continue across a change of tag if a common period shows that both mean the same', () => {
    const before = year('SalesRevenueNet', 2020, [100, 210, 330, 470]);
    const after = [
      ...year('RevenueFromContractWithCustomerExcludingAssessedTax', 2021, [120, 250, null, null]),
      ...year('RevenueFromContractWithCustomerExcludingAssessedTax', 2020, [100, 210, null, null], 2021),
    ];
    expect(knownOn(DAY, [...COMPANY, ...before, ...after], 'totalRevenue')).toBe(510);
    const other = after.map((text) => text.replace(' 210 ', ' 180 '));
    expect(knownOn(DAY, [...COMPANY, ...before, ...other], 'totalRevenue')).toBeNaN();
  });

  it('continue across a change of tag within the year', () => {
    const before = year('SalesRevenueNet', 2020, [100, 210, 330, null]);
    const after = [
      ...year('Revenues', 2020, [null, null, null, 470]),
      ...year('Revenues', 2021, [120, 250, null, null]),
      ...year('Revenues', 2020, [100, null, null, null], 2021),
    ];
    expect(knownOn(DAY, [...COMPANY, ...before, ...after], 'totalRevenue')).toBe(510);
  });

  it('use the previous year’s months from the filing that states the year to date', () => {
    const restated = [
      'Revenues 2020-01-01..2020-12-31 700 USD 2021-02-15 10-K',
      'Revenues 2020-01-01..2020-12-31 800 USD 2021-03-15 10-K/A',
      ...year('Revenues', 2020, [150, 320, 500, null]),
      ...year('Revenues', 2021, [220, 450, null, null]),
      ...year('Revenues', 2020, [190, 380, null, null], 2021),
    ];
    expect(knownOn(DAY, [...COMPANY, ...restated], 'totalRevenue')).toBe(870);
  });

  it('of earnings per share are those of four quarters', () => {
    const eps = (period: string, value: number, filed: string): string =>
      `EarningsPerShareDiluted ${period} ${value} USD/shares ${filed}`;
    const facts = [
      eps('2020-01-01..2020-06-30', 2.05, '2020-08-01'),
      eps('2020-07-01..2020-09-30', 1.1, '2020-11-01'),
      eps('2020-10-01..2020-12-31', 1.2, '2021-02-15'),
      eps('2020-01-01..2020-12-31', 4.4, '2021-02-15'),
      eps('2021-01-01..2021-03-31', 1.3, '2021-05-01'),
      eps('2021-04-01..2021-06-30', 1.4, '2021-08-01'),
      eps('2021-01-01..2021-06-30', 2.68, '2021-08-01'),
    ];
    expect(knownOn(DAY, [...COMPANY, ...facts], 'dilutedEPSTTM')).toBeCloseTo(5, 12);
  });
});

describe('a line that is absent', () => {
  it('is not nil in a half-year within which it has an amount', () => {
    const gap = [...year(CAPEX, 2020, [5, 11, 18, 26]), ...year(CAPEX, 2021, [7, null, null, null])];
    expect(knownOn(DAY, [...COMPANY, ...gap], 'capitalExpenditures')).toBeNaN();
    expect(flagsOn(DAY, [...COMPANY, ...gap], 'capitalExpenditures')).toEqual(['fallback']);
  });

  it('keeps the signs of quarters', () => {
    const gap = [
      ...year('PaymentsOfDividends', 2020, [5, 11, 18, 26]),
      ...year('PaymentsOfDividends', 2021, [7, null, 23, null]),
    ];
    const more = [
      ...gap,
      ...year(OPERATING, 2021, [null, null, 80, null]),
      ...year('NetIncomeLoss', 2021, [null, null, 70, null]),
    ];
    expect(knownOn('2021-12-10', [...COMPANY, ...more], 'dividendPayout')).toBe(31);
  });

  it('is nil if the company has never stated it, and in a year before its first', () => {
    expect(knownOn(DAY, COMPANY, 'capitalExpenditures')).toBe(0);
    expect(knownOn(DAY, [...COMPANY, ...year('PaymentsOfDividends', 2021, [4, 9, null, null])], 'dividendPayout')).toBe(9);
  });

  it('for a year doesn’t hide the quarters that state it', () => {
    const quarters = ['01-01..2020-03-31 0', '04-01..2020-06-30 0', '07-01..2020-09-30 0', '10-01..2020-12-31 2500'];
    const facts = quarters.map((text) => `PaymentsOfDividends 2020-${text} USD 2021-02-15 10-K`);
    expect(knownOn('2021-03-10', [...COMPANY, ...facts], 'dividendPayout')).toBe(2500);
  });
});

describe('capital expenditures', () => {
  const INTANGIBLES = 'PaymentsToAcquireIntangibleAssets';
  const plant = [
    ...year(CAPEX, 2020, [28, 70, 102, 133]),
    ...year(CAPEX, 2021, [33, 57, null, null]),
    ...year(CAPEX, 2020, [28, 70, null, null], 2021),
  ];

  it('include a part in all of their periods, or in none', () => {
    expect(knownOn(DAY, [...COMPANY, ...plant], 'capitalExpenditures')).toBe(120);
    const part = year(INTANGIBLES, 2020, [1, 2, null, null]);
    expect(knownOn(DAY, [...COMPANY, ...plant, ...part], 'capitalExpenditures')).toBe(120);
    const open = year(INTANGIBLES, 2021, [1, null, null, null]);
    expect(knownOn(DAY, [...COMPANY, ...plant, ...open], 'capitalExpenditures')).toBe(120);
    expect(flagsOn(DAY, [...COMPANY, ...plant, ...open], 'capitalExpenditures')).toEqual(['fallback']);
    const whole = [...year(INTANGIBLES, 2020, [1, 2, 3, 4]), ...year(INTANGIBLES, 2021, [2, 5, null, null])];
    expect(knownOn(DAY, [...COMPANY, ...plant, ...whole], 'capitalExpenditures')).toBe(127);
  });

  it('exclude crypto assets', () => {
    const bought = [...year(INTANGIBLES, 2020, [0, 0, 425, 1125]), ...year(INTANGIBLES, 2021, [1086, 1615, null, null])];
    expect(knownOn(DAY, [...COMPANY, ...plant, ...bought], 'capitalExpenditures')).toBe(120);
    const few = [...year(INTANGIBLES, 2020, [0, 0, 1, 2]), ...year(INTANGIBLES, 2021, [1, 3, null, null])];
    const held = 'CryptoAssetFairValue 2021-06-30 40 USD 2021-08-01';
    expect(knownOn(DAY, [...COMPANY, ...plant, ...few, held], 'capitalExpenditures')).toBe(120);
  });
});

describe('depreciation and amortization', () => {
  it('are those of the cash-flow statement if another tag states a part', () => {
    const facts = [
      ...year('Depreciation', 2020, [null, null, null, 82]),
      ...year('DepreciationDepletionAndAmortization', 2020, [null, null, null, 82]),
      ...year('DepreciationAmortizationAndAccretionNet', 2020, [25, 50, 75, 101]),
    ];
    expect(knownOn('2021-03-10', [...COMPANY, ...facts], 'depreciationAndAmortization')).toBe(101);
  });
});
