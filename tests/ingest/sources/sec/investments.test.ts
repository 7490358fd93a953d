import { describe, expect, it } from 'vitest';
import { flagsOn, knownOn } from './known.ts';

const DAY = '2024-03-10';
const of = (tag: string, value: number): string => `${tag} 2023-12-31 ${value} USD 2024-02-01 10-K`;
const BALANCE = [
  of('Assets', 1000),
  of('AssetsCurrent', 400),
  of('CashAndCashEquivalentsAtCarryingValue', 100),
  'NetIncomeLoss 2023-01-01..2023-12-31 80 USD 2024-02-01 10-K',
];
/** The effect of other current assets on the 300 next to cash. */
const OTHER = [of('AccountsReceivableNetCurrent', 200), of('InventoryNet', 60), of('OtherAssetsCurrent', 40)];

/** Tags and their amounts at the end of the year → short-term investments, cash with them, and the flags of that sum. */
const CASES: readonly (readonly [string, Readonly<Record<string, number>>, readonly [number, number], string?])[] = [
  ['marketable securities', { MarketableSecuritiesCurrent: 250 }, [250, 350]],
  [
    'debt and equity securities apart',
    { AvailableForSaleSecuritiesDebtSecuritiesCurrent: 200, EquitySecuritiesFvNiCurrent: 50 },
    [250, 350],
  ],
  ['debt securities under a newer tag', { DebtSecuritiesAvailableForSaleExcludingAccruedInterestCurrent: 250 }, [250, 350]],
  [
    'securities for sale and held to maturity',
    { AvailableForSaleSecuritiesCurrent: 200, HeldToMaturitySecuritiesCurrent: 30 },
    [230, 330],
  ],
  [
    'a whole that holds its parts',
    { ShortTermInvestments: 250, AvailableForSaleSecuritiesCurrent: 200, HeldToMaturitySecuritiesCurrent: 30 },
    [250, 350],
  ],
  ['a narrow 0 beside another tag', { OtherShortTermInvestments: 0, MarketableSecuritiesCurrent: 250 }, [250, 350]],
  ['cash with the investments', { CashCashEquivalentsAndShortTermInvestments: 350 }, [250, 350]],
  [
    'cash with the investments, of something smaller',
    { CashCashEquivalentsAndShortTermInvestments: 20, MarketableSecuritiesCurrent: 250 },
    [250, 350],
  ],
  ['investments in the notes only', { AvailableForSaleSecuritiesDebtSecurities: 250 }, [NaN, 100], 'fallback'],
  ['current assets of unknown kind', {}, [NaN, 100], 'fallback'],
];

describe('short-term investments', () => {
  for (const [name, tags, [shortTerm, withCash], flag] of CASES)
    it(`of ${name}`, () => {
      const facts = [...BALANCE, ...Object.entries(tags).map(([tag, value]) => of(tag, value))];
      expect(knownOn(DAY, facts, 'shortTermInvestments')).toBe(shortTerm);
      expect(knownOn(DAY, facts, 'cashAndShortTermInvestments')).toBe(withCash);
      expect(flagsOn(DAY, facts, 'cashAndShortTermInvestments')).toEqual(flag === undefined ? [] : [flag]);
    });

  it('are nil if the other current assets cannot include them', () => {
    expect(knownOn(DAY, [...BALANCE, ...OTHER], 'shortTermInvestments')).toBe(0);
    expect(flagsOn(DAY, [...BALANCE, ...OTHER], 'cashAndShortTermInvestments')).toEqual([]);
    const long = [of('AvailableForSaleSecuritiesDebtSecurities', 300), of('MarketableSecuritiesNoncurrent', 300)];
    expect(knownOn(DAY, [...BALANCE, ...OTHER, ...long], 'shortTermInvestments')).toBe(0);
  });
});
